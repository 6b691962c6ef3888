// # Bug log
//
// The bug log of the indexer's specification: what each number is, by what it is
// played, and the test that covers the whole kind. TestBugLog reads this table.
// Faults are kinds of this package, or what else plays them.
//
//	 1  range past the head is empty                 Ranges                        TestRangeEndsAtTheEndpointsHead
//	 2  the newest block's logs come later           EmptyLogs                     TestEmptyLogsForLong
//	 3  block and logs from different nodes          Swapped, OtherBlockLogs       TestFaults
//	 4  logs of a block that is unknown as yet       EmptyLogs, Unknown            TestFaults
//	 5  head from one node, logs from another        Lag, EmptyLogs                TestRandomHistories
//	 6  no logs by hash though the bloom has them    EmptyLogs                     TestBloom
//	 7  unknown hash gives no logs                   EmptyLogs, Unknown            TestLies
//	 8  one of two logs is missing                   PartialLogs                   TestWrongLogsAreNoFacts
//	 9  logs missing in ranges after a reorg         PartialLogs, Ranges           TestLiesAboutRanges
//	11  pruned node: no old logs                     Prune                         TestPrunedNode
//	12  to is above the head                         Ranges                        TestRangeEndsAtTheEndpointsHead
//	13  a wrong bloom filter                         BadBloom                      TestNetwork
//	14  codes and texts of limits                    RangeLimits, RateLimits       TestProvidersRefuse
//	15  a hint that is not smaller                   RangeLimits                   TestProposedRange
//	16  a second limit behind the hint               RangeLimits                   TestRangesShrink
//	17  no cap of the client's own                   Ranges                        TestRangesShrink
//	18  storm of 503 and -32001                      Limited                       TestProvidersRefuse
//	19  a limiter that freezes                       Limited                       TestProvidersRefuse
//	20  a silent websocket                           Subscribe, nobody announces   TestFollowerWithoutWorkingWebsocket
//	21  the head goes back                           Lag                           TestLaggingNode
//	22  a stale head is no reorg                     Lag                           TestQuorumRegressing
//	23  a reorg below what is final                  Reorg                         TestAnvilReorg
//	25  the last block of a range twice              Ranges                        TestBackfill
//	26  reorg while the process was down             Reorg                         TestReorgWhileDown
//	27  two reorgs at once                           Reorg                         TestMovesWhileRead
//	28  a rollback restores the wrong version        Reorg                         TestDeepHistories
//	29  same hash, different logs                    PartialLogs, ForeignLog       TestAuditMends
//	30  failover to a node that is behind            Lag                           TestFailoverUnderAFollower
//	31  a halt is cleared by an error                Unavailable                   TestFinalityViolated
//	32  blocks that are not stored hide a violation  Reorg                         TestFinalBlockReplacedWhileNobodyLed
//	34  registered while the block arrives           instructions in between       TestNetwork
//	35  a reorg is forgotten in a restart            Reorg, processes killed       TestNetwork
//	36  hundreds of blocks dropped                   Reorg                         TestAnvilReorg
//	37  the tag is missing or lies                   NoTag, NullTag, TagIsHead     TestQuorumFinality
//	38  receipt of a block that is not mined         ReceiptsElsewhere             TestFaults
//	39  keyed by number                              Reorg                         TestReorgs
//	40  another chain with the same id               NewNode, another seed         TestForeignChain
//	41  paid again after a reorg                     Reorg                         TestW17ReorgsBelowTheDepth
//	42  equal timestamps                             Reorg                         TestSynchronizedWithGeth
//	43  removed logs                                 RemovedLogs                   TestFaults
//	45  2^256-1                                      Transfer                      TestDecode
//	47  NUL and bytes that are no UTF-8              strings of a contract         TestAnyEventsAreKept
//	49  two spellings of an address                  Transfer                      TestDatabaseRefuses
//	50  two workers                                  two followers, one lease      TestTakeover
//	51  session lock behind a pooler                 PostgreSQL                    TestBehindTransactionPooler
//	52  the cursor moves though the write failed     SinkFault                     TestDeathAtEveryCall
//	53  ambiguous COMMIT                             WrittenAnyway                 TestAmbiguousWrites
//	54  the pool keeps the old primary               PostgreSQL                    TestFailover
//	55  a waiter on a lock deadlocks                 PostgreSQL                    TestMigrateTwiceAtOnce
//	56  status 1 taken as paid                       a token with a fee            TestNetInflow
//	58  payers that are contracts                    a wallet that is a contract   TestContractWallet
//	59  transfers of nothing                         Transfer                      TestDust
//	60  a token of the same name                     Transfer                      TestNetwork
//	62  deposit transactions cannot be decoded       every block                   TestBlock
//	63  whole blocks asked for                       Misuse                        TestNobodyDecodesBlocks
//	64  header fields that no client knows           every block                   TestBlock
//	65  a recomputed hash                            every block                   TestShow
package chaintest
