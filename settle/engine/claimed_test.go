package engine_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/engine/enginetest"
)

// claiming is a scene whose server takes claims.
func claiming(t *testing.T) *scene {
	t.Helper()
	s := newScene(t)
	s.Identity = settle.IdentityClaimed
	s.Restart()
	return s
}

func (s *scene) claim(id string) (settle.Caller, error) {
	return s.Engine.Actor(s.Ctx, settle.Caller{}, settle.Claim{ID: id, Act: settle.ClaimToSubmit})
}

// claimed is the actor that a claim alone makes.
func (s *scene) claimed(id string) *enginetest.Actor {
	s.t.Helper()
	c, err := s.claim(id)
	s.ok(err)
	if c.Agent == "" || !c.Key.IsZero() || !c.Signer.IsZero() || len(c.Addresses) != 0 {
		s.t.Fatalf("a claim of %q gave %+v", id, c)
	}
	return &enginetest.Actor{Name: id, Agent: c.Agent}
}

// Nobody is never enough, a claim only where the server takes claims, and the
// refusal names the ways.
func TestClaimsAreTakenOnlyWhereTheServerSays(t *testing.T) {
	for _, level := range []settle.IdentityLevel{"", settle.IdentityProven, settle.IdentityClaimed} {
		s := newScene(t)
		s.Identity = level
		s.Restart()
		_, err := s.claim("")
		s.code(err, settle.CodeAnonymousSubmission)
		before := len(s.facts(settle.KindAgentRegistered))
		for _, id := range []string{"agent.alice", s.Wallet(s.a).Checksum()} {
			_, err = s.claim(id)
			if level == settle.IdentityClaimed {
				s.ok(err)
				continue
			}
			s.code(err, settle.CodeIdentityProofRequired)
			if ways := fmt.Sprint(err.(*settle.Error).Details["ways"]); !strings.Contains(ways, "/auth/siwe") || !strings.Contains(ways, "OABP-Signature") || !strings.Contains(ways, "API key") || !strings.Contains(ways, "registry") || !strings.Contains(ways, "chain") {
				t.Errorf("ways: %s", ways)
			}
		}
		if made := len(s.facts(settle.KindAgentRegistered)) - before; (made == 2) != (level == settle.IdentityClaimed) || made != 2 && made != 0 {
			t.Errorf("%q: %d agents were made", level, made)
		}
	}
}

// A claim is one agent, however it is spelled, by its id too; and it can be
// enough for submitting, and for posting what needs no judge and no money.
func TestAClaimIsOneAgent(t *testing.T) {
	s := claiming(t)
	addr := s.Wallet(s.hostile)
	a, b := s.claimed("Agent.Alice"), s.claimed(addr.Checksum())
	for _, id := range []string{"agent.alice", "AGENT.ALICE", a.Agent} {
		if got := s.claimed(id); got.Agent != a.Agent {
			t.Errorf("%s is %s, not %s", id, got.Agent, a.Agent)
		}
	}
	for _, id := range []string{addr.String(), strings.ToUpper(addr.String()), b.Agent} {
		if got := s.claimed(id); got.Agent != b.Agent {
			t.Errorf("%s is %s, not %s", id, got.Agent, b.Agent)
		}
	}
	if x, y := s.agentOf(a.Agent), s.agentOf(b.Agent); x.Payout != nil || y.Payout == nil || y.Payout.Address != addr || y.Payout.Proven || !x.Claimed() || !x.Unsigned || !y.Unsigned ||
		x.Name != "agent.alice (claimed)" || y.Name != addr.Checksum()+" (claimed)" {
		t.Errorf("%+v, %+v", x, y)
	}
	if long := s.agentOf(s.claimed(strings.Repeat("l", 64)).Agent).Name; len(long) != 60 || !strings.HasSuffix(long, " (claimed)") {
		t.Errorf("%q", long)
	}
	for _, id := range []string{"alice@example.org", "0x12", strings.Repeat("x", 65), s.Conf.Token.Checksum(), settle.Address{}.Checksum()} {
		_, err := s.claim(id)
		s.code(err, settle.CodeInvalid)
	}
	_, err := s.claim("agt_0123456789abcdef")
	s.code(err, settle.CodeNotFound)
	post := func(f settle.Mode, v string) error {
		_, err := s.Engine.Actor(s.Ctx, settle.Caller{}, settle.Claim{ID: "agent.alice", Act: settle.ClaimToPost, Funding: f, Verification: v})
		return err
	}
	s.ok(post(settle.ModePoints, "first_valid_match"))
	for _, f := range []settle.Mode{settle.ModeDirect, settle.ModeEscrow, settle.ModeStated, ""} {
		s.code(post(f, "first_valid_match"), settle.CodeIdentityProofRequired)
	}
	s.code(post(settle.ModePoints, "creator_judges"), settle.CodeIdentityProofRequired)
	s.code(post(settle.ModePoints, ""), settle.CodeIdentityProofRequired)
	for _, act := range []settle.ClaimedAct{"", settle.ClaimToVote, "resolve"} {
		_, err = s.Engine.Actor(s.Ctx, settle.Caller{}, settle.Claim{ID: "agent.alice", Act: act})
		s.code(err, settle.CodeIdentityProofRequired)
	}
}

