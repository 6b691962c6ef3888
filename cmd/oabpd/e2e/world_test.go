package e2e

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/netip"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/ethclient"

	"github.com/oabp/oabpd/cmd/oabpd/cli"
	"github.com/oabp/oabpd/cmd/oabpd/daemon"
	"github.com/oabp/oabpd/cmd/oabpdev/anvil"
	"github.com/oabp/oabpd/cmd/oabpdev/devchain"
	"github.com/oabp/oabpd/migrations"
	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/postgres"
	"github.com/oabp/oabpd/settle/postgres/pgtest"
)

// onBothChains runs a suite on go-ethereum and on anvil, each with a daemon and
// a database of its own.
func onBothChains(t *testing.T, suite func(t *testing.T, w *world)) {
	t.Parallel()
	t.Run("geth", func(t *testing.T) {
		t.Parallel()
		suite(t, newWorld(t, startGeth(t, 0)))
	})
	t.Run("anvil", func(t *testing.T) {
		t.Parallel()
		nm := []string{filepath.Join("..", "..", "..", "node_modules")}
		if _, err := anvil.FindBinary(nm); err != nil {
			t.Fatalf("anvil is half of this suite (npm ci installs it): %v", err)
		}
		a, err := anvil.Start(t.Context(), anvil.Options{NodeModules: nm})
		must(t, err)
		t.Cleanup(func() { _ = a.Close() })
		suite(t, newWorld(t, a))
	})
}

// world is a node and a daemon over it, run in this process.
type world struct {
	*node
	*surface
	db, dir string
	log     *logBuffer
	app     *daemon.App
	tweak   func(*daemon.Config)
	stop    func()
	people  int
	byChain atomic.Bool  // the daemon's clock is the chain's
	stopped atomic.Int64 // what the daemon's clock shows, in Unix seconds; 0: the wall's
	root    testing.TB   // the daemon lives as long as it
	proved  int64        // the newest fact when proves looked
}

func newWorld(t testing.TB, c devchain.Chain) *world {
	t.Helper()
	return over(t, deployed(t, c))
}

// over is a daemon over a node.
func over(t testing.TB, n *node) *world {
	t.Helper()
	w := &world{node: n, db: newDB(t), dir: t.TempDir(), log: &logBuffer{}, root: t}
	t.Cleanup(func() {
		if t.Failed() {
			log := w.log.String()
			t.Logf("log of the daemon:\n%s", log[max(0, len(log)-4000):])
		}
	})
	w.start(t)
	return w
}

// start opens and runs the daemon until stop or the end of the test.
func (w *world) start(t testing.TB) {
	t.Helper()
	cfg := w.config()
	var err error
	if w.app, err = daemon.Open(t.Context(), cfg); err != nil {
		t.Fatalf("opening the daemon: %v", err)
	}
	w.surface = &surface{url: w.app.URL(), chainID: w.chain.ChainID()}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- w.app.Run(ctx) }()
	var once sync.Once
	app := w.app
	w.stop = func() {
		once.Do(func() {
			cancel()
			select {
			case err := <-done:
				if err != nil {
					w.root.Errorf("the daemon ended with %v", err)
				}
			case <-time.After(patience):
				w.root.Error("the daemon does not stop")
			}
			app.Close()
		})
	}
	w.root.Cleanup(w.stop)
	w.sync(t)
}

func (w *world) config() daemon.Config {
	zero := uint64(0)
	keyDirs.Store(w.db, w.dir)
	cfg := daemon.Config{
		DatabaseURL: w.db, RPC: []string{w.chain.HTTPURL(), w.chain.WSURL()},
		Contracts:  w.escrowContracts(),
		StartBlock: &zero, Confirmations: depth, Poll: 50 * time.Millisecond, TagsEvery: -1, PauseEvery: 100 * time.Millisecond, AuditEvery: time.Second, Listen: "127.0.0.1:0", MetricsListen: "127.0.0.1:0",
		FeeAddress: settle.Address(w.fee.Address), FeeBP: 50, Reservation: time.Hour, DataDir: w.dir, AgentName: "e2e", Now: w.clock, TrustedProxies: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")},
		Log: slog.New(slog.NewTextHandler(w.log, &slog.HandlerOptions{Level: slog.LevelDebug})), Version: "e2e",
	}
	cfg.Use(w.contracts)
	if w.tweak != nil {
		w.tweak(&cfg)
	}
	return cfg
}

