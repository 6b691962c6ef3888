package e2e

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"github.com/oabp/oabpd/settle"
)

// TestEscrowReorgs plays missions of the escrow over reorganizations, below the
// depth and above it. After each the mirrors are the contracts' storage again, a
// deliverable that was not released is not, and one that was is never silently
// unpaid (R25).
func TestEscrowReorgs(t *testing.T) {
	t.Parallel()
	s := newStage(t, 4)
	s.scenario(t, "an award that goes before it is confirmed, to another", func(t *testing.T) { awardGoes(t, s) })
	s.scenario(t, "an award that goes after its release, and comes back", func(t *testing.T) { awardComesBack(t, s) })
	s.scenario(t, "an award that goes after its release, to another", func(t *testing.T) { awardReplaced(t, s) })
	s.scenario(t, "ballots that move and vanish", func(t *testing.T) { ballotsMove(t, s) })
	s.scenario(t, "a poll that ends otherwise after its release", func(t *testing.T) { pollEndsOtherwise(t, s) })
	s.scenario(t, "a post that goes after work was entered", func(t *testing.T) { postGoes(t, s) })
	s.scenario(t, "an appeal that goes", func(t *testing.T) { appealGoes(t, s) })
}

// drops takes the newest blocks away with all that was in them, and puts one empty
// block there instead.
func (s *stage) drops(t *testing.T, blocks int) {
	t.Helper()
	s.reorg(t, blocks, 1, true)
}

// rivals is an open mission with the confirmed work of two.
func (s *stage) rivals(t *testing.T, body map[string]any) (a, b *escrowJob) {
	t.Helper()
	people := s.cast(t, "Rival", 3)
	j := s.posts(t, people[0], body)[0]
	a, b = j.by(people[1], 0), j.by(people[2], 0)
	s.enterAll(t, a, b)
	return a, b
}

// judged is a mission that its creator judges.
func judged() map[string]any { return with("creator_judges", nil, nil) }

// awardGoes: the award has all but one of its confirmations.
func awardGoes(t *testing.T, s *stage) {
	a, b := s.rivals(t, judged())
	before := s.balance(t, a.worker.account.Address)
	s.proposes(t, a)
	s.mine(t, depth-1)
	s.isSealed(t, a)
	s.drops(t, depth)
	if r := s.escrow(t, a); r.str("tranches.0.state") != "free" || r.at("tranches.0.seen") != nil || r.num("held") != 25_000_001 {
		t.Errorf("an award that is gone: %s", clip(r.body))
	}
	s.gains(t, a.worker.account.Address, before, 0)
	s.mine(t, depth)
	s.isSealed(t, a)
	s.proposes(t, b)
	s.paid(t, []award{{b, 0}}, a)
	s.closed(t, a)
	s.mirrored(t, "mission", "submissionOf")
}

// reverted: the award of released work is gone. Nothing that was read is taken
// back, and everybody is told.
func (s *stage) reverted(t *testing.T, w *escrowJob, before []string) {
	t.Helper()
	list := s.incidents(t)
	if len(list) != len(before)+1 || !strings.Contains(strings.Join(list, "\n"), strings.ToLower(w.hash.Hex())) {
		t.Errorf("incidents: %q, were %q", list, before)
	}
	if p := s.get(t, nil, "/missions/"+w.id+"/receipts/"+w.sub+"/proof").want(t, 200); p.at("disputed") != true {
		t.Errorf("the receipt is not disputed: %s", p.body)
	}
	s.isOpen(t, w)
}

// disputed: whether the poster may post nothing.
func (s *stage) disputed(t *testing.T, w *escrowJob, is bool) {
	t.Helper()
	r := s.post(t, w.poster, "/v1/bounties", bountyBody(500))
	if got := r.status == 409 && r.code() == "poster_disputed"; got != is || !is && r.status != 201 {
		t.Errorf("the poster is disputed: %v, want %v: %d %s", got, is, r.status, clip(r.body))
	}
}

