package engine

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"time"
	"unicode/utf8"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/escrow"
)

// takeWithin bounds the look for work: on a connection that died without a word it
// would hang for ever, and keep that from everybody else.
const takeWithin = 10 * time.Second

// sealedSource is what is kept, sealed, of content that lies elsewhere.
type sealedSource struct {
	settle.Source
	Evidence json.RawMessage  `json:"evidence,omitempty"`
	Read     *settle.ReadFrom `json:"read,omitempty"`
}

// task is a job with all that is needed for it.
type task struct {
	job    settle.CheckJob
	work   *settle.Submission
	m      *settle.Mission
	source *sealedSource // while its content is elsewhere
	payee  settle.Address
}

// WorkCheck takes a job that is due, if there is one, and does it: it reads the
// content of a submission, or asks who decides it, and says so in the journal. What
// fails for now is tried again later, by whichever process. The error is the store's.
func (e *Engine) WorkCheck(ctx context.Context) (worked bool, err error) {
	taking, cancel := context.WithTimeout(ctx, takeWithin)
	defer cancel()
	jobs, err := e.o.Store.TakeCheckJobs(taking, e.now(), e.now()+checkLease.Milliseconds(), 1)
	if err != nil || len(jobs) == 0 {
		return false, err
	}
	t, err := e.task(ctx, jobs[0])
	switch {
	case err != nil:
		return true, err
	case t == nil: // there is nothing to do any more
		return true, e.update(ctx, func(tx settle.Tx) error { tx.DropCheckJob(jobs[0].Submission); return nil })
	}
	if t.work.Fetching {
		return true, e.fetch(ctx, t)
	}
	return true, e.ask(ctx, t)
}

// task reads what a job is about; nil if the submission waits for nothing.
func (e *Engine) task(ctx context.Context, job settle.CheckJob) (t *task, err error) {
	var ct []byte
	err = e.o.Store.View(ctx, func(tx settle.Tx) error {
		t = nil
		s := settle.GetRow[settle.Submission](tx, job.Submission)
		if !waits(s) {
			return nil
		}
		t = &task{job: job, work: s, m: settle.GetRow[settle.Mission](tx, s.Mission)}
		if a := settle.GetRow[settle.Agent](tx, s.Agent); a != nil {
			if p := settle.EffectivePayout(a, e.now()); p != nil {
				t.payee = p.Address
			}
		}
		ct = tx.Envelope(settle.SourceKey(s.ID))
		return nil
	})
	if err != nil || t == nil || ct == nil {
		return t, err
	}
	t.source, err = e.openSource(t.work.ID, ct)
	return t, err
}

func waits(s *settle.Submission) bool {
	return s != nil && s.Status == settle.SubmissionPending && (s.Fetching || s.Check != nil && s.Check.State == settle.CheckAsking)
}

func (e *Engine) openSource(submission string, ct []byte) (*sealedSource, error) {
	plain, err := e.o.Sealer.Unseal(settle.SourceKey(submission), ct)
	if err != nil {
		return nil, fmt.Errorf("opening the source of %s: %w", submission, err)
	}
	var s sealedSource
	if err := json.Unmarshal(plain, &s); err != nil {
		return nil, fmt.Errorf("the source of %s is not what was sealed", submission)
	}
	return &s, nil
}

