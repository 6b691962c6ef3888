package cli

import (
	"context"
	"crypto/ecdsa"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/ethclient"
	ucli "github.com/urfave/cli/v2"

	"github.com/oabp/oabpd/cmd/oabpd/daemon"
	"github.com/oabp/oabpd/cmd/oabpd/deploy"
)

func (c *commands) deploy() *ucli.Command {
	own := []*option{
		many("rpc", "JSON-RPC endpoint; of several the first of http(s) is used"),
		one("key-file", "", "file with the deployer's private key as hex; it needs gas only"),
		one("chain-id", "0", "the chain that is meant; 0 takes the endpoint's"),
		one("deployments", "deployments.json", "file to write"),
		once(toggle("dry-run", "send and write nothing")),
		once(toggle("allow-attesters", "put the attestation oracle on the list of oracles; the key must be the owner's")),
		one("timeout", "5m", "how long to wait for the transactions"),
	}
	return &ucli.Command{
		Name:  "deploy",
		Usage: "deploy the contracts (again is harmless) and write a deployments file",
		Description: "Addresses follow from the repository and the parameters: whoever deploys, they are the same. A run that was\n" +
			"interrupted is finished by a further one with the same file, whose parameters hold unless a flag says otherwise.\n" +
			"With --dry-run nothing is sent or written, and no key is needed: given --rpc it says what is there and what is\n" +
			"missing, given only --chain-id it prints the file as it would be.",
		Flags:  flags(append(own, parameterOptions()...)...),
		Action: c.with(c.deployContracts),
	}
}

// parameterOptions are the arguments of the contracts' constructors.
func parameterOptions() []*option {
	return []*option{
		one("token", "", "settled token (default: native USDC of the chain)"),
		one("post-fee", strconv.Itoa(deploy.DefaultPostFee), "what each escrow mission costs beyond its reward, in token units"),
		one("fee-recipient", "", "who collects fees, and alone can name another (default: the key's address)"),
		one("owner", "", "owner of the list of oracles, best a Safe or a timelock (default: the key's address)"),
		many("attester", "an attester of the attestation oracle, never changeable; repeat for more; none: no such oracle yet"),
		one("threshold", "", "how many attesters must agree (default: more than half)"),
		one("identity-registry", "", "ERC-8004 identity registry (default: the chain's, if it has one)"),
		one("reputation-registry", "", "ERC-8004 reputation registry (default: the chain's, if it has one)"),
		one("appeal-rules", deploy.DefaultAppealRules().String(), "how peers vote on appeals: minutes, 1/10,000, whole USDC and token units"),
	}
}

func (c *commands) deployContracts(cc *ucli.Context, s *settings) error {
	dry, chainID, file := s.on("dry-run"), s.number("chain-id", math.MaxInt64), s.str("deployments")
	key, timeout, urls := s.key("key-file"), s.duration("timeout"), httpOnly(s.strs("rpc"))
	switch {
	case len(urls) == 0 && s.isSet("rpc"):
		s.bad("--rpc: want an http(s) endpoint")
	case len(urls) == 0 && !(dry && chainID != 0):
		s.bad("--rpc is missing: JSON-RPC endpoint (or --dry-run with --chain-id, to foretell addresses)")
	}
	if !dry && s.str("key-file") == "" {
		s.bad("--key-file is missing: the deployer's private key")
	}
	if len(urls) == 0 {
		return c.foretell(s, chainID, key)
	}
	prior := s.prior(file)
	if len(s.problems) > 0 { // what the chain has to say comes later
		s.parameters(chainID, prior, key)
		return s.err()
	}
	ctx, cancel := context.WithTimeout(cc.Context, timeout)
	defer cancel()
	client, err := ethclient.DialContext(ctx, urls[0])
	if err != nil {
		return usage("--rpc: %w", err)
	}
	defer client.Close()
	id, err := client.ChainID(ctx)
	if err != nil {
		return fmt.Errorf("asking for the chain id: %w", err)
	}
	o := deploy.Options{ChainID: chainID, AllowAttesters: s.on("allow-attesters"), Prior: prior, Parameters: s.parameters(id.Uint64(), prior, key),
		Save: func(d *deploy.Deployments) error { return deploy.Write(file, d) }}
	if err := s.err(); err != nil {
		return err
	}
	if dry {
		return c.lookOnly(ctx, client, o)
	}
	d, err := deploy.Run(ctx, client, key, o)
	if err != nil {
		return err
	}
	c.printDeployments(d, func(name string, k *deploy.Contract) string {
		if was := prior.Find(name); k.Tx == nil || was != nil && prior.Status == deploy.Deployed {
			return "was there already"
		}
		return "deployed by " + k.Tx.String()
	})
	fmt.Fprintf(c.s.Out, "%-19s%s\n", "written", file)
	return nil
}

