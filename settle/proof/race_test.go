//go:build race

package proof_test

// stride thins the tests that try every byte: the race detector makes them ten
// times slower, and they run whole without it.
const stride = 11
