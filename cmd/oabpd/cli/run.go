package cli

import (
	"errors"
	"fmt"
	"io"
	"math"
	"net/netip"
	"os"
	"path/filepath"
	"strings"

	ucli "github.com/urfave/cli/v2"

	"github.com/oabp/oabpd/cmd/oabpd/daemon"
	"github.com/oabp/oabpd/cmd/oabpd/deploy"
	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/engine"
)

// installation are the options that describe one; run and doctor share them.
func installation() []*option {
	return []*option{
		one("database-url", "", "PostgreSQL connection string"),
		many("rpc", "JSON-RPC endpoint, http(s) or ws(s); repeat for more than one"),
		one("rpc-quorum", "0", "http(s) endpoints of --rpc that must have the same block before it counts; 0 means two, or one where there is one"),
		one("rpc-rate", "0", "calls a second to each http(s) endpoint, each part of a batch is one; 0 means 100, and no limit for an endpoint on this host"),
		one("rpc-receipts", "auto", "compare a fresh block's logs with its receipts: empty (if it seems to have none of ours), bloom (if it may have any), or auto: bloom with one endpoint, empty with several, which are compared with each other"),
		one("chain-id", "0", "chain id; 0 takes the endpoint's, which is then pinned in the database"),
		one("token", "", "settled token (default: native USDC of the chain)"),
		many("pay", "OabpPay contract; repeat, newest first; without it direct missions are refused"),
		one("escrow", "", "OabpEscrow contract; without it there are no escrow missions"),
		one("agents", "", "OabpAgents contract"),
		one("vote", "", "OabpVote contract of the escrow"),
		one("oracles", "", "OabpOracles contract that the escrow asks"),
		one("attestation-oracle", "", "AttestationOracle contract of the escrow"),
		one("reputation", "", "OabpReputation contract of the escrow"),
		one("deployments", "", "deployments file of oabpd deploy, instead of the flags that name contracts"),
		one("start-block", "", "first block on an empty database (default: where the contracts of --deployments begin, else the head)"),
		one("confirmations", "6", "blocks on top of a payment before it counts"),
		one("finality", "", "how final a payment must be before it settles, by amount in whole USDC: such as 100=6,10000=safe,*=finalized (default: *= and the number of --confirmations)"),
		one("poll", "500ms", "time between looks at the head"),
		one("audit-every", "60s", "time between rounds of the audit, which reads final blocks again from another endpoint"),
		one("listen", ":8080", "address of the API"),
		one("metrics-listen", ":9090", "address of /metrics; empty for none"),
		one("public-url", "", "origin that clients see (default: http://127.0.0.1:<port>)"),
		one("fee-address", "", "where the platform fee is paid"),
		one("fee-bp", "50", "platform fee in basis points of the reward, taken out of it"),
		one("reservation", "60m", "how long a pick holds its slot"),
		one("points", "", "symbol of points, such as AIGEN: an asset of this server's ledger that is worth nothing, by which missions are tried without money; without it there are none"),
		one("points-grant", "1000", "points that an agent starts with"),
		one("spam-fee", "5", "points that are burned for each mission in points, and for each submission to one"),
		one("points-min-reward", "10", "least reward of a mission in points"),
		one("points-quorum", "50", "points that must be staked for a vote to count, where its mission does not say"),
		one("data-dir", "", "directory of the keys (default: $XDG_DATA_HOME/oabpd)"),
		one("sealing-key-file", "", "sealing keyset (default: in --data-dir)"),
		one("identity-key-file", "", "key by which people's identities are found (default: in --data-dir)"),
		one("specs-dir", "", "directory of specifications that /specs.zip and /specs/AIP-N.zip publish"),
		one("registrations-per-day", "5000", "registrations by name in 24 hours; 0 for no limit"),
		one("registrations-per-source", "200", "registrations by name from one network in 24 hours; 0 for no limit"),
		many("trusted-proxy", "network (CIDR) of a reverse proxy that may name the client in X-Forwarded-For; repeat for more than one"),
		one("ipfs-gateway", "", "origin of an IPFS gateway by path, such as http://127.0.0.1:8080, which reads ipfs: content_uri; empty: they are refused"),
		one("content-max-bytes", "1048576", "most bytes that are read of a content_uri"),
		many("reach", "network (CIDR) beside the public addresses that URLs of strangers may name: content_uri, predicate_uri, webhooks; http and any port are taken there; repeat for more than one"),
		many("oracle-call", "contract call that may decide direct missions: 0x…:decided(bytes32,bytes32,address) with mission, submission and the submitter's address; repeat for more than one"),
		many("registry", "agent registry whose attestations are taken: DOMAIN=ADDRESS of its key, with @YYYY-MM-DD behind it for since when; repeat for more than one"),
		one("identity", "proven", "proven: who submits work has a credential; claimed: in the OABP dialects an address or an id in the body is enough, for work and for posting what needs no money and no judge"),
		one("human-bounties", "off", "on: bounties for people are taken (audience humans or either)"),
		one("admin-key-file", "", "file with the administrator's key, sent as X-Admin-Key; without it every such request is refused"),
		one("admin-key", "", "the administrator's key itself; better in the environment or in --admin-key-file, since others on this machine see the command line"),
		one("agent-name", "oabpd", "name of this board"),
		one("contact", "", "contact in oabp.json: mailto: or https:"),
		one("log-format", "json", "text or json"),
		one("log-level", "info", "debug, info, warn or error"),
	}
}

