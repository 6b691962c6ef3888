// Package freeport gives tests TCP ports that stay theirs.
//
// A port that the system chose for a listener which is closed again may be
// given to any connection that anybody opens in the next moment. For what must
// start on a known port, or come back to it, that is a test that fails now and
// then.
//
// # Guarantees
//
//   - A port is below those that the system gives out by itself.
//   - No two tests, in one process or several of one user, have the same port at
//     the same time.
//   - Nothing listened on it when it was given.
package freeport

import (
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

const (
	lowest     = 15_000
	tries      = 1000
	anyHighest = 32_767 // where the system does not say from which port on it chooses
)

// Take gives a port of 127.0.0.1 until the test ends. Without one the test fails.
func Take(t testing.TB) int {
	t.Helper()
	dir := filepath.Join(os.TempDir(), fmt.Sprintf("oabpd-ports-%d", os.Geteuid()))
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatalf("taking a port: %v", err)
	}
	for range tries {
		port := lowest + rand.IntN(highest()-lowest+1)
		lock, err := os.OpenFile(filepath.Join(dir, fmt.Sprint(port)), os.O_RDWR|os.O_CREATE, 0o600)
		if err != nil {
			t.Fatalf("taking a port: %v", err)
		}
		if syscall.Flock(int(lock.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) != nil || !quiet(port) {
			_ = lock.Close()
			continue
		}
		t.Cleanup(func() { _ = lock.Close() }) // the file stays: removing it would give the port to two
		return port
	}
	t.Fatalf("taking a port: none of %d tried is free", tries)
	return 0
}

// highest is the last port that the system does not give out by itself.
func highest() int {
	var low, high int
	if b, err := os.ReadFile("/proc/sys/net/ipv4/ip_local_port_range"); err == nil {
		if _, err := fmt.Sscan(string(b), &low, &high); err == nil && low > lowest+tries {
			return low - 1
		}
	}
	return anyHighest
}

func quiet(port int) bool {
	l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port))
	if err != nil {
		return false
	}
	return l.Close() == nil
}
