//go:build !race

package e2e

// histories is how many TestNetwork plays.
const histories = 2000
