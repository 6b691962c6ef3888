package daemon

import (
	"context"

	"github.com/oabp/oabpd/indexer/rpc"
	"github.com/oabp/oabpd/settle"
)

// link is what a contract must answer; with a zero address, that it answers.
type link struct {
	getter string
	want   settle.Address
}

// contracts checks the escrow and the contracts beside it: that each has the
// code it should have, belongs to the others, and is read from its first event.
func (d *doctor) contracts(ctx context.Context, c *rpc.Client, token settle.Address) {
	k := d.cfg.Contracts
	if k.Escrow.IsZero() {
		d.ok("escrow", "none is configured, so there are no escrow missions")
	}
	links := map[settle.ContractRole][]link{
		settle.RoleEscrow:            {{"token()", token}, {"oracles()", k.Oracles}},
		settle.RoleAgents:            {{"identityRegistry()", settle.Address{}}},
		settle.RoleVote:              {{"token()", token}, {"escrow()", k.Escrow}, {"agents()", k.Agents}},
		settle.RoleOracles:           {{"owner()", settle.Address{}}},
		settle.RoleAttestationOracle: {{"escrow()", k.Escrow}},
		settle.RoleReputation:        {{"escrow()", k.Escrow}, {"agents()", k.Agents}},
	}
	for _, one := range k.List() {
		what := string(one.Role)
		if d.code(ctx, c, what, one.Address) && d.linked(ctx, c, one, links[one.Role]) {
			d.ok(what, "%s", one.Address.Checksum())
		}
	}
	if err := d.cfg.beginAtCreation(ctx, c, d.past); err != nil {
		d.bad("contracts", "check that the deployments file is of this chain", "%v", err)
	}
	u := d.cfg.unread(ctx, c, d.past)
	for _, err := range u.missed {
		d.bad("contracts", "see there; the daemon does not start like this", "%v", err)
	}
	for _, err := range u.doubts {
		d.ok("contracts", "cannot tell %v", err)
	}
	if u.again != nil {
		d.ok("contracts", "what those that are new here emitted from block %d on is read once the daemon runs", *u.again)
	}
}

// code says whether a contract has code, and the code that the deployments file
// names, if it does.
func (d *doctor) code(ctx context.Context, c *rpc.Client, what string, a settle.Address) bool {
	code, err := c.CodeAt(ctx, a, settle.Hash{})
	switch want, known := d.cfg.CodeHashes[a]; {
	case err != nil:
		d.bad(what, "use another endpoint", "the code at %s cannot be read: %v", a.Checksum(), err)
	case len(code) == 0:
		d.bad(what, "check the address and the chain", "there is no contract at %s", a.Checksum())
	case known && settle.Keccak256(code) != want:
		d.bad(what, "check that the deployments file is of this chain", "the code at %s has hash %s, the deployments file says %s", a.Checksum(), settle.Keccak256(code), want)
	default:
		return true
	}
	return false
}

// linked asks a contract for the others that it was made for.
func (d *doctor) linked(ctx context.Context, c *rpc.Client, one settle.Contract, links []link) bool {
	fine := true
	for _, l := range links {
		out, err := c.CallContract(ctx, one.Address, selector(l.getter), callGas, settle.Hash{})
		if err != nil || len(out) != 32 || [12]byte(out[:12]) != [12]byte{} {
			d.bad(string(one.Role), "check "+contractFlag(one.Role), "%s does not answer %s as such a contract does (%v)", one.Address.Checksum(), l.getter, err)
			fine = false
			continue
		}
		if got := settle.Address(out[12:]); !l.want.IsZero() && got != l.want {
			d.bad(string(one.Role), "give contracts of one deployment", "%s has %s for %s, configured is %s", one.Address.Checksum(), got.Checksum(), l.getter, l.want.Checksum())
			fine = false
		}
	}
	return fine
}
