// Package evidence says what evidence a mission asks for, and whether what was
// sent has that form (board.md (f)).
//
// # Guarantees
//
//   - Form is checked, truth is not: whoever sends evidence vouches for it, and
//     its provenance is always Provenance.
//   - Whatever passes Check is bounded as a whole: at most MaxItems items, each
//     with a value of at most MaxValueBytes.
//   - No error holds a part of what was sent but the kind and the label, which the
//     mission names itself. So an error may be shown to anybody.
//   - A place is kept in whole numbers. Floating point is used for one thing only,
//     the distance between two places; its answer is a yes or no that the caller
//     keeps and never asks again.
//   - No pattern language: nothing that a poster asks for can be slow to check.
package evidence
