//go:build !race

package e2e

// histories is how many TestNetwork plays.
const histories = 2000

// pgHistories is how many TestNetworkOverPostgres plays.
const pgHistories = 24
