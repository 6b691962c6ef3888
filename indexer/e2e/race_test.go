//go:build race

package e2e

// histories is how many TestNetwork plays: under the race detector each takes
// seven times as long.
const histories = 300

// pgHistories is how many TestNetworkOverPostgres plays.
const pgHistories = 6
