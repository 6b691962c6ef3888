package daemon

import (
	"context"
	"fmt"

	"github.com/oabp/oabpd/cmd/oabpd/deploy"
	"github.com/oabp/oabpd/indexer"
	"github.com/oabp/oabpd/indexer/decode"
	"github.com/oabp/oabpd/indexer/rpc"
	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/digest"
	"github.com/oabp/oabpd/settle/postgres"
)

// contractFlag is the flag that names the contract of a role.
func contractFlag(r settle.ContractRole) string {
	return map[settle.ContractRole]string{settle.RoleEscrow: "--escrow", settle.RoleAgents: "--agents", settle.RoleVote: "--vote",
		settle.RoleOracles: "--oracles", settle.RoleAttestationOracle: "--attestation-oracle", settle.RoleReputation: "--reputation"}[r]
}

// Use takes the contracts of a deployment, with the code that they must have
// and the transactions that made them.
func (c *Config) Use(d *deploy.Contracts) {
	c.CodeHashes, c.CreatedBy = map[settle.Address]settle.Hash{}, map[settle.Address]settle.Hash{}
	for name, k := range d.All() {
		a := settle.Address(k.Address)
		c.CodeHashes[a] = settle.Hash(k.CodeHash)
		switch settle.ContractRole(name) { // the same names
		case settle.RoleEscrow:
			c.Contracts.Escrow = a
		case settle.RoleAgents:
			c.Contracts.Agents = a
		case settle.RoleVote:
			c.Contracts.Vote = a
		case settle.RoleOracles:
			c.Contracts.Oracles = a
		case settle.RoleAttestationOracle:
			c.Contracts.AttestationOracle = a
		case settle.RoleReputation:
			c.Contracts.Reputation = a
		case "pay":
			c.Pay = []settle.Address{a}
			continue
		default:
			continue
		}
		if k.Tx != nil {
			c.CreatedBy[a] = settle.Hash(*k.Tx)
		}
	}
}

// beginAtCreation sets the first block of an empty database to the one in which
// the first of the contracts was made, if it is known of all and nothing else was
// asked for: so `oabpd deploy` and then `oabpd run` miss nothing.
func (c *Config) beginAtCreation(ctx context.Context, chain receiptReader, p past) error {
	if p.tip != nil || c.StartBlock != nil {
		return nil
	}
	var first *uint64
	for _, k := range c.Contracts.List() {
		n, known, err := c.createdIn(ctx, chain, k.Address)
		if err != nil {
			return fmt.Errorf("%w (give --start-block to start without)", err)
		}
		if !known {
			return nil // unread says what to do
		}
		if first == nil || n < *first {
			first = &n
		}
	}
	c.StartBlock = first
	return nil
}

// createdIn is the block in which a contract was made, if the deployments file knows
// the transaction.
func (c *Config) createdIn(ctx context.Context, chain receiptReader, a settle.Address) (block uint64, known bool, err error) {
	tx, known := c.CreatedBy[a]
	if !known {
		return 0, false, nil
	}
	r, err := chain.TransactionReceipt(ctx, tx)
	if err != nil {
		return 0, false, fmt.Errorf("looking for the block of transaction %s, which made a contract: %w", tx, err)
	}
	return r.Block.Number, true, nil
}

// receiptReader is what createdIn asks the chain.
type receiptReader interface {
	TransactionReceipt(ctx context.Context, tx settle.Hash) (rpc.Receipt, error)
}

