package e2e

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/oabp/oabpd/bindings/attestationoracle"
	"github.com/oabp/oabpd/cmd/oabpd/attest"
	"github.com/oabp/oabpd/cmd/oabpdev/devchain"
	"github.com/oabp/oabpd/settle/escrow"

	"github.com/ethereum/go-ethereum/accounts/abi/bind"
)

// Missions that the attestation oracle resolves, by the word of a process of its
// own that reads the chain and the envelopes it is given.

// attester is the one attester of development chains.
func (w *world) attester(t *testing.T) devchain.Account {
	t.Helper()
	a, ok := w.chain.Account("oracle")
	if !ok {
		t.Fatal("no account oracle")
	}
	return a
}

// attestArgs is the command line of the attester: each worker has handed over
// its own envelope, which nobody else can read.
func (w *world) attestArgs(t *testing.T, rule escrow.MatchRule, winner *escrowJob, all []*escrowJob, more ...string) []string {
	t.Helper()
	return w.attestArgsOf(t, w.attester(t), rule, winner, all, more...)
}

func (w *world) attestArgsOf(t *testing.T, attester devchain.Account, rule escrow.MatchRule, winner *escrowJob, all []*escrowJob, more ...string) []string {
	t.Helper()
	dir := t.TempDir()
	file := func(name string, content []byte) string {
		path := filepath.Join(dir, name)
		writeFile(t, path, content)
		return path
	}
	agent, _, split := winner.entry(t)
	s, err := json.Marshal(split)
	must(t, err)
	args := []string{"attest", "sign", winner.hash.Hex(), "--rpc", w.chain.HTTPURL(), "--attestation-oracle", w.contracts.AttestationOracle.Address.Hex(),
		"--key-file", file("key", []byte(attester.PrivateKey())), "--agent", agent.Checksum(), "--rule", file("rule", rule.Bytes()), "--split", file("split", s)}
	for _, j := range all {
		envelope := w.get(t, j.worker, "/v1/submissions/"+j.sub+"/envelope").want(t, 200)
		args = append(args, "--envelope", file(j.sub, envelope.body))
	}
	return append(args, more...)
}

func (w *world) refusesToAttest(t *testing.T, says string, args []string) {
	t.Helper()
	if code, out := oabpd(t, args...); code != 1 || !strings.Contains(out, says) {
		t.Errorf("exit %d, want 1 and %q: %s", code, says, out)
	}
}

// attested signs, combines, and sends the award by a stranger.
func (w *world) attested(t *testing.T, j *escrowJob, args []string) {
	t.Helper()
	code, word := oabpd(t, args...)
	if code != 0 {
		t.Fatalf("exit %d: %s", code, word)
	}
	path := filepath.Join(t.TempDir(), "word.json")
	writeFile(t, path, []byte(word))
	code, out := oabpd(t, "attest", "combine", path, "--rpc", w.chain.HTTPURL())
	if code != 0 {
		t.Fatalf("exit %d: %s", code, out)
	}
	var a attest.Award
	must(t, json.Unmarshal([]byte(out), &a))
	before := w.balance(t, j.worker.account.Address)
	w.isSealed(t, j)
	w.mined(t, w.call(t, w.bank(), address(t, a.To.String()), a.Calldata))
	w.gains(t, j.worker.account.Address, before, 24_875_001)
	w.releases(t, j, "free")
	w.receipted(t, j)
	w.mirrored(t, "submissionOf", "allowedCodehash", "owner", "attesters", "threshold", "isAttester")
	c, err := attestationoracle.NewAttestationOracle(w.contracts.AttestationOracle.Address, w.client)
	must(t, err)
	if ok, err := c.IsAttester(&bind.CallOpts{Context: t.Context()}, w.attester(t).Address); err != nil || !ok {
		t.Errorf("the signer is no attester: %v", err)
	}
}

// oracleAwards: a program judges what the rule does not decide.
func oracleAwards(t *testing.T, w *world) {
	rule := escrow.MatchRule{Mode: escrow.MatchOracle, Expected: "names eight suppliers"}
	j := w.opened(t, "oracle", map[string]any{"param": rule.Hash()}, nil)
	w.submits(t, j)
	w.enters(t, j)
	other := w.also(t, j)
	judge := filepath.Join(t.TempDir(), "judge")
	must(t, os.WriteFile(judge, fmt.Appendf(nil, "#!/bin/sh\ngrep -q '%s' || exit 3\n", j.secret), 0o700))
	all := []*escrowJob{j, other}
	w.refusesToAttest(t, "no --evaluator", w.attestArgs(t, rule, j, all))
	w.refusesToAttest(t, "is not valid", w.attestArgs(t, rule, other, all, "--evaluator", judge))
	w.get(t, j.poster, "/missions/"+j.id+"/award?submission_id="+j.sub).want(t, 409, "not_awardable")
	w.attested(t, j, w.attestArgs(t, rule, j, all, "--evaluator", judge))
	w.closed(t, other)
}

// oracleMatches: of two entries the later one alone is valid; the attester finds
// so with both envelopes at hand, and not without.
func oracleMatches(t *testing.T, w *world) {
	rule := escrow.MatchRule{Mode: escrow.MatchRegex, Expected: `The eight suppliers: canary-[0-9a-f]{64}`}
	j := w.opened(t, "first_valid_match", map[string]any{"param": rule.Hash()}, nil)
	bad := *j
	bad.worker, bad.secret = w.person(t, "Guesser", false), "no canary at all"
	bad.work = w.post(t, bad.worker, "/v1/bounties/"+j.bounty+"/submissions", work(bad.secret)).want(t, 201)
	bad.sub = bad.work.str("submission_id")
	w.enters(t, &bad)
	good := w.also(t, j)
	all := []*escrowJob{&bad, good}
	w.refusesToAttest(t, "is not valid", w.attestArgs(t, rule, &bad, all))
	w.refusesToAttest(t, "the earlier submission of", w.attestArgs(t, rule, good, all[1:]))
	w.attested(t, good, w.attestArgs(t, rule, good, all))
	w.closed(t, &bad)
}
