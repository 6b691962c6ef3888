package op

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/netip"
	"runtime/debug"
	"strconv"
	"time"

	"github.com/oabp/oabpd/settle"
)

const apiKeyArg = "api_key"

// Runner carries calls to operations. All fields but Idem are needed; it is
// safe for concurrent use.
type Runner struct {
	Auth Authenticator
	// Idem may be nil: then Idempotency-Key is ignored.
	Idem   Idempotency
	Limits *Limiter
	// Lasting counts what limits of that kind allow; nil: in memory, like the others.
	Lasting Lasting
	// Anonymous holds per network, Known per agent, Failures per network for
	// credentials that are not valid.
	Anonymous, Known, Failures Policy
	// Timeout bounds one operation; 30 s if 0.
	Timeout time.Duration
	// Docs is the URL below which every error code has its page; may be empty.
	Docs string
	Log  *slog.Logger
}

// Call is one call as a surface gathered it.
type Call struct {
	Entry *Entry
	Info  Info
	// Input is the input object: path, query and body on REST, the arguments on
	// MCP. The runner may change it.
	Input map[string]any
	// Bearer is the token of the Authorization header, AdminKey the X-Admin-Key,
	// Signed the signed request; empty or nil if there is none.
	Bearer, AdminKey string
	Signed           *settle.SignedRequest
	// Registry is a registry's token; empty if there is none.
	Registry       string
	IdempotencyKey string
	// Problem asks for RFC 9457 bodies.
	Problem bool
}

// Reply is what a surface sends.
type Reply struct {
	Status    int
	MediaType string
	Body      []byte
	// Header has RateLimit, Retry-After, Idempotent-Replayed and the like.
	Header http.Header
	// NoStore forbids caches.
	NoStore bool
	// Next is the cursor of the page behind this one; empty if there is none.
	Next string
	// Code is the error's code, empty for a success; AgentID who called. For logs.
	Code    settle.Code
	AgentID string
	// unknown: nobody can say whether the operation took effect.
	unknown bool
}

