package op

import (
	"fmt"
	"strings"
	"time"

	"github.com/oabp/oabpd/settle"
)

// Dialect is a family of wire shapes over the one state (wire.md "Error
// bodies").
type Dialect string

// The dialects.
const (
	// Board is the /v1 board: {error:true, message, code, request_id, …}.
	Board Dialect = "board"
	// OABP is the bare and the /api surface: {error:"code", message, request_id, …}.
	OABP Dialect = "oabp"
)

// ProfileC is the profile of dialect C (wire.md "Dialect C"), which Accept-Profile
// asks for.
const ProfileC = "https://oabp.dev/profile/v0.3-c"

// ProfileName is what ?dialect= calls a profile.
func ProfileName(profile string) string { return profile[strings.LastIndexByte(profile, '-')+1:] }

// Scope says who may call an operation.
type Scope uint8

// The scopes, from open to closed.
const (
	// Public operations ignore credentials.
	Public Scope = iota
	// Optional operations show more to a known caller; a credential that is not
	// valid makes the caller anonymous (board.md (a)).
	Optional
	// Agent operations need a credential: 401 without a valid one.
	Agent
	// Admin operations need the admin key: 403 without it.
	Admin
)

// String is the scope's name.
func (s Scope) String() string {
	switch s {
	case Public:
		return "public"
	case Optional:
		return "optional"
	case Agent:
		return "agent"
	case Admin:
		return "admin"
	}
	return fmt.Sprintf("scope(%d)", uint8(s))
}

// Outcome is what an operation did when it did not fail. A binding maps it to
// a status.
type Outcome uint8

// The outcomes.
const (
	// Done is a plain success: 200.
	Done Outcome = iota
	// Created made something: 201.
	Created
	// Existing found what an earlier call had made: 200.
	Existing
	// Accepted will happen later: 202.
	Accepted
)

// Status is the default HTTP status of the outcome.
func (o Outcome) Status() int {
	switch o {
	case Created:
		return 201
	case Accepted:
		return 202
	}
	return 200
}

// String is the outcome's name, as the OpenAPI document describes it.
func (o Outcome) String() string {
	switch o {
	case Done:
		return "Done"
	case Created:
		return "Created"
	case Existing:
		return "Existing"
	case Accepted:
		return "Accepted"
	}
	return fmt.Sprintf("outcome(%d)", uint8(o))
}

// Result is embedded in the output type of an operation with more than one
// outcome. It adds nothing to the JSON.
type Result struct{ outcome Outcome }

// As is a Result with the outcome o.
func As(o Outcome) Result { return Result{o} }

// Outcome is what was set with As; Done by default.
func (r Result) Outcome() Outcome { return r.outcome }

// Paged is the output of an operation that gives a page of a list. NextCursor
// is empty on the last one; REST names the next page in a Link header too.
type Paged interface{ NextCursor() string }

// Raw is a body that is not made from JSON types: stored bytes, an image, a
// feed. It may be an operation's output or what an output mapping gives.
type Raw struct {
	Result
	// MediaType is the full Content-Type. Empty means application/json.
	MediaType string
	// Body is sent as it is.
	Body []byte
	// Header is sent beside the frame's own, and wins over it: a policy of its own for
	// a page, for example. REST only.
	Header map[string]string
}

// Binding puts an operation on a REST path.
type Binding struct {
	Dialect Dialect
	// Method is GET, POST, PUT, PATCH or DELETE. GET also serves HEAD.
	Method string
	// Path is a template such as /v1/bounties/{bounty_id}. A name in braces is a
	// field of the input, of type string.
	Path string
	// Profile, if set, is the profile that must be asked for (Accept-Profile, or
	// ?dialect=) to be served by this binding; another one of the same operation stands
	// before it at the same method and path, and serves everybody else.
	Profile string
	// Status overrides the status of an outcome.
	Status map[Outcome]int
	// In maps the binding's own input type to the operation's; nil if they are
	// the same. See From and OneOf.
	In *InMap
	// Out maps the operation's output to the binding's; nil if they are the
	// same. See To.
	Out *OutMap
	// Media lists the media types of a Raw answer; application/json by default.
	Media []string
	// Hidden keeps an alias out of the OpenAPI document.
	Hidden bool
}

