package engine

import (
	"context"
	"fmt"
	"slices"

	"github.com/oabp/oabpd/settle"
)

// People hides what providers call people (settlement.md R2).
type People interface {
	// Identity is what a provider vouches for, found by its index, its subject
	// encrypted; Agent and LinkedAt are empty.
	Identity(provider, subject string) (settle.Identity, error)
	// Find is Identity without the subject.
	Find(provider, subject string) (settle.Identity, error)
	// Reseal is the subject as the newest key encrypts it; nil if that one did. An
	// error if it does not open.
	Reseal(i settle.Identity) (fresh []byte, err error)
}

// AgentOfIdentity is the agent that a provider vouches for, of kind human, made on
// the first use; made says whether this was it. The journal, which is for ever, has
// a neutral name of it and nothing else of the person. A subject that an older key
// has encrypted is encrypted anew. Errors: CodeInvalid (see settle.CheckIdentity).
func (e *Engine) AgentOfIdentity(ctx context.Context, provider, subject string) (agent string, made bool, err error) {
	if err := settle.CheckIdentity(provider, subject); err != nil {
		return "", false, settle.Errorf(settle.CodeInvalid, "%v", err)
	}
	look, err := e.o.People.Find(provider, subject)
	if err != nil {
		return "", false, err
	}
	var have *settle.Identity
	err = e.o.Store.View(ctx, func(tx settle.Tx) error { have = tx.Identity(provider, look.Index); return nil })
	if err != nil {
		return "", false, err
	}
	if have != nil {
		_, err := e.reseal(ctx, []settle.Identity{*have})
		return have.Agent, false, err
	}
	i, err := e.o.People.Identity(provider, subject)
	if err != nil {
		return "", false, err
	}
	if i.Agent, err = e.newID("agt_"); err != nil {
		return "", false, err
	}
	i.LinkedAt = e.now()
	err = e.update(ctx, func(tx settle.Tx) error {
		if made = tx.AddIdentity(i); !made { // another request was faster
			agent = tx.Identity(provider, i.Index).Agent
			return nil
		}
		agent = i.Agent
		return e.record(tx, settle.AgentRegistered{ID: i.Agent, Name: neutralName(i.Agent), AgentKind: settle.KindHuman})
	})
	return agent, made && err == nil, err
}

// neutralName tells nothing of a person.
func neutralName(agent string) string { return "Person " + agent[len("agt_"):][:8] }

// LinkIdentity lets a person sign in to their account in one more way; again with
// one that is theirs changes nothing. An identity is never moved: CodeConflict if it
// is another account's, or if the account has settle.MaxIdentities. CodeForbidden
// for an agent that is no person, or a key that was replaced.
func (e *Engine) LinkIdentity(ctx context.Context, by settle.Caller, provider, subject string) (out settle.Identity, err error) {
	if err := settle.CheckIdentity(provider, subject); err != nil {
		return out, settle.Errorf(settle.CodeInvalid, "%v", err)
	}
	i, err := e.o.People.Identity(provider, subject)
	if err != nil {
		return out, err
	}
	i.Agent, i.LinkedAt = by.Agent, e.now()
	err = e.update(ctx, func(tx settle.Tx) error {
		a := settle.GetRow[settle.Agent](tx, by.Agent)
		if a == nil {
			return settle.Errorf(settle.CodeNotFound, "no agent %s", by.Agent)
		}
		if !a.Human() {
			return settle.Errorf(settle.CodeForbidden, "%s is software, and people do not sign in as that", by.Agent)
		}
		if err := mayRuleKeys(tx, by); err != nil {
			return err
		}
		if have := tx.Identity(provider, i.Index); have != nil {
			if out = *have; have.Agent != by.Agent {
				return settle.Errorf(settle.CodeConflict, "this identity signs in to another account; it can be linked here once it is unlinked there")
			}
			return nil
		}
		if len(tx.Identities(by.Agent)) >= settle.MaxIdentities {
			return settle.Errorf(settle.CodeConflict, "an account may have %d identities; unlink one first", settle.MaxIdentities)
		}
		if out = i; !tx.AddIdentity(i) {
			return fmt.Errorf("identity %s of %s came to be beside the journal's lock", i.ID(), provider)
		}
		return nil
	})
	if err != nil {
		return settle.Identity{}, err
	}
	return out, nil
}

// Identities are those by which a person signs in to an account, by provider.
func (e *Engine) Identities(ctx context.Context, agent string) (out []settle.Identity, err error) {
	err = e.o.Store.View(ctx, func(tx settle.Tx) error { out = tx.Identities(agent); return nil })
	return out, err
}

// UnlinkIdentity erases one identity of the account, by its public id: nothing of it
// is kept. The last way in cannot be closed: CodeConflict. CodeNotFound for one that
// is not the account's, CodeForbidden for a key that was replaced.
func (e *Engine) UnlinkIdentity(ctx context.Context, by settle.Caller, id string) error {
	return e.update(ctx, func(tx settle.Tx) error {
		if err := mayRuleKeys(tx, by); err != nil {
			return err
		}
		all := tx.Identities(by.Agent)
		k := slices.IndexFunc(all, func(i settle.Identity) bool { return i.ID() == id })
		if k < 0 {
			return settle.Errorf(settle.CodeNotFound, "your account has no identity %s", id)
		}
		if !otherWayIn(tx, by.Agent, wayIn{identity: id}) {
			return errLastWayIn()
		}
		tx.DropIdentity(all[k].Provider, all[k].Index)
		return nil
	})
}

// resealBatch is how many identities one transaction encrypts anew, at most.
const resealBatch = 200

// ResealIdentities encrypts all subjects anew that an older key has encrypted, and
// says how many. It may run beside a serving daemon, and twice at once.
func (e *Engine) ResealIdentities(ctx context.Context) (n int, err error) {
	var last settle.Identity
	for {
		var page []settle.Identity
		err := e.o.Store.View(ctx, func(tx settle.Tx) error {
			page = tx.IdentitiesAfter(last.Provider, last.Index, resealBatch)
			return nil
		})
		if err != nil || len(page) == 0 {
			return n, err
		}
		m, err := e.reseal(ctx, page)
		if n += m; err != nil {
			return n, err
		}
		last = page[len(page)-1]
	}
}

// reseal encrypts before any lock (R26), and writes only where something changes.
func (e *Engine) reseal(ctx context.Context, page []settle.Identity) (n int, err error) {
	fresh := make([][]byte, len(page))
	stale := false
	for k, i := range page {
		if fresh[k], err = e.o.People.Reseal(i); err != nil {
			return 0, fmt.Errorf("encrypting identity %s of %s anew: %w", i.ID(), i.Agent, err)
		}
		stale = stale || fresh[k] != nil
	}
	if !stale {
		return 0, nil
	}
	err = e.update(ctx, func(tx settle.Tx) error {
		n = 0
		for k, i := range page {
			if fresh[k] != nil && tx.ResealIdentity(i.Provider, i.Index, i.Subject, fresh[k]) {
				n++
			}
		}
		return nil
	})
	return n, err
}
