package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ethereum/go-ethereum/ethclient"
	ucli "github.com/urfave/cli/v2"

	"github.com/oabp/oabpd/cmd/oabpd/attest"
	"github.com/oabp/oabpd/cmd/oabpd/deploy"
	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/escrow"
	"github.com/oabp/oabpd/settle/seal"
)

func (c *commands) attest() *ucli.Command {
	return &ucli.Command{
		Name:   "attest",
		Usage:  "be one of the attesters of an attestation oracle; never part of run",
		Action: func(*ucli.Context) error { return usage("want sign or combine; see oabpd attest --help") },
		Flags:  flags(),
		Subcommands: []*ucli.Command{
			{
				Name:      "sign",
				Usage:     "check who wins a tranche of a mission, and sign it",
				ArgsUsage: "MISSION (the escrow's id, 0x…)",
				Description: "Reads the mission from the chain, checks the envelopes that are given by the mission's rule, and prints the\n" +
					"attestation as JSON. In a first_valid_match the envelopes of all earlier submissions are needed as well. Content\n" +
					"that the rule does not decide (predicate, oracle) is judged by the evaluator: a program that gets it on standard\n" +
					"input and OABP_MISSION, OABP_AGENT, OABP_CONTENT_HASH and OABP_EXPECTED in its environment; exit 0 is valid, 3 is not.",
				Flags: flags(append(attestOptions(),
					needed(one("key-file", "", "file with the attester's private key as hex; it signs attestations only")),
					one("confirmations", "6", "blocks wanted on top of what is attested"),
					once(needed(one("agent", "", "whose submission wins"))),
					once(one("tranche", "0", "which tranche: the milestone, or the prize, from 0")),
					once(needed(one("rule", "", "file with the mission's rule, whose hash is in its terms"))),
					once(many("envelope", "file, or directory of files, with sealed contents; repeat for more")),
					once(one("split", "", "file with the submission's split as JSON: payees and bps (default: all to the agent)")),
					once(one("evaluator", "", "program that judges what the rule does not decide")),
					once(many("pass-over", "agent whose earlier submission counts as invalid though its envelope is not at hand; repeat for more")),
					once(one("deadline", "", "until when the attestation is good, in Unix seconds (default: the mission's judge_by, the same for all attesters)")),
				)...),
				Action: c.with(c.attestSign),
			},
			{
				Name:        "combine",
				Usage:       "put attestations together into the call that awards",
				ArgsUsage:   "ATTESTATION.json…",
				Description: "Tries the call at the endpoint and prints it as JSON. Anybody may send it; no key is needed here.",
				Flags: flags(needed(many("rpc", "JSON-RPC endpoint; of several the first of http(s) is used")),
					one("timeout", "30s", "how long it may take")),
				Action: c.with(c.attestCombine),
			},
		},
	}
}

func attestOptions() []*option {
	return []*option{
		needed(many("rpc", "JSON-RPC endpoint, http(s); repeat for more than one, which all must lead to the same finding")),
		one("attestation-oracle", "", "the AttestationOracle contract"),
		one("deployments", "", "deployments file of oabpd deploy, instead of --attestation-oracle"),
		one("timeout", "5m", "how long it may take"),
	}
}

func (c *commands) attestSign(cc *ucli.Context, s *settings) error {
	key, timeout, confirmations := s.key("key-file"), s.duration("timeout"), s.number("confirmations", 1<<20)
	mission, err := settle.ParseHash(cc.Args().First())
	if err != nil || cc.NArg() != 1 {
		s.bad("want one mission: 0x and 64 hex digits")
	}
	oracle := s.oracle()
	urls := httpOnly(s.strs("rpc"))
	if len(urls) == 0 && s.isSet("rpc") {
		s.bad("--rpc: want an http(s) endpoint")
	}
	q := s.question(mission)
	if err := s.err(); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(cc.Context, timeout)
	defer cancel()
	var nodes []attest.Node
	for _, u := range urls {
		client, err := ethclient.DialContext(ctx, u)
		if err != nil {
			return usage("--rpc: %w", err)
		}
		defer client.Close()
		nodes = append(nodes, client)
	}
	w, err := attest.Sign(ctx, nodes, oracle, mission, confirmations, key, q)
	if err != nil {
		return err
	}
	return c.json(w)
}

