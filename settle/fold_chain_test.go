package settle

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/oabp/oabpd/settle/money"
)

// newEscrowBook is a book with all contracts configured.
func newEscrowBook(t *testing.T) *book {
	b := newBook(t)
	b.do(&Settings{Token: adr("token"), Confirmations: 6, Contracts: Contracts{Escrow: adr("escrow"), Agents: adr("agents"),
		Vote: adr("vote"), Oracles: adr("oracles"), AttestationOracle: adr("attestation"), Reputation: adr("reputation")}})
	return b
}

// says is the log of a contract's event.
func says(e ChainEvent) Log {
	k := e.LogKind()
	return Log{Emitter: Contracts{adr("escrow"), adr("agents"), adr("vote"), adr("oracles"), adr("attestation"), adr("reputation")}.Of(k.Role()), Kind: k, Event: e}
}

// mirrors are all mirror rows as JSON.
func (b *book) mirrors() (out []string) {
	for _, t := range MirrorTables() {
		for _, r := range b.Rows(t) {
			raw, err := json.Marshal(r)
			if err != nil {
				b.t.Fatal(err)
			}
			out = append(out, string(t)+" "+string(raw))
		}
	}
	return out
}

func terms(poster string, change ...func(*MissionTerms)) MissionTerms {
	t := MissionTerms{Poster: adr(poster), Resolver: adr(poster), RefundTo: adr(poster), Reward: amt(1000), SubmitBy: 1 << 30, JudgeBy: 1 << 31,
		RefundAt: 1 << 32, Tranches: []money.Amount{amt(600), amt(400)}, Fees: []money.Amount{amt(3), amt(2)}}
	for _, f := range change {
		f(&t)
	}
	return t
}

func posted(id string, t MissionTerms) Log {
	return says(EventMissionPosted{MissionID: hsh(id), Poster: t.Poster, Resolver: t.Resolver, Terms: t, SpecURI: "u\x00"})
}

// fund is a post with the transfer that pays for it.
func (b *book) fund(id string, t MissionTerms) {
	b.t.Helper()
	n, _ := t.Reward.Uint64()
	pay := move("", "", n+7)
	pay.From, pay.To = t.Poster, adr("escrow")
	b.tx(posted(id, t), pay)
}

func split(id string) Hash { return hsh("split " + id) }
func work(id string) Hash  { return hsh("work " + id) }

func entered(id, agent, work_ string, tranche uint8) Log {
	c, s := work(work_), split(work_)
	return says(EventWorkSubmitted{MissionID: hsh(id), Agent: adr(agent), SubmissionHash: Keccak256(c[:], s[:]), Tranche: tranche,
		ContentHash: c, SplitHash: s, Revision: 1})
}

func won(id, agent string, tranche uint8, gross, fee uint64) Log {
	return says(EventAwardFinalized{MissionID: hsh(id), Tranche: tranche, Agent: adr(agent), Gross: amt(gross), Fee: amt(fee)})
}

func payout(id, to string, tranche uint8, n uint64, credited bool) Log {
	return says(EventPayout{MissionID: hsh(id), To: adr(to), Tranche: tranche, Amount: amt(n), Credited: credited})
}

// deposit is work that an agent deposited, to be entered by its address.
func (b *book) deposit(id, mission, agent string) {
	b.t.Helper()
	b.do(&WorkSubmitted{Submission: Submission{ID: "sub_" + id, Mission: mission, Milestone: -1, Agent: agent, ContentHash: work(id), Deposited: true,
		CreatedAt: b.at, Contributors: []Contributor{{Agent: agent, ShareBP: 10_000}}, Escrow: &EscrowWork{Address: adr(agent), SplitHash: split(id)}}})
}

func (b *book) status(id string) SubmissionStatus { return GetRow[Submission](b, "sub_"+id).Status }

func (b *book) onChain(id string) *Mission {
	b.t.Helper()
	rows := FindRows[*Mission](b, MissionOnChain(hsh(id)))
	if len(rows) != 1 {
		b.t.Fatalf("%d missions have the id of %s", len(rows), id)
	}
	return rows[0]
}

