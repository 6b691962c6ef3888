package e2e

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum"
	"github.com/ethereum/go-ethereum/accounts/abi/bind"
	"github.com/ethereum/go-ethereum/common"

	"github.com/oabp/oabpd/bindings/oabporacles"
	"github.com/oabp/oabpd/cmd/oabpdev/freeport"
	"github.com/oabp/oabpd/indexer"
	logdecode "github.com/oabp/oabpd/indexer/decode"
	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/digest"
	"github.com/oabp/oabpd/settle/escrow"
	"github.com/oabp/oabpd/settle/money"
)

const eventsInJournal = `select count(*) from journal, jsonb_path_query(convert_from(body, 'UTF8')::jsonb, '$.txs[*].logs[*].event') where kind = 'block_applied'`

// TestContractsAreRead: a daemon that is told of the escrow keeps every event
// of it, whatever bytes it carries; doctor and run notice contracts that are
// others, are nowhere, or were there before indexing begins.
func TestContractsAreRead(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	db, dir := newDB(t), t.TempDir()
	named := []string{"--escrow", b.address.Hex(), "--oracles", b.oracles.Hex()}

	contractsDoctor(t, b, db, dir, named)
	contractsTooLate(t, b, db, dir, named)

	port := freeport.Take(t)
	p := b.run(t, append(b.runFlags(db, dir, port), named...), port)
	p.live(t)
	want := b.play(t)
	must(t, b.chain.Mine(t.Context(), depth+1))
	eventually(t, func() error {
		n := scalar(t, db, eventsInJournal)
		if int(n) != want {
			return fmt.Errorf("%d events of %d are in the journal", n, want)
		}
		return nil
	})
	p.kill()
	checkRebuild(t, db)
	more := b.oraclesAgain(t)
	p = b.run(t, append(append(b.runFlags(db, dir, port), named...), "--agents", more.Hex()), port)
	// It was deployed after the last block that is stored, so nothing is missed.
	p.live(t)
	p.kill()
	must(t, b.chain.Mine(t.Context(), 64)) // all of it is final
	contractsLater(t, b, named, want)
}

// contractsLater: a daemon that had followed the chain without the escrow reads all
// that the escrow ever said once it is told of it, if its first block is old enough.
func contractsLater(t *testing.T, b *bench, named []string, want int) {
	for _, first := range []string{"0", "head"} {
		db, dir, port := newDB(t), t.TempDir(), freeport.Take(t)
		flags := b.runFlags(db, dir, port)
		if at := slices.Index(flags, "--start-block"); first == "head" {
			flags = slices.Delete(flags, at, at+2)
		}
		p := b.run(t, flags, port)
		p.live(t)
		b.mineAndWait(t, db)
		p.kill()
		p = b.run(t, append(slices.Clone(flags), named...), port)
		if first == "head" {
			if code, log := p.exits(t), p.log.String(); code != 2 || !strings.Contains(log, "--escrow") || !strings.Contains(log, "fresh database") {
				t.Errorf("a contract that is older than the database: exit %d:\n%s", code, log)
			}
			continue
		}
		p.live(t)
		eventually(t, func() error {
			if n := scalar(t, db, eventsInJournal); int(n) != want {
				return fmt.Errorf("%d events of %d are in the journal", n, want)
			}
			return nil
		})
		if n := scalar(t, db, "select count(*) from incident"); n != 0 {
			t.Errorf("%d incidents", n)
		}
		p.kill()
		checkRebuild(t, db)
	}
}

func contractsDoctor(t *testing.T, b *bench, db, dir string, named []string) {
	doctor := func(want int, in string, args ...string) {
		t.Helper()
		all := append([]string{"doctor", "--database-url", db, "--data-dir", dir, "--rpc", b.chain.HTTPURL(), "--pay", b.contracts.Pay.Address.Hex(), "--fee-bp", "0"}, args...)
		if code, out := oabpd(t, all...); code != want || !strings.Contains(out, in) {
			t.Errorf("doctor %v exits %d, want %d and %q in\n%s", args, code, want, in, out)
		}
	}
	zero := append(slices.Clone(named), "--start-block", "0")
	doctor(0, "ok    escrow", zero...)
	doctor(0, "ok    oracles", zero...)
	doctor(3, "does not answer oracles() as such a contract does", "--escrow", b.oracles.Hex(), "--oracles", b.address.Hex(), "--start-block", "0")
	doctor(3, "there is no contract at", "--escrow", b.address.Hex(), "--oracles", b.bank().Address.Hex(), "--start-block", "0")
	more := b.oraclesAgain(t)
	doctor(3, "has "+b.oracles.Hex()+" for oracles(), configured is "+more.Hex(), "--escrow", b.address.Hex(), "--oracles", more.Hex(), "--start-block", "0")
	doctor(3, "at the head, where a fresh database begins", named...)
	head, err := b.client.BlockNumber(t.Context())
	must(t, err)
	doctor(3, fmt.Sprintf("was there at block %d", head-1), append(slices.Clone(named), "--start-block", fmt.Sprint(head))...)
}

