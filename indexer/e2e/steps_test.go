package e2e

import (
	"time"

	"github.com/oabp/oabpd/indexer/chaintest"
	"github.com/oabp/oabpd/settle/engine/enginetest"
)

// mild are faults that a sound endpoint has now and then: it fails, or says what
// contradicts itself. Wild are those of a liar too.
func mild() []chaintest.Fault {
	var fs []chaintest.Fault
	for _, k := range []chaintest.Kind{
		chaintest.EmptyLogs, chaintest.PartialLogs, chaintest.ForeignLog, chaintest.ForeignTopic, chaintest.RemovedLogs,
		chaintest.DuplicateLog, chaintest.UnorderedLogs, chaintest.RemovedGhost, chaintest.OtherBlockGhost, chaintest.OtherBlockLogs, chaintest.ForeignTx,
	} {
		fs = append(fs, chaintest.Fault{Kind: k, Method: "eth_getLogs"})
	}
	for _, m := range []string{"", "eth_getLogs", "eth_getBlockByNumber", "eth_getBlockByHash", "eth_getBlockReceipts"} {
		for _, k := range []chaintest.Kind{
			chaintest.Null, chaintest.Swapped, chaintest.MissingField, chaintest.Refused, chaintest.Unknown, chaintest.Malformed, chaintest.Cut,
			chaintest.ShortBatch, chaintest.WrongID, chaintest.Huge, chaintest.Hang, chaintest.Unavailable, chaintest.Redirect,
		} {
			fs = append(fs, chaintest.Fault{Kind: k, Method: m})
		}
	}
	for _, k := range []chaintest.Kind{chaintest.ReceiptsElsewhere, chaintest.NullReceipt, chaintest.FewReceipts} {
		fs = append(fs, chaintest.Fault{Kind: k})
	}
	for _, l := range chaintest.RateLimits() {
		fs = append(fs, chaintest.Fault{Kind: chaintest.Limited, Limit: l})
	}
	return fs
}

func wild() []chaintest.Fault {
	return append(mild(), chaintest.Fault{Kind: chaintest.Forged}, chaintest.Fault{Kind: chaintest.Forged, Method: "eth_getBlockByNumber"},
		chaintest.Fault{Kind: chaintest.OtherChain}, chaintest.Fault{Kind: chaintest.BadBloom}, chaintest.Fault{Kind: chaintest.BadBloom})
}

var mildFaults, wildFaults = mild(), wild()

// absurd are answers that contradict themselves, or what was asked: however many
// endpoints give them, none of them says anything by that.
var absurd = []chaintest.Kind{
	chaintest.RemovedGhost, chaintest.OtherBlockGhost, chaintest.RemovedGhost, chaintest.OtherBlockGhost, chaintest.RemovedLogs, chaintest.ForeignLog,
	chaintest.ForeignTopic, chaintest.DuplicateLog, chaintest.OtherBlockLogs, chaintest.ForeignTx,
}

// epidemic makes all endpoints give the same absurd answers, as nodes of the same
// make do, of a block in which somebody pays.
func (w *world) epidemic(pay, which, times int) {
	for _, n := range w.net.Nodes {
		n.Inject(chaintest.Fault{Kind: absurd[which%len(absurd)], Method: "eth_getLogs", Times: 2 + times%5})
	}
	w.pay(pay, times)
	for range depth + 2 {
		w.mine()
	}
}

