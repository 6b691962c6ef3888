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
)

// contractFlag is the flag that names the contract of a role.
func contractFlag(r settle.ContractRole) string {
	return map[settle.ContractRole]string{settle.RoleEscrow: "--escrow", settle.RoleAgents: "--agents", settle.RoleVote: "--vote",
		settle.RoleOracles: "--oracles", settle.RoleAttestationOracle: "--attestation-oracle", settle.RoleReputation: "--reputation"}[r]
}

// Use takes the contracts of a deployment, with the code that they must have
// and the transactions that made them.
func (c *Config) Use(d *deploy.Contracts) {
	c.CodeHashes = map[settle.Address]settle.Hash{}
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
			c.CreatedBy = append(c.CreatedBy, settle.Hash(*k.Tx))
		} else {
			c.CreatedBy = append(c.CreatedBy, settle.Hash{}) // unknown
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
	for _, tx := range c.CreatedBy {
		if tx.IsZero() {
			return nil // unread says what to do
		}
		r, err := chain.TransactionReceipt(ctx, tx)
		if err != nil {
			return fmt.Errorf("looking for the block of transaction %s, which made a contract (give --start-block to start without): %w", tx, err)
		}
		if n := r.Block.Number; first == nil || n < *first {
			first = &n
		}
	}
	c.StartBlock = first
	return nil
}

// receiptReader is what beginAtCreation asks the chain.
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
	// tip is the newest stored block, nil if there is none.
	tip *settle.BlockRef
}

func readPast(tx settle.Tx) (p past) {
	if s := settle.GetRow[settle.Settings](tx, settle.SettingsKey); s != nil {
		set := *s
		p.settings = &set
	}
	if t := tx.Tip(); t != nil {
		ref := t.BlockRef
		p.tip = &ref
	}
	return p
}

// codeReader is what unread asks the chain.
type codeReader interface {
	HeadByNumber(ctx context.Context, number uint64) (indexer.Head, error)
	CodeAt(ctx context.Context, account settle.Address, at settle.Hash) ([]byte, error)
}

// unread names the configured contracts that were there before the first block
// in which their events would be read: what they hold could not be known. For
// those where the endpoint cannot tell (it forgot the state of old blocks) there
// is a doubt instead.
func (c *Config) unread(ctx context.Context, chain codeReader, p past) (missed, doubts []error) {
	for _, k := range c.Contracts.List() {
		if p.settings != nil && p.settings.Knows(k) {
			continue // it was watched since it was configured
		}
		before, err := c.lastUnread(ctx, chain, p)
		if err != nil {
			doubts = append(doubts, fmt.Errorf("whether the %s contract was there before its events are read: %w", k.Role, err))
			continue
		}
		if before == nil {
			continue
		}
		code, err := chain.CodeAt(ctx, k.Address, before.Hash)
		if err != nil {
			doubts = append(doubts, fmt.Errorf("whether the %s contract was there after block %d: %w", k.Role, before.Number, err))
		} else if len(code) > 0 {
			missed = append(missed, fmt.Errorf("%s %s was there %s, and its events up to then would not be read: %s",
				contractFlag(k.Role), k.Address.Checksum(), at(*before), remedy(p)))
		}
	}
	return missed, doubts
}

// lastUnread is the newest block whose events of a contract that is new here
// are not read, without a hash for the head; nil if there is none.
func (c *Config) lastUnread(ctx context.Context, chain codeReader, p past) (*settle.BlockRef, error) {
	switch {
	case p.tip != nil:
		return p.tip, nil
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

func remedy(p past) string {
	if p.tip != nil {
		return "use a fresh database with --start-block at or before its deployment"
	}
	return "give --start-block at or before its deployment"
}

// readWhole begins where the contracts do, and refuses those of which some events would never be read.
func (a *App) readWhole(ctx context.Context, was past) error {
	if err := a.cfg.beginAtCreation(ctx, a.source, was); err != nil {
		return err
	}
	missed, doubts := a.cfg.unread(ctx, a.source, was)
	if len(missed) > 0 {
		return &UsageError{missed}
	}
	for _, d := range doubts {
		a.cfg.Log.Warn("cannot tell whether a contract's events are read from its first on", "error", d)
	}
	return nil
}