// foretell prints the file of a chain without asking one.
func (c *commands) foretell(s *settings, chainID uint64, key *ecdsa.PrivateKey) error {
	p := s.parameters(chainID, nil, key)
	if err := s.err(); err != nil {
		return err
	}
	d, err := deploy.Predict(chainID, p)
	if err != nil {
		return err
	}
	b, err := d.Marshal()
	if err != nil {
		return err
	}
	_, err = c.s.Out.Write(b)
	return err
}

// lookOnly prints what is on the chain and what is not.
func (c *commands) lookOnly(ctx context.Context, b deploy.Backend, o deploy.Options) error {
	d, there, err := deploy.Look(ctx, b, o)
	if err != nil {
		return err
	}
	c.printDeployments(d, func(name string, _ *deploy.Contract) string {
		return map[bool]string{true: "there", false: "missing"}[there[name]]
	})
	return nil
}

func (c *commands) printDeployments(d *deploy.Deployments, how func(string, *deploy.Contract) string) {
	fmt.Fprintf(c.s.Out, "%-19s%d\n%-19s%s\n", "chain", d.ChainID, "token", d.Parameters.Token)
	for name, k := range d.Contracts.All() {
		fmt.Fprintf(c.s.Out, "%-19s%s (%s)\n", name, k.Address, how(name, k))
	}
}

// prior is what an earlier run wrote, or nil.
func (s *settings) prior(file string) *deploy.Deployments {
	d, err := deploy.Read(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		s.bad("--deployments: %w", err)
	}
	return d
}

// key reads a file with a private key; nil if there is none. No message repeats
// what is in the file.
func (s *settings) key(name string) *ecdsa.PrivateKey {
	path := s.str(name)
	if path == "" {
		return nil
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		s.bad("--%s: reading the key: %w", name, err)
		return nil
	}
	key, err := crypto.HexToECDSA(strings.TrimPrefix(strings.TrimSpace(string(raw)), "0x"))
	if err != nil {
		s.bad("--%s: not a private key of 64 hex digits", name)
	}
	return key
}

// parameters are those of the options; else those of the file; else the
// chain's, with the key's address where the operator's is wanted.
func (s *settings) parameters(chainID uint64, prior *deploy.Deployments, key *ecdsa.PrivateKey) deploy.Parameters {
	token, known := daemon.NativeUSDC(chainID)
	p := deploy.Defaults(chainID, common.Address(token))
	if prior != nil {
		p = prior.Parameters
		p.Attesters = slices.Clone(p.Attesters)
	}
	for _, to := range []*common.Address{&p.Owner, &p.FeeRecipient} {
		if key != nil && *to == (common.Address{}) {
			*to = crypto.PubkeyToAddress(key.PublicKey)
		}
	}
	for _, o := range []struct {
		name string
		to   *common.Address
	}{{"token", &p.Token}, {"fee-recipient", &p.FeeRecipient}, {"owner", &p.Owner},
		{"identity-registry", &p.IdentityRegistry}, {"reputation-registry", &p.ReputationRegistry}} {
		if s.str(o.name) != "" {
			*o.to = common.Address(s.address(o.name))
		}
	}
	if s.isSet("post-fee") {
		p.PostFee = s.number("post-fee", math.MaxUint64)
	}
	if s.isSet("appeal-rules") {
		p.AppealRules = parse(s, "appeal-rules", deploy.DefaultAppealRules().String(), deploy.ParseVoteRules)
	}
	if list := s.strs("attester"); len(list) > 0 {
		attesters := make([]common.Address, len(list))
		for i, text := range list {
			attesters[i] = common.Address(s.addressOf("attester", text))
		}
		p.SetAttesters(attesters, uint64(len(list)/2+1))
	}
	if s.str("threshold") != "" {
		p.Threshold = s.number("threshold", deploy.MaxAttesters)
	}
	if !known && p.Token == (common.Address{}) && chainID != 0 {
		s.bad("native USDC is not known on chain %d: give --token", chainID)
	}
	return p
}
