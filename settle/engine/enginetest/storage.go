package enginetest

import (
	"encoding/binary"
	"fmt"
	"strings"

	"github.com/oabp/oabpd/settle"
)

// slots collects what a model contract holds: the words that each getter
// returns, by its call.
type slots map[string][]settle.Hash

func (s slots) put(getter string, args []settle.Hash, want ...settle.Hash) {
	for _, w := range want {
		if !w.IsZero() {
			s[call(getter, args)] = want
			return
		}
	}
}

func call(getter string, args []settle.Hash) string {
	var b strings.Builder
	b.WriteString(getter)
	for _, a := range args {
		fmt.Fprintf(&b, " %s", a)
	}
	return b.String()
}

func num[T ~int | ~int64 | ~uint8 | ~uint16 | ~uint32 | ~uint64](n T) (h settle.Hash) {
	binary.BigEndian.PutUint64(h[24:], uint64(n))
	return h
}

func who(a settle.Address) (h settle.Hash) { copy(h[12:], a[:]); return h }

func yes(b bool) settle.Hash {
	if b {
		return num(1)
	}
	return settle.Hash{}
}

// held is everything that is not zero in the escrow.
func (l escrowLedger) held() slots {
	out := slots{}
	for id, m := range l.missions {
		out.put("mission(bytes32)", []settle.Hash{id}, num(m.held), num(m.pending), num(m.postedAt), num(m.submitBy),
			num(m.done), num(m.pends), num(m.status), num(m.slots))
	}
	for k, e := range l.entries {
		kept := e.hash
		kept[30], kept[31] = 0, 0
		out.put("submissionOf(bytes32,address,uint8)", []settle.Hash{k.mission, who(k.agent), num(k.n)}, kept, num(e.revision))
	}
	for k, c := range l.commits {
		var kept settle.Hash
		copy(kept[5:], c.hash[:27])
		out.put("commitmentOf(bytes32,address)", []settle.Hash{k.mission, who(k.agent)}, num(c.seq), kept)
	}
	for k, p := range l.pending {
		out.put("pendingAward(bytes32,uint8)", []settle.Hash{k.mission, num(k.n)}, who(p.agent), num(p.finalAt), num(p.seq), yes(p.appealed))
	}
	for k, a := range l.appeals {
		out.put("appealOf(bytes32,uint8)", []settle.Hash{k.mission, num(k.n)}, who(a.appellant), num(a.ruleBy))
	}
	for a, n := range l.credit {
		out.put("credit(address)", []settle.Hash{who(a)}, num(n))
	}
	out.put("feesAccrued()", nil, num(l.fees))
	out.put("feeRecipient()", nil, who(l.recipient))
	return out
}

// voting is everything that is not zero in the vote contract.
func (l voteLedger) voting() slots {
	out := slots{}
	for a, v := range l.voters {
		out.put("voterOf(address)", []settle.Hash{who(a)}, num(v.settled), num(v.recent), num(v.recentAt), num(v.notice), num(v.since))
	}
	for a, n := range l.winnings {
		out.put("winningsOf(address)", []settle.Hash{who(a)}, num(n))
	}
	for k, c := range l.polls {
		args := []settle.Hash{k.mission, num(k.n)}
		out.put("countOf(bytes32,uint8)", args, num(c.postedAt), num(c.stakedBefore-c.postedAt), num(c.commitBy-c.postedAt),
			num(c.rules.RevealMinutes), num(c.rules.Cap), num(c.voters), num(c.weight), num(c.top), yes(c.tie))
		out.put("verdictOf(bytes32,uint8)", args, who(c.poster), num(c.rules.QuorumVoters), num(c.rules.SlashBPS),
			c.rules.QuorumWeight.Bytes32(), num(c.outcome), who(c.winner), num(c.pool))
	}
	for k, n := range l.weights {
		out.put("weightOf(bytes32,uint8,address)", []settle.Hash{k.mission, num(k.n), who(k.who)}, num(n))
	}
	for k, b := range l.ballots {
		out.put("ballotOf(bytes32,uint8,address)", []settle.Hash{k.mission, num(k.n), who(k.who)}, num(b.state), num(b.weight), settle.Hash(b.data))
	}
	for k, n := range l.drawn {
		out.put("drawnOf(bytes32,uint8,address)", []settle.Hash{k.mission, num(k.n), who(k.who)}, num(n))
	}
	out.put("owed()", nil, num(l.owed))
	return out
}

// registered is everything that is not zero in the profiles.
func (l voteLedger) registered() slots {
	out := slots{}
	for a, p := range l.profiles {
		id, linked := settle.Hash(p.id), p.id != settle.NoIdentity
		if !linked {
			id = settle.Hash{}
		}
		out.put("profileOf(address)", []settle.Hash{who(a)}, num(p.at), num(p.number), yes(linked), id, p.hash)
	}
	return out
}

// sameStorage compares what the mirrors say with what a model contract holds,
// both ways.
func sameStorage(t TB, c settle.Contract, s settle.State, holds slots) {
	t.Helper()
	seen := map[string]bool{}
	for _, r := range settle.Storage(s, c) {
		k := call(r.Getter, r.Args)
		if seen[k] {
			t.Fatalf("%s: %s is listed twice", c.Role, k)
		}
		seen[k] = true
		want, ok := holds[k]
		if !ok {
			want = make([]settle.Hash, len(r.Want))
		}
		if fmt.Sprint(r.Want) != fmt.Sprint(want) {
			t.Fatalf("%s: %s: the mirror says %v, the contract %v", c.Role, k, r.Want, want)
		}
	}
	for k, want := range holds {
		if !seen[k] {
			t.Fatalf("%s: the contract holds %v for %s, of which the mirror knows nothing", c.Role, want, k)
		}
	}
}
