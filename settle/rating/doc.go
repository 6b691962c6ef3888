// Package rating is the reputation arithmetic of AIP-1 §5: an Elo rating kept
// in thousandths of a point.
//
// # Guarantees
//
//   - Pure and exact: the same input gives the same result on every machine.
//     No binary floating point is used; powers of ten are computed in integers
//     with a known error, and again with more bits until the rounding is certain.
//   - A rating never falls below Floor, by losses or by decay.
//   - All vectors of the specification (vectors/rating.json) are met.
package rating
