// Package settle is the domain: missions, submissions, instructions, transfers
// and the rules by which a payment on the chain opens a sealed deliverable.
//
// # Guarantees
//
//   - Pure: nothing here reads a clock, a random source, a file, a socket or a
//     database. What the world said is in the facts of the journal.
//   - The fold is total: it never refuses a fact that the journal holds.
package settle
