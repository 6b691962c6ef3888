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

// figures are what the rounds of one daemon gave.
type figures struct {
	binary                           string
	ours, daemons, databases, chains []float64
	rss                              int64
}

// measure runs the daemon over fresh copies of the database, the other build after
// it in turn if there is one, and in each round asks the node for the whole load in
// one call and runs the peers. It gives a line for each build.
func (b *bench) measure(ctx context.Context) (lines []string, err error) {
	events := float64(b.shape.blocks * b.shape.each)
	of := []*figures{{binary: b.o.binary}}
	if b.o.against != "" {
		of = append(of, &figures{binary: b.o.against})
	}
	var nodes []float64
	var peers []*peerFigures
	for _, p := range b.o.peers {
		peers = append(peers, &peerFigures{peer: p})
	}
	for n := range b.o.runs {
		ceiling, size, err := b.ceiling(ctx)
		if err != nil {
			return nil, fmt.Errorf("asking the node for all: %w", err)
		}
		fmt.Printf("%s round %d: one eth_getLogs of all: %.2f s, %.0f MB\n", b.shape, n+1, ceiling.Seconds(), float64(size)/1e6)
		nodes = append(nodes, events/ceiling.Seconds())
		for _, f := range of {
			r, err := b.once(ctx, f.binary, n)
			if err != nil {
				return nil, fmt.Errorf("round %d of %s: %w", n+1, b.shape, err)
			}
			fmt.Printf("%s round %d: %s %.2f s, %.0f events/s, %.0f MB; cpu: oabpd %.2f s, PostgreSQL %.2f s, node %.2f s\n",
				b.shape, n+1, filepath.Base(f.binary), r.took.Seconds(), events/r.took.Seconds(), float64(r.rss)/1e6, r.daemon, r.database, r.node)
			f.ours, f.rss = append(f.ours, events/r.took.Seconds()), max(f.rss, r.rss)
			f.daemons, f.databases, f.chains = append(f.daemons, r.daemon), append(f.databases, r.database), append(f.chains, r.node)
		}
		b.measurePeers(ctx, n+1, peers)
	}
	for k, f := range of {
		if k > 0 {
			lines = append(lines, line(b.shape, f, nodes, nil)+" of="+f.binary)
			continue
		}
		lines = append(lines, line(b.shape, f, nodes, peers))
	}
	return lines, nil
}

// line is what is said of one build: medians, and those of the peers that never failed
// after it.
func line(s shape, f *figures, nodes []float64, peers []*peerFigures) string {
	line := fmt.Sprintf("shape=%s oabpd=%.0f node=%.0f ratio=%.3f rss_mb=%.0f cpu_oabpd_s=%.2f cpu_postgres_s=%.2f cpu_node_s=%.2f", s,
		median(f.ours), median(nodes), median(f.ours)/median(nodes), float64(f.rss)/1e6, median(f.daemons), median(f.databases), median(f.chains))
	for _, p := range peers {
		if !p.failed && len(p.rates) > 0 {
			line += fmt.Sprintf(" %s=%.0f", p.peer.name, median(p.rates))
		}
	}
	return line
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
func (b *bench) once(ctx context.Context, binary string, n int) (r result, err error) {
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
	if b.o.statements {
		if err := resetStatements(ctx, watch); err != nil {
			return r, err
		}
	}
	cmd := exec.Command(binary, "run", "--database-url", b.pg.URL(db), "--rpc", b.chain.HTTPURL(), "--pay", b.pay, "--fee-address", b.fee,
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
	stopPerf := b.perf(binary, n, cmd.Process.Pid)
	err = b.visible(ctx, watch, exited)
	r.took = time.Since(began)
	stopPerf()
	usedByPostgres := tree(b.pg.PID()) - pg
	err = errors.Join(err, b.complete(ctx, watch))
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
	r.database, r.node = usedByPostgres, tree(b.chain.PID())-chain
	if b.o.statements && n == 0 && binary == b.o.binary {
		return r, printStatements(ctx, watch)
	}
	return r, nil
}

// visible waits until the load's last block is applied: the cursor moves in the
// transaction that writes what a block holds.
func (b *bench) visible(ctx context.Context, db *pgx.Conn, exited chan error) error {
	for {
		var at *int64
		if err := db.QueryRow(ctx, "select number from cursor").Scan(&at); err != nil {
			return err
		}
		if at != nil && *at >= int64(b.last) {
			return nil
		}
		select {
		case err := <-exited:
			exited <- err
			return fmt.Errorf("the daemon ended: %w", err)
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// complete says whether every transfer of the load is stored with its verdict.
func (b *bench) complete(ctx context.Context, db *pgx.Conn) error {
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
func (b *bench) perf(binary string, n, pid int) (stop func()) {
	if b.o.profile == "" || n > 0 || binary != b.o.binary {
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
