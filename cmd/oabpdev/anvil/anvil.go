package anvil

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"sync"
	"syscall"
	"time"

	"github.com/ethereum/go-ethereum/rpc"

	"github.com/oabp/oabpd/cmd/oabpdev/devchain"
	"github.com/oabp/oabpd/cmd/oabpdev/tempdir"
)

// Options say what chain to start; see devchain.Options.
type Options struct {
	devchain.Options

	// Bin is the anvil binary. Empty: the npm package in NodeModules.
	Bin string
	// NodeModules are node_modules directories to look in.
	NodeModules []string
}

// ErrNotInstalled reports that there is no native anvil binary.
var ErrNotInstalled = errors.New("anvil is not installed (npm ci)")

// startTimeout bounds the time until anvil listens.
const startTimeout = 30 * time.Second

// Anvil is a running anvil.
type Anvil struct {
	chainID  uint64
	accounts []devchain.Account
	addr     string // host:port
	dir      string // that of temp
	temp     *tempdir.Dir

	cmd    *exec.Cmd
	exited chan struct{}
	client *rpc.Client
	miner  *devchain.Miner
	clock  uint64 // timestamp of the newest block made so far; of the miner's goroutine
	now    func() time.Time

	close    sync.Once
	closeErr error
}

var _ devchain.Chain = (*Anvil)(nil)

// FindBinary returns the native binary in one of the node_modules directories.
func FindBinary(nodeModules []string) (string, error) {
	pkg := fmt.Sprintf("anvil-%s-%s", runtime.GOOS, runtime.GOARCH)
	for _, nm := range nodeModules {
		bin := filepath.Join(nm, "@foundry-rs", pkg, "bin", "anvil")
		if st, err := os.Stat(bin); err == nil && st.Mode().IsRegular() {
			return bin, nil
		}
	}
	return "", fmt.Errorf("%w: @foundry-rs/%s in %q", ErrNotInstalled, pkg, nodeModules)
}

// Start starts a chain. It listens when Start returns. ctx bounds the start.
func Start(ctx context.Context, o Options) (_ *Anvil, err error) {
	o.Options = o.WithDefaults()
	a := &Anvil{chainID: o.ChainID, now: o.Now}
	defer func() {
		if err != nil {
			a.kill()
		}
	}()
	if a.accounts, err = devchain.NewAccounts(); err != nil {
		return nil, err
	}
	if o.Bin == "" {
		if o.Bin, err = FindBinary(o.NodeModules); err != nil {
			return nil, err
		}
	}
	if o.Bin, err = filepath.Abs(o.Bin); err != nil { // it runs in another directory
		return nil, fmt.Errorf("finding anvil: %w", err)
	}
	if a.temp, err = tempdir.Make("oabpd-anvil-"); err != nil {
		return nil, fmt.Errorf("making anvil's directory: %w", err)
	}
	a.dir = a.temp.Path
	genesis := filepath.Join(a.dir, "genesis.json")
	if err := a.writeGenesis(genesis, o); err != nil {
		return nil, err
	}
	if err := a.launch(ctx, o, genesis); err != nil {
		return nil, err
	}
	if a.client, err = rpc.DialContext(ctx, a.HTTPURL()); err != nil {
		return nil, fmt.Errorf("connecting to anvil: %w", err)
	}
	head, err := a.head(ctx)
	if err != nil {
		return nil, err
	}
	a.clock = head.Timestamp
	a.miner = devchain.NewMiner(o.BlockTime, a.commit, o.Log)
	o.Log.Info("anvil is up", "chain_id", o.ChainID, "address", a.addr, "pid", a.cmd.Process.Pid)
	return a, nil
}

func (a *Anvil) writeGenesis(path string, o Options) error {
	g, err := devchain.Genesis(o.ChainID, o.GasLimit, o.Now(), a.accounts, o.Alloc)
	if err != nil {
		return err
	}
	b, err := json.Marshal(g)
	if err != nil {
		return fmt.Errorf("encoding the genesis block: %w", err)
	}
	if err := os.WriteFile(path, b, 0o600); err != nil {
		return fmt.Errorf("writing the genesis block: %w", err)
	}
	return nil
}

