package daemon

import (
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/engine"
)

// Config is what an operator decides about a daemon.
type Config struct {
	// DatabaseURL is a PostgreSQL connection string.
	DatabaseURL string
	// RPC are the endpoints, http(s) for reading; a ws(s) one only wakes the poll.
	RPC []string
	// RPCQuorum is how many http(s) endpoints must have the same block before it
	// counts (R25); 0: two, or one where there is one.
	RPCQuorum int
	// RPCRate is how many calls a second each http(s) endpoint gets; 0: 100, and any
	// number where it is on this host.
	RPCRate uint64
	// RPCReceipts is when the logs of a fresh block are compared with its receipts:
	// ReceiptsAuto and so on; empty: ReceiptsAuto.
	RPCReceipts string
	// HaltAfter is for how long endpoints may be at odds before releases are
	// halted; 0: 60 s, as R25 wants it. No flag changes it; tests do.
	HaltAfter time.Duration
	// Now is the clock of deadlines, cool-downs, limits and facts; nil: time.Now. No
	// flag changes it; tests do.
	Now func() time.Time
	// TagsEvery is the time between questions what is safe and final; 0: 10 s.
	// Negative: nobody is asked, and depth stands in. No flag changes it; tests do.
	TagsEvery time.Duration
	// ChainID that the endpoints must serve; 0 takes theirs, which is then pinned.
	ChainID uint64
	// Token is the settled token; zero means native USDC of the chain.
	Token settle.Address
	// Pay are the OabpPay contracts, newest first.
	Pay []settle.Address
	// Contracts are the escrow and the contracts beside it; zero: not configured.
	Contracts settle.Contracts
	// CodeHashes are keccak256 of the code that contracts must have, where the
	// deployments file says so; doctor compares them.
	CodeHashes map[settle.Address]settle.Hash
	// CreatedBy are the transactions that made the Contracts, as far as they are known;
	// if all are, an empty database begins at the first without StartBlock.
	CreatedBy map[settle.Address]settle.Hash
	// StartBlock is the first block on an empty database; nil means that of
	// CreatedBy, or else the head.
	StartBlock *uint64
	// Confirmations are the blocks on top of a payment before it counts; at least 1.
	Confirmations uint64
	// Finality are the tiers by amount, as settle.ParseFinality reads them; empty:
	// Confirmations for every amount.
	Finality string
	// Poll is the time between looks at the head.
	Poll time.Duration
	// PauseEvery is the time between looks whether the token is paused, while a
	// reservation runs: a pause is known to that precision. 0 means 15 s.
	PauseEvery time.Duration
	// AuditEvery is the time between rounds of the audit, which reads final blocks
	// again from another endpoint; 0 means 60 s.
	AuditEvery time.Duration
	// KeysEvery is the time between looks whether a key file was rotated; 0 means
	// 10 s. No flag changes it; tests do.
	KeysEvery time.Duration
	// Listen and MetricsListen are TCP addresses; MetricsListen may be empty.
	Listen, MetricsListen string
	// PublicURL is the origin that clients see; empty: http://127.0.0.1:<port>.
	PublicURL string
	// FeeAddress gets FeeBP basis points of each reward.
	FeeAddress settle.Address
	FeeBP      uint32
	// Points are the ledger's; the zero value: there are none.
	Points Points
	// Reservation is how long a pick holds its slot.
	Reservation time.Duration
	// DataDir holds the keys: sealing keyset, identity key and receipt keys.
	DataDir string
	// SpecsDir has the specifications that /specs.zip publishes; may be empty.
	SpecsDir string
	// SealingKeyFile overrides the keyset's place in DataDir.
	SealingKeyFile string
	// IdentityKeyFile overrides the place in DataDir of the key by which people's
	// identities are found.
	IdentityKeyFile string
	// RegistrationsPerDay caps registrations by name, and RegistrationsPerSource
	// those of one network; 0 means no cap.
	RegistrationsPerDay, RegistrationsPerSource int
	// TrustedProxies may name the client in X-Forwarded-For; without them all
	// callers behind a proxy share one allowance.
	TrustedProxies []netip.Prefix
	// IPFSGateway is the origin of a gateway by path, which reads ipfs URIs; empty:
	// there are none.
	IPFSGateway string
	// MaxContent is the most bytes that are read of a content_uri; 0: 1 MiB.
	MaxContent int64
	// Reach are networks beside the public addresses that strangers' URLs may name.
	Reach []netip.Prefix
	// OracleCalls may decide missions that are not the escrow's.
	OracleCalls []engine.OracleCall
	// Registries are those whose attestations are taken (AIP-1 §1.4).
	Registries []Registry
	// Identity is how much of an identity is asked for where AIP-1 leaves it open.
	Identity settle.IdentityLevel
	// HumanBounties opens the gate for bounties that people may fill.
	HumanBounties bool
	// AdminKey is what X-Admin-Key must be; empty: every administrator is refused.
	AdminKey           string
	AgentName, Contact string
	Log                *slog.Logger
	// Progress is the terminal for the bar of a backfill, which the log writes to as
	// well; nil: log lines instead.
	Progress        *Terminal
	Version, Commit string
}

