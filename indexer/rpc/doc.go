// Package rpc is indexer.Source over Ethereum JSON-RPC.
//
// Client is one HTTP endpoint. Failover is several of which one is used at a
// time, and all are heard when it is voted on a block (indexer.Panel). Waker listens for new heads on a WebSocket and only wakes the poll.
//
// A block by number takes two round trips: its hash, then one batch with the
// header by that hash, the logs by that hash, and the header by number again.
// All three must agree, so a load balancer that answers from nodes of different
// age, and a reorg between the requests, are noticed.
//
// An endpoint that refuses batches is asked call by call (Capabilities.Batch).
// One view is then a matter of the hash: header, logs and receipts are asked for
// by it, a node that does not have the block has none of them, and one that says
// so by an empty list is found out by the header's bloom filter.
//
// A range of final blocks takes a few: headers in batches, then one exchange with
// the logs of all of them and the last header again. Each header must be the
// child of the one before and each log of one of them; the number of
// transactions in the headers bounds how many blocks one answer is of.
//
// # Guarantees
//
//   - A block's hash is the one that the endpoint gives; it is never recomputed,
//     and no transaction is ever asked for or decoded. So header fields and
//     transaction types of a chain that this code does not know (deposit
//     transactions, type 0x7e, with which every block of Base begins) do no harm.
//   - A log is accepted only with the asked block hash and number, not removed,
//     in strictly ascending order, in a transaction of the block, from an address
//     and with a first topic that were asked for.
//   - No logs while the header's bloom filter has one of the watched events is
//     not believed until the receipts say the same. A bloom filter can demand a
//     second look; it never proves that something is absent.
//   - What an endpoint serves beside the common methods is found out by trial
//     after every (re)connect, never taken from its word or its name.
//   - Every answer is bounded in size and time. Redirects are not followed.
//   - Of an endpoint's URL only scheme and host appear in errors, names and logs;
//     user, path and query may be keys, and are cut out of what a server echoes.
//   - A revert of a call is told apart from a call that did not happen.
//   - A receipt is returned only if its block is canonical at the same endpoint.
//   - An endpoint that a majority contradicts, in a block or in its logs, is not
//     used until it agrees again; one of another chain is neither used nor heard.
//   - Where endpoints have different logs in a block and none a majority, each is
//     held against its own receipts, and one that contradicts itself is not used.
//   - However slow it is, an endpoint has at most two votes to answer at a time.
package rpc