func (b *book) gaps() (n int) {
	for _, i := range FindRows[*Incident](b, IncidentsOpen()) {
		if i.Kind == IncidentGap {
			n++
		}
	}
	return n
}

// settleDue settles what is due, as the leader does.
func (b *book) settleDue() {
	b.t.Helper()
	for _, tier := range GetRow[Settings](b, SettingsKey).Tiers() {
		for _, a := range FindRows[*EscrowAward](b, AwardsWaiting(*GetRow[Settings](b, SettingsKey), tier, math.MaxUint64)) {
			b.do(&AwardSettlement{Award: a.Key()})
		}
	}
}

// Whatever the contracts say, in whatever order, the fold goes on, and
// un-applying leaves the mirrors as they were.
func TestAnyEventsCanBeUndone(t *testing.T) {
	kinds := slices.DeleteFunc(LogKinds(), func(k LogKind) bool { return !k.OfContract() })
	rapid.Check(t, func(rt *rapid.T) {
		b := newEscrowBook(t)
		var applied []BlockRef
		before := [][]string{b.mirrors()}
		for range rapid.IntRange(1, 8).Draw(rt, "blocks") {
			var logs []Log
			for range rapid.IntRange(1, 6).Draw(rt, "logs") {
				logs = append(logs, says(anyEvent(rt, t, rapid.SampledFrom(kinds).Draw(rt, "kind"))))
			}
			applied = append(applied, b.tx(logs...))
			before = append(before, b.mirrors())
		}
		for k := len(applied) - 1; k >= 0; k-- {
			b.do(&BlockUnapplied{Block: applied[k]})
			if got := b.mirrors(); !slices.Equal(got, before[k]) {
				rt.Fatalf("after un-applying block %d:\n%s\nbefore it:\n%s", k, strings.Join(got, "\n"), strings.Join(before[k], "\n"))
			}
		}
		if n := len(b.Rows(TableChainUndo)); n != 0 {
			rt.Fatalf("%d rows to undo are left", n)
		}
		for _, c := range GetRow[Settings](b, SettingsKey).KnownContracts() {
			Storage(b, c)
		}
	})
}

// anyEvent has values of a small world.
func anyEvent(rt *rapid.T, t *testing.T, k LogKind) ChainEvent {
	var members map[string]any
	raw, err := json.Marshal(filled(t, k))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(raw, &members); err != nil {
		t.Fatal(err)
	}
	shrink(rt, members)
	if raw, err = json.Marshal(members); err != nil {
		t.Fatal(err)
	}
	ev, err := DecodeEvent(k, raw)
	if err != nil {
		t.Fatal(err)
	}
	return ev
}

func shrink(rt *rapid.T, v any) {
	small := func(v any) any {
		n := rapid.IntRange(0, 2).Draw(rt, "value")
		switch v := v.(type) {
		case string:
			switch {
			case strings.HasPrefix(v, "0x") && len(v) == 66:
				return Hash{31: byte(n)}.String()
			case strings.HasPrefix(v, "0x"):
				return Address{19: byte(n)}.String()
			case strings.Trim(v, "0123456789-") == "":
				return fmt.Sprint(n * 500)
			}
			return v
		case float64:
			return n
		case bool:
			return n == 1
		}
		shrink(rt, v)
		return v
	}
	switch v := v.(type) {
	case map[string]any:
		names := make([]string, 0, len(v))
		for k := range v {
			names = append(names, k)
		}
		slices.Sort(names)
		for _, k := range names {
			v[k] = small(v[k])
		}
	case []any:
		for k := range v {
			v[k] = small(v[k])
		}
	}
}