// clock is the daemon's.
func (w *world) clock() time.Time {
	if at := w.stopped.Load(); at != 0 {
		return time.Unix(at, 0)
	}
	return time.Now()
}

// atOneMoment runs f while the daemon's clock stands still, whatever f takes.
func (w *world) atOneMoment(f func()) {
	if w.stopped.CompareAndSwap(0, w.clock().Unix()) {
		defer w.stopped.Store(0)
	}
	f()
}

// passes lets time pass, on the daemon's clock and on the chain's, in one block;
// two if a transaction waits for one. From then on the daemon's clock is the
// chain's, since the chain's goes by blocks and not by the wall's.
func (w *world) passes(t testing.TB, d time.Duration) {
	t.Helper()
	head, err := w.client.HeaderByNumber(t.Context(), nil)
	must(t, err)
	if behind := w.clock().Unix() - int64(head.Time); behind > 0 {
		d += time.Duration(behind) * time.Second
	}
	must(t, w.chain.AdvanceTime(t.Context(), d))
	w.byChain.Store(true)
	w.sync(t)
}

// later is passes, and a block on top.
func (w *world) later(t testing.TB, d time.Duration) {
	t.Helper()
	w.passes(t, d)
	w.mine(t, 1)
}

// escrowContracts are the escrow and the contracts beside it.
func (n *node) escrowContracts() settle.Contracts {
	c := n.contracts
	return settle.Contracts{Escrow: settle.Address(c.Escrow.Address), Agents: settle.Address(c.Agents.Address), Vote: settle.Address(c.Vote.Address),
		Oracles: settle.Address(c.Oracles.Address), AttestationOracle: settle.Address(c.AttestationOracle.Address), Reputation: settle.Address(c.Reputation.Address)}
}

// depth is the confirmations that every daemon here wants.
const depth = 6

// mine makes blocks and waits until the daemon has seen them.
func (w *world) mine(t testing.TB, n int) {
	t.Helper()
	if n > 0 {
		must(t, w.chain.Mine(t.Context(), n))
	}
	w.sync(t)
}

// mined makes one block with the transactions in it, which must succeed.
func (w *world) mined(t testing.TB, txs ...common.Hash) *types.Receipt {
	t.Helper()
	w.mine(t, 1)
	return w.succeeded(t, txs...)
}

// sync waits until the daemon's tip is the node's head.
func (w *world) sync(t testing.TB) {
	t.Helper()
	eventually(t, func() error {
		head, err := w.client.HeaderByNumber(t.Context(), nil)
		if err != nil {
			return err
		}
		r, err := w.ask(t.Context(), nil, "GET", "/health/ready", nil)
		if err != nil {
			return err
		}
		if r.str("tip.number") != head.Number.String() || r.str("tip.hash") != head.Hash().Hex() {
			return fmt.Errorf("the head is %d %s, the daemon says %d %s", head.Number, head.Hash(), r.status, clip(r.body))
		}
		if w.byChain.Load() {
			w.stopped.Store(int64(head.Time))
		}
		return nil
	})
}

// patience is how long a test waits for what must come. It is no promise about
// time: nothing that works comes near it, on the busiest machine.
const patience = time.Minute

func eventually(t testing.TB, f func() error) {
	t.Helper()
	deadline := time.Now().Add(patience)
	for wait := time.Millisecond; ; wait = min(2*wait, 50*time.Millisecond) {
		err := f()
		if err == nil {
			return
		}
		if time.Now().After(deadline) || t.Context().Err() != nil {
			t.Fatalf("not within %s: %v", patience, err)
		}
		time.Sleep(wait)
	}
}

