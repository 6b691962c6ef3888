package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/oabp/oabpd/cmd/oabpdev/devpg"
	"github.com/oabp/oabpd/cmd/oabpdev/freeport"
	"github.com/oabp/oabpd/cmd/oabpdev/tempdir"
	"github.com/oabp/oabpd/migrations"
	"github.com/oabp/oabpd/settle/postgres"
)

// replicas are three database servers, of which one takes writes at a time.
type replicas struct {
	o   [3]devpg.Options
	s   [3]*devpg.Server
	all string // the address of whichever takes writes
}

// newReplicas starts the first, migrated.
func newReplicas(t *testing.T) *replicas {
	t.Helper()
	temp, err := tempdir.Make("oabpd-failover-")
	must(t, err)
	t.Cleanup(func() { _ = temp.Remove() })
	dir := temp.Path
	must(t, os.Chmod(dir, 0o755)) // as root the server is another user
	r := &replicas{}
	wd, err := os.Getwd()
	must(t, err)
	for k := range r.o {
		r.o[k] = devpg.Options{DataDir: filepath.Join(dir, fmt.Sprint(k)), NodeModules: devpg.NodeModules(wd), Port: freeport.Take(t), Fast: true,
			Settings: map[string]string{"wal_level": "replica", "max_wal_senders": "4", "synchronous_commit": "on"}}
	}
	r.start(t, 0)
	must(t, r.s[0].CreateDatabase(t.Context(), "oabpd"))
	must(t, postgres.Migrate(t.Context(), r.url(0), migrations.FS))
	r.all = r.s[0].HostsURL("oabpd", r.o[0].Port, r.o[1].Port, r.o[2].Port)
	return r
}

func (r *replicas) url(k int) string { return r.s[k].URL("oabpd") }

// start starts a server on what it has.
func (r *replicas) start(t *testing.T, k int) {
	t.Helper()
	s, err := devpg.Start(t.Context(), r.o[k])
	must(t, err)
	r.s[k] = s
	t.Cleanup(func() { _ = s.Stop() })
}

// follow starts a server as a standby of another.
func (r *replicas) follow(t *testing.T, k, primary int) {
	t.Helper()
	s, err := r.s[primary].Standby(t.Context(), fmt.Sprintf("replica_%d", k), r.o[k])
	must(t, err)
	r.s[k] = s
	t.Cleanup(func() { _ = s.Stop() })
}

// kill is kill -9; its directory can be started upon.
func (r *replicas) kill(t *testing.T, k int) {
	t.Helper()
	must(t, syscall.Kill(r.s[k].PID(), syscall.SIGKILL))
	<-r.s[k].Done()
	must(t, r.s[k].Stop())
}

// databaseFailsOver: the primary is killed under load, and its standby promoted. The
// daemon goes on; what was answered is there, once, and each payment is released
// once. Then the former primary comes back as it was, and at last a standby takes
// over that lacks what was answered before.
func databaseFailsOver(t *testing.T, n *node) {
	r := newReplicas(t)
	r.follow(t, 1, 0)
	must(t, r.s[0].Synchronous(t.Context(), "replica_1"))
	w, p, flags, port := daemonProcess(t, n, r.all)
	p.untilLeads(t)
	jobs := failsUnderLoad(t, w, r)
	epoch := scalar(t, r.url(1), "select epoch from lease")
	must(t, p.cmd.Process.Signal(syscall.SIGTERM))
	if code := p.exits(t); code != 0 {
		t.Fatalf("exit %d", code)
	}
	p = n.run(t, flags, port)
	p.live(t)
	p.untilLeads(t)
	if got := scalar(t, r.url(1), "select epoch from lease"); got <= epoch || got < 1<<24 {
		t.Errorf("epoch %d after %d", got, epoch)
	}
	jobs = append(jobs, formerPrimaryReturns(t, w, r))
	standbyLacksSome(t, w, r, jobs)
}

