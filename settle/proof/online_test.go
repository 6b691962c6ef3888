package proof_test

import (
	"context"
	"testing"

	"github.com/oabp/oabpd/settle/money"
	"github.com/oabp/oabpd/settle/proof"
)

func TestCanonical(t *testing.T) {
	k := keysIn(t, t.TempDir())
	s := sample()
	doc := sign(t, s, k)
	down := chainOf(s)
	down.down = true
	r := proof.Verify(context.Background(), doc, k.PublicKeys(), proof.Options{Endpoints: []proof.ChainReader{chainOf(s), down, chainOf(s)}})
	if r.Verdict != proof.Canonical || r.Endpoints != 2 || r.Asked != 3 || r.Summary() != "canonical at 2 endpoints" {
		t.Errorf("%s of %d\n%s", r.Summary(), r.Asked, lines(r))
	}
}

func TestEndpoints(t *testing.T) {
	k := keysIn(t, t.TempDir())
	doc := sign(t, sample(), k)
	first := sample().Settlement.Transfers[0]
	nonce := sample().Settlement.Transfers[1]
	flushed := sample().Settlement.Transfers[2]
	for _, c := range []struct {
		name    string
		change  func(*chain)
		verdict proof.Verdict
		status  proof.CheckStatus
	}{
		{"nothing", func(*chain) {}, proof.Canonical, proof.Passed},
		{"down", func(c *chain) { c.down = true }, proof.Consistent, proof.NotMade},
		{"another chain", func(c *chain) { c.id = 1 }, proof.Consistent, proof.NotMade},
		{"behind", func(c *chain) { c.head = first.BlockNumber - 1 }, proof.Consistent, proof.NotMade},
		{"one confirmation short", func(c *chain) { c.head-- }, proof.Consistent, proof.NotMade},
		{"block missing", func(c *chain) { delete(c.blocks, first.BlockNumber) }, proof.Consistent, proof.NotMade},
		{"another block", func(c *chain) { c.blocks[first.BlockNumber] = hash(1) }, proof.Failed, proof.Broken},
		{"no transaction", func(c *chain) { delete(c.txs, first.TxHash) }, proof.Failed, proof.Broken},
		{"transaction failed", func(c *chain) { c.txs[first.TxHash].Success = false }, proof.Failed, proof.Broken},
		{"transaction elsewhere", func(c *chain) { c.txs[first.TxHash].Block.Hash = hash(1) }, proof.Failed, proof.Broken},
		{"transaction at another height", func(c *chain) { c.txs[first.TxHash].Block.Number++ }, proof.Failed, proof.Broken},
		{"no log", func(c *chain) { c.txs[first.TxHash].Logs = nil }, proof.Failed, proof.Broken},
		{"another position", func(c *chain) { c.txs[first.TxHash].Logs[0].Index++ }, proof.Failed, proof.Broken},
		{"another token", func(c *chain) { c.txs[first.TxHash].Logs[0].Address = pay }, proof.Failed, proof.Broken},
		{"another event", func(c *chain) { c.txs[first.TxHash].Logs[0].Topics[0] = topic("Approval(address,address,uint256)") }, proof.Failed, proof.Broken},
		{"another sender", func(c *chain) { c.txs[first.TxHash].Logs[0].Topics[1] = word(worker) }, proof.Failed, proof.Broken},
		{"another payee", func(c *chain) { c.txs[first.TxHash].Logs[0].Topics[2] = word(mate) }, proof.Failed, proof.Broken},
		{"a topic more", func(c *chain) {
			l := &c.txs[first.TxHash].Logs[0]
			l.Topics = append(l.Topics, hash(0))
		}, proof.Failed, proof.Broken},
		{"less", func(c *chain) { c.txs[first.TxHash].Logs[0].Data = amount(money.Units(4_999_999)) }, proof.Failed, proof.Broken},
		{"no authorization", func(c *chain) { c.txs[nonce.TxHash].Logs = c.txs[nonce.TxHash].Logs[1:] }, proof.Failed, proof.Broken},
		{"another nonce", func(c *chain) { c.txs[nonce.TxHash].Logs[0].Topics[2] = hash(1) }, proof.Failed, proof.Broken},
		{"another authorizer", func(c *chain) { c.txs[nonce.TxHash].Logs[0].Topics[1] = word(worker) }, proof.Failed, proof.Broken},
		{"forged authorization", func(c *chain) { c.txs[nonce.TxHash].Logs[0].Address = worker }, proof.Failed, proof.Broken},
		{"no event of the pay contract", func(c *chain) { c.txs[flushed.TxHash].Logs = c.txs[flushed.TxHash].Logs[:1] }, proof.Failed, proof.Broken},
		{"forged event", func(c *chain) { c.txs[flushed.TxHash].Logs[1].Address = worker }, proof.Failed, proof.Broken},
		{"event over less", func(c *chain) { c.txs[flushed.TxHash].Logs[1].Data[31]++ }, proof.Failed, proof.Broken},
		{"event not adjacent", func(c *chain) { c.txs[flushed.TxHash].Logs[1].Index++ }, proof.Failed, proof.Broken},
	} {
		e := chainOf(sample())
		c.change(e)
		r := proof.Verify(context.Background(), doc, k.PublicKeys(), proof.Options{Endpoints: []proof.ChainReader{e}})
		if r.Verdict != c.verdict || find(r, "endpoint").Status != c.status {
			t.Errorf("%s: %s\n%s", c.name, r.Summary(), lines(r))
		}
		// One honest endpoint beside it does not outvote a contradiction.
		both := proof.Verify(context.Background(), doc, k.PublicKeys(), proof.Options{Endpoints: []proof.ChainReader{e, chainOf(sample())}})
		if want := map[bool]proof.Verdict{true: proof.Failed, false: proof.Canonical}[c.verdict == proof.Failed]; both.Verdict != want {
			t.Errorf("%s beside an honest endpoint: %s", c.name, both.Summary())
		}
	}
}

func TestConfirmationsOption(t *testing.T) {
	k := keysIn(t, t.TempDir())
	doc := sign(t, sample(), k)
	for n, want := range map[uint64]proof.Verdict{0: proof.Canonical, 1: proof.Canonical, 6: proof.Canonical, 7: proof.Consistent} {
		r := proof.Verify(context.Background(), doc, k.PublicKeys(), proof.Options{Endpoints: []proof.ChainReader{chainOf(sample())}, Confirmations: n})
		if r.Verdict != want {
			t.Errorf("%d confirmations: %s", n, r.Summary())
		}
	}
}

// A document that does not hold by itself never becomes canonical, and no
// endpoint is asked about it.
func TestBrokenDocumentIsNotAsked(t *testing.T) {
	k := keysIn(t, t.TempDir())
	s := sample()
	s.Settlement.Amount = "1"
	r := proof.Verify(context.Background(), sign(t, s, k), k.PublicKeys(), proof.Options{Endpoints: []proof.ChainReader{chainOf(s)}})
	if r.Verdict != proof.Failed || r.Endpoints != 0 || find(r, "endpoint").Status != proof.NotMade {
		t.Errorf("%s\n%s", r.Summary(), lines(r))
	}
}
