// Package feed writes Atom (RFC 4287), RSS 2.0 and sitemaps of missions. It knows
// their formats and nothing of what a mission is.
//
// # Guarantees
//
//   - Equal input gives equal bytes, so that an ETag holds across replicas.
//   - Whatever a text contains, the output is well-formed XML 1.0: characters that XML
//     cannot hold become U+FFFD.
//   - An Atom feed has the elements that RFC 4287 requires, each entry's id is stable,
//     and a page that is not the last names the next (RFC 5005).
package feed