// checkContracts names every problem with the contracts that can be seen
// without the chain.
func (c *Config) checkContracts(bad func(format string, args ...any)) {
	type named struct {
		flag string
		settle.Address
	}
	all := []named{{"--token", c.Token}}
	for _, p := range c.Pay {
		all = append(all, named{"--pay", p})
	}
	for _, k := range c.Contracts.List() {
		all = append(all, named{contractFlag(k.Role), k.Address})
	}
	for i, n := range all {
		for _, m := range all[:i] {
			if n.Address == m.Address && !n.IsZero() {
				bad("%s and %s are the same address %s", m.flag, n.flag, n.Address.Checksum())
			}
		}
	}
	if !c.Contracts.Escrow.IsZero() {
		if c.Contracts.Oracles.IsZero() {
			bad("--escrow without --oracles: the escrow asks that list which oracles a mission may name")
		}
		return
	}
	for _, r := range []settle.ContractRole{settle.RoleVote, settle.RoleAttestationOracle, settle.RoleReputation} {
		if !c.Contracts.Of(r).IsZero() {
			bad("%s without --escrow: such a contract belongs to one escrow", contractFlag(r))
		}
	}
}

// settings are what the configuration wants in force after cur (nil on a fresh
// database), but for the chain's identity.
func (c *Config) settings(cur *settle.Settings) settle.Settings {
	tiers, _ := settle.ParseFinality(c.Finality, c.Confirmations) // Validate came before
	set := settle.Settings{Token: c.Token, Confirmations: c.Confirmations, Finality: tiers, FeeAddress: c.FeeAddress, FeeBP: c.FeeBP,
		ReservationSeconds: int64(c.Reservation.Seconds()), Contracts: c.Contracts, PayContracts: payContracts(c.Pay), Points: c.Points.settings()}
	if cur != nil {
		set.RetiredPay, set.RetiredContracts = set.Retire(*cur), set.RetireContracts(*cur)
	}
	return set
}

func payContracts(pays []settle.Address) (out []settle.PayContract) {
	for _, p := range pays {
		out = append(out, settle.PayContract{Address: p, DepositImpl: digest.DepositImplementation(p)})
	}
	return out
}

// emitters are the contracts whose events are read under settings: replaced
// ones too, since what they hold goes on living there.
func emitters(set settle.Settings) decode.Emitters {
	e := decode.Emitters{Token: set.Token, Contracts: set.KnownContracts()}
	for _, p := range set.KnownPay() {
		e.Pay = append(e.Pay, p.Address)
	}
	return e
}

// past is what a database has of the chain before a daemon starts.
type past struct {
	// settings in force, nil on a fresh database.
	settings *settle.Settings
	// tip is the newest stored block, nil if there is none, first the oldest.
	tip   *settle.BlockRef
	first *settle.StoredBlock
}

func readPast(ctx context.Context, st *postgres.Store) (p past, err error) {
	err = st.View(ctx, func(tx settle.Tx) error {
		p = past{}
		if s := settle.GetRow[settle.Settings](tx, settle.SettingsKey); s != nil {
			set := *s
			p.settings = &set
		}
		if t := tx.Tip(); t != nil {
			ref := t.BlockRef
			p.tip = &ref
		}
		return nil
	})
	if err == nil && p.tip != nil {
		p.first, err = st.FirstBlock(ctx)
	}
	return p, err
}

// contractReader is what unread asks the chain.
type contractReader interface {
	receiptReader
	HeadByNumber(ctx context.Context, number uint64) (indexer.Head, error)
	CodeAt(ctx context.Context, account settle.Address, at settle.Hash) ([]byte, error)
}

// unreads is what the configured contracts had emitted, or may have, before anybody
// read them.
type unreads struct {
	// missed names those of which some events would never be read, and doubts those
	// of which that cannot be told, as the endpoint forgot the state of old blocks.
	missed, doubts []error
	// again is the lowest stored block that may hold events of a contract that is new
	// here; nil if none does.
	again *uint64
}