// launch starts the program and waits for the line that tells its address.
func (a *Anvil) launch(ctx context.Context, o Options, genesis string) error {
	a.cmd = exec.Command(o.Bin, "--host", "127.0.0.1", "--port", strconv.Itoa(o.Port),
		"--chain-id", strconv.FormatUint(o.ChainID, 10), "--init", genesis, "--no-mining", "--hardfork", "prague",
		"--gas-limit", strconv.FormatUint(o.GasLimit, 10), "--accounts", "1", "--order", "fifo")
	a.cmd.Dir = a.dir
	a.cmd.Env = []string{"HOME=" + a.dir, "TMPDIR=" + a.dir, "NO_COLOR=1", "PATH=/usr/bin:/bin"}
	a.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // Ctrl-C reaches us alone
	dieWithParent(a.cmd.SysProcAttr)
	// a pipe of our own, so that the exit is noticed whatever the reader does
	r, w, err := os.Pipe()
	if err != nil {
		return fmt.Errorf("making anvil's pipe: %w", err)
	}
	a.cmd.Stdout, a.cmd.Stderr = w, w
	err = a.startLocked()
	_ = w.Close()
	if err != nil {
		_ = r.Close()
		return fmt.Errorf("starting anvil: %w", err)
	}
	found, tail, read := make(chan string, 1), &tailWriter{}, make(chan struct{})
	go func() { // ends with anvil
		readOutput(r, found, tail)
		close(read)
	}()
	select {
	case a.addr = <-found:
		return nil
	case <-a.exited:
		select { // what it said may still be in the pipe
		case <-read:
		case <-time.After(time.Second):
		}
		return explain(o.Port, tail)
	case <-time.After(startTimeout):
		return fmt.Errorf("anvil does not listen after %v", startTimeout)
	case <-ctx.Done():
		return fmt.Errorf("starting anvil: %w", ctx.Err())
	}
}

func explain(port int, tail *tailWriter) error {
	if holder := devchain.PortHolder(port); port != 0 && holder != "" {
		return fmt.Errorf("starting anvil: port %d is taken by %s", port, holder)
	}
	return fmt.Errorf("anvil ended during its start: %s", tail.String())
}

// startLocked starts anvil from a thread that lives as long as anvil does: the
// parent death signal comes when the starting thread ends.
func (a *Anvil) startLocked() error {
	a.exited = make(chan struct{})
	started := make(chan error, 1)
	go func() {
		defer close(a.exited)
		runtime.LockOSThread() // never unlocked
		err := a.cmd.Start()
		started <- err
		if err == nil {
			_ = a.cmd.Wait()
		}
	}()
	return <-started
}

// readOutput passes the address on and throws the log of requests away.
func readOutput(r io.ReadCloser, found chan<- string, tail *tailWriter) {
	defer r.Close()
	listening := regexp.MustCompile(`^Listening on (127\.0\.0\.1:\d+)`)
	sc := bufio.NewScanner(r)
	for sc.Scan() {
		if m := listening.FindSubmatch(sc.Bytes()); m != nil {
			found <- string(m[1])
			break
		}
		tail.add(sc.Text())
	}
	_, _ = io.Copy(io.Discard, r)
}

// tailWriter keeps the last lines of the output.
type tailWriter struct {
	mu    sync.Mutex
	lines []string
}

func (w *tailWriter) add(line string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.lines = append(w.lines[max(0, len(w.lines)-9):], line)
}

// String returns the lines.
func (w *tailWriter) String() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return fmt.Sprintf("%q", w.lines)
}

// HTTPURL implements devchain.Chain.
func (a *Anvil) HTTPURL() string { return "http://" + a.addr }

// WSURL implements devchain.Chain.
func (a *Anvil) WSURL() string { return "ws://" + a.addr }

// ChainID implements devchain.Chain.
func (a *Anvil) ChainID() uint64 { return a.chainID }

// Accounts implements devchain.Chain.
func (a *Anvil) Accounts() []devchain.Account { return slices.Clone(a.accounts) }

// Account implements devchain.Chain.
func (a *Anvil) Account(name string) (devchain.Account, bool) {
	return devchain.Find(a.accounts, name)
}

// Client is for anvil's own methods (anvil_…, evm_…); use it with the ticker
// stopped if they make blocks.
func (a *Anvil) Client() *rpc.Client { return a.client }

// PID is anvil's process id.
func (a *Anvil) PID() int { return a.cmd.Process.Pid }

// Close implements devchain.Chain.
func (a *Anvil) Close() error {
	a.close.Do(func() {
		a.miner.Stop()
		a.closeErr = a.kill()
	})
	return a.closeErr
}

// kill ends what has been started, however far that was. anvil has nothing to
// save, so it is not asked.
func (a *Anvil) kill() error {
	if a.client != nil {
		a.client.Close()
	}
	if a.cmd != nil && a.cmd.Process != nil {
		_ = a.cmd.Process.Kill() // fails if it has ended
		<-a.exited
	}
	if a.temp == nil {
		return nil
	}
	if err := a.temp.Remove(); err != nil {
		return fmt.Errorf("removing anvil's directory: %w", err)
	}
	return nil
}