// terminal is w if people look at it as it comes, else nil.
func terminal(w io.Writer) *daemon.Terminal {
	f, ok := w.(*os.File)
	if !ok {
		return nil
	}
	if st, err := f.Stat(); err != nil || st.Mode()&os.ModeCharDevice == 0 {
		return nil
	}
	return daemon.NewTerminal(f)
}

// config reads an installation. Its problems are added to those of s, and all
// of them are the error.
func (c *commands) config(s *settings) (*daemon.Config, error) {
	screen, log := terminal(c.s.Err), c.s.Err
	if screen != nil {
		log = screen // beside the bar
	}
	cfg := &daemon.Config{
		DatabaseURL: s.str("database-url"), RPC: s.strs("rpc"), RPCQuorum: int(s.number("rpc-quorum", math.MaxInt32)), ChainID: s.number("chain-id", math.MaxInt64),
		RPCRate: s.number("rpc-rate", math.MaxInt32), RPCReceipts: s.str("rpc-receipts"),
		Confirmations: s.number("confirmations", math.MaxInt32), Finality: s.str("finality"), Poll: s.duration("poll"), AuditEvery: s.duration("audit-every"), Listen: s.str("listen"),
		MetricsListen: s.str("metrics-listen"), PublicURL: s.str("public-url"), FeeBP: uint32(s.number("fee-bp", math.MaxInt32)),
		Reservation: s.duration("reservation"), DataDir: s.str("data-dir"), SealingKeyFile: s.str("sealing-key-file"), IdentityKeyFile: s.str("identity-key-file"), SpecsDir: s.str("specs-dir"),
		RegistrationsPerDay: int(s.number("registrations-per-day", math.MaxInt32)), RegistrationsPerSource: int(s.number("registrations-per-source", math.MaxInt32)),
		AgentName: s.str("agent-name"), Contact: s.str("contact"), Log: c.logger(s, log), Progress: screen, Version: c.build.Version, Commit: c.build.Commit,
	}
	cfg.Points = daemon.Points{Symbol: s.str("points"), Grant: s.number("points-grant", math.MaxInt64), SpamFee: s.number("spam-fee", math.MaxInt64),
		MinReward: s.number("points-min-reward", math.MaxInt64), Quorum: s.number("points-quorum", math.MaxInt64)}
	if cfg.DataDir == "" {
		dir, err := dataDir()
		if err != nil {
			s.bad("%w", err)
		}
		cfg.DataDir = dir
	}
	cfg.Token, cfg.FeeAddress = s.address("token"), s.address("fee-address")
	for _, p := range s.strs("pay") {
		cfg.Pay = append(cfg.Pay, s.addressOf("pay", p))
	}
	cfg.Contracts = settle.Contracts{Escrow: s.address("escrow"), Agents: s.address("agents"), Vote: s.address("vote"),
		Oracles: s.address("oracles"), AttestationOracle: s.address("attestation-oracle"), Reputation: s.address("reputation")}
	for _, p := range s.strs("trusted-proxy") {
		n, err := netip.ParsePrefix(p)
		if err != nil {
			s.bad("--trusted-proxy %q: want a network such as 10.0.0.0/8", p)
		}
		cfg.TrustedProxies = append(cfg.TrustedProxies, n)
	}
	cfg.IPFSGateway, cfg.MaxContent = s.str("ipfs-gateway"), int64(s.number("content-max-bytes", 3<<20))
	for _, p := range s.strs("reach") {
		n, err := netip.ParsePrefix(p)
		if err != nil {
			s.bad("--reach %q: want a network such as 10.0.0.0/8", p)
		}
		cfg.Reach = append(cfg.Reach, n)
	}
	for _, text := range s.strs("oracle-call") {
		call, err := engine.ParseOracle(text)
		if err != nil {
			s.bad("--oracle-call %q: %w", text, err)
		}
		cfg.OracleCalls = append(cfg.OracleCalls, call)
	}
	for _, r := range s.strs("registry") {
		one, err := daemon.ParseRegistry(r)
		if err != nil {
			s.bad("--registry %q: want DOMAIN=ADDRESS, or DOMAIN=ADDRESS@YYYY-MM-DD: %w", r, err)
			continue
		}
		cfg.Registries = append(cfg.Registries, one)
	}
	var err error
	if cfg.Identity, err = settle.ParseIdentityLevel(s.str("identity")); err != nil {
		s.bad("--identity %w", err)
	}
	cfg.HumanBounties, cfg.AdminKey = s.switched("human-bounties"), s.adminKey()
	s.deployments(cfg)
	if s.str("start-block") != "" {
		n := s.number("start-block", math.MaxInt64)
		cfg.StartBlock = &n
	}
	if err := cfg.Validate(); err != nil {
		var u *daemon.UsageError
		if !errors.As(err, &u) {
			return nil, err
		}
		s.problems = append(s.problems, u.Problems...)
	}
	return cfg, s.err()
}