// failsUnderLoad: bounties are posted and payments made without a pause, and a
// synchronous standby takes over meanwhile.
func failsUnderLoad(t *testing.T, w *world, r *replicas) (jobs []*job) {
	const posts, posters = 24, 3
	var people []*person
	for range posters {
		people = append(people, w.person(t, "Poster", true))
	}
	worker := w.person(t, "Worker", false)
	for range 6 {
		jobs = append(jobs, w.newJob(t, jobOptions{named: true, worker: worker}))
	}
	var done atomic.Int64
	made := make(chan map[string]bool, 1)
	go func() {
		ids := map[string]bool{}
		defer func() { made <- ids }()
		for k := range posts {
			ids[untilPosted(t, w.surface, people[k%posters], k)] = true
			done.Add(1)
		}
	}()
	must(t, w.chain.SetBlockTime(t.Context(), 100*time.Millisecond))
	for k, j := range jobs {
		w.payTagged(t, j, j.poster.account)
		if k != len(jobs)/2 {
			continue
		}
		eventually(t, func() error {
			if done.Load() < posts/4 {
				return errNotYet
			}
			return nil
		})
		r.kill(t, 0)
		must(t, r.s[1].Promote(t.Context()))
	}
	ids := <-made
	must(t, w.chain.SetBlockTime(t.Context(), 0))
	w.db = r.url(1)
	w.mine(t, depth+2)
	w.releasedOnce(t, jobs...)
	if got := scalar(t, w.db, "select count(*) from mission"); len(ids) != posts || ids[""] || got != int64(posts+len(jobs)) {
		t.Errorf("%d different bounties were answered for %d requests, and there are %d, of which %d are jobs'", len(ids), posts, got, len(jobs))
	}
	return jobs
}

// untilPosted asks for one bounty until that is answered, and gives its id; "" at the
// end of patience.
func untilPosted(t *testing.T, s *surface, who *person, k int) string {
	for deadline := time.Now().Add(patience); time.Now().Before(deadline) && t.Context().Err() == nil; time.Sleep(20 * time.Millisecond) {
		r, err := s.ask(t.Context(), who, "POST", "/v1/bounties", bountyBody(2500+k), "Idempotency-Key", fmt.Sprintf("failover-%d", k))
		switch {
		case err != nil || r.status >= 500 || r.status == 409:
		case r.status == 201:
			return r.str("bounty_id")
		default:
			t.Errorf("posting: %d %s", r.status, clip(r.body))
			return ""
		}
	}
	t.Errorf("bounty %d was never answered", k)
	return ""
}

// formerPrimaryReturns: nobody fenced it, it stands first in the URL, and it takes
// writes. No new connection goes to it.
func formerPrimaryReturns(t *testing.T, w *world, r *replicas) *job {
	r.start(t, 0)
	if scalar(t, r.url(0), "select count(*) from pg_database where pg_is_in_recovery()") != 0 {
		t.Fatal("it is a standby")
	}
	seq := scalar(t, r.url(0), "select max(seq) from journal")
	scalar(t, r.url(1), "select count(pg_terminate_backend(pid)) from pg_stat_activity where application_name like 'oabpd %'")
	w.sync(t)
	j := w.newJob(t, jobOptions{named: true})
	w.mined(t, w.payTagged(t, j, j.poster.account))
	w.mine(t, depth)
	if !w.settled(t, j) {
		t.Fatalf("%s", clip(w.instruction(t, j).body))
	}
	w.released(t, j)
	if scalar(t, r.url(0), "select count(*) from pg_stat_activity where application_name like 'oabpd %'") != 0 || scalar(t, r.url(0), "select max(seq) from journal") != seq {
		t.Error("the former primary is in use")
	}
	must(t, r.s[0].Stop())
	return j
}

// standbyLacksSome: what the chain says comes back, once; what was said by the API
// alone does not.
func standbyLacksSome(t *testing.T, w *world, r *replicas, jobs []*job) {
	paid := w.newJob(t, jobOptions{named: true})
	r.follow(t, 2, 1)
	must(t, r.s[2].Stop()) // it gets nothing of what follows
	w.mined(t, w.payTagged(t, paid, paid.poster.account))
	w.mine(t, depth)
	if !w.settled(t, paid) {
		t.Fatalf("%s", clip(w.instruction(t, paid).body))
	}
	posted := w.post(t, paid.poster, "/v1/bounties", bountyBody(700)).want(t, 201).str("bounty_id")
	r.kill(t, 1)
	r.start(t, 2)
	must(t, r.s[2].Promote(t.Context()))
	w.db = r.url(2)
	w.mine(t, 1)
	eventually(t, func() error {
		if !w.settled(t, paid) {
			return errNotYet
		}
		return nil
	})
	w.released(t, paid)
	w.releasedOnce(t, append(jobs, paid)...)
	w.get(t, nil, "/v1/bounties/"+posted).want(t, 404)
}
