package freeport

import (
	"fmt"
	"net"
	"testing"
)

func TestPortsAreOfOneTest(t *testing.T) {
	seen := map[int]bool{}
	for range 200 {
		p := Take(t)
		if seen[p] || p < lowest || p > highest() {
			t.Fatalf("port %d, seen %v, highest %d", p, seen[p], highest())
		}
		seen[p] = true
	}
	first := 0
	t.Run("one", func(t *testing.T) { first = Take(t) })
	l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", first))
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if quiet(first) {
		t.Error("a port that is listened on is quiet")
	}
	if l, err := net.Listen("tcp", "127.0.0.1:0"); err != nil || l.Addr().(*net.TCPAddr).Port <= highest() {
		t.Errorf("the system gives out %v, %v", l.Addr(), err)
	} else {
		_ = l.Close()
	}
}