// Undo rows are kept as deep as a follower walks back, and no deeper.
func TestUndoIsPruned(t *testing.T) {
	b := newEscrowBook(t)
	b.block = 5000
	old := b.tx(says(EventFeeRecipientChanged{Current: adr("fee")}))
	b.block += UndoBlocks - 1
	b.tx(says(EventFeeRecipientChanged{Current: adr("x")}))
	if b.Get(TableChainUndo, UndoKey(old)) == nil {
		t.Fatal("what undoes a block within reach is gone")
	}
	b.tx(says(EventFeeRecipientChanged{Current: adr("fee")}))
	if b.Get(TableChainUndo, UndoKey(old)) != nil || len(b.Rows(TableChainUndo)) != 2 {
		t.Fatal("what undoes a block out of reach is kept")
	}
}

// Only the configured contracts, each in its own role, are believed.
func TestEventsOfStrangersCountForNothing(t *testing.T) {
	b := newEscrowBook(t)
	l := posted("m", terms("p"))
	for _, a := range []Address{adr("stranger"), adr("vote"), adr("token"), {}} {
		l.Emitter = a
		b.tx(l)
	}
	if got := b.mirrors(); len(got) != 0 || len(b.Rows(TableMission)) != 0 {
		t.Fatalf("believed: %v", got)
	}
	s := *GetRow[Settings](b, SettingsKey)
	next := s
	next.Contracts.Escrow = adr("new escrow")
	next.RetiredContracts = next.RetireContracts(s)
	b.do(&next)
	b.fund("m", terms("p")) // at the retired one, which is folded for ever
	if b.onChain("m").Status != MissionOpen || b.gaps() != 0 {
		t.Fatal("a retired escrow's mission is not known")
	}
}

// What no earlier event made raises one incident for the contract.
func TestGapIsTold(t *testing.T) {
	b := newEscrowBook(t)
	b.tx(entered("m", "ann", "w", 0), payout("m", "ann", 0, 5, true))
	b.tx(entered("m", "bob", "w", 0))
	if n := b.gaps(); n != 1 {
		t.Fatalf("%d incidents of a gap", n)
	}
	b.tx(says(EventAgentDeactivated{Agent: adr("ann")}))
	if n := b.gaps(); n != 2 {
		t.Fatalf("%d incidents of gaps in two contracts", n)
	}
	if c := GetRow[EscrowCredit](b, PairKey(adr("escrow"), adr("ann"))); c == nil || c.Amount != amt(5) {
		t.Fatalf("the credit is %+v all the same", c)
	}
	b2 := newEscrowBook(t)
	b2.tx(posted("m", terms("p")))
	if b2.gaps() != 1 {
		t.Fatal("a post without its payment is taken for funded")
	}
}

