package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/oabp/oabpd/cmd/oabpdev/usdc"
)

// peerFigures are events/s of a peer, one of each round; nothing once it has failed.
type peerFigures struct {
	peer   peer
	rates  []float64
	failed bool
}

// measurePeers runs each peer once. One that fails is said to have failed, is not run
// again, and has no column; what is measured of oabpd stands.
func (b *bench) measurePeers(ctx context.Context, round int, of []*peerFigures) {
	for _, f := range of {
		if f.failed || ctx.Err() != nil {
			continue
		}
		took, err := b.oncePeer(ctx, f.peer)
		if err != nil {
			f.failed = true
			fmt.Fprintf(os.Stderr, "%s round %d: %s is left out: %v\nnext: %s\n", b.shape, round, f.peer.name, err, f.peer.next)
			continue
		}
		rate := float64(b.shape.blocks*b.shape.each) / took.Seconds()
		fmt.Printf("%s round %d: %s %.2f s, %.0f events/s\n", b.shape, round, f.peer.name, took.Seconds(), rate)
		f.rates = append(f.rates, rate)
	}
}

// oncePeer measures from the start of a peer, with an empty database, until all
// transfers can be read from its table.
func (b *bench) oncePeer(ctx context.Context, p peer) (took time.Duration, err error) {
	ctx, cancel := context.WithTimeoutCause(ctx, limit, fmt.Errorf("not done after %s", limit))
	defer cancel()
	db := "peer_" + p.name
	admin, err := pgx.Connect(ctx, b.pg.SocketURL("postgres"))
	if err != nil {
		return 0, err
	}
	defer admin.Close(context.WithoutCancel(ctx))
	for _, q := range []string{"drop database if exists " + db + " with (force)", "create database " + db, "checkpoint"} {
		if _, err := admin.Exec(ctx, q); err != nil {
			return 0, err
		}
	}
	watch, err := pgx.Connect(ctx, b.pg.SocketURL(db))
	if err != nil {
		return 0, err
	}
	defer watch.Close(context.WithoutCancel(ctx))
	dir, err := os.MkdirTemp(b.dir, p.name)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	l := peerLoad{node: b.chain.HTTPURL(), database: b.pg.URL(db), chainID: b.chain.ChainID(), first: b.first, token: usdc.Address().Hex(), each: b.shape.each}
	if l.port, err = unusedPort(); err != nil {
		return 0, err
	}
	if err := writeProject(dir, p, l); err != nil {
		return 0, err
	}
	return runPeer(ctx, watch, p, l, dir, b.shape.blocks*b.shape.each)
}

// runPeer starts the peer as a group of processes and ends the group.
func runPeer(ctx context.Context, watch *pgx.Conn, p peer, l peerLoad, dir string, want int) (time.Duration, error) {
	cmd := p.command(l)
	var log bytes.Buffer
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &log, &log
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	began := time.Now()
	if err := cmd.Start(); err != nil {
		return 0, err
	}
	exited := make(chan error, 1)
	go func() { exited <- cmd.Wait() }()
	err := stored(ctx, watch, p.count, want, exited)
	took := time.Since(began)
	_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
	<-exited
	if err != nil {
		return 0, fmt.Errorf("%w\n%s", err, log.Bytes()[max(0, log.Len()-2000):])
	}
	return took, nil
}

// stored waits until exactly so many transfers are counted. Counting takes a tenth of
// the time at most, so that it costs the peer little. What ended is put back into exited.
func stored(ctx context.Context, db *pgx.Conn, count string, want int, exited chan error) error {
	for n := 0; ; {
		began := time.Now()
		err := db.QueryRow(ctx, count).Scan(&n)
		var missing *pgconn.PgError
		switch {
		case errors.As(err, &missing) && (missing.Code == "42P01" || missing.Code == "3F000"): // no such table yet
		case err != nil:
			return errors.Join(context.Cause(ctx), err)
		case n == want:
			return nil
		case n > want:
			return fmt.Errorf("%d transfers are stored, want %d", n, want)
		}
		select {
		case err := <-exited:
			exited <- err
			return fmt.Errorf("it ended with %d of %d transfers stored (%v)", n, want, err)
		case <-ctx.Done():
			return fmt.Errorf("%w: %d of %d transfers are stored", context.Cause(ctx), n, want)
		case <-time.After(max(20*time.Millisecond, 9*time.Since(began))):
		}
	}
}

func writeProject(dir string, p peer, l peerLoad) error {
	files, err := p.files(l)
	if err != nil {
		return err
	}
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			return err
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			return err
		}
	}
	return nil
}

func unusedPort() (int, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	return l.Addr().(*net.TCPAddr).Port, l.Close()
}
