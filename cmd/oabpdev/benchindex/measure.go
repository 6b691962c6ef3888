package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/oabp/oabpd/cmd/oabpdev/usdc"
)

// limit bounds one run.
const limit = 10 * time.Minute

// result is one run.
type result struct {
	took time.Duration
	// cpu seconds of the daemon, the database and the node; rss is the daemon's
	// greatest, in bytes.
	daemon, database, node float64
	rss                    int64
}

// measure runs the daemon over fresh copies of the database, and in each round
// asks the node for the whole load in one call.
func (b *bench) measure(ctx context.Context) (line string, err error) {
	events := float64(b.shape.blocks * b.shape.each)
	var ours, nodes, daemons, databases, chains []float64
	var rss int64
	for n := range b.o.runs {
		ceiling, size, err := b.ceiling(ctx)
		if err != nil {
			return "", fmt.Errorf("asking the node for all: %w", err)
		}
		r, err := b.once(ctx, n)
		if err != nil {
			return "", fmt.Errorf("run %d of %s: %w", n+1, b.shape, err)
		}
		fmt.Printf("%s run %d: oabpd %.2f s, %.0f events/s, %.0f MB; cpu: oabpd %.2f s, PostgreSQL %.2f s, node %.2f s. One eth_getLogs of all: %.2f s, %.0f MB\n",
			b.shape, n+1, r.took.Seconds(), events/r.took.Seconds(), float64(r.rss)/1e6, r.daemon, r.database, r.node, ceiling.Seconds(), float64(size)/1e6)
		ours, nodes = append(ours, events/r.took.Seconds()), append(nodes, events/ceiling.Seconds())
		daemons, databases, chains = append(daemons, r.daemon), append(databases, r.database), append(chains, r.node)
		rss = max(rss, r.rss)
	}
	return fmt.Sprintf("shape=%s oabpd=%.0f node=%.0f ratio=%.3f rss_mb=%.0f cpu_oabpd_s=%.2f cpu_postgres_s=%.2f cpu_node_s=%.2f", b.shape,
		median(ours), median(nodes), median(ours)/median(nodes), float64(rss)/1e6, median(daemons), median(databases), median(chains)), nil
}

// ceiling is how long the node takes for all logs of the load in one answer.
func (b *bench) ceiling(ctx context.Context) (time.Duration, int64, error) {
	body := fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"eth_getLogs","params":[{"fromBlock":"0x%x","toBlock":"0x%x","address":"%s"}]}`, b.first, b.last, usdc.Address().Hex())
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, b.chain.HTTPURL(), strings.NewReader(body))
	if err != nil {
		return 0, 0, err
	}
	req.Header.Set("Content-Type", "application/json")
	began := time.Now()
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return 0, 0, err
	}
	defer resp.Body.Close()
	size, err := io.Copy(io.Discard, resp.Body)
	return time.Since(began), size, err
}

// once measures from the start of the daemon until all transfers are stored with
// their verdict.
func (b *bench) once(ctx context.Context, n int) (r result, err error) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	db := fmt.Sprintf("bench_%d", n)
	admin, err := pgx.Connect(ctx, b.pg.SocketURL("postgres"))
	if err != nil {
		return r, err
	}
	defer admin.Close(context.WithoutCancel(ctx))
	for _, q := range []string{"drop database if exists " + db, "create database " + db + " template " + template, "checkpoint"} {
		if _, err := admin.Exec(ctx, q); err != nil {
			return r, err
		}
	}
	watch, err := pgx.Connect(ctx, b.pg.SocketURL(db))
	if err != nil {
		return r, err
	}
	defer watch.Close(context.WithoutCancel(ctx))
	pg, chain := tree(b.pg.PID()), tree(b.chain.PID())
	cmd := exec.Command(b.o.binary, "run", "--database-url", b.pg.URL(db), "--rpc", b.chain.HTTPURL(), "--pay", b.pay, "--fee-address", b.fee,
		"--confirmations", strconv.Itoa(confirmations), "--data-dir", b.dir, "--listen", "127.0.0.1:0", "--metrics-listen", "", "--public-url", "http://127.0.0.1:1",
		"--start-block", "0")
	var log bytes.Buffer
	cmd.Stderr = &log
	cmd.Env = append(os.Environ(), "GOTRACEBACK=all")
	began := time.Now()
	if err := cmd.Start(); err != nil {
		return r, err
	}
	exited := make(chan error, 1)
	go func() { exited <- cmd.Wait() }()
	stopPerf := b.perf(n, cmd.Process.Pid)
	err = b.visible(ctx, watch, exited)
	r.took = time.Since(began)
	stopPerf()
	_ = cmd.Process.Signal(syscall.SIGTERM)
	select {
	case <-exited:
	case <-time.After(30 * time.Second):
		_ = cmd.Process.Kill()
		err = errors.Join(err, errors.New("the daemon does not end"))
		<-exited
	}
	if err != nil {
		return r, fmt.Errorf("%w\n%s", err, log.Bytes()[max(0, log.Len()-2000):])
	}
	r.daemon = (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds()
	if u, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		r.rss = u.Maxrss << 10
	}
	r.database, r.node = tree(b.pg.PID())-pg, tree(b.chain.PID())-chain
	return r, nil
}

// visible waits until the load's last block is applied, and counts.
func (b *bench) visible(ctx context.Context, db *pgx.Conn, exited chan error) error {
	for {
		var at *int64
		if err := db.QueryRow(ctx, "select number from cursor").Scan(&at); err != nil {
			return err
		}
		if at != nil && *at >= int64(b.last) {
			break
		}
		select {
		case err := <-exited:
			exited <- err
			return fmt.Errorf("the daemon ended: %w", err)
		case <-time.After(20 * time.Millisecond):
		}
	}
	var n, verdicts int
	const q = "select count(*), count(*) filter (where live) from recorded_transfer where block_number between $1 and $2"
	if err := db.QueryRow(ctx, q, b.first, b.last).Scan(&n, &verdicts); err != nil {
		return err
	}
	if want := b.shape.blocks * b.shape.each; n != want || verdicts != want {
		return fmt.Errorf("%d transfers are stored and %d live, want %d", n, verdicts, want)
	}
	return nil
}

// perf records where the daemon's time goes, if that is wanted.
func (b *bench) perf(n, pid int) (stop func()) {
	if b.o.profile == "" || n > 0 {
		return func() {}
	}
	cmd := exec.Command("perf", "record", "-q", "-g", "-o", b.o.profile+b.shape.String()+".data", "-p", strconv.Itoa(pid))
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		fmt.Fprintln(os.Stderr, "perf:", err)
		return func() {}
	}
	return func() {
		_ = cmd.Process.Signal(os.Interrupt)
		_ = cmd.Wait()
	}
}

// tree is the processor time in seconds of a process, of its children, and of
// those that have ended.
func tree(pid int) (sum float64) {
	files, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, f := range files {
		raw, err := os.ReadFile(f)
		if err != nil {
			continue
		}
		_, rest, ok := strings.Cut(string(raw), ") ")
		fs := strings.Fields(rest)
		if !ok || len(fs) < 15 {
			continue
		}
		num := func(i int) float64 { n, _ := strconv.ParseFloat(fs[i], 64); return n / 100 }
		self := filepath.Base(filepath.Dir(f)) == strconv.Itoa(pid)
		if self {
			sum += num(13) + num(14) // of children that have ended
		}
		if self || fs[1] == strconv.Itoa(pid) {
			sum += num(11) + num(12)
		}
	}
	return sum
}