// scenario runs one, and then proves that the journal says it all (see proves).
func (w *world) scenario(t *testing.T, name string, f func(t *testing.T)) {
	t.Run(name, func(t *testing.T) {
		w.mine(t, 1) // a fresh tip, whatever the last one took
		f(t)
		if !t.Failed() {
			w.proves(t)
		}
	})
}

// proves is checkRebuild, if the journal has grown by half since the last time:
// it costs as much as the journal is long, and would be most of what a suite does
// over one world. Once more at the end of the world it is run in any case.
func (w *world) proves(t testing.TB) {
	t.Helper()
	if w.proved == 0 {
		w.root.Cleanup(func() {
			if !w.root.Failed() {
				checkRebuild(cleaning{w.root}, w.db)
			}
		})
	}
	if n := scalar(t, w.db, "select coalesce(max(seq), 0) from journal"); 2*n >= 3*w.proved {
		checkRebuild(t, w.db)
		w.proved = n
	}
}

// oneCommand at a time: the library of flags has variables of its package.
var oneCommand sync.Mutex

// oabpd runs a command line in this process.
func oabpd(t testing.TB, args ...string) (code int, out string) {
	t.Helper()
	oneCommand.Lock()
	defer oneCommand.Unlock()
	var b bytes.Buffer
	code = cli.Main(t.Context(), append([]string{"oabpd"}, args...), cli.Build{Version: "e2e"}, cli.Streams{In: strings.NewReader(""), Out: &b, Err: &b})
	return code, b.String()
}

// checkRebuild: folding the journal again gives the state that is stored, the
// journal is whole, and the audit, which reads the same chain, finds no fault.
func checkRebuild(t testing.TB, db string) {
	t.Helper()
	keys, ok := keyDirs.Load(db)
	if !ok {
		keys = t.TempDir()
	}
	if code, out := oabpd(t, "journal", "verify", "--state", "--database-url", db, "--data-dir", keys.(string)); code != 0 {
		t.Fatalf("journal verify exits %d: %s", code, out)
	}
	if code, out := oabpd(t, "incidents", "list", "--all", "--database-url", db); code != 0 || strings.Contains(out, string(settle.IncidentAudit)) {
		t.Fatalf("incidents list exits %d: %s", code, out)
	}
	code, out := oabpd(t, "rebuild", "--check", "--database-url", db)
	if code != 0 || !strings.Contains(out, "equal") {
		t.Fatalf("rebuild --check exits %d: %s", code, out)
	}
	rebuilt := ""
	for line := range strings.Lines(out) {
		if f := strings.Fields(line); len(f) == 2 && f[0] == "rebuilt" {
			rebuilt = strings.TrimPrefix(f[1], "0x")
		}
	}
	code, out = oabpd(t, "state-digest", "--database-url", db)
	if code != 0 || rebuilt == "" || !strings.HasPrefix(out, rebuilt+" ") {
		t.Fatalf("state-digest exits %d with %s; the rebuild found %s", code, out, rebuilt)
	}
}

func newDB(t testing.TB) string {
	t.Helper()
	return pgtest.NewDB(t, schemaVersion(t), func(ctx context.Context, url string) error { return postgres.Migrate(ctx, url, migrations.FS) })
}

func schemaVersion(t testing.TB) string {
	t.Helper()
	h := sha256.New()
	must(t, fs.WalkDir(migrations.FS, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := fs.ReadFile(migrations.FS, path)
		h.Write(b)
		return err
	}))
	return "settle-" + hex.EncodeToString(h.Sum(nil)[:8])
}

// logBuffer is a log that can be read while it is written.
type logBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *logBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

// String is everything logged so far.
func (l *logBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// errNotYet says that what is waited for has not come.
var errNotYet = errors.New("not yet")

func dial(t testing.TB, url string) *ethclient.Client {
	t.Helper()
	c, err := ethclient.DialContext(t.Context(), url)
	must(t, err)
	t.Cleanup(c.Close)
	return c
}
