package anvil_test

import (
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/oabp/oabpd/cmd/oabpdev/anvil"
	"github.com/oabp/oabpd/cmd/oabpdev/devchain"
	"github.com/oabp/oabpd/cmd/oabpdev/devchain/suite"
)

// nodeModules is where npm ci puts the binary, beside go.mod.
func nodeModules() []string { return []string{filepath.Join("..", "..", "..", "node_modules")} }

func needBinary(t testing.TB) {
	t.Helper()
	if _, err := anvil.FindBinary(nodeModules()); err != nil {
		t.Fatalf("npm ci installs anvil: %v", err)
	}
}

func TestSuite(t *testing.T) {
	needBinary(t)
	suite.Run(t, func(t *testing.T, o devchain.Options) devchain.Chain {
		a, err := anvil.Start(t.Context(), anvil.Options{Options: o, NodeModules: nodeModules()})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			if err := a.Close(); err != nil {
				t.Error(err)
			}
			if err := syscall.Kill(a.PID(), 0); !errors.Is(err, syscall.ESRCH) {
				t.Errorf("anvil %d lives on: %v", a.PID(), err)
			}
		})
		return a
	})
}

func TestPortTaken(t *testing.T) {
	needBinary(t)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	port := l.Addr().(*net.TCPAddr).Port
	a, err := anvil.Start(t.Context(), anvil.Options{Options: devchain.Options{Port: port}, NodeModules: nodeModules()})
	if err == nil {
		_ = a.Close()
		t.Fatal("started on a taken port")
	}
	if !strings.Contains(err.Error(), fmt.Sprint(port)) {
		t.Errorf("error %v", err)
	}
}

func TestNotInstalled(t *testing.T) {
	if _, err := anvil.Start(t.Context(), anvil.Options{NodeModules: []string{t.TempDir()}}); !errors.Is(err, anvil.ErrNotInstalled) {
		t.Errorf("got %v", err)
	}
	// a program that ends at once is reported with what it said
	bin := filepath.Join(t.TempDir(), "anvil")
	if err := os.WriteFile(bin, []byte("#!/bin/sh\necho wrong machine >&2\nexit 1\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	if _, err := anvil.Start(t.Context(), anvil.Options{Bin: bin}); err == nil || !strings.Contains(err.Error(), "wrong machine") {
		t.Errorf("got %v", err)
	}
}

func BenchmarkStart(b *testing.B) {
	needBinary(b)
	for b.Loop() {
		a, err := anvil.Start(b.Context(), anvil.Options{NodeModules: nodeModules()})
		if err != nil {
			b.Fatal(err)
		}
		if err := a.Close(); err != nil {
			b.Fatal(err)
		}
	}
}