// What is somebody's by more than a claim cannot be claimed: not by its address,
// not by its id, whatever proved it; and having been taken off changes nothing.
func TestWhatIsProvenCannotBeClaimed(t *testing.T) {
	s := claiming(t)
	refused := func(what, id string) {
		t.Helper()
		if _, err := s.claim(id); settle.CodeOf(err) != settle.CodeIdentityProofRequired {
			t.Errorf("%s: %s can be claimed: %v", what, id, err)
		}
	}
	refused("an agent with a key", s.a.Agent)
	addr := s.Wallet(s.b)
	in, err := s.SignIn(s.b, addr)
	s.ok(err)
	refused("signed in", addr.String())
	refused("signed in", addr.Checksum())
	refused("signed in", in.Agent)
	own, linked := s.Wallet(s.b), s.Wallet(s.b)
	s.ok(s.Link(s.b, own))
	s.ok(s.Link(s.b, linked))
	refused("linked", linked.String())
	_, err = s.Engine.RetireAddress(s.Ctx, settle.Caller{Agent: s.b.Agent, Signer: linked}, linked)
	s.ok(err)
	refused("taken off", linked.String())
	v := s.vouched(s.hostile, "directory-token")
	refused("attested", v.Agent)
	refused("attested", s.agentOf(v.Agent).Payout.Address.String())
	_, _, i := s.picked(s.poster, s.a)
	payer := s.Wallet(s.poster)
	s.ok(s.Prove(s.poster, s.poster, payer, i.ID))
	refused("a payer", payer.String())
}

// With a credential the body can only agree with it.
func TestAClaimBesideACredentialMustAgree(t *testing.T) {
	for _, level := range []settle.IdentityLevel{settle.IdentityProven, settle.IdentityClaimed} {
		s := newScene(t)
		s.Identity = level
		s.Restart()
		own, others := s.Wallet(s.a), s.Wallet(s.b)
		s.ok(s.Link(s.a, own))
		s.ok(s.Link(s.b, others))
		by := settle.Caller{Agent: s.a.Agent, Addresses: []settle.Address{own}}
		as := func(id string) error {
			c, err := s.Engine.Actor(s.Ctx, by, settle.Claim{ID: id, Act: settle.ClaimToSubmit})
			if err == nil && c.Agent != s.a.Agent {
				t.Errorf("%s acts as %s", id, c.Agent)
			}
			return err
		}
		for _, id := range []string{"", s.a.Agent, own.String(), own.Checksum()} {
			s.ok(as(id))
		}
		for _, id := range []string{s.b.Agent, others.String(), "agent.alice", s.Wallet(s.hostile).String(), "\x00"} {
			s.code(as(id), settle.CodeForbidden)
		}
		v := s.vouched(s.hostile, "directory-token")
		by = settle.Caller{Agent: v.Agent}
		_, err := s.Engine.Actor(s.Ctx, by, settle.Claim{ID: s.agentOf(v.Agent).Payout.Address.String(), Act: settle.ClaimToSubmit})
		s.ok(err)
		_, err = s.Engine.Actor(s.Ctx, by, settle.Claim{ID: own.String(), Act: settle.ClaimToSubmit})
		s.code(err, settle.CodeForbidden)
	}
}

