// Package stream tells of public events as they come, as Server-Sent Events
// (text/event-stream), to whoever listens.
//
// # Guarantees
//
//   - One look at the journal a second serves all listeners, however many; none
//     while there are none.
//   - A listener that comes again with Last-Event-ID gets what it missed, in order,
//     nothing twice: the id of an event is its place in the journal. What it gets is
//     what GET /events lists.
//   - Memory is bounded: a listener that reads slower than events come is
//     disconnected, and goes on from its last event when it comes again. There are
//     bounds on listeners in all and from one network.
//   - Silence is broken by a comment, so that a dead connection is noticed.
package stream