// Tool puts an operation on MCP.
type Tool struct {
	// Name has letters, digits and underscores.
	Name string
	// Title is for people; the operation's summary by default.
	Title string
	// Description is for the model; the operation's description by default.
	Description string
	// Sets are the toolsets (/mcp?toolset=) that hold the tool beside the full one.
	Sets []string
	// Dialect is Board by default.
	Dialect Dialect
	In      *InMap
	Out     *OutMap
	// ReadOnly, Destructive and Idempotent are hints to the client.
	ReadOnly, Destructive, Idempotent bool
	// Aliases are further names of the tool, for clients of another family of
	// names.
	Aliases []ToolAlias
	// Of is the tool's own name where this one is an alias; op.New sets it.
	Of string
}

// ToolAlias is a further name of a tool.
type ToolAlias struct {
	Name string
	// In reads arguments that go by other names there; nil if they are the same.
	In *InMap
}

// Resource puts an operation that reads on MCP as something with a URI. It is
// read without a credential: what is in it is what everybody may see.
type Resource struct {
	// URI is a template such as oabp://missions/{mission_id}, or a fixed URI. A name
	// in braces is a field of the input, of type string; it has no slash in it.
	URI string
	// Name is unique among resources, snake_case. Title is for people, Description
	// for the model: the operation's summary and description by default.
	Name, Title, Description string
	// Media is the media type of the content; application/json by default.
	Media   string
	Dialect Dialect
	In      *InMap
	Out     *OutMap
}

// Surface is where an operation can be called.
type Surface string

// The surfaces.
const (
	REST Surface = "rest"
	MCP  Surface = "mcp"
)

// Exempt says why an operation is not on a surface.
type Exempt struct {
	Surface Surface
	Reason  string
}

// Policy is a rate: Quota calls per Window, with bursts up to Quota. A zero
// Quota is no limit.
type Policy struct {
	// Name appears in the RateLimit headers.
	Name   string
	Quota  int
	Window time.Duration
	// Lasting limits are kept where they outlive a restart and hold among all
	// processes (Runner.Lasting), and count only calls whose input is well-formed.
	Lasting bool
}

// Spec declares an operation.
type Spec struct {
	// Name is unique in the table, snake_case; it is the operationId.
	Name string
	// Summary is one line.
	Summary string
	// Description may be long. It is the tool's description unless that has its own.
	Description string
	// Tags group operations in the OpenAPI document.
	Tags  []string
	Scope Scope
	// Attestable operations are also open to the token of a registry that attested
	// an address (AIP-1 §1.4). It never opens what concerns an account.
	Attestable bool
	// Claimable operations of scope Agent also run without any credential, for an
	// anonymous caller: they ask themselves whether what the body says of who sends
	// it is enough (oabp.md decision 2). A credential that is not valid is refused
	// as ever.
	Claimable bool
	// Errors are the codes that the operation itself can answer. Those of the
	// frame (invalid_request, unauthenticated, rate_limited, …) are added.
	Errors []settle.Code
	// Outcomes are those that the operation can have; Done if empty.
	Outcomes []Outcome
	Bindings []Binding
	Tools    []Tool
	// Resources are beside the tools; an operation needs none.
	Resources []Resource
	// Exempt holds a written reason for every surface that is missing.
	Exempt []Exempt
	// Limit holds beside the runner's general limit.
	Limit *Policy
	// MaxBody is the largest body in bytes; DefaultMaxBody if 0.
	MaxBody int64
	// NoStore forbids caches to keep the answer.
	NoStore bool
	// Secret marks an answer with a secret that is shown once (an API key, a
	// token). It implies NoStore, and the answer is never stored for
	// idempotency: a repetition is refused with idempotency_key_spent.
	Secret bool
	// Example is an input, Answer an output (of the operation's own types) for
	// the OpenAPI document.
	Example, Answer any
}

// DefaultMaxBody is the largest body unless an operation says otherwise:
// 64 KiB (board.md (g)).
const DefaultMaxBody = 64 << 10
