// Package policy holds the two tripwires of the board: what no bounty may ask for,
// and what no bounty for people may ask for (board.md (g), decision 5).
//
// They are narrow on purpose. A tripwire catches the plain wording of a few things
// that no honest bounty wants; what it misses an operator takes down. So the lists
// in the tests go both ways: for every wording that must be refused there is one
// near it that must pass.
//
// # Guarantees
//
//   - Pure: no clock, no state, no I/O; the same texts give the same verdict.
//   - Linear in the length of the texts, whatever they hold (regexp is RE2).
//   - Neither case, accents, look-alike letters of other alphabets, full-width and
//     mathematical letters, invisible characters, digits in place of letters, nor
//     spaces, dots or hyphens between letters hide a wording.
//   - A verdict names the rule, the field, and what the poster can do.
//
// The package imports only the standard library.
package policy
