package api_test

import "testing"

// Registries and wallets add parameters of their own to OABP paths, which must
// not break a client (oabp.md (f)); on the board an unknown one is a mistake.
func TestUnknownQueryParameters(t *testing.T) {
	b := newBench(t)
	for target, want := range map[string]int{
		"/missions?funding=any&api_key=reg_x&profile=y": 200,
		"/.well-known/oabp.json?utm=1":                  200,
		"/v1/bounties?colour=red":                       400,
	} {
		if a := b.send("GET", target, "", nil); a.status != want {
			t.Errorf("GET %s answered %d, want %d", target, a.status, want)
		}
	}
}