// unread looks at the contracts that are configured for the first time: whether each
// was there before the first block in which its events are read, and whether it may
// have emitted something in blocks that are stored.
func (c *Config) unread(ctx context.Context, chain contractReader, p past) (u unreads) {
	for _, k := range c.Contracts.List() {
		if p.settings != nil && p.settings.Knows(k) {
			continue // it was watched since it was configured
		}
		if p.tip != nil {
			if err := c.stored(ctx, chain, p, k, &u); err != nil {
				u.doubts = append(u.doubts, fmt.Errorf("whether the %s contract was there before block %d: %w", k.Role, p.first.Number, err))
			}
			continue
		}
		before, err := c.lastUnread(ctx, chain)
		if err != nil {
			u.doubts = append(u.doubts, fmt.Errorf("whether the %s contract was there before its events are read: %w", k.Role, err))
			continue
		}
		if before == nil {
			continue
		}
		code, err := chain.CodeAt(ctx, k.Address, before.Hash)
		if err != nil {
			u.doubts = append(u.doubts, fmt.Errorf("whether the %s contract was there after block %d: %w", k.Role, before.Number, err))
		} else if len(code) > 0 {
			u.missed = append(u.missed, tooOld(k, *before, "give --start-block at or before its deployment"))
		}
	}
	return u
}

// stored is the same of one contract over a database that has blocks. An error says
// that it cannot be told whether it is older than they are.
func (c *Config) stored(ctx context.Context, chain contractReader, p past, k settle.Contract, u *unreads) error {
	if code, err := chain.CodeAt(ctx, k.Address, p.tip.Hash); err == nil && len(code) == 0 {
		return nil // it was made later
	}
	again := func(n uint64) {
		if u.again == nil || n < *u.again {
			u.again = &n
		}
	}
	const fresh = "use a fresh database with --start-block at or before its deployment"
	before := settle.BlockRef{Number: p.first.Number - min(p.first.Number, 1), Hash: p.first.Parent}
	if n, known, err := c.createdIn(ctx, chain, k.Address); err == nil && known {
		if n < p.first.Number {
			u.missed = append(u.missed, tooOld(k, before, fresh))
		}
		again(max(n, p.first.Number))
		return nil
	}
	again(p.first.Number)
	if p.first.Number == 0 {
		return nil
	}
	code, err := chain.CodeAt(ctx, k.Address, before.Hash)
	if err == nil && len(code) > 0 {
		u.missed = append(u.missed, tooOld(k, before, fresh))
	}
	return err
}

func tooOld(k settle.Contract, before settle.BlockRef, remedy string) error {
	return fmt.Errorf("%s %s was there %s, and its events up to then would not be read: %s", contractFlag(k.Role), k.Address.Checksum(), at(before), remedy)
}

// lastUnread is the newest block that an empty database does not read, without a hash
// for the head; nil if there is none.
func (c *Config) lastUnread(ctx context.Context, chain contractReader) (*settle.BlockRef, error) {
	switch {
	case c.StartBlock == nil:
		return &settle.BlockRef{}, nil // the head
	case *c.StartBlock == 0:
		return nil, nil
	}
	h, err := chain.HeadByNumber(ctx, *c.StartBlock-1)
	if err != nil {
		return nil, err
	}
	return &h.BlockRef, nil
}

func at(b settle.BlockRef) string {
	if b.Hash.IsZero() {
		return "at the head, where a fresh database begins"
	}
	return fmt.Sprintf("at block %d", b.Number)
}

// readWhole begins where the contracts do, and refuses those of which some events
// would never be read. What contracts that are new here had emitted in stored blocks
// the audit reads, which goes back to the first of those.
func (a *App) readWhole(ctx context.Context, was past) error {
	if err := a.cfg.beginAtCreation(ctx, a.source, was); err != nil {
		return err
	}
	u := a.cfg.unread(ctx, a.source, was)
	if len(u.missed) > 0 {
		return &UsageError{u.missed}
	}
	for _, d := range u.doubts {
		a.cfg.Log.Warn("cannot tell whether a contract's events are read from its first on", "error", d)
	}
	if u.again == nil {
		return nil
	}
	a.cfg.Log.Info("final blocks are read again for contracts that are new here", "from", *u.again, "to", was.tip.Number)
	if err := a.store.AuditAgain(ctx, *u.again); err != nil { // before the settings: a death in between is harmless
		return err
	}
	return nil
}
