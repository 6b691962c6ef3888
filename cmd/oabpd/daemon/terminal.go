package daemon

import (
	"bytes"
	"io"
	"sync"
)

// Terminal is a terminal that log lines and one bar share: a bar is the lowest
// line, and lines of the log come above it. It is safe for concurrent use.
type Terminal struct {
	mu  sync.Mutex
	w   io.Writer
	bar string
	// open says that the newest line of the log has no end yet.
	open bool
}

// NewTerminal makes one of a writer that understands the control sequences of
// ECMA-48.
func NewTerminal(w io.Writer) *Terminal { return &Terminal{w: w} }

const (
	// clearLine begins the line anew. A bar never wraps, so it has one line.
	clearLine = "\r\x1b[K"
	noWrap    = "\x1b[?7l"
	wrap      = "\x1b[?7h"
)

// Write writes a part of the log, usually one line.
func (t *Terminal) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(p) == 0 {
		return 0, nil
	}
	if t.bar == "" || t.open {
		t.open = p[len(p)-1] != '\n'
		n, err := t.w.Write(p)
		if err == nil && !t.open {
			err = t.draw()
		}
		return n, err
	}
	t.open = p[len(p)-1] != '\n'
	var b bytes.Buffer
	b.WriteString(clearLine)
	b.Write(p)
	if !t.open {
		b.WriteString(noWrap + t.bar + wrap)
	}
	if _, err := t.w.Write(b.Bytes()); err != nil {
		return 0, err
	}
	return len(p), nil
}

func (t *Terminal) draw() error {
	if t.bar == "" {
		return nil
	}
	_, err := io.WriteString(t.w, clearLine+noWrap+t.bar+wrap)
	return err
}

// Bar shows a line as the bar, in place of the one before. A last one stays, and
// what comes next is written below.
func (t *Terminal) Bar(line string, last bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.bar = line
	if t.open {
		if !last {
			return // drawn at the end of the line that is being written
		}
		_, _ = io.WriteString(t.w, "\n")
		t.open = false
	}
	_ = t.draw()
	if last {
		_, _ = io.WriteString(t.w, "\n")
		t.bar = ""
	}
}
