package api

import (
	"context"
	"errors"
	"regexp"
	"strings"
	"time"

	"github.com/oabp/oabpd/api/mcp"
	"github.com/oabp/oabpd/api/op"
	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/proof/jose"
)

// Config is what the operations say of the server itself. The zero value of a
// field has the default that its comment names.
type Config struct {
	// PublicURL is the server's origin, without a slash at the end; links, the
	// sign-in domain and oabp.json are made from it, never from a Host header.
	PublicURL string
	// TokenName and TokenVersion are the token's EIP-712 domain ("USD Coin" and
	// "2" for USDC on Base; the name is "USDC" on Base Sepolia).
	TokenName, TokenVersion string
	// Chain is the chain's name on the wire; "base" by default.
	Chain string
	// Version is the software's version, Contact a mailto: or https: URL.
	Version, Contact string
	// ReceiptKeys are the public keys for receipts, oldest first.
	ReceiptKeys func() []ReceiptKey
	// Checkpoints are the signed ones of the journal; nil: there are none.
	Checkpoints Checkpoints
	// Registries are those whose attestations are taken, as oabp.json publishes them.
	Registries []Registry
	// Card are the keys that sign the agent card; without them there is none.
	Card *jose.Keys
	// Name is what the agent card calls the server; "oabpd" by default.
	Name string
	// Specs are the specifications that the operator publishes; may be empty.
	Specs []SpecFile
	// RegistrationsPerNetwork caps registrations by name in 24 hours from one
	// network; 0 means no cap.
	RegistrationsPerNetwork int
	// Lasting counts registrations where a restart does not forget them; nil: in
	// memory, and agents that are only claimed by their number alone.
	Lasting op.Lasting
	// Identity is the level of identity that the core asks for, as oabp.json says it;
	// settle.IdentityProven by default.
	Identity settle.IdentityLevel
	// PresentsPerMinute caps the presenting of transaction hashes by one poster;
	// 20 by default, less than 0 means no cap.
	PresentsPerMinute int
	// HandshakeTimeout of an MCP session, published in oabp.json; mcp.InitTimeout by default.
	HandshakeTimeout time.Duration
	// Now is the clock; time.Now by default.
	Now func() time.Time
}

func (c Config) withDefaults() Config {
	c.PublicURL = strings.TrimRight(c.PublicURL, "/")
	if c.TokenName == "" {
		c.TokenName = "USD Coin"
	}
	if c.TokenVersion == "" {
		c.TokenVersion = "2"
	}
	if c.Identity == "" {
		c.Identity = settle.IdentityProven
	}
	if c.Name == "" {
		c.Name = "oabpd"
	}
	if c.Chain == "" {
		c.Chain = "base"
	}
	if c.ReceiptKeys == nil {
		c.ReceiptKeys = func() []ReceiptKey { return nil }
	}
	if c.PresentsPerMinute == 0 {
		c.PresentsPerMinute = 20
	}
	if c.HandshakeTimeout == 0 {
		c.HandshakeTimeout = mcp.InitTimeout
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	return c
}

// Table is every operation, in the order in which documents list them. It
// panics on a mistake in a declaration, as op.New does. A Config without
// PublicURL is such a mistake.
func Table(core Core, cfg Config) op.Table {
	cfg = cfg.withDefaults()
	if cfg.PublicURL == "" {
		panic("api: Config.PublicURL is empty")
	}
	t := &table{core: core, cfg: cfg, seen: newRecent(cfg.Now), figures: &figures{now: cfg.Now}}
	var ops op.Table
	ops = append(ops, t.discovery(func() op.Table { return ops })...)
	ops = append(ops, t.documents(func() op.Table { return ops })...)
	ops = append(ops, t.agents()...)
	ops = append(ops, t.attestations()...)
	ops = append(ops, t.profiles()...)
	ops = append(ops, t.reputations()...)
	ops = append(ops, t.bounties()...)
	ops = append(ops, t.submissions()...)
	ops = append(ops, t.submitting()...)
	ops = append(ops, t.reviews()...)
	ops = append(ops, t.points()...)
	ops = append(ops, t.settlements()...)
	ops = append(ops, t.types()...)
	ops = append(ops, t.creating()...)
	ops = append(ops, t.deciding()...)
	ops = append(ops, t.stats()...)
	ops = append(ops, t.escrows()...)
	ops = append(ops, t.receipts()...)
	ops = append(ops, t.audits()...)
	ops = append(ops, t.events()...)
	ops = append(ops, t.webhooks()...)
	ops = append(ops, t.board()...)
	ops = append(ops, t.admin()...)
	if err := ops.Check(); err != nil {
		panic(err.Error())
	}
	return ops
}

type table struct {
	core Core
	cfg  Config
	seen *recent
	// doc is the OpenAPI document of the table, made when it is first asked for.
	doc func() ([]byte, error)
	// figures are the board's, as they were counted last.
	figures *figures
}

// declare is op.New with errors spelled for the caller's dialect.
func declare[In, Out any](s op.Spec, do func(context.Context, In) (Out, error)) *op.Op {
	return op.New(s, func(ctx context.Context, in In) (Out, error) {
		out, err := do(ctx, in)
		return out, spell(ctx, err)
	})
}

// missionIDs are ids of missions in a message: whole ones, what a caller took for
// one, and the bare beginning where the form of an id is explained.
var missionIDs = regexp.MustCompile(`\bmis_`)

// spell gives an error the ids and times of the surface: bty_ on the board
// (board.md decision 3), block times as RFC 3339.
func spell(ctx context.Context, err error) error {
	var e *settle.Error
	if !errors.As(err, &e) {
		return err
	}
	c := *e
	if until, ok := c.Details["reserved_until"].(int64); ok {
		c = *c.With("reserved_until", seconds(until))
	}
	if op.InfoOf(ctx).Dialect == op.Board {
		c.Message = missionIDs.ReplaceAllString(c.Message, "bty_")
	}
	if err == error(e) {
		return &c
	}
	return errors.Join(&c, err) // the cause is for the log
}

func caller(ctx context.Context) string { return op.PrincipalOf(ctx).AgentID }

// by is the caller with what they called by.
func by(ctx context.Context) settle.Caller {
	p := op.PrincipalOf(ctx)
	return settle.Caller{Agent: p.AgentID, Addresses: p.Addresses, Signer: p.Signer, Key: p.Key}
}

// actor is who acts in a Claimable operation: the caller, or whom the claim in the
// body stands for where the server takes claims (oabp.md decision 2). It may make an
// agent, so it comes once the input is known to be good.
func (t *table) actor(ctx context.Context, c settle.Claim) (settle.Caller, error) {
	c.Admit = func(ctx context.Context) error { return op.TakeLasting(ctx, t.cfg.Lasting, t.registrations()) }
	return t.core.Actor(ctx, by(ctx), c)
}

// viewer is the caller as use cases want it.
func viewer(ctx context.Context) settle.Viewer { return settle.Viewer{Agent: caller(ctx)} }

// board and oabp are routes of the two dialects.
func board(method, path string) op.Binding {
	return op.Binding{Dialect: op.Board, Method: method, Path: path}
}

func oabp(method, path string) op.Binding {
	return op.Binding{Dialect: op.OABP, Method: method, Path: path}
}
