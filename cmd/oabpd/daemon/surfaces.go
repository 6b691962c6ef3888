package daemon

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/oabp/oabpd/api"
	"github.com/oabp/oabpd/api/a2a"
	"github.com/oabp/oabpd/api/mcp"
	"github.com/oabp/oabpd/api/op"
	"github.com/oabp/oabpd/api/rest"
	"github.com/oabp/oabpd/api/stream"
	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/postgres"
	"github.com/oabp/oabpd/settle/seal"
)

// staleAfter without a new block nothing is issued (R11), and ready says so.
const staleAfter = 30 * time.Second

// General rates, for callers that the operations' own limits do not concern.
var (
	rateAnonymous = op.Policy{Name: "anonymous", Quota: 600, Window: time.Minute}
	rateKnown     = op.Policy{Name: "agent", Quota: 1200, Window: time.Minute}
	rateFailures  = op.Policy{Name: "credentials", Quota: 60, Window: time.Minute}
)

// surfaces puts the operation table on REST and MCP.
func (a *App) surfaces() (*echo.Echo, error) {
	limits, err := op.NewLimiter(1<<16, a.cfg.clock())
	if err != nil {
		return nil, err
	}
	specs, err := readSpecs(a.cfg.SpecsDir)
	if err != nil {
		return nil, &UsageError{[]error{fmt.Errorf("--specs-dir: %w", err)}}
	}
	table := api.Table(a.engine, api.Config{
		PublicURL: a.publicURL, TokenName: TokenName(a.identity.ChainID), TokenVersion: "2", Version: a.cfg.Version,
		Chain: chainName(a.identity.ChainID), Contact: a.cfg.Contact, RegistrationsPerNetwork: a.cfg.RegistrationsPerSource, Lasting: lasting{a.store, a.index, a.cfg.clock()}, Identity: a.cfg.Identity, ReceiptKeys: a.receiptKeys, Checkpoints: checkpoints{a.store},
		Card: a.card, Name: a.cfg.AgentName, Specs: specs,
		Now: a.cfg.clock(), Registries: a.cfg.published(),
	})
	run := &op.Runner{Auth: api.NewAuthenticator(a.engine, adminKeyHash(a.cfg.AdminKey)), Idem: NewIdempotency(a.store), Limits: limits,
		Lasting:   lasting{a.store, a.index, a.cfg.clock()},
		Anonymous: rateAnonymous, Known: rateKnown, Failures: rateFailures, Timeout: 30 * time.Second, Log: a.cfg.Log,
		Docs: api.ErrorPages(a.publicURL)}
	e, err := rest.New(rest.Options{Runner: run, Table: table, Log: a.cfg.Log, NewID: randomID, Now: time.Now,
		HTTPS: strings.HasPrefix(a.publicURL, "https://"), TrustedProxies: a.cfg.TrustedProxies,
		MorePaths: api.OtherPaths(), Aliases: api.Aliases(table)})
	if err != nil {
		return nil, err
	}
	e.Use(a.metrics.middleware)
	host := ""
	if u, err := url.Parse(a.publicURL); err == nil {
		host = u.Hostname()
	}
	m, err := mcp.New(mcp.Options{Runner: run, Table: table, Log: a.cfg.Log,
		Info: func(r *http.Request) op.Info { return rest.InfoOf(r.Context()) }, Now: time.Now, NewID: randomID,
		Name: "oabpd", Title: "Open Agent Bounty Protocol", Version: a.cfg.Version,
		Instructions:      "Post bounties, submit sealed work, pick a submission and pay it in USDC on Base; the deliverable opens by itself once the payment is confirmed. Start with list_bounties, or register_agent to get a key.",
		CanonicalEndpoint: a.publicURL + "/mcp", Documentation: a.publicURL + "/v1", Prompts: api.Prompts(), Feed: api.Feed(a.engine), AllowedHosts: []string{host}})
	if err != nil {
		return nil, err
	}
	a.mcp = m
	e.Any("/mcp", echo.WrapHandler(m))
	for _, p := range mcp.Paths() {
		e.Any(p, echo.WrapHandler(m.NotServed()))
	}
	tasks, err := a2a.New(a2a.Options{Runner: run, Table: table, Info: func(r *http.Request) op.Info { return rest.InfoOf(r.Context()) }, Now: a.cfg.clock()})
	if err != nil {
		return nil, err
	}
	e.Any(a2a.Path, echo.WrapHandler(tasks))
	a.stream = api.Stream(a.engine, a.publicURL, run, func(r *http.Request) op.Info { return rest.InfoOf(r.Context()) }, a.cfg.Log)
	e.Use(func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			if c.Path() == "/events" && stream.Wanted(c.Request()) {
				a.stream.ServeHTTP(c.Response(), c.Request())
				return nil
			}
			return next(c)
		}
	})
	e.GET("/health/live", func(c echo.Context) error { return c.JSON(http.StatusOK, map[string]string{"status": "ok"}) })
	for _, path := range []string{"/health", "/health/ready"} {
		e.GET(path, a.ready)
		e.HEAD(path, a.ready)
	}
	return e, nil
}