// released is an award that was released two blocks ago; it says what its receipt
// is, and how many blocks hold what it was decided by.
func (s *stage) released(t *testing.T, a, b *escrowJob) reply {
	t.Helper()
	s.proposes(t, a)
	s.paid(t, []award{{a, 0}}, b)
	s.mine(t, 1)
	return s.get(t, nil, "/missions/"+a.id+"/receipts/"+a.sub).want(t, 200)
}

// awardComesBack: the same award again, after it was gone and after it moved.
func awardComesBack(t *testing.T, s *stage) {
	a, b := s.rivals(t, judged())
	incidents := s.incidents(t)
	old := s.released(t, a, b)
	s.drops(t, depth+2)
	s.reverted(t, a, incidents)
	s.disputed(t, a, true)
	s.verify(t, old.body, 1, "--rpc", s.chain.HTTPURL(), "--keys", s.url+"/.well-known/oabp.json")
	s.isSealed(t, b)
	s.mirrored(t)
	s.proposes(t, a)
	s.paid(t, []award{{a, 0}}, b)
	fresh := s.get(t, nil, "/missions/"+a.id+"/receipts/"+a.sub).want(t, 200)
	if fresh.str("supersedes") != old.str("digest") || fresh.str("digest") == old.str("digest") {
		t.Errorf("the new receipt supersedes %q; the old one is %q", fresh.str("supersedes"), old.str("digest"))
	}
	s.disputed(t, a, false)
	s.stands(t, a, "resolved awarded, 1 awards")
	s.clears(t, s.incidents(t), incidents)

	s.reorg(t, depth+1, 2, false) // the award moves to another block by itself
	s.reverted(t, a, incidents)
	s.mine(t, depth)
	last := s.get(t, nil, "/missions/"+a.id+"/receipts/"+a.sub).want(t, 200)
	if last.str("supersedes") != fresh.str("digest") || last.str("escrow.block_hash") == fresh.str("escrow.block_hash") {
		t.Errorf("the last receipt supersedes %q; the one before is %q", last.str("supersedes"), fresh.str("digest"))
	}
	s.isOpen(t, a)
	s.closed(t, b)
	s.disputed(t, a, false)
	s.clears(t, s.incidents(t), incidents)
	s.mirrored(t, "mission")
}

// awardReplaced: the other one is awarded on the new branch, which came while the
// daemon was down. Both deliverables are open then, and one is paid, which the
// disputed receipt says.
func awardReplaced(t *testing.T, s *stage) {
	a, b := s.rivals(t, judged())
	incidents := s.incidents(t)
	s.released(t, a, b)
	had := s.balance(t, a.worker.account.Address)
	s.stop()
	must(t, s.chain.Reorg(t.Context(), depth+2, 1, true))
	s.start(t)
	s.reverted(t, a, incidents)
	s.gains(t, a.worker.account.Address, had, -a.net(t, 0))
	s.disputed(t, a, true)
	s.proposes(t, b)
	s.paid(t, []award{{b, 0}})
	s.reverted(t, a, incidents)
	s.disputed(t, a, false)
	s.stands(t, a, "resolved awarded, 1 awards")
	if r := s.get(t, nil, "/v1/bounties/"+a.bounty).want(t, 200); r.str("bounty.awards.0.submission_id") != b.sub {
		t.Errorf("the award is %s", r.str("bounty.awards.0.submission_id"))
	}
	s.clears(t, s.incidents(t), incidents)
	s.mirrored(t, "mission")
}

