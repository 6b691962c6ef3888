package cli

import (
	"fmt"
	"io"
	"log/slog"
	"os"
	"strings"
	"sync"
	"syscall"
	"testing"
	"unsafe"
)

// pty is a pair of files: what is written to the terminal is read from the other.
func pty(t *testing.T) (far, terminal *os.File) {
	t.Helper()
	far, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = far.Close() })
	ioctl := func(request uintptr, arg *int32) {
		t.Helper()
		raw, err := far.SyscallConn()
		if err != nil {
			t.Fatal(err)
		}
		var errno syscall.Errno
		if err := raw.Control(func(fd uintptr) {
			_, _, errno = syscall.Syscall(syscall.SYS_IOCTL, fd, request, uintptr(unsafe.Pointer(arg)))
		}); err != nil || errno != 0 {
			t.Fatal(err, errno)
		}
	}
	var unlock, number int32
	ioctl(syscall.TIOCSPTLCK, &unlock)
	ioctl(syscall.TIOCGPTN, &number)
	terminal, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = terminal.Close() })
	return far, terminal
}

// screen is what a terminal shows, line by line, of what was written to it.
func screen(out string) (lines []string) {
	var line []rune
	column := 0
	put := func(r rune) {
		for len(line) <= column {
			line = append(line, ' ')
		}
		line[column] = r
		column++
	}
	for in := []rune(out); len(in) > 0; in = in[1:] {
		switch {
		case in[0] == '\r':
			column = 0
		case in[0] == '\n':
			lines, line, column = append(lines, string(line)), nil, 0
		case in[0] == '\x1b' && len(in) > 2 && in[1] == '[':
			end := 2
			for end < len(in) && (in[end] < '@' || in[end] > '~') {
				end++
			}
			if end < len(in) && in[end] == 'K' {
				line = line[:min(column, len(line))]
			}
			in = in[min(end, len(in)-1):]
		default:
			put(in[0])
		}
	}
	return append(lines, string(line))
}

// The bar and the log share a terminal: whoever writes when, no line holds parts of
// both, every line of the log is there, and the bar stays the lowest line.
func TestBarAndLogShareATerminal(t *testing.T) {
	far, near := pty(t)
	term := terminal(near)
	if term == nil {
		t.Fatal("not taken for a terminal")
	}
	log := slog.New(slog.NewTextHandler(term, nil))
	read := make(chan string)
	go func() {
		var all strings.Builder
		buf := make([]byte, 4096)
		for !strings.Contains(all.String(), "another bar\x1b[?7h") {
			n, err := far.Read(buf)
			all.Write(buf[:n])
			if err != nil {
				t.Error(err)
				break
			}
		}
		read <- all.String()
	}()
	const n = 200
	var writers sync.WaitGroup
	for w := range 3 {
		writers.Go(func() {
			for k := range n {
				log.Info("stored", "writer", w, "number", k)
			}
		})
	}
	writers.Go(func() {
		for k := range n {
			term.Bar(fmt.Sprintf("bar %d of %d", k, n), false)
		}
	})
	writers.Wait()
	term.Bar("bar at the end", true)
	log.Info("after the bar")
	term.Bar("another bar", false)
	lines := screen(<-read)
	logged := 0
	for i, l := range lines {
		l = strings.TrimRight(l, " ")
		switch {
		case strings.HasPrefix(l, "time=") && strings.Contains(l, "msg=") && !strings.Contains(l, "bar at") && !strings.Contains(l, " of "):
			logged++
		case l == "bar at the end" && i == len(lines)-3, l == "another bar" && i == len(lines)-1:
		default:
			t.Errorf("line %d of %d: %q", i, len(lines), l)
		}
	}
	if logged != 3*n+1 {
		t.Errorf("%d lines of the log, want %d", logged, 3*n+1)
	}
}

// Where nobody looks at it as it comes there is no bar.
func TestNoBarWithoutATerminal(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	defer w.Close()
	f, err := os.Create(t.TempDir() + "/log")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for name, x := range map[string]io.Writer{"a pipe": w, "a file": f, "a buffer": &strings.Builder{}} {
		if terminal(x) != nil {
			t.Errorf("%s is taken for a terminal", name)
		}
	}
}