// adminKeyHash is zero without a key, which no key matches.
func adminKeyHash(key string) (h [32]byte) {
	if key != "" {
		h = sha256.Sum256([]byte(key))
	}
	return h
}

func randomID() string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // never fails (crypto/rand)
	return hex.EncodeToString(b[:])
}

func (a *App) receiptKeys() (out []api.ReceiptKey) {
	for _, k := range a.receipts.PublicKeys() {
		out = append(out, api.ReceiptKey{KeyID: k.KeyID, Alg: k.Alg, PublicKey: k.PublicKey, Status: k.Status, CreatedAt: k.CreatedAt})
	}
	return out
}

// ready says whether the daemon does its work, and what it waits for.
func (a *App) ready(c echo.Context) error {
	ctx, cancel := context.WithTimeout(c.Request().Context(), 3*time.Second)
	defer cancel()
	st := a.follower.Status()
	body := map[string]any{"leader": st.Leader, "lag_seconds": int64(st.Lag / time.Second), "blocks_behind": st.BlocksBehind,
		"database": "ok", "endpoints": a.voters()}
	if st.Failing {
		body["indexer"] = "failing; see the log"
	}
	status, reasons := http.StatusOK, []string{}
	h, err := a.engine.Health(ctx)
	switch {
	case err != nil:
		body["database"] = "unreachable"
		reasons = append(reasons, "the database does not answer")
	case h.Tip == nil:
		reasons = append(reasons, "no block is indexed yet")
	default:
		body["tip"] = map[string]any{"number": h.Tip.Number, "hash": h.Tip.Hash, "time": h.Tip.Time}
		body["journal_seq"], body["incidents_open"] = h.JournalSeq, h.OpenIncident
		if age := time.Since(time.UnixMilli(h.Tip.Seen)); age > staleAfter {
			reasons = append(reasons, "no new block for "+age.Round(time.Second).String())
		}
		if h.HaltedReason != "" {
			body["halted_reason"] = h.HaltedReason
		}
	}
	body["ready"] = len(reasons) == 0
	if len(reasons) > 0 {
		status = http.StatusServiceUnavailable
		body["reasons"] = reasons
	}
	return c.JSON(status, body)
}

// idempotency is op.Idempotency over the database.
type idempotency struct{ store *postgres.Store }

// lasting is op.Lasting in the database. Who called lies there as a keyed digest.
type lasting struct {
	store *postgres.Store
	index *seal.Index
	now   func() time.Time
}

// TakeLasting implements op.Lasting.
func (l lasting) TakeLasting(ctx context.Context, p op.Policy, key string) (settle.AllowanceLeft, error) {
	source, err := l.index.Source(key)
	if err != nil {
		return settle.AllowanceLeft{}, err
	}
	return l.store.TakeAllowance(ctx, settle.Allowance{Policy: p.Name, Quota: p.Quota, Window: p.Window, Source: source}, l.now().UnixMicro())
}

// NewIdempotency keeps the answers of requests in a database.
func NewIdempotency(s *postgres.Store) op.Idempotency { return idempotency{s} }

func requestKey(k op.IdempotencyKey) postgres.RequestKey {
	return postgres.RequestKey{Principal: k.Principal, Key: k.Key, Method: k.Method, Path: k.Path, BodyHash: k.BodyHash}
}

// Begin implements op.Idempotency.
func (i idempotency) Begin(ctx context.Context, k op.IdempotencyKey) (op.Begun, op.Stored, error) {
	s, ans, err := i.store.BeginRequest(ctx, requestKey(k), op.IdempotencyLease, idempotencyKeep)
	return map[postgres.RequestState]op.Begun{postgres.RequestFresh: op.Fresh, postgres.RequestRunning: op.Running,
		postgres.RequestMismatch: op.Mismatch, postgres.RequestFinished: op.Finished, postgres.RequestFull: op.Full}[s], op.Stored(ans), err
}

// Finish implements op.Idempotency.
func (i idempotency) Finish(ctx context.Context, k op.IdempotencyKey, s *op.Stored) error {
	var ans *postgres.Answer
	if s != nil {
		x := postgres.Answer(*s)
		ans = &x
	}
	return i.store.FinishRequest(ctx, requestKey(k), ans)
}