// step plays one step.
func (w *world) step(s step) {
	node := s.A % w.plan.Nodes
	d := w.daemons[s.A%len(w.daemons)]
	switch s.Do {
	case "mine":
		for range 1 + s.A%4 {
			w.mine()
		}
	case "pay":
		w.pay(s.A, s.B)
	case "pick":
		w.pick()
	case "reorg":
		n := 1 + s.A%depth
		w.reorg(n, n+s.B%4-1, s.C)
	case "deep":
		n := depth + s.A%8
		w.reorg(n, n+s.B%3-1, s.C)
	case "fault":
		w.fault(node, s.B, s.C)
	case "lag":
		w.lag(node, s.B)
	case "hold":
		w.hold(node, time.Duration(1+s.B%10)*time.Second)
	case "stray":
		w.stray(node, s.B, s.C)
	case "return":
		w.net.Return(node)
		w.net.Nodes[node].Heal()
	case "tags":
		w.tags(node, s.B)
	case "wait": // longer than endpoints may be at odds
		w.sleep(time.Duration(30+s.B%45) * time.Second)
	case "wake":
		d.deaf.Store(s.B%2 == 0)
	case "cut":
		w.cut(d, s.B, s.C, false)
	case "kill":
		w.cut(d, s.B, s.C, true)
	case "freeze":
		d.door.freeze(time.Duration(4+s.B%16) * time.Second)
	case "all":
		w.epidemic(s.A, s.B, s.C)
	case "away":
		w.nobody(s.A, s.B)
	case "doom":
		w.doom(s.A, s.B)
	case "restart":
		w.restart(s.A%len(w.daemons), s.B)
	case "partition":
		d.door.mu.Lock()
		d.door.away = s.B%2 == 0
		d.door.mu.Unlock()
	}
	w.sleep(time.Duration(s.C%1500) * time.Millisecond)
}

// lies says that an endpoint may do anything.
func (w *world) lies(node int) bool { return node == w.plan.Liar }

// fault makes an endpoint misbehave: the liar in any way and for long, a sound
// one now and then.
func (w *world) fault(node, which, times int) {
	if w.lies(node) {
		f := wildFaults[which%len(wildFaults)]
		f.Times, f.Skip = times%40, times%3
		w.net.Nodes[node].Inject(f)
		return
	}
	f := mildFaults[which%len(mildFaults)]
	f.Times, f.Skip = min(1+times%4, w.spare), times%5
	if f.Times > 0 {
		w.spare -= f.Times
		w.net.Nodes[node].Inject(f)
	}
}

// lag makes an endpoint be behind; a sound one beside a liar not so far that it
// has nothing to say.
func (w *world) lag(node, by int) {
	if w.plan.Liar >= 0 && !w.lies(node) {
		by %= depth
	}
	w.net.Nodes[node].Lag(by % 12)
}

// hold makes an endpoint stand still for a while, whatever becomes of the chain.
func (w *world) hold(node int, d time.Duration) {
	w.net.Hold(node)
	if w.lies(node) {
		return
	}
	w.sleep(d)
	w.net.Return(node)
}

// stray makes an endpoint leave the chain, alone.
func (w *world) stray(node, back, more int) {
	if w.plan.Nodes == 1 || w.plan.Liar >= 0 && !w.lies(node) {
		return
	}
	w.mu.Lock()
	w.strays = w.strays || !w.lies(node)
	w.mu.Unlock()
	blocks := chaintest.Empty(more % 30)
	for i := range blocks { // with money that is not there
		in := w.picks[i%len(w.picks)]
		for _, l := range enginetest.Legs(in) {
			blocks[i] = append(blocks[i], chaintest.Transfer(w.Chain.Token, w.posters[0].Wallet0(), l.To, l.Amount),
				chaintest.InstructionPaid(in.PayContract, in.Digest, l.To, l.Amount, w.posters[0].Wallet0()))
		}
	}
	w.net.Stray(node, back%12, blocks...)
	w.tally.strays++
}

// tags makes block tags be missing, or lie.
func (w *world) tags(node, which int) {
	f := chaintest.Fault{Kind: []chaintest.Kind{chaintest.NoTag, chaintest.NullTag, chaintest.TagIsHead}[which%3]}
	if f.Kind == chaintest.TagIsHead && !w.lies(node) {
		f.Kind = chaintest.NoTag
	}
	w.net.Nodes[node].Inject(f)
}

// cut breaks some of the next writes of a process; it may die with the last.
func (w *world) cut(d *daemon, which, how int, die bool) {
	d.door.mu.Lock()
	defer d.door.mu.Unlock()
	d.door.cuts, d.door.last = nil, die
	for range which % 4 {
		d.door.cuts = append(d.door.cuts, survives)
	}
	d.door.cuts = append(d.door.cuts, how%howMany)
}

// restart replaces a process, in order or after kill -9.
func (w *world) restart(i, how int) {
	w.tally.cuts += w.daemons[i].door.broken()
	if how%2 == 0 {
		w.daemons[i].kill()
	} else {
		w.daemons[i].stop()
	}
	w.daemons[i] = w.start()
}