// NativeUSDC is Circle's token on the chains that it is issued on, and on the
// development chain, which has it at its Base address.
func NativeUSDC(chainID uint64) (settle.Address, bool) {
	s, ok := map[uint64]string{
		8453:  "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
		84532: "0x036CbD53842c5426634e7929541eC2318f3dCF7e",
		31337: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
	}[chainID]
	if !ok {
		return settle.Address{}, false
	}
	a, err := settle.ParseAddress(s)
	return a, err == nil
}

// TokenName is the EIP-712 name of native USDC: it differs on the test network.
func TokenName(chainID uint64) string {
	if chainID == 84532 {
		return "USDC"
	}
	return "USD Coin"
}

// chainName is the chain's name on the wire. The development chain, which has
// everything where Base has it, says base as well.
func chainName(chainID uint64) string {
	if chainID == 84532 {
		return "base-sepolia"
	}
	return "base"
}

// UsageError is a configuration that cannot work: exit code 2. It names every
// problem at once.
type UsageError struct{ Problems []error }

// Error implements error.
func (e *UsageError) Error() string {
	if len(e.Problems) == 1 {
		return e.Problems[0].Error()
	}
	var b strings.Builder
	fmt.Fprintf(&b, "there are %d problems:", len(e.Problems))
	for _, p := range e.Problems {
		fmt.Fprintf(&b, "\n  - %v", p)
	}
	return b.String()
}

// adminKeyLeast is the least length of an administrator's key.
const adminKeyLeast = 16

