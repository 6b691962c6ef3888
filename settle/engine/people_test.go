package engine_test

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/engine/enginetest"
	"github.com/oabp/oabpd/settle/seal"
)

// peopled is a scene to which people sign in, with the file of its sealing keys.
func peopled(t *testing.T) (s *scene, sealing string) {
	t.Helper()
	s = newScene(t)
	dir := t.TempDir()
	sealing = filepath.Join(dir, "sealing.json")
	k, err := seal.LoadOrCreate(sealing)
	s.ok(err)
	x, err := seal.LoadOrCreateIndex(filepath.Join(dir, "index.json"))
	s.ok(err)
	s.People = seal.People{Keyset: k, Index: x}
	s.Restart()
	return s, sealing
}

func (s *scene) person(provider, subject string) settle.Caller {
	s.t.Helper()
	id, _, err := s.Engine.AgentOfIdentity(s.Ctx, provider, subject)
	s.ok(err)
	return settle.Caller{Agent: id}
}

func (s *scene) identities(by settle.Caller) []settle.Identity {
	s.t.Helper()
	out, err := s.Engine.Identities(s.Ctx, by.Agent)
	s.ok(err)
	return out
}

// The first use makes a person, the next finds them; the journal has a name that
// tells nothing, and nothing that follows from the subject without the key.
func TestAnIdentityBecomesAnAgentOnFirstUse(t *testing.T) {
	s, _ := peopled(t)
	const subject = "canary.person@example.org"
	id, made, err := s.Engine.AgentOfIdentity(s.Ctx, "google", subject)
	s.ok(err)
	again, anew, err := s.Engine.AgentOfIdentity(s.Ctx, "google", subject)
	s.ok(err)
	if !made || anew || again != id {
		t.Fatalf("%s %v, then %s %v", id, made, again, anew)
	}
	a := s.agentOf(id)
	if !a.Human() || a.Name != "Person "+id[4:12] || !a.KeyHash.IsZero() || a.Payout != nil {
		t.Errorf("%+v", a)
	}
	for _, other := range []settle.Caller{s.person("github", subject), s.person("google", strings.ToUpper(subject))} {
		if other.Agent == id {
			t.Errorf("somebody else signs in as %s", id)
		}
	}
	have := s.identities(settle.Caller{Agent: id})
	if len(have) != 1 || have[0].Agent != id || have[0].LinkedAt != s.Now || !strings.HasPrefix(have[0].ID(), "idn_") {
		t.Fatalf("%+v", have)
	}
	for _, f := range s.facts(settle.KindAgentRegistered) {
		if body := string(f.Body); strings.Contains(body, "canary") || strings.Contains(body, "google") || strings.Contains(body, have[0].Index.String()[2:]) {
			t.Errorf("the journal has %s", body)
		}
	}
	for _, bad := range [][2]string{{"Google", "1"}, {"google", ""}, {"", "1"}, {"google", strings.Repeat("x", 256)}} {
		_, _, err := s.Engine.AgentOfIdentity(s.Ctx, bad[0], bad[1])
		s.code(err, settle.CodeInvalid)
		_, err = s.Engine.LinkIdentity(s.Ctx, settle.Caller{Agent: id}, bad[0], bad[1])
		s.code(err, settle.CodeInvalid)
	}
}

