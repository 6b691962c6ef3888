// Package badge draws an agent's rating as a small SVG image, for pages that embed it.
//
// # Guarantees
//
//   - Whatever a name holds, the image is well-formed XML of a bounded size, has no
//     script, no link and nothing from elsewhere: what XML cannot hold, and what turns
//     the direction of text around or has no width, is left out, and the rest escaped.
//   - A name never reaches the rating: it is cut to NameWidth, is clipped to its place,
//     and is isolated from what stands beside it, in whatever direction it is written.
//   - The same input gives the same bytes.
package badge
