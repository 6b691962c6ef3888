package engine_test

import (
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/oabp/oabpd/settle"
)

func (s *scene) whose(secret string) settle.Caller {
	s.t.Helper()
	c, err := s.Engine.Authenticate(s.Ctx, secret)
	s.ok(err)
	return c
}

// TestKeysRotate: a new key at once, the old one until its grace has run out,
// and none that was revoked (W: no rotation or revocation).
func TestKeysRotate(t *testing.T) {
	s := newScene(t)
	reg, err := s.Engine.Register(s.Ctx, "keyed", false)
	s.ok(err)
	first := s.whose(reg.Key)
	if first.Agent != reg.Agent.ID || first.Key.IsZero() || !first.Signer.IsZero() {
		t.Fatalf("%+v", first)
	}
	n, err := s.Engine.RotateKey(s.Ctx, first, "", (10 * time.Minute).Milliseconds())
	s.ok(err)
	if s.whose(n.Secret).Agent != reg.Agent.ID || s.whose(reg.Key).Agent != reg.Agent.ID || n.Replaced.Successor != n.Key.Hash {
		t.Error("both keys are good within the grace")
	}
	s.Now += (10*time.Minute - time.Millisecond).Milliseconds()
	if s.whose(reg.Key).Agent == "" {
		t.Error("the old key ended early")
	}
	s.Now++
	if s.whose(reg.Key).Agent != "" {
		t.Error("the old key outlives its grace")
	}
	_, err = s.Engine.RotateKey(s.Ctx, first, "", 0)
	s.code(err, settle.CodeNotFound) // of a key that has ended nothing can be made
	now := s.whose(n.Secret)
	_, err = s.Engine.RevokeKey(s.Ctx, now, n.Key.ID())
	s.code(err, settle.CodeConflict) // the last way in
	second, err := s.Engine.AddKey(s.Ctx, now, "laptop")
	s.ok(err)
	_, err = s.Engine.RevokeKey(s.Ctx, now, n.Key.ID())
	s.ok(err)
	if s.whose(n.Secret).Agent != "" || s.whose(second.Secret).Agent != reg.Agent.ID {
		t.Error("a revoked key opens something, or another one nothing")
	}
	_, err = s.Engine.RevokeKey(s.Ctx, now, n.Key.ID())
	s.code(err, settle.CodeNotFound)
	other, err := s.Engine.Register(s.Ctx, "other", false)
	s.ok(err)
	_, err = s.Engine.RevokeKey(s.Ctx, s.whose(other.Key), second.Key.ID())
	s.code(err, settle.CodeNotFound) // another agent's
}

func TestKeysAreBounded(t *testing.T) {
	s := newScene(t)
	by := settle.Caller{Agent: s.a.Agent}
	have, err := s.Engine.Keys(s.Ctx, s.a.Agent)
	s.ok(err)
	for range settle.MaxAPIKeys - len(have) {
		_, err := s.Engine.AddKey(s.Ctx, by, "one more")
		s.ok(err)
	}
	_, err = s.Engine.AddKey(s.Ctx, by, "one too many")
	s.code(err, settle.CodeConflict)
	_, err = s.Engine.RotateKey(s.Ctx, by, have[0].ID(), 0) // makes none more
	s.ok(err)
	_, err = s.Engine.RotateKey(s.Ctx, by, "", 0) // which?
	s.code(err, settle.CodeInvalid)
	_, err = s.Engine.AddKey(s.Ctx, by, "hid\u200bden")
	s.code(err, settle.CodeInvalid)
}

// TestKeysAgainstAModel plays random histories of keys against a plain map of
// secrets, and folds the journal again at the end.
func TestKeysAgainstAModel(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		s := newScene(t)
		reg, err := s.Engine.Register(s.Ctx, "keyed", false)
		s.ok(err)
		until := map[string]int64{reg.Key: 0} // 0: no end
		now := func() int64 { return s.Now }
		live := func(k string) bool { return until[k] == 0 || now() < until[k] }
		secrets := []string{reg.Key}
		count := func() int {
			return len(slices.DeleteFunc(slices.Clone(secrets), func(k string) bool { return !live(k) }))
		}
		for range rapid.IntRange(1, 25).Draw(rt, "steps") {
			with := rapid.SampledFrom(secrets).Draw(rt, "with")
			c := s.whose(with)
			if (c.Agent == reg.Agent.ID) != live(with) {
				rt.Fatalf("a key that is live=%v opens %q", live(with), c.Agent)
			}
			if c.Agent == "" {
				continue
			}
			switch rapid.SampledFrom([]string{"add", "rotate", "revoke", "wait"}).Draw(rt, "do") {
			case "add":
				n, err := s.Engine.AddKey(s.Ctx, c, "")
				if until[with] != 0 {
					if settle.CodeOf(err) != settle.CodeForbidden {
						rt.Fatalf("a replaced key made one: %v", err)
					}
					continue
				}
				if (err == nil) != (count() < settle.MaxAPIKeys) {
					rt.Fatalf("with %d live keys: %v", count(), err)
				}
				if err == nil {
					until[n.Secret], secrets = 0, append(secrets, n.Secret)
				}
			case "rotate":
				grace := rapid.Int64Range(0, 3_600_000).Draw(rt, "grace")
				n, err := s.Engine.RotateKey(s.Ctx, c, "", grace)
				room := count()-1 < settle.MaxAPIKeys // those that were replaced count until their grace ends
				if (err == nil) != (until[with] == 0 && room) {
					rt.Fatalf("replaced=%v, %d live keys, rotating: %v", until[with] != 0, count(), err)
				}
				if err == nil {
					until[n.Secret], secrets = 0, append(secrets, n.Secret)
					until[with] = now() + grace
				}
			case "revoke":
				which := rapid.SampledFrom(secrets).Draw(rt, "which")
				id := settle.APIKey{Hash: s.whose(which).Key}.ID()
				_, err := s.Engine.RevokeKey(s.Ctx, c, id)
				if err == nil && which != with && until[with] != 0 {
					rt.Fatal("a replaced key ended another")
				}
				if err == nil {
					until[which] = now()
				}
			case "wait":
				s.Now += rapid.Int64Range(1, 3_600_000).Draw(rt, "ms")
			}
			if !slices.ContainsFunc(secrets, func(k string) bool { return until[k] == 0 }) {
				rt.Fatal("the agent is locked out")
			}
		}
	})
}

