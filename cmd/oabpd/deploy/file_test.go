package deploy_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/accounts/abi/bind"
	"github.com/ethereum/go-ethereum/common"

	"github.com/oabp/oabpd/bindings/oabpvote"
	"github.com/oabp/oabpd/cmd/oabpd/deploy"
	"github.com/oabp/oabpd/cmd/oabpdev/devdeploy"
)

func TestFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "deployments.json")
	o := options(t)
	d, err := deploy.Predict(8453, o.Parameters)
	must(t, err)
	tx := common.Hash{7}
	d.Status, d.Contracts.Pay.Tx = deploy.Incomplete, &tx
	must(t, deploy.Write(path, d))
	got, err := deploy.Read(path)
	must(t, err)
	was, _ := d.Marshal()
	if is, _ := got.Marshal(); string(is) != string(was) {
		t.Errorf("read %s, wrote %s", is, was)
	}
	before, err := os.ReadFile(path)
	must(t, err)
	for says, change := range map[string]func(*deploy.Deployments){
		"chain 8453":                       func(d *deploy.Deployments) { d.ChainID = 1 },
		"parameter fee_recipient differs":  func(d *deploy.Deployments) { d.Parameters.FeeRecipient[0]++; d.Contracts.Escrow.Address[0]++ },
		"the code of this version differs": func(d *deploy.Deployments) { d.Contracts.Vote.Address[0]++ },
		"the file has code":                func(d *deploy.Deployments) { d.Contracts.Vote.CodeHash[0]++ },
		"attestation_oracle at " + d.Contracts.AttestationOracle.Address.Hex() + ", and": func(d *deploy.Deployments) { d.Contracts.AttestationOracle = nil },
	} {
		other, err := deploy.Read(path)
		must(t, err)
		change(other)
		if err := deploy.Write(path, other); err == nil || !strings.Contains(err.Error(), says) || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: %v", says, err)
		}
	}
	if after, _ := os.ReadFile(path); string(after) != string(before) {
		t.Error("a refusal changed the file")
	}
	for _, text := range []string{"{", `{"chain_id":8453,"pay":"0x0000000000000000000000000000000000000002"}`, `{"status":"done"}`} {
		must(t, os.WriteFile(path, []byte(text), 0o600))
		if err := deploy.Write(path, d); err == nil {
			t.Errorf("%s is overwritten", text)
		}
	}
	if left, _ := filepath.Glob(path + ".*"); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// TestLateAttesters: the attestation oracle may come to a deployment, with the
// same file.
func TestLateAttesters(t *testing.T) {
	c := geth(t, nil)
	o := options(t)
	path := filepath.Join(t.TempDir(), "deployments.json")
	o.Save = func(d *deploy.Deployments) error { return deploy.Write(path, d) }
	attesters := o.Parameters.Attesters
	o.Parameters.SetAttesters(nil, 0)
	first, err := c.run(t, o)
	must(t, err)
	if first.Contracts.AttestationOracle != nil || c.sent(t) != 6 {
		t.Fatalf("%+v after %d transactions", first.Contracts.AttestationOracle, c.sent(t))
	}
	o.Prior = first
	o.Parameters.SetAttesters(attesters, 1)
	second, err := c.run(t, o)
	must(t, err)
	if second.Contracts.AttestationOracle.Tx == nil || c.sent(t) != 7 {
		t.Errorf("%+v after %d transactions", second.Contracts.AttestationOracle, c.sent(t))
	}
}

func TestVoteRules(t *testing.T) {
	c := geth(t, nil)
	d, err := devdeploy.All(t.Context(), c, c.dev, nil)
	must(t, err)
	vote, err := oabpvote.NewOabpVote(d.Contracts.Vote.Address, c)
	must(t, err)
	o := &bind.CallOpts{Context: t.Context()}
	for _, r := range []deploy.VoteRules{deploy.DefaultAppealRules(), {10, 10080, 65535, 2000, 1<<20 - 1, 1<<56 - 1}, {10080, 10, 3, 0, 1, 1}} {
		must(t, r.Check())
		got, err := vote.UnpackRules(o, r.Pack())
		must(t, err)
		if (deploy.VoteRules{got.CommitMinutes, got.RevealMinutes, got.QuorumVoters, got.SlashBps, uint32(got.Cap.Uint64()), got.QuorumWeight.Uint64()}) != r {
			t.Errorf("%s unpacks to %+v", r, got)
		}
		if back, err := deploy.ParseVoteRules(r.String()); err != nil || back != r {
			t.Errorf("%s reads as %+v: %v", r, back, err)
		}
	}
	for _, change := range []func(*deploy.VoteRules){
		func(r *deploy.VoteRules) { r.CommitMinutes = 9 }, func(r *deploy.VoteRules) { r.CommitMinutes = 10081 },
		func(r *deploy.VoteRules) { r.RevealMinutes = 9 }, func(r *deploy.VoteRules) { r.RevealMinutes = 10081 },
		func(r *deploy.VoteRules) { r.QuorumVoters = 2 }, func(r *deploy.VoteRules) { r.SlashBP = 2001 },
		func(r *deploy.VoteRules) { r.Cap = 0 }, func(r *deploy.VoteRules) { r.Cap = 1 << 20 }, func(r *deploy.VoteRules) { r.QuorumWeight = 0 },
	} {
		r := deploy.DefaultAppealRules()
		change(&r)
		if r.Check() == nil {
			t.Errorf("%s is taken", r)
		}
		if _, err := vote.UnpackRules(o, r.Pack()); err == nil {
			t.Errorf("the contract takes %s", r)
		}
		if _, err := deploy.ParseVoteRules(r.String()); err == nil {
			t.Errorf("%s is read", r)
		}
	}
	for _, s := range []string{"", "commit=10", deploy.DefaultAppealRules().String() + ",cap=1", strings.Replace(deploy.DefaultAppealRules().String(), "cap=1000", "cap=16777216", 1), "a=b"} {
		if r, err := deploy.ParseVoteRules(s); err == nil {
			t.Errorf("%q is read as %s", s, r)
		}
	}
}
