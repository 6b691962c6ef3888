// Package op is the frame of the operation table: one typed operation is
// declared once and every surface (REST, MCP, OpenAPI) is derived from it.
//
//	op.New(op.Spec{
//		Name:     "get_bounty",
//		Summary:  "Look at one bounty",
//		Scope:    op.Optional,
//		Errors:   []settle.Code{settle.CodeNotFound},
//		Bindings: []op.Binding{{Dialect: op.Board, Method: "GET", Path: "/v1/bounties/{bounty_id}"}},
//		Tools:    []op.Tool{{Name: "get_bounty", ReadOnly: true}},
//	}, core.GetBounty)
//
// A [Runner] carries a call through authentication, scope, limits, validation,
// idempotency and the operation, and gives back a [Reply] of bytes. Surfaces
// gather inputs and write replies; they decide nothing.
//
// # Input types
//
// Field names are those of the json tags; a field without omitempty or
// omitzero is required. The jsonschema tag is the field's description, the op
// tag holds its rules, separated by commas:
//
//	len=8..140      length of a string in UTF-16 code units, either end optional
//	items=2..10     length of an array
//	range=1..100    bounds of a number, decimals too (0.01..10)
//	enum=a|b|c      the strings that are taken
//	format=NAME     one of the formats of format.go
//	default=50      filled in when the field is absent
//	exact           the text is not trimmed
//	query           taken from the query string, also when there is a body
//	pattern=RE      last rule of the tag; an RE2 expression
//
// Rules of an array's field hold for its elements, except items, default and
// query.
//
// # Guarantees
//
//   - An operation sees only an input that passed its rules: no unknown field,
//     no wrong type, texts trimmed (unless exact) and free of control
//     characters other than tab, LF and CR, valid Unicode, no duplicate key,
//     no trailing bytes, bounded size and depth. A refusal names the field.
//   - null for an optional field means that it is absent.
//   - A code has one status, in status.go. An error without a code, and a code
//     that is not in that table, are 500 `internal`: the text of such an error
//     goes to the log and never to the caller.
//   - A panic of an operation is a 500 `internal` with the stack in the log.
//   - Secrets never reach a log, an idempotency record or an operation: the
//     runner takes `api_key` out of a tool's arguments first, and the answer of
//     an operation marked Secret is not stored.
//   - A request that is signed by itself is carried out at most once, whoever
//     sends it: its nonce is used up before the operation begins, and only when
//     the limits admit the call and its input is well-formed.
//   - An idempotency record is kept for a success only. A refusal has no effect
//     and may be tried again under the same key.
package op
