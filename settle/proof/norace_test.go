//go:build !race

package proof_test

// stride 1 tries every byte.
const stride = 1