// fetch reads the content, seals it at once, and decides by it what it decides.
func (e *Engine) fetch(ctx context.Context, t *task) error {
	if e.o.Outside == nil || t.source == nil {
		return e.putOff(ctx, t, oracleEvery)
	}
	within, cancel := context.WithTimeout(ctx, checkWithin)
	defer cancel()
	got, err := e.o.Outside.Fetch(within, t.source.URI)
	if err != nil {
		return e.failed(ctx, t, err, settle.ReasonUnreachable)
	}
	fetched := &settle.Fetched{Scheme: got.Scheme, Bytes: int64(len(got.Bytes)), Attempts: t.job.Attempt, At: e.now()}
	have := settle.Hash(sha256.Sum256(got.Bytes))
	if want := t.source.Hash; !want.IsZero() && have != want {
		return e.checked(ctx, t, sealedWork{}, settle.Check{State: settle.CheckUnmatched, Reason: settle.ReasonHashDiffers, Fetched: fetched})
	}
	env, hash, err := e.o.Sealer.Make(text(got.Bytes), t.source.Evidence)
	if err != nil { // too large, since the evidence was sealed before
		return e.checked(ctx, t, sealedWork{}, settle.Check{State: settle.CheckUnmatched, Reason: settle.ReasonTooLarge, Fetched: fetched})
	}
	w := sealedWork{key: t.work.ID, hash: hash}
	if t.m.Unsealed {
		w.hash = have // of the bytes themselves (R1)
	}
	if w.ciphertext, err = e.o.Sealer.Seal(w.key, env); err != nil {
		return err
	}
	t.source.Hash, t.source.Read = have, &settle.ReadFrom{Endpoint: got.Endpoint, At: fetched.At, Bytes: fetched.Bytes}
	rule, err := e.ruleOf(ctx, t.m.ID)
	if err != nil {
		return err
	}
	check, err := rule.check(got.Bytes)
	if err != nil {
		return err
	}
	if check == nil {
		check = &settle.Check{State: settle.CheckUnverified}
	}
	check.Fetched = fetched
	return e.checked(ctx, t, w, *check)
}

// text is content as an envelope holds it: bytes that are no text as a data URI.
func text(b []byte) string {
	if utf8.Valid(b) {
		return string(b)
	}
	return "data:application/octet-stream;base64," + base64.StdEncoding.EncodeToString(b)
}

// ask puts the question of the mission's rule to whoever decides it.
func (e *Engine) ask(ctx context.Context, t *task) error {
	check := *t.work.Check
	within, cancel := context.WithTimeout(ctx, checkWithin)
	defer cancel()
	if o := t.m.Verification.Oracle; o != nil {
		yes, ans, err := e.askOracle(within, t, *o)
		if err != nil || !yes { // it may say yes later, as long as the mission is open
			return e.putOff(ctx, t, pauseAfter(t.job.Attempt))
		}
		ans.Attempts, ans.At = t.job.Attempt, e.now()
		check.State, check.Answered = settle.CheckMatched, &ans
		return e.checked(ctx, t, sealedWork{}, check)
	}
	if e.o.Outside == nil {
		return e.putOff(ctx, t, oracleEvery)
	}
	url, err := escrow.PredicateURL(t.m.Verification.Match.PredicateURI, map[string]string{"mission_id": t.m.ID,
		"submission_id": t.work.ID, "agent_id": t.work.Agent, "content_hash": t.work.ContentHash.String()})
	if err != nil {
		return err
	}
	reply, err := e.o.Outside.Ask(within, url)
	if err == nil && unanswered(reply.Status) {
		err = errNotAsked("server that is busy")
	}
	if err != nil {
		return e.failed(ctx, t, err, settle.ReasonPredicateSilent)
	}
	check.Answered = &settle.Answered{By: reply.Host, Status: reply.Status, Hash: sha256.Sum256(reply.Body), Attempts: t.job.Attempt, At: e.now()}
	check.State, check.Reason = settle.CheckMatched, ""
	if !passes(reply) {
		check.State, check.Reason = settle.CheckUnmatched, settle.ReasonPredicateNo
	}
	return e.checked(ctx, t, sealedWork{}, check)
}

// unanswered: a status by which a server says nothing of what it was asked.
func unanswered(status int) bool {
	return status >= 500 || status == 408 || status == 425 || status == 429
}