// ballotsMove: of three commitments one moves to another choice, and of three
// reveals one vanishes, each before it is confirmed. So the poll has no quorum.
func ballotsMove(t *testing.T, s *stage) {
	a, b := s.rivals(t, votes(nil))
	s.until(t, a.terms(t).SubmitBy)
	v, first, second := s.voters, a.worker.account.Address, b.worker.account.Address
	p := poll{a, 0, []ballot{{v[0], first, true}, {v[1], first, true}, {v[2], first, true}}}
	s.commitsVotes(t, "open", p)
	s.mine(t, 2)
	s.drops(t, 3)
	p.ballots[1].choice = second
	var txs []common.Hash
	for _, x := range p.ballots {
		txs = append(txs, s.voteCall(t, x.voter, "commit", a.hash, uint8(0), s.commitment(t, p, x)))
	}
	s.mined(t, txs...)
	s.mine(t, depth)
	s.mirrored(t, "ballotOf", "countOf")
	s.revealsVotes(t, p)
	s.mine(t, depth+1) // confirmed, and gone all the same
	s.mirrored(t, "weightOf")
	s.drops(t, depth+2)
	txs = nil
	for _, x := range p.ballots[:2] {
		txs = append(txs, s.voteCall(t, x.voter, "reveal", a.hash, uint8(0), x.choice, pollSalt))
	}
	s.mined(t, txs...)
	s.mine(t, depth)
	s.mirrored(t, "ballotOf", "countOf", "weightOf")
	s.until(t, s.now(t).Unix()+600)
	s.tallies(t, a, 0)
	s.outcome(t, a, 0, settle.PollNoQuorum, common.Address{})
	s.mine(t, depth)
	s.sentBack(t, a, 25_000_001)
	s.closed(t, a)
	s.closed(t, b)
	s.mirrored(t, "verdictOf", "ballotOf")
}

// pollEndsOtherwise: the work was elected, paid and released; on the other branch
// nobody has revealed, and the reward goes back. What cannot be awarded any more is
// for the operator to settle: until then the poster is disputed.
func pollEndsOtherwise(t *testing.T, s *stage) {
	a, b := s.rivals(t, votes(nil))
	incidents := s.incidents(t)
	s.until(t, a.terms(t).SubmitBy)
	v, first := s.voters, a.worker.account.Address
	p := poll{a, 0, []ballot{{v[0], first, true}, {v[1], first, true}, {v[2], first, true}}}
	s.commitsVotes(t, "open", p)
	s.mine(t, depth)
	s.revealsVotes(t, p)
	s.until(t, s.now(t).Unix()+600)
	s.tallies(t, a, 0)
	s.paid(t, []award{{a, 0}}, b)
	s.drops(t, depth+3) // the tally, the block that ended the reveals, and they
	s.reverted(t, a, incidents)
	s.disputed(t, a, true)
	s.tallies(t, a, 0)
	s.outcome(t, a, 0, settle.PollNoQuorum, common.Address{})
	s.mine(t, depth)
	s.mirrored(t, "verdictOf", "ballotOf", "countOf", "weightOf")
	s.sentBack(t, a, 25_000_001)
	s.reverted(t, a, incidents)
	s.closed(t, b)
	s.disputed(t, a, true)
	s.clears(t, s.incidents(t), incidents)
	s.disputed(t, a, false)
	s.mirrored(t, "mission")
}

