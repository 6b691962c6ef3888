package cli

import (
	"fmt"
	"net/netip"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	ucli "github.com/urfave/cli/v2"
	"github.com/urfave/cli/v2/altsrc"
	"go.yaml.in/yaml/v3"

	"github.com/oabp/oabpd/cmd/oabpd/daemon"
	"github.com/oabp/oabpd/cmd/oabpd/deploy"
	"github.com/oabp/oabpd/settle"
)

// configFlags are those that describe an installation; run and doctor share them.
func configFlags() []ucli.Flag {
	dur := func(name string, v time.Duration, use string) ucli.Flag {
		return altsrc.NewDurationFlag(&ucli.DurationFlag{Name: name, Value: v, Usage: use, EnvVars: env(name)})
	}
	num := func(name string, v uint64, use string) ucli.Flag {
		return altsrc.NewUint64Flag(&ucli.Uint64Flag{Name: name, Value: v, Usage: use, EnvVars: env(name)})
	}
	return []ucli.Flag{
		str("database-url", "", "PostgreSQL connection string"),
		strs("rpc", "JSON-RPC endpoint, http(s) or ws(s); repeat for more than one"),
		num("chain-id", 0, "chain id; 0 takes the endpoint's, which is then pinned in the database"),
		str("token", "", "settled token (default: native USDC of the chain)"),
		strs("pay", "OabpPay contract; repeat, newest first; without it direct missions are refused"),
		str("deployments", "", "deployments file of oabpd deploy, instead of --pay"),
		str("start-block", "", "first block on an empty database (default: the head)"),
		num("confirmations", 6, "blocks on top of a payment before it counts"),
		dur("poll", 500*time.Millisecond, "time between looks at the head"),
		str("listen", ":8080", "address of the API"),
		str("metrics-listen", ":9090", "address of /metrics; empty for none"),
		str("public-url", "", "origin that clients see (default: http://127.0.0.1:<port>)"),
		str("fee-address", "", "where the platform fee is paid"),
		num("fee-bp", 50, "platform fee in basis points of the reward, taken out of it"),
		dur("reservation", time.Hour, "how long a pick holds its slot"),
		str("data-dir", "", "directory of the keys (default: $XDG_DATA_HOME/oabpd)"),
		str("sealing-key-file", "", "sealing keyset (default: in --data-dir)"),
		num("registrations-per-day", 5000, "registrations by name in 24 hours; 0 for no limit"),
		num("registrations-per-source", 200, "registrations by name from one network in 24 hours; 0 for no limit"),
		strs("trusted-proxy", "network (CIDR) of a reverse proxy that may name the client in X-Forwarded-For; repeat for more than one"),
		str("agent-name", "oabpd", "name of this board"),
		str("contact", "", "contact in oabp.json: mailto: or https:"),
		str("log-format", "json", "text or json"),
		str("log-level", "info", "debug, info, warn or error"),
	}
}

// knownKeys refuses keys that no command knows. Those of an installation are
// known to every command, so that one file serves them all.
func knownKeys(path string, flags []ucli.Flag) error {
	b, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	var keys map[string]any
	if err := yaml.Unmarshal(b, &keys); err != nil {
		return fmt.Errorf("reading %s: %w", path, err)
	}
	var known, unknown []string
	for _, f := range append(configFlags(), flags...) {
		known = append(known, f.Names()...)
	}
	for k := range keys {
		if !slices.Contains(known, k) {
			unknown = append(unknown, strconv.Quote(k))
		}
	}
	if len(unknown) == 0 {
		return nil
	}
	slices.Sort(unknown)
	return fmt.Errorf("%s: unknown key %s; keys are the names of the flags", path, strings.Join(unknown, ", "))
}

func (c *commands) config(cc *ucli.Context) (*daemon.Config, error) {
	log, err := c.logger(cc)
	if err != nil {
		return nil, err
	}
	cfg := &daemon.Config{
		DatabaseURL: cc.String("database-url"), RPC: cc.StringSlice("rpc"), ChainID: cc.Uint64("chain-id"),
		Confirmations: cc.Uint64("confirmations"), Poll: cc.Duration("poll"), Listen: cc.String("listen"),
		MetricsListen: cc.String("metrics-listen"), PublicURL: cc.String("public-url"), FeeBP: uint32(min(cc.Uint64("fee-bp"), 1<<31)),
		Reservation: cc.Duration("reservation"), DataDir: cc.String("data-dir"), SealingKeyFile: cc.String("sealing-key-file"),
		RegistrationsPerDay: int(cc.Uint64("registrations-per-day")), RegistrationsPerSource: int(cc.Uint64("registrations-per-source")),
		AgentName: cc.String("agent-name"), Contact: cc.String("contact"), Log: log, Version: c.build.Version, Commit: c.build.Commit,
	}
	var problems []error
	if cfg.DataDir == "" {
		cfg.DataDir, err = dataDir()
		if err != nil {
			problems = append(problems, err)
		}
	}
	addr := func(flag, s string) settle.Address {
		if s == "" {
			return settle.Address{}
		}
		a, err := settle.ParseAddress(s)
		if err != nil {
			problems = append(problems, fmt.Errorf("--%s: %w", flag, err))
		}
		return a
	}
	cfg.Token, cfg.FeeAddress = addr("token", cc.String("token")), addr("fee-address", cc.String("fee-address"))
	for _, p := range cc.StringSlice("pay") {
		cfg.Pay = append(cfg.Pay, addr("pay", p))
	}
	for _, p := range cc.StringSlice("trusted-proxy") {
		n, err := netip.ParsePrefix(p)
		if err != nil {
			problems = append(problems, fmt.Errorf("--trusted-proxy %q: want a network such as 10.0.0.0/8", p))
		}
		cfg.TrustedProxies = append(cfg.TrustedProxies, n)
	}
	if f := cc.String("deployments"); f != "" {
		d, err := deploy.Read(f)
		switch {
		case err != nil:
			problems = append(problems, fmt.Errorf("--deployments: %w", err))
		case len(cfg.Pay) > 0:
			problems = append(problems, fmt.Errorf("--deployments and --pay say the same thing; give one of them"))
		default:
			cfg.Pay = []settle.Address{settle.Address(d.Pay)}
			if cfg.Token.IsZero() {
				cfg.Token = settle.Address(d.Token)
			}
		}
	}
	if s := cc.String("start-block"); s != "" {
		var n uint64
		if _, err := fmt.Sscanf(s, "%d", &n); err != nil {
			problems = append(problems, fmt.Errorf("--start-block %q: want a block number", s))
		}
		cfg.StartBlock = &n
	}
	if err := cfg.Validate(); err != nil {
		if u, ok := err.(*daemon.UsageError); ok {
			problems = append(problems, u.Problems...)
		}
	}
	if len(problems) > 0 {
		return nil, &daemon.UsageError{Problems: problems}
	}
	return cfg, nil
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
	return configured(&ucli.Command{
		Name:  "run",
		Usage: "index the chain, serve the API and settle, in one process",
		Flags: configFlags(),
		Action: func(cc *ucli.Context) error {
			cfg, err := c.config(cc)
			if err != nil {
				return err
			}
			app, err := daemon.Open(cc.Context, *cfg)
			if err != nil {
				return err
			}
			defer app.Close()
			return app.Run(cc.Context)
		},
	})
}
