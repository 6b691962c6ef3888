// Package memstore keeps everything that settle.Store promises in memory: for
// property tests, for kill-and-restart tests, and for folding a journal again.
//
// # Guarantees
//
//   - Update is atomic: what its function wrote is there as a whole or not at
//     all, whatever the function does (an error, a panic, a failing store).
//   - Updates are serial, so journal order is commit order (settlement.md R26).
//   - View sees one snapshot; a commit waits for the views that run. So do not
//     call Update from within View.
//   - A query costs what it finds: every access path of package settle has an
//     index, made by settle.IndexKeys.
//   - It refuses what the database refuses: a journal that does not chain, text
//     that cannot be kept, overlapping or overrunning allocations (R20), a
//     second canonical block at a height, a deposed leader.
//   - SetHook makes any call fail, before or after the commit.
package memstore
