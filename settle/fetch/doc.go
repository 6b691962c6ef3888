// Package fetch reads what submitters' content_uri name, over https or from IPFS
// through the operator's gateway, and asks posters' predicate servers.
//
// # Guarantees
//
//   - All of it goes through settle/egress, so nothing but public addresses is
//     reached (and what the operator names beside them), whatever names resolve to
//     and wherever redirects lead.
//   - What is read is bounded in bytes, time, redirects and headers. A gateway, which
//     may lie on a private address, leads nowhere else: its redirects are not
//     followed, since content can make them.
//   - An error says neither URL nor host nor anything that was read. It is a *Refused
//     if no further attempt can change it.
//   - A predicate's server gets a GET of the URL and nothing else.
package fetch
