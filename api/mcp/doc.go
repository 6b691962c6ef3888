// Package mcp serves the operation table to models: the Model Context Protocol
// over streamable HTTP at one endpoint, in both of its eras. A request of
// revision 2026-07-28 stands alone; older clients open a session with
// initialize. The era is decided per request.
//
// # Guarantees
//
//   - A tool's answer is the same object as REST's: as pretty text and as
//     structuredContent. A refusal has isError and REST's error body with the
//     HTTP status beside it, as text only: what is structured must be what the
//     tool's output schema says, or stock clients drop it. Schemas have no formats
//     of our own.
//   - A resource is read as nobody: what is in it is what everybody may see, byte
//     for byte REST's answer. A subscriber is told of it exactly when that is
//     another text, and of the list when it is another list. Subscriptions are
//     bounded per session, per network and in all, and so is the work for them; a
//     client that does not read holds up nobody else.
//   - GET is always 200 (wire.md "MCP"): JSON liveness, or the stream of a live
//     session, or a stream that ends at once. DELETE is always 200 and empty.
//     POST to a dead session is 404 with JSON-RPC error -32001. Neither method
//     looks at Host, Origin or toolset before it is 200, and a request that these
//     do not admit reaches no session.
//   - Every error of the transport is a JSON-RPC error with
//     canonical_endpoint, supported_transports and documentation, and says in words
//     how to get in. An error that answers a request of revision 2026-07-28 has
//     them in error.data, since clients of that revision read no error with more
//     members than JSON-RPC gives it.
//   - Accept: application/json alone gets JSON; an Accept that admits neither
//     JSON nor an event stream gets 406.
//   - A session that was opened with a credential serves that principal only. A
//     session never grants anything: each call is authenticated by itself.
//   - A key in the query is a registry's token, as on REST: nobody's identity, looked
//     at only by operations that take a registry's word. An unknown query is nothing.
//   - Sessions are bounded in all and per network, end when initialized does not
//     follow, when idle, and at shutdown; a network that has all of its own loses
//     the one that was unused for longest. An ended id is dead for the next request
//     and is not given out again for 10 s. Every answer in a session names it.
//   - A Host that is not ours is refused, and on a loopback Host an Origin that
//     is not (DNS rebinding).
package mcp
