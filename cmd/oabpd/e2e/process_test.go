package e2e

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/oabp/oabpd/cmd/oabpdev/freeport"
	"github.com/oabp/oabpd/cmd/oabpdev/tempdir"
)

// buildDir is where TestMain keeps what is built.
var buildDir string

// binary is oabpd, built once for the tests that need a process of its own.
var binary = sync.OnceValues(func() (string, error) {
	path := filepath.Join(buildDir, "oabpd")
	out, err := exec.Command("go", "build", "-o", path, "github.com/oabp/oabpd/cmd/oabpd").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("building oabpd: %w: %s", err, out)
	}
	return path, nil
})

func TestMain(m *testing.M) {
	dir, err := tempdir.Make("oabpd-e2e-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	buildDir = dir.Path
	code := m.Run()
	if !whole.close() && code == 0 {
		code = 1
	}
	_ = dir.Remove()
	os.Exit(code)
}

// process is `oabpd run` on its own.
type process struct {
	*surface
	cmd    *exec.Cmd
	log    *logBuffer
	exited chan struct{}
}

// keyDirs are the data directories of the daemons, by their database: with the keys
// in them the signatures of checkpoints are checked, of which a daemon that lives
// for ten minutes makes one.
var keyDirs sync.Map

// runFlags are those of a daemon over this node.
func (n *node) runFlags(db, dir string, port int, rpc ...string) []string {
	keyDirs.Store(db, dir)
	flags := []string{"run", "--database-url", db, "--data-dir", dir, "--pay", n.contracts.Pay.Address.Hex(), "--start-block", "0",
		"--confirmations", fmt.Sprint(depth), "--poll", "50ms", "--listen", fmt.Sprintf("127.0.0.1:%d", port), "--metrics-listen", "",
		"--fee-address", n.fee.Address.Hex(), "--public-url", fmt.Sprintf("http://127.0.0.1:%d", port), "--log-level", "debug",
		"--trusted-proxy", "127.0.0.0/8"}
	if len(rpc) == 0 {
		rpc = []string{n.chain.HTTPURL(), n.chain.WSURL()}
	}
	for _, u := range rpc {
		flags = append(flags, "--rpc", u)
	}
	return flags
}

// run starts a process; it is killed at the end of the test at the latest.
func (n *node) run(t testing.TB, flags []string, port int) *process {
	t.Helper()
	path, err := binary()
	must(t, err)
	p := &process{surface: &surface{url: fmt.Sprintf("http://127.0.0.1:%d", port), chainID: n.chain.ChainID()}, log: &logBuffer{}, exited: make(chan struct{})}
	p.cmd = exec.Command(path, flags...)
	p.cmd.Stderr = p.log
	must(t, p.cmd.Start())
	go func() {
		_ = p.cmd.Wait()
		close(p.exited)
	}()
	t.Cleanup(func() {
		p.kill()
		if t.Failed() {
			log := p.log.String()
			t.Logf("log of %d:\n%s", p.cmd.Process.Pid, log[max(0, len(log)-4000):])
		}
	})
	return p
}

// kill is kill -9.
func (p *process) kill() {
	_ = p.cmd.Process.Signal(syscall.SIGKILL) // fails if it has ended
	<-p.exited
}

// live waits until the process serves.
func (p *process) live(t testing.TB) {
	t.Helper()
	eventually(t, func() error {
		select {
		case <-p.exited:
			t.Fatalf("it ended: %s", p.log.String())
		default:
		}
		r, err := p.ask(t.Context(), nil, "GET", "/health/live", nil)
		if err == nil && r.status != 200 {
			err = fmt.Errorf("live says %d", r.status)
		}
		return err
	})
}

// leads says whether it is the leader; a process that does not answer is not.
func (p *process) leads(t testing.TB) bool {
	r, err := p.ask(t.Context(), nil, "GET", "/health/ready", nil)
	return err == nil && r.at("leader") == true
}

func (p *process) untilLeads(t testing.TB) {
	t.Helper()
	eventually(t, func() error {
		if !p.leads(t) {
			return errors.New("it does not lead")
		}
		return nil
	})
}

// daemonProcess is a world whose daemon is a process.
func daemonProcess(t *testing.T, n *node, db string, rpc ...string) (*world, *process, []string, int) {
	t.Helper()
	w := &world{node: n, db: db, dir: t.TempDir(), root: t}
	port := freeport.Take(t)
	flags := n.runFlags(db, w.dir, port, rpc...)
	p := n.run(t, flags, port)
	w.surface = p.surface
	p.live(t)
	w.sync(t)
	return w, p, flags, port
}

// exits waits for the process and returns its exit code.
func (p *process) exits(t testing.TB) int {
	t.Helper()
	select {
	case <-p.exited:
		return p.cmd.ProcessState.ExitCode()
	case <-time.After(patience):
		t.Fatalf("it does not end within %s: %s", patience, p.log.String())
		return -1
	}
}

// proxy is a TCP relay to an endpoint that can be cut and mended.
type proxy struct {
	addr, target string
	mu           sync.Mutex
	l            net.Listener
	conns        []net.Conn
}

func newProxy(t testing.TB, target string) *proxy {
	t.Helper()
	p := &proxy{target: strings.TrimPrefix(target, "http://")}
	p.addr = fmt.Sprintf("127.0.0.1:%d", freeport.Take(t)) // it must be there when the cable is mended
	p.mend(t)
	t.Cleanup(p.cut)
	return p
}

func (p *proxy) serve(l net.Listener) {
	p.mu.Lock()
	p.l = l
	p.mu.Unlock()
	go func() {
		for {
			in, err := l.Accept()
			if err != nil {
				return
			}
			out, err := net.Dial("tcp", p.target)
			if err != nil {
				_ = in.Close()
				continue
			}
			p.mu.Lock()
			p.conns = append(p.conns, in, out)
			p.mu.Unlock()
			go relay(in, out)
			go relay(out, in)
		}
	}()
}

func relay(a, b net.Conn) {
	buf := make([]byte, 32<<10)
	for {
		n, err := a.Read(buf)
		if _, werr := b.Write(buf[:n]); err != nil || werr != nil {
			_ = a.Close()
			_ = b.Close()
			return
		}
	}
}

// cut closes everything: connections are refused from now on.
func (p *proxy) cut() {
	p.mu.Lock()
	defer p.mu.Unlock()
	_ = p.l.Close()
	for _, c := range p.conns {
		_ = c.Close()
	}
	p.conns = nil
}

func (p *proxy) mend(t testing.TB) {
	t.Helper()
	l, err := (&net.ListenConfig{}).Listen(context.Background(), "tcp", p.addr)
	must(t, err)
	p.serve(l)
}