// deployments takes the contracts, and the code that they must have, from the
// file of oabpd deploy. Whatever the file names cannot be named by a flag too.
func (s *settings) deployments(cfg *daemon.Config) {
	f := s.str("deployments")
	if f == "" {
		return
	}
	d, err := deploy.ReadDeployed(f)
	if err != nil {
		s.bad("--deployments: %w", err)
		return
	}
	if cfg.ChainID != 0 && cfg.ChainID != d.ChainID {
		s.bad("--chain-id is %d, but --deployments %s is about chain %d", cfg.ChainID, f, d.ChainID)
	}
	cfg.ChainID = d.ChainID
	if cfg.Token.IsZero() {
		cfg.Token = settle.Address(d.Parameters.Token)
	}
	for _, name := range deploy.Names() {
		if flag := strings.ReplaceAll(name, "_", "-"); name != "deposit" && strings.Join(s.strs(flag), "") != "" {
			s.bad("--deployments and --%s say the same thing; give one of them", flag)
		}
	}
	cfg.Use(&d.Contracts)
}

// switched reads an option that is on or off.
func (s *settings) switched(name string) bool {
	switch v := s.str(name); v {
	case "on":
		return true
	case "off":
	default:
		s.bad("--%s %q: want on or off", name, v)
	}
	return false
}

// adminKey is the administrator's key, of the option or of the file.
func (s *settings) adminKey() string {
	key, path := s.str("admin-key"), s.str("admin-key-file")
	if path == "" {
		return key
	}
	if key != "" {
		s.bad("--admin-key and --admin-key-file say the same thing; give one of them")
	}
	b, err := os.ReadFile(path)
	if err != nil {
		s.bad("--admin-key-file: %w", err)
		return key
	}
	if key = strings.TrimSpace(string(b)); key == "" {
		s.bad("--admin-key-file %s is empty", path)
	}
	return key
}

func (s *settings) address(name string) settle.Address {
	text := s.str(name)
	if text == "" {
		return settle.Address{}
	}
	return s.addressOf(name, text)
}

func (s *settings) addressOf(name, text string) settle.Address {
	a, err := settle.ParseAddress(text)
	if err != nil {
		s.bad("--%s: %w", name, err)
	} else if a.IsZero() {
		s.bad("--%s is the zero address", name)
	}
	return a
}

func dataDir() (string, error) {
	if d := os.Getenv("XDG_DATA_HOME"); d != "" {
		return filepath.Join(d, "oabpd"), nil
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "", fmt.Errorf("--data-dir is missing and there is no home directory: %w", err)
	}
	return filepath.Join(home, ".local", "share", "oabpd"), nil
}

func (c *commands) run() *ucli.Command {
	return &ucli.Command{
		Name:  "run",
		Usage: "index the chain, serve the API and settle, in one process",
		Flags: flags(installation()...),
		Action: c.with(func(cc *ucli.Context, s *settings) error {
			cfg, err := c.config(s)
			if err != nil {
				return err
			}
			app, err := daemon.Open(cc.Context, *cfg)
			if err != nil {
				return err
			}
			defer app.Close()
			return app.Run(cc.Context)
		}),
	}
}