// A claimed worker is paid at what it claimed, and wins no rating. Once somebody
// proves that address they have an account of their own, with nothing of the
// claimed one, whose work cannot be paid for any more.
func TestAClaimSharesNothingWithWhoProvesItLater(t *testing.T) {
	s := claiming(t)
	addr := s.Wallet(s.hostile)
	c := s.claimed(addr.String())
	start := s.rating(c)
	s.paysTo(c, addr)
	if got := s.rating(c); got != start {
		t.Errorf("the rating moved from %d to %d", start, got)
	}
	m := s.mission(s.poster, settle.NewMission{Reward: enginetest.USDC(5), MaxWinners: 1})
	sub := s.submit(m, c)
	in, err := s.SignIn(s.hostile, addr)
	s.ok(err)
	if in.Agent == c.Agent {
		t.Fatal("the account of a claim went to who proved the address")
	}
	owner := s.agentOf(in.Agent)
	if owner.Contributed || owner.Unsigned || owner.Claimed() || owner.Resolved != 0 || owner.Payout == nil || !owner.Payout.Proven {
		t.Errorf("%+v", owner)
	}
	_, err = s.Pick(s.poster, sub, s.poster.Wallet0(), false)
	s.code(err, settle.CodePayeeAddressMissing)
	_, err = s.claim(addr.String())
	s.code(err, settle.CodeIdentityProofRequired)
	_, err = s.claim(c.Agent)
	s.code(err, settle.CodeIdentityProofRequired)
	_, err = s.Submit(m.ID, "", c) // a request that was admitted before
	s.code(err, settle.CodePayeeAddressMissing)
	proven := *s.hostile
	proven.Agent = in.Agent
	s.paysTo(&proven, addr)
}

// A claim names nobody else, and nobody names it: nobody could consent.
func TestAClaimIsInNoTeam(t *testing.T) {
	s := claiming(t)
	m := s.mission(s.poster, settle.NewMission{Reward: enginetest.USDC(5), MaxWinners: 1})
	c, opaque := s.claimed(s.Wallet(s.hostile).String()), s.claimed("agent.alice")
	_, err := s.Submit(m.ID, "", c, s.b)
	s.code(err, settle.CodeIdentityProofRequired)
	_, err = s.Submit(m.ID, "", s.b, c)
	s.code(err, settle.CodeForbidden)
	_, err = s.Submit(m.ID, "", opaque)
	s.code(err, settle.CodePayeeAddressMissing)
	s.submit(m, c)
}

// Claims count as registrations.
func TestClaimsAreLimited(t *testing.T) {
	s := claiming(t)
	s.RegistrationsPerDay = len(s.Actors) + 2
	s.Restart()
	s.claimed("one.of.two")
	s.claimed("two.of.two")
	_, err := s.claim("one.too.many")
	s.code(err, settle.CodeRateLimited)
	s.claimed("one.of.two") // is known
	_, err = s.Engine.Register(s.Ctx, "by name", true)
	s.code(err, settle.CodeRateLimited)
}

// Random orders of claiming and proving: no credential and no claim ever reach the
// same agent, and an address that was proven is never claimed again.
func TestClaimsNeverReachAProvenAgent(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		s := claiming(t)
		owner, keyed := &enginetest.Actor{Name: "owner"}, s.a.Agent
		var addrs []settle.Address
		for range 3 {
			addrs = append(addrs, s.Wallet(owner))
		}
		provenAgents := map[string]bool{s.a.Agent: true, s.b.Agent: true, s.hostile.Agent: true, s.poster.Agent: true}
		taken, claimedAgents := map[settle.Address]bool{}, map[string]bool{}
		for range rapid.IntRange(1, 20).Draw(rt, "steps") {
			addr := rapid.SampledFrom(addrs).Draw(rt, "address")
			switch rapid.IntRange(0, 3).Draw(rt, "what") {
			case 0:
				if in, err := s.SignIn(owner, addr); err == nil {
					provenAgents[in.Agent], taken[addr] = true, true
				}
			case 1:
				if owner.Agent = keyed; s.Link(owner, addr) == nil {
					taken[addr] = true
				}
			case 2:
				c, err := s.claim(addr.Checksum())
				if taken[addr] != (err != nil) {
					rt.Fatalf("%s, proven %v: %v", addr, taken[addr], err)
				}
				if err == nil {
					claimedAgents[c.Agent] = true
				}
			case 3:
				for id := range provenAgents {
					if c, err := s.claim(id); err == nil {
						rt.Fatalf("%s is claimed as %+v", id, c)
					}
				}
			}
			for id := range claimedAgents {
				if provenAgents[id] {
					rt.Fatalf("%s is claimed and proven", id)
				}
			}
		}
	})
}