// However many first uses come at once, there is one person.
func TestFirstUsesAtOnceMakeOneAgent(t *testing.T) {
	s, _ := peopled(t)
	var wg sync.WaitGroup
	ids, makers := make([]string, 24), make([]bool, 24)
	for k := range ids {
		wg.Go(func() {
			var err error
			if ids[k], makers[k], err = s.Engine.AgentOfIdentity(s.Ctx, "github", fmt.Sprint(k%3)); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	n := 0
	for k, id := range ids {
		if id == "" || id != ids[k%3] {
			t.Errorf("%d is %q, the first of its subject %q", k, id, ids[k%3])
		}
		if makers[k] {
			n++
		}
	}
	if n != 3 {
		t.Errorf("%d first uses of 3 subjects", n)
	}
}

// An identity is never moved, and software has none.
func TestAnIdentityIsNeverMoved(t *testing.T) {
	s, _ := peopled(t)
	ann, bob := s.person("github", "ann"), s.person("github", "bob")
	i, err := s.Engine.LinkIdentity(s.Ctx, ann, "google", "ann")
	s.ok(err)
	again, err := s.Engine.LinkIdentity(s.Ctx, ann, "google", "ann")
	s.ok(err)
	if again.ID() != i.ID() || len(s.identities(ann)) != 2 || s.person("google", "ann").Agent != ann.Agent {
		t.Errorf("%+v, then %+v", i, again)
	}
	for _, subject := range []string{"ann", "bob"} {
		_, err = s.Engine.LinkIdentity(s.Ctx, settle.Caller{Agent: s.a.Agent}, "github", subject)
		s.code(err, settle.CodeForbidden)
	}
	_, err = s.Engine.LinkIdentity(s.Ctx, bob, "google", "ann")
	s.code(err, settle.CodeConflict)
	_, err = s.Engine.LinkIdentity(s.Ctx, ann, "github", "bob")
	s.code(err, settle.CodeConflict) // though bob has done nothing
	_, err = s.Engine.LinkIdentity(s.Ctx, settle.Caller{Agent: "agt_none"}, "github", "x")
	s.code(err, settle.CodeNotFound)
	for k := range settle.MaxIdentities - 2 {
		_, err := s.Engine.LinkIdentity(s.Ctx, ann, "gitlab", fmt.Sprint(k))
		s.ok(err)
	}
	_, err = s.Engine.LinkIdentity(s.Ctx, ann, "gitlab", "one too many")
	s.code(err, settle.CodeConflict)
	if s.person("github", "bob").Agent != bob.Agent || len(s.identities(bob)) != 1 {
		t.Error("bob has lost something")
	}
}

// Unlinking ends one identity, of which nothing is left; but not the last way in,
// which may also be a key or an address. And none of these is the last one while
// there is an identity.
func TestTheLastWayInStays(t *testing.T) {
	s, _ := peopled(t)
	p := s.person("github", "1")
	one := s.identities(p)[0]
	s.code(s.Engine.UnlinkIdentity(s.Ctx, p, one.ID()), settle.CodeConflict)
	two, err := s.Engine.LinkIdentity(s.Ctx, p, "github", "2")
	s.ok(err)
	s.code(s.Engine.UnlinkIdentity(s.Ctx, s.person("github", "3"), two.ID()), settle.CodeNotFound)
	s.code(s.Engine.UnlinkIdentity(s.Ctx, p, "idn_0000000000000000"), settle.CodeNotFound)
	s.ok(s.Engine.UnlinkIdentity(s.Ctx, p, one.ID()))
	if have := s.identities(p); len(have) != 1 || have[0].ID() != two.ID() {
		t.Fatalf("%+v", have) // of two at one provider, one is left
	}
	if s.person("github", "1").Agent == p.Agent {
		t.Error("an identity that was unlinked signs in")
	}
	s.code(s.Engine.UnlinkIdentity(s.Ctx, p, two.ID()), settle.CodeConflict)
	key, err := s.Engine.AddKey(s.Ctx, p, "laptop")
	s.ok(err)
	s.ok(s.Engine.UnlinkIdentity(s.Ctx, p, two.ID()))
	with := s.whose(key.Secret)
	_, err = s.Engine.RevokeKey(s.Ctx, with, "")
	s.code(err, settle.CodeConflict)
	_, err = s.Engine.LinkIdentity(s.Ctx, p, "github", "4")
	s.ok(err)
	_, err = s.Engine.RevokeKey(s.Ctx, with, "")
	s.ok(err)
	home := &enginetest.Actor{Name: "home", Agent: p.Agent}
	addr := s.Wallet(home)
	s.ok(s.Link(home, addr))
	s.ok(s.Engine.UnlinkIdentity(s.Ctx, p, s.identities(p)[0].ID()))
	in := settle.Caller{Agent: p.Agent, Signer: addr}
	_, err = s.Engine.RetireAddress(s.Ctx, in, addr)
	s.code(err, settle.CodeConflict)
	_, err = s.Engine.LinkIdentity(s.Ctx, in, "github", "5")
	s.ok(err)
	_, err = s.Engine.RetireAddress(s.Ctx, in, addr)
	s.ok(err)
}

// A key that was replaced may have been because somebody else has it: it has no say
// over how one signs in.
func TestAReplacedKeyRulesNoIdentity(t *testing.T) {
	s, _ := peopled(t)
	p := s.person("github", "1")
	old, err := s.Engine.AddKey(s.Ctx, p, "")
	s.ok(err)
	by := s.whose(old.Secret)
	_, err = s.Engine.RotateKey(s.Ctx, by, "", 60_000)
	s.ok(err)
	_, err = s.Engine.LinkIdentity(s.Ctx, by, "github", "thief")
	s.code(err, settle.CodeForbidden)
	s.code(s.Engine.UnlinkIdentity(s.Ctx, by, s.identities(p)[0].ID()), settle.CodeForbidden)
}

// A person with an address is no address agent: it merges into nothing.
func TestAPersonDoesNotMerge(t *testing.T) {
	s, _ := peopled(t)
	p := s.person("github", "1")
	home := &enginetest.Actor{Name: "home", Agent: p.Agent}
	addr := s.Wallet(home)
	s.ok(s.Link(home, addr))
	home.Agent = s.a.Agent // the same wallet, for another account
	s.code(s.Link(home, addr), settle.CodeAddressHasHistory)
	if s.person("github", "1").Agent != p.Agent {
		t.Error("the person was merged")
	}
	s.ok(s.Engine.UnlinkIdentity(s.Ctx, p, s.identities(p)[0].ID()))
	s.ok(s.Link(home, addr)) // now there is nothing but the address
}

// After a rotation a subject is encrypted anew when the person comes, or by the
// batch, once; what does not open lets nobody in.
func TestIdentitiesFollowARotation(t *testing.T) {
	s, sealing := peopled(t)
	keys := s.People.(seal.People)
	const n = 450 // three pages
	for k := range n {
		s.person("github", fmt.Sprint(k))
	}
	newest := func() (count int) {
		s.State(func(tx settle.Tx) {
			for _, i := range tx.IdentitiesAfter("", settle.Hash{}, 2*n) {
				if keys.Newest(i.Subject) {
					count++
				}
			}
		})
		return count
	}
	done, err := s.Engine.ResealIdentities(s.Ctx)
	s.ok(err)
	if done != 0 || newest() != n {
		t.Fatalf("%d were encrypted anew without a rotation", done)
	}
	_, err = seal.Rotate(sealing)
	s.ok(err)
	s.ok(keys.Reload())
	first := s.person("github", "7")
	if newest() != 1 {
		t.Errorf("%d have the new key after one look", newest())
	}
	done, err = s.Engine.ResealIdentities(s.Ctx)
	s.ok(err)
	if done != n-1 || newest() != n {
		t.Errorf("%d were encrypted anew, %d have the new key", done, newest())
	}
	if s.person("github", "7").Agent != first.Agent {
		t.Error("another agent after the rotation")
	}
	i := s.identities(first)[0]
	s.ok(s.Store.Update(s.Ctx, settle.TxOptions{}, func(tx settle.Tx) error {
		tx.ResealIdentity(i.Provider, i.Index, i.Subject, []byte("not what was sealed"))
		return nil
	}))
	if _, _, err := s.Engine.AgentOfIdentity(s.Ctx, "github", "7"); err == nil {
		t.Error("an identity that does not open lets in")
	}
}

// Random orders of all that opens and closes accounts of people: whoever is let in
// by an identity is whom it was linked to, no account of a person is ever without a
// way in, and no account has another's.
func TestIdentitiesStayWhoseTheyAre(t *testing.T) {
	first, _ := peopled(t)
	rapid.Check(t, func(rt *rapid.T) {
		s := newScene(t)
		s.People = first.People
		s.Restart()
		owner, people := map[string]string{}, map[string]bool{}
		subject := func() (provider, subject string) {
			return rapid.SampledFrom([]string{"github", "google"}).Draw(rt, "provider"), fmt.Sprint(rapid.IntRange(0, 2).Draw(rt, "subject"))
		}
		whom := func() settle.Caller {
			if len(people) == 0 {
				return settle.Caller{Agent: s.a.Agent}
			}
			return settle.Caller{Agent: rapid.SampledFrom(slices.Sorted(maps.Keys(people))).Draw(rt, "whom")}
		}
		for range rapid.IntRange(1, 25).Draw(rt, "steps") {
			switch rapid.IntRange(0, 4).Draw(rt, "what") {
			case 0, 1:
				p, sub := subject()
				id, made, err := s.Engine.AgentOfIdentity(s.Ctx, p, sub)
				if have := owner[p+sub]; err != nil || made == (have != "") || have != "" && have != id {
					rt.Fatalf("%s %s: %s, %v, %v; it was %q", p, sub, id, made, err, have)
				}
				owner[p+sub], people[id] = id, true
			case 2:
				by := whom()
				p, sub := subject()
				_, err := s.Engine.LinkIdentity(s.Ctx, by, p, sub)
				if have := owner[p+sub]; (err == nil) != (people[by.Agent] && (have == "" || have == by.Agent)) {
					rt.Fatalf("%s linked %s %s of %q: %v", by.Agent, p, sub, have, err)
				}
				if err == nil {
					owner[p+sub] = by.Agent
				}
			case 3:
				by := whom()
				for _, i := range s.identities(by) {
					if s.Engine.UnlinkIdentity(s.Ctx, by, i.ID()) == nil {
						for key, id := range owner {
							if look, err := s.People.Find(i.Provider, strings.TrimPrefix(key, i.Provider)); err == nil && id == by.Agent && strings.HasPrefix(key, i.Provider) && look.Index == i.Index {
								delete(owner, key)
							}
						}
						break
					}
				}
			case 4:
				by := whom()
				if rapid.Bool().Draw(rt, "add") {
					_, _ = s.Engine.AddKey(s.Ctx, by, "")
				} else if ks, err := s.Engine.Keys(s.Ctx, by.Agent); err == nil && len(ks) > 0 {
					_, _ = s.Engine.RevokeKey(s.Ctx, by, ks[0].ID())
				}
			}
			for id := range people {
				ways := len(s.identities(settle.Caller{Agent: id}))
				ks, err := s.Engine.Keys(s.Ctx, id)
				s.ok(err)
				for _, k := range ks {
					if k.Until == 0 {
						ways++
					}
				}
				if ways == 0 {
					rt.Fatalf("%s is locked out", id)
				}
			}
		}
	})
}
