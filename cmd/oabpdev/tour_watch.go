package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"golang.org/x/term"
)

// watch shows the confirmations, and the state, until poll says that it is done.
func (t *guide) watch(ctx context.Context, poll func() (n int, state string, done bool, err error)) error {
	live := isTerminal(t.out)
	deadline := time.Now().Add(5 * time.Minute)
	for shown := -1; ; {
		n, state, done, err := poll()
		if err != nil {
			return err
		}
		if done {
			t.progress(live, confirmations, state)
			if live {
				t.say("")
			}
			return nil
		}
		if live || n != shown && n < confirmations {
			t.progress(live, n, state)
			shown = n
		}
		if time.Now().After(deadline) {
			return fmt.Errorf("after 5 minutes it is still %q", state)
		}
		if err := pause(ctx, 100*time.Millisecond); err != nil {
			return err
		}
	}
}

func pause(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}

func (t *guide) progress(live bool, n int, state string) {
	n = min(max(n, 0), confirmations)
	bar := strings.Repeat("#", n) + strings.Repeat(".", confirmations-n)
	line := fmt.Sprintf("    [%s] %d/%d blocks  %s", bar, n, confirmations, state)
	if live {
		fmt.Fprintf(t.out, "\r\x1b[K%s", line)
		return
	}
	t.say("%s", line)
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}
