package main

import (
	"context"
	"crypto/ecdsa"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/ethclient"

	"github.com/oabp/oabpd/cmd/oabpd/daemon"
	"github.com/oabp/oabpd/cmd/oabpd/deploy"
	"github.com/oabp/oabpd/cmd/oabpdev/devchain"
	"github.com/oabp/oabpd/cmd/oabpdev/devdeploy"
	"github.com/oabp/oabpd/cmd/oabpdev/devpg"
	"github.com/oabp/oabpd/cmd/oabpdev/tempdir"
	"github.com/oabp/oabpd/migrations"
	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/postgres"
)

// deployBlockTime is the time between blocks while the contracts are deployed.
// Timestamps are whole seconds, so quick blocks run ahead of the clock; few do
// no harm.
const deployBlockTime = 200 * time.Millisecond

// registryDomain names the registry whose key the stack file has, so that what a
// registry does can be tried.
const registryDomain = "registry.localhost"

// confirmations is how many blocks on top the daemon waits for.
const confirmations = 6

// stack is everything that runs.
type stack struct {
	pg          *devpg.Server // nil with --database-url
	databaseURL string
	chain       *devchain.Geth
	contracts   *deploy.Deployments
	feeAddress  common.Address
	adminKey    string
	registry    *ecdsa.PrivateKey
	app         *daemon.App
	dir         string // of the keys
	cancel      context.CancelFunc
	done        chan struct{}
	failed      chan error
	closers     []func()
}

func startStack(ctx context.Context, o options, errOut io.Writer) (_ *stack, err error) {
	s := &stack{failed: make(chan error, 1)}
	defer func() {
		if err != nil {
			s.stop()
		}
	}()
	level := slog.LevelWarn
	if o.verbose {
		level = slog.LevelDebug
	}
	log := slog.New(slog.NewTextHandler(errOut, &slog.HandlerOptions{Level: level}))
	dir, err := tempdir.Make("oabpdev-")
	if err != nil {
		return nil, err
	}
	s.dir = dir.Path
	s.closers = append(s.closers, func() { _ = dir.Remove() })
	if err := portFree(o.apiPort); err != nil {
		return nil, fmt.Errorf("--api-port: %w", err)
	}
	if err := s.startChain(o, log); err != nil {
		return nil, err
	}
	if err := s.startDatabase(ctx, o, log); err != nil {
		return nil, err
	}
	if err := s.deploy(ctx, o); err != nil {
		return nil, err
	}
	return s, s.startDaemon(ctx, o, log)
}

// portFree says who holds a port, before anything is started for nothing.
func portFree(port int) error {
	if port == 0 {
		return nil
	}
	l, err := net.Listen("tcp", "127.0.0.1:"+strconv.Itoa(port))
	if err != nil {
		if who := devchain.PortHolder(port); who != "" {
			return fmt.Errorf("port %d is taken by %s; give another port, or 0 for a free one", port, who)
		}
		return fmt.Errorf("port %d is taken; give another port, or 0 for a free one", port)
	}
	return l.Close()
}

func (s *stack) startChain(o options, log *slog.Logger) (err error) {
	s.chain, err = devchain.Start(devchain.Options{Port: o.rpcPort, Log: log,
		Alloc: types.GenesisAlloc{deploy.Factory: {Code: deploy.FactoryCode, Nonce: 1}}})
	if err != nil {
		return fmt.Errorf("starting the chain (--rpc-port): %w", err)
	}
	s.closers = append(s.closers, func() { _ = s.chain.Close() })
	return nil
}

func (s *stack) startDatabase(ctx context.Context, o options, log *slog.Logger) (err error) {
	s.databaseURL = o.databaseURL
	if s.databaseURL == "" {
		wd, err := os.Getwd()
		if err != nil {
			return err
		}
		s.pg, err = devpg.Start(ctx, devpg.Options{NodeModules: devpg.NodeModules(wd), Log: log, Fast: true})
		if err != nil {
			return fmt.Errorf("starting PostgreSQL: %w", err)
		}
		s.closers = append(s.closers, func() { _ = s.pg.Stop() })
		if err := s.pg.CreateDatabase(ctx, "oabpd"); err != nil {
			return err
		}
		s.databaseURL = s.pg.URL("oabpd")
	}
	return postgres.Migrate(ctx, s.databaseURL, migrations.FS)
}

// deploy puts the contracts on the chain, with quick blocks: each waits for the
// one before it.
func (s *stack) deploy(ctx context.Context, o options) error {
	client, err := ethclient.DialContext(ctx, s.chain.HTTPURL())
	if err != nil {
		return err
	}
	defer client.Close()
	if err := s.chain.SetBlockTime(ctx, min(deployBlockTime, o.blockTime)); err != nil {
		return err
	}
	if s.contracts, err = devdeploy.All(ctx, client, s.chain, nil); err != nil {
		return err
	}
	s.feeAddress = s.contracts.Parameters.FeeRecipient
	return s.chain.SetBlockTime(ctx, o.blockTime)
}