// passes: 200 with JSON (AIP-1 §4.2), unless that JSON says no in so many words: it
// is false or null, or an object in which pass is false.
func passes(r Reply) bool {
	if r.Status != 200 || !json.Valid(r.Body) {
		return false
	}
	switch string(bytes.TrimSpace(r.Body)) {
	case "false", "null":
		return false
	}
	var o map[string]json.RawMessage
	if json.Unmarshal(r.Body, &o) == nil && string(o["pass"]) == "false" {
		return false
	}
	return true
}

// failed is an attempt that came to nothing: it is repeated, until it has been
// repeated often enough; then the submission is unmatched for reason.
func (e *Engine) failed(ctx context.Context, t *task, cause error, reason settle.CheckReason) error {
	if err := ctx.Err(); err != nil {
		return err // we are being stopped: another attempt follows when the lease ends
	}
	var f *Final
	if errors.As(cause, &f) {
		if reason == settle.ReasonUnreachable {
			reason = f.Reason
		}
	} else if wait, ok := again(t.job.Attempt); ok {
		return e.putOff(ctx, t, wait)
	}
	check := settle.Check{State: settle.CheckUnmatched, Reason: reason}
	if t.work.Check != nil {
		check.Fetched = t.work.Check.Fetched
	}
	return e.checked(ctx, t, sealedWork{}, check)
}

func (e *Engine) putOff(ctx context.Context, t *task, wait time.Duration) error {
	t.job.DueAt = e.now() + wait.Milliseconds()
	return e.o.Store.DelayCheckJob(ctx, t.job)
}

// checked says in the journal what came of a job, with what was read; a match is
// picked by the same transaction. What keeps it from being picked for now keeps the
// whole from being said.
func (e *Engine) checked(ctx context.Context, t *task, w sealedWork, check settle.Check) error {
	var source []byte
	if w.ciphertext != nil {
		plain, err := json.Marshal(t.source)
		if err != nil {
			return err
		}
		if source, err = e.o.Sealer.Seal(settle.SourceKey(t.work.ID), plain); err != nil {
			return err
		}
	}
	in := settle.NewSubmission{Agent: t.work.Agent, Mission: t.m.ID}
	err := e.storing(ctx, in, &ruled{public: t.m.Verification, mode: t.m.Mode}, &check, func(tx settle.Tx, status tokenStatus) error {
		tx.DropCheckJob(t.work.ID)
		s := settle.GetRow[settle.Submission](tx, t.work.ID)
		if !waits(s) || s.Fetching != t.work.Fetching {
			return nil // the mission has ended, or another process was faster
		}
		if w.ciphertext != nil {
			tx.PutEnvelope(w.key, w.ciphertext)
			tx.PutEnvelope(settle.SourceKey(s.ID), source)
		}
		if check.State == settle.CheckAsking {
			tx.PutCheckJob(settle.CheckJob{Submission: s.ID, DueAt: e.now()})
		}
		if err := e.record(tx, settle.WorkChecked{Submission: s.ID, ContentHash: w.hash, Check: check}); err != nil {
			return err
		}
		err := e.pickMatch(tx, settle.GetRow[settle.Submission](tx, s.ID), status)
		switch code := settle.CodeOf(err); code {
		case "", settle.CodeInternal, settle.CodeChainUnavailable, settle.CodeTokenPaused:
			return err
		}
		return nil // it matches all the same; its poster picks it once it can be paid
	})
	switch settle.CodeOf(err) {
	case settle.CodeChainUnavailable, settle.CodeTokenPaused, settle.CodeConflict:
		return e.putOff(ctx, t, pauseAfter(t.job.Attempt))
	}
	return err
}

// showSource adds where the content was, for a viewer who may know.
func (e *Engine) showSource(tx settle.Tx, v *settle.SubmissionView) error {
	ct := tx.Envelope(settle.SourceKey(v.Submission.ID))
	if ct == nil {
		return nil
	}
	s, err := e.openSource(v.Submission.ID, ct)
	if err != nil {
		return err
	}
	v.Source, v.Read = &s.Source, s.Read
	return nil
}
