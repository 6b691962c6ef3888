package devchain_test

import (
	"fmt"
	"net"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/oabp/oabpd/cmd/oabpdev/devchain"
	"github.com/oabp/oabpd/cmd/oabpdev/devchain/suite"
	"github.com/oabp/oabpd/cmd/oabpdev/freeport"
)

func start(t *testing.T, o devchain.Options) devchain.Chain {
	t.Helper()
	c, err := devchain.Start(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	})
	return c
}

func TestSuite(t *testing.T) { suite.Run(t, start) }

func TestSecondStartOnThePortAtOnce(t *testing.T) {
	port := freeport.Take(t)
	c, err := devchain.Start(devchain.Options{Port: port})
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	c, err = devchain.Start(devchain.Options{Port: port})
	if err != nil {
		t.Fatal(err)
	}
	if c.Port() != port || !strings.Contains(c.WSURL(), fmt.Sprint(port)) {
		t.Errorf("listens on %s, %s, not %d", c.HTTPURL(), c.WSURL(), port)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestPortTaken(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	port := l.Addr().(*net.TCPAddr).Port
	c, err := devchain.Start(devchain.Options{Port: port})
	if err == nil {
		_ = c.Close()
		t.Fatal("started on a taken port")
	}
	if !strings.Contains(err.Error(), fmt.Sprintf("port %d is taken", port)) {
		t.Errorf("error %v", err)
	}
	if runtime.GOOS == "linux" && !strings.Contains(err.Error(), fmt.Sprintf("process %d", os.Getpid())) {
		t.Errorf("error does not name us: %v", err)
	}
}

func TestNoGoroutineStays(t *testing.T) {
	run := func() {
		c, err := devchain.Start(devchain.Options{BlockTime: 5 * time.Millisecond})
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Mine(t.Context(), 5); err != nil {
			t.Fatal(err)
		}
		if err := c.Close(); err != nil {
			t.Fatal(err)
		}
	}
	run() // what the first start leaves for good, such as libraries' workers
	before := runtime.NumGoroutine()
	for range 3 {
		run()
	}
	for deadline := time.Now().Add(time.Minute); runtime.NumGoroutine() > before; time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			buf := make([]byte, 1<<20)
			t.Fatalf("%d goroutines, then %d\n%s", before, runtime.NumGoroutine(), buf[:runtime.Stack(buf, true)])
		}
	}
}

func TestAccountsAreStable(t *testing.T) {
	// published in stack files and documents: a change breaks their readers
	a, err := devchain.NewAccount(devchain.Deployer)
	if err != nil {
		t.Fatal(err)
	}
	if got := a.Address.Hex(); got != "0x79c9eB5Fc48b4a64cefFC74F02F03E074EA41678" {
		t.Errorf("deployer is %s", got)
	}
	seen := map[string]bool{}
	all, err := devchain.NewAccounts()
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range all {
		if seen[a.PrivateKey()] || len(a.PrivateKey()) != 66 {
			t.Errorf("%s: key %s", a.Name, a.PrivateKey())
		}
		seen[a.PrivateKey()] = true
	}
}

func BenchmarkStart(b *testing.B) {
	for b.Loop() {
		c, err := devchain.Start(devchain.Options{})
		if err != nil {
			b.Fatal(err)
		}
		if err := c.Close(); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkBlock(b *testing.B) {
	c, err := devchain.Start(devchain.Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer c.Close()
	for b.Loop() {
		if err := c.Mine(b.Context(), 1); err != nil {
			b.Fatal(err)
		}
	}
	st, _ := os.ReadFile("/proc/self/status")
	for line := range strings.Lines(string(st)) {
		var kb float64
		if n, _ := fmt.Sscanf(line, "VmRSS: %f kB", &kb); n == 1 {
			b.ReportMetric(kb/1024, "MiB-rss")
		}
	}
}