// oracle is the contract that attestations are for.
func (s *settings) oracle() settle.Address {
	a, file := s.address("attestation-oracle"), s.str("deployments")
	if !a.IsZero() || file == "" {
		if a.IsZero() && s.str("attestation-oracle") == "" {
			s.bad("--attestation-oracle is missing (or --deployments)")
		}
		return a
	}
	d, err := deploy.ReadDeployed(file)
	switch {
	case err != nil:
		s.bad("--deployments: %w", err)
	case d.Contracts.AttestationOracle == nil:
		s.bad("--deployments: %s has no attestation oracle", file)
	default:
		return settle.Address(d.Contracts.AttestationOracle.Address)
	}
	return a
}

// question reads what the attester is asked.
func (s *settings) question(mission settle.Hash) attest.Question {
	q := attest.Question{Agent: s.address("agent"), Tranche: uint8(s.number("tranche", 15)), Envelopes: map[settle.Hash][]byte{},
		Deadline: int64(s.number("deadline", 1<<40))}
	q.Split = escrow.Solo(q.Agent)
	if path := s.str("rule"); path != "" {
		b, err := readSome(path, 64<<10)
		if err == nil {
			q.Rule, err = escrow.ParseMatchRule(b)
		}
		if err != nil {
			s.bad("--rule: %w", err)
		}
	}
	if path := s.str("split"); path != "" {
		b, err := readSome(path, 64<<10)
		if err == nil {
			q.Split = settle.Split{}
			err = json.Unmarshal(b, &q.Split)
		}
		if err != nil {
			s.bad("--split: %w", err)
		}
	}
	for _, path := range s.strs("envelope") {
		if err := readEnvelopes(path, q.Envelopes); err != nil {
			s.bad("--envelope: %w", err)
		}
	}
	for _, a := range s.strs("pass-over") {
		q.PassOver = append(q.PassOver, s.addressOf("pass-over", a))
	}
	if program := s.str("evaluator"); program != "" {
		q.Judge = func(ctx context.Context, e attest.Entry, content string) (bool, error) {
			return evaluate(ctx, program, content, "OABP_MISSION="+mission.String(), "OABP_AGENT="+e.Agent.Checksum(),
				"OABP_CONTENT_HASH="+e.ContentHash.String(), "OABP_EXPECTED="+q.Rule.Expected)
		}
	}
	return q
}

// notValid is an evaluator's exit code for content that is not valid. (A program
// that fails mostly exits with 1 or 2, which must not pass for a verdict.)
const notValid = 3

// evaluate asks a program. Its output goes nowhere: it has seen sealed content.
func evaluate(ctx context.Context, program, content string, env ...string) (bool, error) {
	cmd := exec.CommandContext(ctx, program)
	own := slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(v, "OABPD_") })
	cmd.Stdin, cmd.Env = strings.NewReader(content), append(own, env...)
	err := cmd.Run()
	var exited *exec.ExitError
	switch {
	case err == nil:
		return true, nil
	case errors.As(err, &exited) && exited.ExitCode() == notValid:
		return false, nil
	}
	return false, fmt.Errorf("the evaluator %s gave no verdict: %w", program, err)
}

// readEnvelopes adds a file, or all files of a directory, by their hashes.
func readEnvelopes(path string, to map[settle.Hash][]byte) error {
	return filepath.WalkDir(path, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := readSome(path, seal.MaxEnvelope)
		if err == nil {
			to[seal.Hash(b)] = b
		}
		return err
	})
}

// readSome reads a file of at most limit bytes.
func readSome(path string, limit int64) ([]byte, error) {
	b, err := stdinOrFile(path, nil, limit+1)
	if err == nil && int64(len(b)) > limit {
		err = fmt.Errorf("%s has more than %d bytes", path, limit)
	}
	return b, err
}

func (c *commands) attestCombine(cc *ucli.Context, s *settings) error {
	timeout, urls := s.duration("timeout"), httpOnly(s.strs("rpc"))
	if len(urls) == 0 && s.isSet("rpc") {
		s.bad("--rpc: want an http(s) endpoint")
	}
	if cc.NArg() == 0 {
		s.bad("want the attestations: files that oabpd attest sign printed")
	}
	var words []*attest.Word
	for _, path := range cc.Args().Slice() {
		w, err := readWord(path)
		if err != nil {
			s.bad("%s: %w", path, err)
		}
		words = append(words, w)
	}
	if err := s.err(); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(cc.Context, timeout)
	defer cancel()
	client, err := ethclient.DialContext(ctx, urls[0])
	if err != nil {
		return usage("--rpc: %w", err)
	}
	defer client.Close()
	a, err := attest.Combine(ctx, client, words)
	if err != nil {
		return err
	}
	return c.json(a)
}

func readWord(path string) (*attest.Word, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return attest.ReadWord(f)
}