func (s *stack) startDaemon(ctx context.Context, o options, log *slog.Logger) (err error) {
	s.adminKey = rand.Text()
	if s.registry, err = crypto.GenerateKey(); err != nil {
		return fmt.Errorf("making the key of a registry: %w", err)
	}
	zero := uint64(0)
	cfg := daemon.Config{
		Reach:       []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8"), netip.MustParsePrefix("::1/128")},
		DatabaseURL: s.databaseURL, RPC: []string{s.chain.HTTPURL(), s.chain.WSURL()},
		StartBlock: &zero, Confirmations: confirmations, Poll: min(tourBlockTime/2, o.blockTime/2), Listen: "127.0.0.1:" + strconv.Itoa(o.apiPort),
		MetricsListen: "127.0.0.1:0", FeeAddress: settle.Address(s.feeAddress), FeeBP: 50, Reservation: time.Hour, DataDir: s.dir,
		Points: daemon.DefaultPoints("AIGEN"), HumanBounties: o.humanBounties == "on", AdminKey: s.adminKey, AgentName: "oabpdev", Contact: "mailto:oabpd@localhost", Log: log, Version: version, Commit: commit,
	}
	cfg.Registries = []daemon.Registry{{Domain: registryDomain, Address: settle.Address(crypto.PubkeyToAddress(s.registry.PublicKey)), CreatedAt: time.Now()}}
	cfg.Use(&s.contracts.Contracts)
	if s.app, err = daemon.Open(ctx, cfg); err != nil {
		return fmt.Errorf("starting the daemon: %w", err)
	}
	s.closers = append(s.closers, s.app.Close)
	run, cancel := context.WithCancel(ctx)
	s.cancel, s.done = cancel, make(chan struct{})
	go func() {
		defer close(s.done)
		if err := s.app.Run(run); err != nil {
			s.failed <- fmt.Errorf("the daemon failed: %w", err)
		}
	}()
	return s.waitReady(ctx)
}

// waitReady waits until the first blocks are indexed.
func (s *stack) waitReady(ctx context.Context) error {
	t := time.NewTicker(20 * time.Millisecond)
	defer t.Stop()
	deadline := time.After(time.Minute)
	for {
		if h, err := s.app.Engine().Health(ctx); err == nil && h.Tip != nil && h.Tip.Number > 0 {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case err := <-s.failed:
			return err
		case <-deadline:
			return errors.New("the daemon has not indexed a block within a minute; try --verbose")
		case <-t.C:
		}
	}
}

// stop ends everything in the reverse order of its start.
func (s *stack) stop() {
	if s.cancel != nil {
		s.cancel()
		<-s.done
	}
	for i := len(s.closers) - 1; i >= 0; i-- {
		s.closers[i]()
	}
	s.closers = nil
}

// file is the stack file (cli.md); what this version does not deploy is absent.
type file struct {
	API         string            `json:"api"`
	Metrics     string            `json:"metrics"`
	RPC         string            `json:"rpc"`
	WS          string            `json:"ws"`
	DatabaseURL string            `json:"database_url"`
	ChainID     uint64            `json:"chain_id"`
	Token       string            `json:"token"`
	Contracts   map[string]string `json:"contracts"`
	FeeAddress  string            `json:"fee_address"`
	AdminKey    string            `json:"admin_key"`
	Registry    fileRegistry      `json:"registry"`
	Accounts    []fileAccount     `json:"accounts"`
}

// fileRegistry is a registry whose attestations the daemon takes.
type fileRegistry struct {
	Domain     string `json:"domain"`
	PrivateKey string `json:"private_key"`
}

type fileAccount struct {
	Name       string `json:"name"`
	Address    string `json:"address"`
	PrivateKey string `json:"private_key"`
}

func (s *stack) writeFile(path string) error {
	f := file{API: s.app.URL(), Metrics: s.app.MetricsURL(), RPC: s.chain.HTTPURL(), WS: s.chain.WSURL(), DatabaseURL: s.databaseURL,
		ChainID: s.chain.ChainID(), Token: s.contracts.Parameters.Token.Hex(), FeeAddress: s.feeAddress.Hex(), AdminKey: s.adminKey,
		Registry: fileRegistry{registryDomain, fmt.Sprintf("0x%x", crypto.FromECDSA(s.registry))}, Contracts: map[string]string{}}
	for name, c := range s.contracts.Contracts.All() {
		f.Contracts[name] = c.Address.Hex()
	}
	for _, a := range s.chain.Accounts() {
		f.Accounts = append(f.Accounts, fileAccount{a.Name, a.Address.Hex(), a.PrivateKey()})
	}
	b, err := json.MarshalIndent(f, "", "  ")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return fmt.Errorf("making the stack file's directory: %w", err)
	}
	tmp := path + ".new"
	if err := os.WriteFile(tmp, append(b, '\n'), 0o600); err != nil {
		return fmt.Errorf("writing the stack file: %w", err)
	}
	return os.Rename(tmp, path)
}

func (s *stack) removeFile(path string) { _ = os.Remove(path) }

func (s *stack) announce(out io.Writer, stackFile string, took time.Duration) {
	fmt.Fprintf(out, "\nReady after %.1f s.\n", took.Seconds())
	pg := "given by --database-url"
	if s.pg != nil {
		pg = "PostgreSQL " + s.pg.Version()
	}
	for _, l := range [][2]string{
		{"API", s.app.URL()}, {"MCP", s.app.URL() + "/mcp"}, {"metrics", s.app.MetricsURL()},
		{"chain", fmt.Sprintf("%s (id %d), %s", s.chain.HTTPURL(), s.chain.ChainID(), s.chain.WSURL())},
		{"USDC", s.contracts.Parameters.Token.Hex()}, {"pay contract", s.contracts.Contracts.Pay.Address.Hex()},
		{"escrow", s.contracts.Contracts.Escrow.Address.Hex()}, {"database", pg}, {"stack file", stackFile},
	} {
		fmt.Fprintf(out, "  %-13s %s\n", l[0], l[1])
	}
}