// Validate checks what can be checked without the world.
func (c *Config) Validate() error {
	var ps []error
	bad := func(format string, args ...any) { ps = append(ps, fmt.Errorf(format, args...)) }
	if c.DatabaseURL == "" {
		bad("--database-url is missing: postgres://user@host/db")
	}
	if len(c.httpRPC()) == 0 {
		bad("--rpc is missing: at least one http(s) endpoint is needed; a ws(s) one alone only wakes the poll")
	}
	for _, r := range c.RPC {
		if u, err := url.Parse(r); err != nil || u.Host == "" || !strings.Contains(" http https ws wss ", " "+u.Scheme+" ") {
			bad("--rpc: want an http(s) or ws(s) URL")
		}
	}
	c.checkQuorum(bad)
	if _, err := c.receipts(); err != nil {
		ps = append(ps, err)
	}
	if c.Confirmations < 1 || c.Confirmations > 10_000 {
		bad("--confirmations %d: want 1 to 10000", c.Confirmations)
	}
	if _, errs := settle.ParseFinality(c.Finality, c.Confirmations); len(errs) > 0 {
		for _, err := range errs {
			bad("--finality: %w", err)
		}
	}
	if n := len(c.AdminKey); n > 0 && n < adminKeyLeast {
		bad("--admin-key-file: the key has %d characters; want at least %d, such as openssl rand -hex 32 gives", n, adminKeyLeast)
	}
	if c.FeeBP > 1000 {
		bad("--fee-bp %d: want at most 1000 (10 %%)", c.FeeBP)
	}
	if c.FeeBP > 0 && len(c.Pay) > 0 && c.FeeAddress.IsZero() {
		bad("--fee-address is missing while --fee-bp is %d", c.FeeBP)
	}
	c.checkContracts(bad)
	c.checkRegistries(bad)
	c.Points.check(bad)
	if c.Reservation < time.Minute || c.Reservation > 24*time.Hour {
		bad("--reservation %s: want 1m to 24h", c.Reservation)
	}
	if c.Poll < 10*time.Millisecond || c.Poll > time.Minute {
		bad("--poll %s: want 10ms to 1m", c.Poll)
	}
	if c.AuditEvery != 0 && (c.AuditEvery < time.Second || c.AuditEvery > 24*time.Hour) {
		bad("--audit-every %s: want 1s to 24h", c.AuditEvery)
	}
	if _, _, err := net.SplitHostPort(c.Listen); err != nil {
		bad("--listen %q: %v", c.Listen, err)
	}
	if c.MetricsListen != "" {
		if _, _, err := net.SplitHostPort(c.MetricsListen); err != nil {
			bad("--metrics-listen %q: %v", c.MetricsListen, err)
		}
	}
	if c.PublicURL != "" {
		if u, err := url.Parse(c.PublicURL); err != nil || u.Host == "" || (u.Scheme != "http" && u.Scheme != "https") || strings.Trim(u.Path, "/") != "" || u.RawQuery != "" {
			bad("--public-url %q: want an origin such as https://bounties.example", c.PublicURL)
		}
	}
	if c.DataDir == "" {
		bad("--data-dir is missing: the sealing keyset and the receipt keys live there")
	}
	if len(ps) > 0 {
		return &UsageError{Problems: ps}
	}
	return nil
}

func (c *Config) clock() func() time.Time {
	if c.Now != nil {
		return c.Now
	}
	return time.Now
}

func (c *Config) httpRPC() []string { return c.rpcOf("http") }
func (c *Config) wsRPC() []string   { return c.rpcOf("ws") }

func (c *Config) rpcOf(scheme string) (out []string) {
	for _, r := range c.RPC {
		if strings.HasPrefix(r, scheme+"://") || strings.HasPrefix(r, scheme+"s://") {
			out = append(out, r)
		}
	}
	return out
}

func (c *Config) sealingKeyFile() string {
	if c.SealingKeyFile != "" {
		return c.SealingKeyFile
	}
	return filepath.Join(c.DataDir, "sealing.keyset.json")
}

func (c *Config) identityKeyFile() string {
	if c.IdentityKeyFile != "" {
		return c.IdentityKeyFile
	}
	return filepath.Join(c.DataDir, "identity.keyset.json")
}

// ensureDataDir makes the directory of the keys, for its owner only.
func (c *Config) ensureDataDir() error {
	if err := os.MkdirAll(c.DataDir, 0o700); err != nil {
		return fmt.Errorf("making the data directory: %w", err)
	}
	st, err := os.Stat(c.DataDir)
	if err != nil {
		return fmt.Errorf("looking at the data directory: %w", err)
	}
	if !st.IsDir() {
		return errors.New("--data-dir is not a directory")
	}
	return nil
}

func (c *Config) publicURL(port int) string {
	if c.PublicURL != "" {
		return strings.TrimRight(c.PublicURL, "/")
	}
	return fmt.Sprintf("http://127.0.0.1:%d", port)
}