// postGoes: the mission's own post goes, first before it is confirmed, then with
// the entry of one work and after the deposit of two. It is unfunded again, nothing
// that was deposited is lost, and all goes on once it is posted again.
func postGoes(t *testing.T, s *stage) {
	people := s.cast(t, "Rival", 3)
	j := s.posts(t, people[0], judged())[0]
	s.drops(t, depth+1)
	s.postsAgain(t, j)
	s.mine(t, depth-1)
	s.drops(t, depth) // not confirmed yet
	if r := s.postsAgain(t, j); r.str("status") != "unfunded" {
		t.Errorf("%s", clip(r.body))
	}
	s.mine(t, depth)
	a, b := j.by(people[1], 0), j.by(people[2], 0)
	s.submits(t, a)
	s.submits(t, b)
	s.mined(t, s.sendCall(t, a.work, "escrow.enter", a.worker))
	s.mine(t, depth)
	s.drops(t, 2*depth+2)
	r := s.escrow(t, j)
	if r.str("status") != "unfunded" || r.str("fund.from") != r.str("terms.poster") || r.num("entry_count") != 0 || r.num("held") != 0 {
		t.Errorf("a post that is gone: %s", clip(r.body))
	}
	if l := s.get(t, nil, "/missions?limit=100").want(t, 200); strings.Contains(string(l.body), j.id) {
		t.Error("it is listed")
	}
	s.post(t, a.worker, "/v1/bounties/"+j.bounty+"/submissions", work("early")).want(t, 409, "mission_not_funded")
	for _, k := range []*escrowJob{a, b} {
		if got := s.workStatus(t, k); got != "awaiting_chain" {
			t.Errorf("the work is %s", got)
		}
		s.isSealed(t, k)
	}
	s.mirrored(t)
	s.postsAgain(t, j)
	s.mine(t, depth)
	for _, k := range []*escrowJob{a, b} {
		s.mined(t, s.sendCall(t, s.entering(t, k), "enter", k.worker))
	}
	s.mine(t, depth)
	s.proposes(t, b)
	s.paid(t, []award{{b, 0}}, a)
	s.stands(t, j, "resolved awarded, 1 awards")
	s.closed(t, a)
	s.mirrored(t, "mission", "submissionOf")
}

// postsAgain funds a mission whose post is gone, and gives how it stood before.
func (s *stage) postsAgain(t *testing.T, j *escrowJob) reply {
	t.Helper()
	r := s.escrow(t, j)
	s.mined(t, s.sendCall(t, r, "fund.allowance.approve", j.poster), s.sendCall(t, r, "fund.allowance.post", j.poster))
	return r
}

// entering is how a work is entered, as its worker sees it while it waits.
func (s *stage) entering(t *testing.T, w *escrowJob) reply {
	t.Helper()
	r := s.get(t, w.worker, "/v1/bounties/"+w.bounty).want(t, 200)
	k := slices.IndexFunc(r.list("submissions"), func(x any) bool { return x.(map[string]any)["id"] == w.sub })
	out := reply{doc: r.at(fmt.Sprintf("submissions.%d.enter", k))}
	if out.doc == nil {
		t.Fatalf("no way to enter %s: %s", w.sub, clip(r.body))
	}
	return out
}

// appealGoes: an appeal and its ruling for another go; the award that was proposed
// first stands, since nobody appeals again.
func appealGoes(t *testing.T, s *stage) {
	arbiter := s.arbiter(t)
	a, b := s.rivals(t, with("creator_judges", nil, map[string]any{"appeal": map[string]any{"arbiter": arbiter.Address.Hex(), "window_seconds": appealWindow, "bond": "1500000"}}))
	s.proposes(t, a)
	s.mine(t, depth)
	had := s.balance(t, b.worker.account.Address)
	s.appealsTranche(t, a, b.worker)
	ruled(t, s.rules(t, a, arbiter, settle.RulingOther, b), "other", b.worker)
	s.drops(t, 2*depth+2)
	r := s.escrow(t, a)
	if r.str("tranches.0.state") != "pending" || r.str("tranches.0.pending.submission_id") != a.sub || r.at("tranches.0.ruling") != nil || r.at("tranches.0.appeal") != nil {
		t.Errorf("an appeal that is gone: %s", clip(r.body))
	}
	s.gains(t, b.worker.account.Address, had, 0)
	s.mine(t, depth)
	s.mirrored(t, "pendingAward", "appealOf")
	s.until(t, s.now(t).Unix()+appealWindow)
	r = s.escrow(t, a)
	s.mined(t, s.sendCall(t, r, callNamed(t, r, "finalize")))
	s.paid(t, []award{{a, 0}}, b)
	s.closed(t, b)
	s.mirrored(t, "mission", "pendingAward", "appealOf")
}