// Do runs one call. It always gives a reply.
func (r *Runner) Do(ctx context.Context, c Call) (rep Reply) {
	timeout := r.Timeout
	if timeout == 0 {
		timeout = 30 * time.Second
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	header := http.Header{}
	var p Principal
	defer func() {
		if x := recover(); x != nil {
			r.Log.ErrorContext(ctx, "operation panicked", "op", c.Entry.Op.Name, "request_id", c.Info.RequestID,
				"panic", fmt.Sprint(x), "stack", string(debug.Stack()))
			rep = r.refuse(ctx, c, errPanic)
		}
		for k, v := range header {
			rep.Header[k] = append(rep.Header[k], v...)
		}
		rep.AgentID, rep.NoStore = p.AgentID, rep.NoStore || c.Entry.Op.NoStore
	}()
	var err error
	if p, err = r.admit(ctx, &c, header); err != nil {
		return r.refuse(ctx, c, err)
	}
	in, raw, err := c.Entry.in.read(c.Input)
	if err != nil {
		return r.refuse(ctx, c, err)
	}
	if p.pending() {
		if p, err = r.enter(ctx, c, p); err != nil {
			return r.refuse(ctx, c, err)
		}
	}
	ctx = NewContext(ctx, p, c.Info)
	key, err := r.idempotencyKey(c, p, raw)
	if err != nil {
		return r.refuse(ctx, c, err)
	}
	if key == nil {
		return r.run(ctx, c, in, header)
	}
	return r.once(ctx, c, *key, in, header)
}

// Read looks at a resource for the server itself: nobody calls, and no limit
// counts it. It sees what everybody may see.
func (r *Runner) Read(ctx context.Context, e *Entry, input map[string]any) Reply {
	c := Call{Entry: e, Info: Info{Surface: MCP, Dialect: e.Dialect}, Input: input}
	in, _, err := e.in.read(input)
	if err != nil {
		return r.refuse(ctx, c, err)
	}
	return r.run(NewContext(ctx, Principal{}, c.Info), c, in, http.Header{})
}

// errPanic carries no code, so it is answered as internal; it was logged where
// it was caught.
var errPanic = errors.New("the operation panicked")

// admit finds out who calls, whether they may, and whether not too often.
func (r *Runner) admit(ctx context.Context, c *Call, h http.Header) (Principal, error) {
	anonymous := "ip:" + network(c.Info.IP)
	p, err := r.identify(ctx, c, anonymous)
	if err != nil {
		return p, err
	}
	key, policy := anonymous, r.Anonymous
	if !p.Anonymous() {
		key, policy = principalKey(p, c.Info), r.Known
	}
	d := r.Limits.Take(policy, key)
	d.header(h)
	if d.OK && c.Entry.Op.Limit != nil && !r.lasts(c.Entry.Op.Limit) {
		d = r.Limits.Take(*c.Entry.Op.Limit, key)
		d.header(h)
	}
	if !d.OK {
		return p, d.refusal()
	}
	switch {
	case c.Entry.Op.Scope == Agent && p.Proof != nil && p.AgentID == "" && !writes(c.Entry):
		return p, settle.Errorf(settle.CodeUnauthenticated, "%s is no agent yet; it becomes one by its first write, or by signing in (POST /auth/siwe)", p.Signer.Checksum())
	case c.Entry.Op.Claimable && !p.pending() && p.Anonymous() && c.Bearer == "" && c.Signed == nil && c.Registry == "":
	case c.Entry.Op.Scope == Agent && !p.pending() && p.AgentID == "" && c.Entry.Op.Attestable && c.Registry != "":
		return p, settle.Errorf(settle.CodeAnonymousSubmission, "a registry's token is no identity by itself")
	case c.Entry.Op.Scope == Agent && !p.pending() && p.AgentID == "":
		return p, settle.Errorf(settle.CodeUnauthenticated, "this needs an API key, a bearer token, or a request that is signed by itself (OABP-Signature)")
	case c.Entry.Op.Scope == Admin && !p.Admin:
		return p, settle.Errorf(settle.CodeForbidden, "this needs the admin key")
	}
	return p, nil
}

// lasts reports whether a limit is counted where it outlives the process.
func (r *Runner) lasts(p *Policy) bool { return p.Lasting && r.Lasting != nil }

// spend counts a call that is about to be carried out under its operation's lasting
// limit.
func (r *Runner) spend(ctx context.Context, c Call, h http.Header) error {
	l := c.Entry.Op.Limit
	if l == nil || !r.lasts(l) {
		return nil
	}
	d, err := lasting(ctx, r.Lasting, *l, principalKey(PrincipalOf(ctx), c.Info))
	d.header(h)
	if err == nil && !d.OK {
		err = d.refusal()
	}
	return err
}

// writes reports whether a call may change anything.
func writes(e *Entry) bool {
	if e.Tool != nil {
		return !e.Tool.ReadOnly
	}
	return e.Route.Method != http.MethodGet && e.Route.Method != http.MethodHead
}

// enter is the last step before a signed request is carried out. One that comes
// again counts as a credential that is not valid.
func (r *Runner) enter(ctx context.Context, c Call, p Principal) (Principal, error) {
	entered, err := r.Auth.Enter(ctx, p, c.Entry.Op.Scope == Agent && writes(c.Entry))
	if settle.CodeOf(err) == settle.CodeUnauthenticated {
		r.Limits.Take(r.Failures, "ip:"+network(c.Info.IP))
	}
	return entered, err
}

func principalKey(p Principal, i Info) string {
	switch {
	case p.AgentID != "":
		return "agent:" + p.AgentID
	case p.Admin:
		return "admin"
	}
	return "ip:" + network(i.IP)
}

// identify takes api_key out of a tool's arguments and resolves the one
// credential that the operation's scope asks for.
func (r *Runner) identify(ctx context.Context, c *Call, network string) (Principal, error) {
	var p Principal
	scope := c.Entry.Op.Scope
	if c.Entry.Tool != nil && scope != Public {
		v, present := c.Input[apiKeyArg]
		delete(c.Input, apiKeyArg)
		s, isText := v.(string)
		switch {
		case present && v != nil && !isText:
			return p, invalid([]FieldError{{"/" + apiKeyArg, "must be a string"}})
		case s != "" && c.Bearer != "" && s != c.Bearer:
			return p, settle.Errorf(settle.CodeInvalid, "api_key and the Authorization header name different callers; send one")
		case s != "":
			c.Bearer = s
		}
	}
	var cred Credential
	switch {
	case scope == Public:
		return p, nil
	case scope == Admin:
		cred.AdminKey = c.AdminKey
	case c.Bearer != "" && c.Signed != nil:
		return p, settle.Errorf(settle.CodeInvalid, "send a bearer token or OABP-Signature, not both")
	default:
		cred.Token, cred.Signed = c.Bearer, c.Signed
		if cred == (Credential{}) && c.Entry.Op.Attestable {
			cred.Registry = c.Registry
		}
	}
	if cred == (Credential{}) {
		return p, nil
	}
	if d := r.Limits.Peek(r.Failures, network); !d.OK {
		return p, d.refusal()
	}
	p, err := r.Auth.Authenticate(ctx, cred)
	switch settle.CodeOf(err) {
	case "":
		return p, nil
	case settle.CodeUnauthenticated, settle.CodeForbidden, settle.CodeInvalid, settle.CodeAnonymousSubmission:
		r.Limits.Take(r.Failures, network)
		if scope == Optional {
			return Principal{}, nil
		}
	}
	return Principal{}, err
}

// idempotencyKey is nil when the call is not to be remembered.
func (r *Runner) idempotencyKey(c Call, p Principal, raw []byte) (*IdempotencyKey, error) {
	e := c.Entry
	if r.Idem == nil || c.IdempotencyKey == "" || (e.Route != nil && e.Route.Method == "GET") || (e.Tool != nil && e.Tool.ReadOnly) {
		return nil, nil
	}
	if !validKey(c.IdempotencyKey) {
		return nil, settle.Errorf(settle.CodeInvalid, "Idempotency-Key must have 1 to 255 printable ASCII characters without spaces")
	}
	k := &IdempotencyKey{Principal: principalKey(p, c.Info), Key: c.IdempotencyKey, BodyHash: sha256.Sum256(raw)}
	if e.Tool != nil {
		k.Method, k.Path = "TOOL", e.Tool.Name
	} else {
		k.Method, k.Path = e.Route.Method, e.Route.Path
	}
	return k, nil
}

// once runs the operation at most once per key and gives a repetition the
// first answer; also the one that nobody knows whether it was done. A refusal is
// none: the key is free again.
func (r *Runner) once(ctx context.Context, c Call, k IdempotencyKey, in any, h http.Header) Reply {
	begun, stored, err := r.Idem.Begin(ctx, k)
	switch {
	case err != nil:
		return r.refuse(ctx, c, fmt.Errorf("beginning an idempotent request: %w", err))
	case begun == Finished && !stored.Secret:
		return Reply{Status: stored.Status, MediaType: stored.MediaType, Body: stored.Body,
			Header: http.Header{"Idempotent-Replayed": {"true"}}}
	case begun != Fresh:
		return r.refuse(ctx, c, idempotencyError(begun))
	}
	var keep *Stored
	defer func() { // also when the operation panics
		fin, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
		defer cancel()
		if err := r.Idem.Finish(fin, k, keep); err != nil {
			r.Log.ErrorContext(ctx, "finishing an idempotent request", "op", c.Entry.Op.Name,
				"request_id", c.Info.RequestID, "err", err)
		}
	}()
	rep := r.run(ctx, c, in, h)
	if rep.unknown { // a repetition must not do it a second time
		keep = &Stored{Status: rep.Status, MediaType: rep.MediaType, Body: rep.Body}
	}
	if rep.Status < 300 {
		keep = &Stored{Status: rep.Status, MediaType: rep.MediaType, Body: rep.Body}
		if c.Entry.Op.Secret {
			keep = &Stored{Status: rep.Status, MediaType: rep.MediaType, Secret: true}
		}
	}
	return rep
}

// run calls the operation and writes its answer.
func (r *Runner) run(ctx context.Context, c Call, in any, h http.Header) Reply {
	if err := r.spend(ctx, c, h); err != nil {
		return r.refuse(ctx, c, err)
	}
	out, err := c.Entry.Op.call(ctx, in)
	if err != nil {
		rep := r.refuse(ctx, c, err)
		rep.unknown = settle.CodeOf(err) == CodeTimeout
		return rep
	}
	outcome := Done
	if o, ok := out.(interface{ Outcome() Outcome }); ok {
		outcome = o.Outcome()
	}
	rep := Reply{Status: c.Entry.Status(outcome), MediaType: "application/json", Header: http.Header{}}
	if p, ok := out.(Paged); ok {
		rep.Next = p.NextCursor()
	}
	sent := c.Entry.out.conv(out)
	if raw, ok := sent.(Raw); ok {
		rep.Body = raw.Body
		if raw.MediaType != "" {
			rep.MediaType = raw.MediaType
		}
		for k, v := range raw.Header {
			rep.Header.Set(k, v)
		}
		return rep
	}
	if rep.Body, err = Pretty(sent); err != nil {
		return r.refuse(ctx, c, fmt.Errorf("writing the answer: %w", err))
	}
	return rep
}

// refuse writes an error, and logs it if it is ours.
func (r *Runner) refuse(ctx context.Context, c Call, err error) Reply {
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() != nil {
		r.Log.WarnContext(ctx, "operation timed out", "op", c.Entry.Op.Name, "request_id", c.Info.RequestID, "err", err)
		err = settle.Errorf(CodeTimeout, "the server did not finish in time; nothing is known to have happened, look before you try again")
	}
	e, fault := Expose(err)
	if e.Code == settle.CodeChainUnavailable {
		r.Log.WarnContext(ctx, "the chain or the database is not available", "op", c.Entry.Op.Name, "request_id", c.Info.RequestID, "err", err)
	}
	if fault && !errors.Is(err, errPanic) && !errors.Is(err, context.Canceled) {
		r.Log.ErrorContext(ctx, "operation failed", "op", c.Entry.Op.Name, "request_id", c.Info.RequestID, "err", err)
	}
	return r.Refusal(c.Entry.Dialect, e, c.Info.RequestID, c.Problem)
}

// Refusal is the reply for an error outside of any operation (an unknown
// path). e is what Expose gave.
func (r *Runner) Refusal(d Dialect, e *settle.Error, requestID string, problem bool) Reply {
	rep := Reply{Status: Status(e.Code), MediaType: "application/json", Header: http.Header{}, NoStore: true, Code: e.Code}
	m := ErrorBody(d, e, requestID)
	if problem && rep.Status >= 400 {
		rep.MediaType = ProblemType
		asProblem(m, e, r.Docs, requestID)
	}
	body, err := Pretty(m)
	if err != nil { // a detail that JSON cannot hold
		m = ErrorBody(d, &settle.Error{Code: e.Code, Message: e.Message}, requestID)
		body, _ = json.Marshal(m)
	}
	rep.Body = body
	if r.Docs != "" && rep.Status >= 400 {
		rep.Header.Set("Link", "<"+r.Docs+"/"+string(e.Code)+`>; rel="help"`)
	}
	if e.RetryAfter > 0 {
		rep.Header.Set("Retry-After", strconv.Itoa(e.RetryAfter))
	}
	if rep.Status == http.StatusUnauthorized {
		rep.Header.Set("WWW-Authenticate", `Bearer realm="oabp"`)
	}
	return rep
}

// Identify resolves a bearer token outside of any operation (a session of
// MCP), under the limit for credentials that are not valid.
func (r *Runner) Identify(ctx context.Context, token string, ip netip.Addr) (Principal, error) {
	key := "ip:" + network(ip)
	if d := r.Limits.Peek(r.Failures, key); !d.OK {
		return Principal{}, d.refusal()
	}
	p, err := r.Auth.Authenticate(ctx, Credential{Token: token})
	if settle.CodeOf(err) == settle.CodeUnauthenticated {
		r.Limits.Take(r.Failures, key)
	}
	return p, err
}