// The oracles, attesters and exports, and the words that their getters return.
func TestRegistries(t *testing.T) {
	b := newEscrowBook(t)
	b.tx(says(EventOwnershipTransferred{NewOwner: adr("safe")}), says(EventOwnershipTransferStarted{PreviousOwner: adr("safe"), NewOwner: adr("next")}),
		says(EventOracleAllowed{Oracle: adr("o"), Allowed: true, CodeHash: hsh("code")}), says(EventOracleAllowed{Oracle: adr("q"), Allowed: true, CodeHash: hsh("code")}),
		says(EventOracleAllowed{Oracle: adr("q")}), says(EventAttestersSet{Threshold: 2, Attesters: []Address{{19: 1}, {19: 2}}}),
		says(EventAttested{MissionID: hsh("m")}), says(EventReputationExported{MissionID: hsh("m"), Tranche: 9, AgentID: Uint256Of(3)}),
		says(EventReputationExported{MissionID: hsh("m"), Tranche: 0}), says(EventBlockAnchored{BlockNumber: 77, BlockHash: hsh("77")}),
		says(EventAgentRegistered{Agent: adr("a"), ERC8004ID: NoIdentity, ProfileHash: hsh("p")}), says(EventAgentRegistered{Agent: adr("b"), ERC8004ID: Uint256Of(0)}),
		says(EventAgentUpdated{Agent: adr("a"), ERC8004ID: Uint256Of(7), ProfileHash: hsh("q")}))
	at := wordOf(b.block)
	want := []string{
		fmt.Sprint("owner() [] [", wordOfAddress(adr("safe")), "]"), fmt.Sprint("pendingOwner() [] [", wordOfAddress(adr("next")), "]"),
		fmt.Sprint("allowedCodehash(address) [", wordOfAddress(adr("o")), "] [", hsh("code"), "]"),
		fmt.Sprint("attesters() [] [", wordOf(32), " ", wordOf(2), " ", wordOf(1), " ", wordOf(2), "]"), fmt.Sprint("threshold() [] [", wordOf(2), "]"),
		fmt.Sprint("isAttester(address) [", wordOf(1), "] [", wordOf(1), "]"), fmt.Sprint("isAttester(address) [", wordOf(2), "] [", wordOf(1), "]"),
		fmt.Sprint("exportedMask(bytes32) [", hsh("m"), "] [", wordOf(0x201), "]"), fmt.Sprint("anchoredHash(uint256) [", wordOf(77), "] [", hsh("77"), "]"),
		fmt.Sprint("profileOf(address) [", wordOfAddress(adr("a")), "] [", at, " ", at, " ", wordOf(1), " ", wordOf(7), " ", hsh("q"), "]"),
		fmt.Sprint("profileOf(address) [", wordOfAddress(adr("b")), "] [", at, " ", at, " ", wordOf(1), " ", wordOf(0), " ", Hash{}, "]"),
	}
	var got []string
	for _, c := range GetRow[Settings](b, SettingsKey).KnownContracts() {
		for _, r := range Storage(b, c) {
			got = append(got, fmt.Sprint(r.Getter, " ", r.Args, " ", r.Want))
			if len(r.Calldata()) != 4+32*len(r.Args) || len(r.Return()) != 32*len(r.Want) {
				t.Errorf("%s: %d bytes of call, %d of answer", r.Getter, len(r.Calldata()), len(r.Return()))
			}
		}
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("storage\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if b.gaps() != 0 {
		t.Error("a gap where there is none")
	}
	b.tx(says(EventOwnershipTransferred{PreviousOwner: adr("safe"), NewOwner: adr("next")}), says(EventAgentDeactivated{Agent: adr("b")}))
	if l := GetRow[OracleList](b, adr("oracles").String()); l.Owner != adr("next") || !l.PendingOwner.IsZero() {
		t.Errorf("after the hand-over: %+v", l)
	}
	if b.Get(TableChainAgent, PairKey(adr("agents"), adr("b"))) != nil {
		t.Error("a profile that was taken back is there")
	}
}

// A ballot weighs the stake from before the poll asked for it, up to the cap.
func TestBallotWeight(t *testing.T) {
	rules := Hash{0: 1, 23: 3, 20: 1} // cap 3 USDC
	p := &VotePoll{Rules: rules, StakedBefore: 100}
	for _, c := range []struct {
		settled, recent uint64
		at              int64
		want            uint64
	}{
		{2_000_000, 500_000, 99, 2_500_000}, {2_000_000, 500_000, 100, 2_000_000}, {2_000_000, 500_000, 101, 2_000_000},
		{2_000_000, 9_000_000, 99, 3_000_000}, {9_000_000, 0, 100, 3_000_000}, {0, 0, 0, 0},
	} {
		v := &VoteVoter{Settled: amt(c.settled), Recent: amt(c.recent), RecentAt: c.at}
		if got := v.weightIn(p); got != amt(c.want) {
			t.Errorf("%+v weighs %s", c, got)
		}
	}
	want := VoteRules{CommitMinutes: 0x0102, RevealMinutes: 0x0304, QuorumVoters: 0x0506, SlashBPS: 0x0708, Cap: 0x090a0b, QuorumWeight: amt(0x0c0d0e0f101112)}
	packed := Hash{30: 1, 31: 2, 28: 3, 29: 4, 26: 5, 27: 6, 24: 7, 25: 8, 21: 9, 22: 10, 23: 11, 14: 12, 15: 13, 16: 14, 17: 15, 18: 16, 19: 17, 20: 18, 0: 1}
	if got := UnpackVoteRules(packed); got != want {
		t.Errorf("unpacked %+v, want %+v", got, want)
	}
}
