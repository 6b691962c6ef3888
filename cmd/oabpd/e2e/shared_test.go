package e2e

import (
	"context"
	"fmt"
	"os"
	"sync"
	"testing"
)

// wholeRun is what outlives single tests: TestMain ends it. It is a
// testing.TB for what is made once and used by many.
type wholeRun struct {
	testing.TB // nil: what is not overridden must not be called
	ctx        context.Context
	end        context.CancelFunc
	mu         sync.Mutex
	cleanups   []func()
	failed     bool
}

func newWholeRun() *wholeRun {
	r := &wholeRun{}
	r.ctx, r.end = context.WithCancel(context.Background())
	return r
}

func (r *wholeRun) Helper()                  {}
func (r *wholeRun) Context() context.Context { return r.ctx }
func (r *wholeRun) Name() string             { return "TestMain" }
func (r *wholeRun) Failed() bool             { return r.failed }
func (r *wholeRun) Logf(f string, a ...any)  { fmt.Fprintf(os.Stderr, f+"\n", a...) }
func (r *wholeRun) Log(a ...any)             { fmt.Fprintln(os.Stderr, a...) }
func (r *wholeRun) Fatal(a ...any)           { panic(fmt.Sprint(a...)) }
func (r *wholeRun) Fatalf(f string, a ...any) {
	panic(fmt.Sprintf(f, a...))
}
func (r *wholeRun) Error(a ...any) { r.Errorf("%s", fmt.Sprint(a...)) }
func (r *wholeRun) Errorf(f string, a ...any) {
	r.failed = true
	r.Logf(f, a...)
}

func (r *wholeRun) Cleanup(f func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.cleanups = append(r.cleanups, f)
}

func (r *wholeRun) TempDir() string {
	dir, err := os.MkdirTemp(buildDir, "")
	if err != nil {
		r.Fatal(err)
	}
	return dir
}

// close ends what lives, newest first, and reports whether all went well.
func (r *wholeRun) close() bool {
	for k := len(r.cleanups) - 1; k >= 0; k-- {
		r.cleanups[k]()
	}
	r.end()
	return !r.failed
}

var whole = newWholeRun()

// board is the daemon that the tests of the board's weaknesses share; they run
// one after the other.
var board = sync.OnceValue(func() *world { return newWorld(whole, startGeth(whole, 0)) })

// weakness gives a test the shared daemon on a fresh tip, and proves at its end
// that the journal says it all (see proves).
func weakness(t *testing.T) *world {
	t.Helper()
	w := board()
	w.mine(t, 1)
	t.Cleanup(func() {
		if !t.Failed() {
			w.proves(cleaning{t})
		}
	})
	return w
}

// cleaning is a test whose context has ended.
type cleaning struct{ testing.TB }

func (cleaning) Context() context.Context { return whole.ctx }