// contractsTooLate: run does not start where events would be missed.
func contractsTooLate(t *testing.T, b *bench, db, dir string, named []string) {
	port := freeport.Take(t)
	flags := append(b.runFlags(db, dir, port), named...)
	flags = slices.Delete(flags, slices.Index(flags, "--start-block"), slices.Index(flags, "--start-block")+2)
	q := b.run(t, flags, port)
	code, log := q.exits(t), q.log.String()
	if code != 2 || !strings.Contains(log, "--escrow") || !strings.Contains(log, "--oracles") || !strings.Contains(log, "would not be read") {
		t.Errorf("a late start: exit %d:\n%s", code, log)
	}
}

// oraclesAgain deploys one more list of oracles.
func (b *bench) oraclesAgain(t *testing.T) common.Address {
	t.Helper()
	auth, err := bind.NewKeyedTransactorWithChainID(b.deployer().Key, new(big.Int).SetUint64(b.chain.ChainID()))
	must(t, err)
	auth.GasLimit = 8_000_000
	a, _, _, err := oabporacles.DeployOabpOracles(auth, b.client, b.deployer().Address)
	must(t, err)
	must(t, b.chain.Mine(t.Context(), 1))
	return a
}

// mineAndWait makes the chain grow until the daemon has stored its head.
func (b *bench) mineAndWait(t *testing.T, db string) {
	t.Helper()
	must(t, b.chain.Mine(t.Context(), 2))
	head, err := b.client.BlockNumber(t.Context())
	must(t, err)
	eventually(t, func() error {
		if n := scalar(t, db, "select coalesce(max(number), 0) from block"); uint64(n) != head {
			return fmt.Errorf("block %d is stored, the head is %d", n, head)
		}
		return nil
	})
}

// play posts a mission with a text that no JSON and no database holds as it
// is, submits twice and awards, and says how many events the contracts emitted
// since they were made. Each of their logs decodes.
func (b *bench) play(t *testing.T) (events int) {
	t.Helper()
	poster, worker := b.bank(), b.deployer()
	head, err := b.client.HeaderByNumber(t.Context(), nil)
	must(t, err)
	m, err := escrow.New(escrow.Draft{Poster: settle.Address(poster.Address), Resolver: settle.Address(poster.Address), RefundTo: settle.Address(poster.Address),
		Reward: money.Units(5_000_000), Prizes: 1, SubmitBy: int64(head.Time) + 3600, SpecHash: settle.Keccak256([]byte("spec"))})
	must(t, err)
	id := digest.MissionID(b.chain.ChainID(), settle.Address(b.address), m)
	split := settle.Split{Payees: []settle.Address{settle.Address(worker.Address)}, BPS: []uint16{10_000}}
	hostile := strings.Repeat("\x00\xff", escrow.MaxURI/2)
	content := settle.Keccak256([]byte("content"))
	for _, step := range []struct {
		from string
		data []byte
	}{
		{"poster", digest.CalldataPost(m, hostile)},
		{"worker", digest.CalldataSubmit(id, 0, settle.Hash{1}, digest.SplitHash(split), hostile)},
		{"worker", digest.CalldataSubmit(id, 0, content, digest.SplitHash(split), "")},
		{"poster", digest.CalldataAward(m, 0, settle.Address(worker.Address), content, split)},
	} {
		from := poster
		if step.from == "worker" {
			from = worker
		}
		tx := b.call(t, from, b.address, step.data)
		must(t, b.chain.Mine(t.Context(), 1))
		b.succeeded(t, tx)
	}
	return b.decodesAll(t, hostile)
}

// decodesAll reads every log of the bench's contracts, from the first block on.
func (b *bench) decodesAll(t *testing.T, uri string) (events int) {
	t.Helper()
	d, err := logdecode.New(logdecode.Emitters{Token: settle.Address(b.token.Address()), Contracts: []settle.Contract{
		{Role: settle.RoleEscrow, Address: settle.Address(b.address)}, {Role: settle.RoleOracles, Address: settle.Address(b.oracles)}}})
	must(t, err)
	seen := map[settle.LogKind]int{}
	logs, err := b.client.FilterLogs(t.Context(), ethereum.FilterQuery{FromBlock: new(big.Int), Addresses: []common.Address{b.address, b.oracles}})
	must(t, err)
	for _, l := range logs {
		r := indexer.RawLog{Address: settle.Address(l.Address), Data: l.Data, Index: uint32(l.Index), TxHash: settle.Hash(l.TxHash), TxIndex: uint32(l.TxIndex)}
		for _, topic := range l.Topics {
			r.Topics = append(r.Topics, settle.Hash(topic))
		}
		got, ok, err := d.Decode(r)
		if err != nil || !ok {
			t.Errorf("a log of %s: %v, %v", l.Address, ok, err)
		}
		seen[got.Kind]++
		events++
		if p, is := got.Event.(settle.EventMissionPosted); is && string(p.SpecURI) != uri {
			t.Errorf("the text came back as %q", p.SpecURI)
		}
	}
	for kind, n := range map[settle.LogKind]int{settle.LogOwnershipTransferred: 1, settle.LogFeeRecipientChanged: 1, settle.LogMissionPosted: 1,
		settle.LogWorkSubmitted: 2, settle.LogAwardFinalized: 1, settle.LogPayout: 1} {
		if seen[kind] != n {
			t.Errorf("%d of %s, want %d", seen[kind], kind, n)
		}
	}
	return events
}