// TestW22LeakedKeyDoesNotRedirectPay is what a leaked key can and cannot do with somebody's pay.
func TestW22LeakedKeyDoesNotRedirectPay(t *testing.T) {
	s := newScene(t)
	mine, key := s.a.Wallet0(), settle.Caller{Agent: s.a.Agent}
	his := s.Wallet(s.a) // an address for which the holder of the key can sign
	paid := func() settle.Address {
		p, err := s.Engine.Profile(s.Ctx, s.a.Agent)
		s.ok(err)
		return p.Payout.Address
	}
	s.payout(s.a, his)
	if paid() != mine {
		t.Fatal("a stated address held at once")
	}
	s.ok(s.Link(s.a, his)) // with the stolen key he proves an address of his own
	if paid() != mine {
		t.Fatal("linking one's own address ended the cool-down")
	}
	s.payout(s.a, his) // asking again
	if paid() != mine {
		t.Fatal("a fresh proof and a key were enough")
	}
	_, err := s.Engine.SetPayout(s.Ctx, settle.Caller{Agent: s.a.Agent, Signer: his}, his) // signed in by it
	s.ok(err)
	if paid() != mine {
		t.Fatal("a sign-in by a fresh address was enough")
	}
	p, err := s.Engine.Profile(s.Ctx, s.a.Agent)
	s.ok(err)
	if p.Agent.PendingPayout == nil || p.Agent.PendingPayout.Address != his || !p.Agent.PendingPayout.Proven {
		t.Fatalf("the owner does not see it: %+v", p.Agent.PendingPayout)
	}
	_, err = s.Engine.CancelPayout(s.Ctx, key)
	s.ok(err)
	_, err = s.Engine.CancelPayout(s.Ctx, key)
	s.code(err, settle.CodeConflict)
	s.Now += (25 * time.Hour).Milliseconds()
	if paid() != mine {
		t.Fatal("a change that was taken back took effect")
	}
}

// TestPayoutChange: a sign-in by an address that is established changes it at
// once; a key alone waits for a day, and asking again does not prolong that.
func TestPayoutChange(t *testing.T) {
	s := newScene(t)
	mine, next := s.a.Wallet0(), s.Wallet(s.a)
	s.ok(s.Link(s.a, mine))
	s.Now += (24 * time.Hour).Milliseconds()
	signed := settle.Caller{Agent: s.a.Agent, Signer: mine}
	a, err := s.Engine.SetPayout(s.Ctx, signed, next)
	s.ok(err)
	if a.Payout.Address != mine || a.PendingPayout.Proven {
		t.Fatalf("an address that nobody proved: %+v", a)
	}
	s.ok(s.Link(s.a, next))
	a, err = s.Engine.SetPayout(s.Ctx, signed, next)
	s.ok(err)
	if a.Payout.Address != next || a.PendingPayout != nil || len(a.PayoutHistory) != 1 || a.PayoutHistory[0].Address != mine {
		t.Fatalf("%+v", a)
	}
	third := s.Wallet(s.a)
	s.payout(s.a, third)
	s.Now += (23 * time.Hour).Milliseconds()
	s.payout(s.a, third)
	s.Now += time.Hour.Milliseconds()
	p, err := s.Engine.Profile(s.Ctx, s.a.Agent)
	s.ok(err)
	if p.Payout.Address != third {
		t.Fatalf("a day later: %+v", p.Payout)
	}
	s.payout(s.a, mine) // long proven: no wait, by key too
	p, err = s.Engine.Profile(s.Ctx, s.a.Agent)
	s.ok(err)
	var was []settle.Address
	for _, h := range p.Agent.PayoutHistory {
		was = append(was, h.Address)
	}
	if p.Payout.Address != mine || !slices.Equal(was, []settle.Address{mine, next, third}) {
		t.Fatalf("%+v, formerly %v", p.Payout, was)
	}
}

// TestBornBySigningIn: an agent that came to be with an address speaks by it from
// its first moment on, however the clock moves meanwhile.
func TestBornBySigningIn(t *testing.T) {
	s := newScene(t)
	s.Ticks = true
	mine, next := s.Wallet(s.a), s.Wallet(s.a)
	in, err := s.SignIn(s.a, mine)
	s.ok(err)
	s.a.Agent = in.Agent
	s.ok(s.Link(s.a, next))
	a, err := s.Engine.SetPayout(s.Ctx, settle.Caller{Agent: in.Agent, Signer: mine}, next)
	s.ok(err)
	if a.Payout.Address != next || a.PendingPayout != nil {
		t.Fatalf("the address that the agent began with changes its payout only later: %+v", a)
	}
	s.State(func(tx settle.Tx) {
		if row := settle.GetRow[settle.AddressRow](tx, mine.String()); row.ProvenAt != a.CreatedAt {
			t.Errorf("proven at %d, begun at %d", row.ProvenAt, a.CreatedAt)
		}
	})
}
