package attest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"sort"

	"github.com/ethereum/go-ethereum"
	"github.com/ethereum/go-ethereum/accounts/abi/bind"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"github.com/oabp/oabpd/bindings/attestationoracle"
	"github.com/oabp/oabpd/bindings/oabpescrow"
	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/digest"
	"github.com/oabp/oabpd/settle/money"
)

// Node is what an attester asks of an endpoint.
type Node interface {
	bind.ContractBackend
	ethereum.BlockNumberReader
	ethereum.ChainIDReader
}

// Entry is an agent's current submission, as the chain has it.
type Entry struct {
	Agent          settle.Address
	Tranche        uint8
	SubmissionHash settle.Hash
	ContentHash    settle.Hash
	SplitHash      settle.Hash
	// Position is where its WorkSubmitted is.
	Position uint64
}

// Case is everything that the chain says of a mission, at one block.
type Case struct {
	ChainID        uint64
	Oracle, Escrow settle.Address
	Token          settle.Address
	Threshold      uint64
	Attesters      []settle.Address
	Mission        settle.Hash
	Terms          settle.MissionTerms
	// Done and Pending have bit i for tranche i.
	Done, Pending uint16
	// Winners are who was awarded a tranche, or is about to be.
	Winners map[uint8]settle.Address
	// Entries are ordered by position.
	Entries []Entry
	// Block is where all this holds, Now its time in Unix seconds.
	Block uint64
	Now   int64
}

// reader reads one case from one endpoint.
type reader struct {
	n      Node
	c      *Case
	escrow *oabpescrow.OabpEscrow
	abi    map[common.Hash]string // events that matter, by their topic
	call   *bind.CallOpts
}

// Read reads a mission at the block that has confirmations others on top.
func Read(ctx context.Context, n Node, oracle settle.Address, mission settle.Hash, confirmations uint64) (*Case, error) {
	r := &reader{n: n, c: &Case{Oracle: oracle, Mission: mission, Winners: map[uint8]settle.Address{}}}
	if err := r.ground(ctx, confirmations); err != nil {
		return nil, err
	}
	posted, err := r.stored()
	if err != nil {
		return nil, err
	}
	from, err := r.firstBlockAt(ctx, posted)
	if err != nil {
		return nil, err
	}
	logs, err := r.logs(ctx, from, r.c.Block)
	if err != nil {
		return nil, err
	}
	if err := r.fold(logs); err != nil {
		return nil, err
	}
	return r.c, r.crossCheck()
}

// ground finds the block to stand on and the contracts there.
func (r *reader) ground(ctx context.Context, confirmations uint64) error {
	id, err := r.n.ChainID(ctx)
	if err != nil {
		return fmt.Errorf("asking for the chain id: %w", err)
	}
	tip, err := r.n.BlockNumber(ctx)
	if err != nil {
		return fmt.Errorf("asking for the tip: %w", err)
	}
	if !id.IsUint64() || tip < confirmations {
		return fmt.Errorf("chain %s has %d blocks, and %d confirmations are wanted", id, tip, confirmations)
	}
	r.c.ChainID, r.c.Block = id.Uint64(), tip-confirmations
	head, err := r.n.HeaderByNumber(ctx, new(big.Int).SetUint64(r.c.Block))
	if err != nil {
		return fmt.Errorf("reading block %d: %w", r.c.Block, err)
	}
	r.c.Now = int64(head.Time)
	r.call = &bind.CallOpts{Context: ctx, BlockNumber: new(big.Int).SetUint64(r.c.Block)}
	o, err := attestationoracle.NewAttestationOracle(common.Address(r.c.Oracle), r.n)
	if err != nil {
		return err
	}
	escrow, err := o.Escrow(r.call)
	if err != nil {
		return fmt.Errorf("asking the attestation oracle %s for its escrow: %w", r.c.Oracle.Checksum(), err)
	}
	threshold, err := o.Threshold(r.call)
	if err != nil {
		return fmt.Errorf("asking the attestation oracle for its threshold: %w", err)
	}
	attesters, err := o.Attesters(r.call)
	if err != nil {
		return fmt.Errorf("asking the attestation oracle for its attesters: %w", err)
	}
	r.c.Escrow, r.c.Threshold = settle.Address(escrow), threshold.Uint64()
	for _, a := range attesters {
		r.c.Attesters = append(r.c.Attesters, settle.Address(a))
	}
	if r.escrow, err = oabpescrow.NewOabpEscrow(escrow, r.n); err != nil {
		return err
	}
	token, err := r.escrow.Token(r.call)
	if err != nil {
		return fmt.Errorf("asking the escrow for its token: %w", err)
	}
	r.c.Token = settle.Address(token)
	return nil
}

// stored reads what the escrow stores of the mission, and when it was posted.
func (r *reader) stored() (posted int64, err error) {
	m, err := r.escrow.Mission(r.call, r.c.Mission)
	if err != nil {
		return 0, fmt.Errorf("reading the mission: %w", err)
	}
	if m.PostedAt.Sign() == 0 {
		return 0, fmt.Errorf("mission %s is not in the escrow %s at block %d: not posted, or not confirmed yet", r.c.Mission, r.c.Escrow.Checksum(), r.c.Block)
	}
	r.c.Done, r.c.Pending = m.DoneMask, m.PendingMask
	for i := range uint8(16) {
		if m.PendingMask>>i&1 == 0 {
			continue
		}
		p, err := r.escrow.PendingAward(r.call, r.c.Mission, i)
		if err != nil {
			return 0, fmt.Errorf("reading the pending award of tranche %d: %w", i, err)
		}
		r.c.Winners[i] = settle.Address(p.Agent)
	}
	return m.PostedAt.Int64(), nil
}

// firstBlockAt is the first block whose time is at least at.
func (r *reader) firstBlockAt(ctx context.Context, at int64) (uint64, error) {
	var failed error
	n := sort.Search(int(r.c.Block), func(k int) bool {
		if failed != nil {
			return true
		}
		h, err := r.n.HeaderByNumber(ctx, big.NewInt(int64(k)))
		if err != nil {
			failed = fmt.Errorf("reading block %d: %w", k, err)
			return true
		}
		return int64(h.Time) >= at
	})
	return uint64(n), failed
}

// Ranges of eth_getLogs: the first one tried, and the one below which an error
// is no matter of size.
const (
	maxRange = 2000
	minRange = 10
)

// logs are the mission's logs of the escrow from a block to another.
func (r *reader) logs(ctx context.Context, from, to uint64) (all []types.Log, err error) {
	parsed, err := oabpescrow.OabpEscrowMetaData.GetAbi()
	if err != nil {
		return nil, err
	}
	r.abi = map[common.Hash]string{}
	topics := []common.Hash{}
	for _, name := range []string{"MissionPosted", "WorkSubmitted", "AwardFinalized"} {
		r.abi[parsed.Events[name].ID] = name
		topics = append(topics, parsed.Events[name].ID)
	}
	for span := uint64(maxRange); from <= to; {
		end := min(to, from+span-1)
		logs, err := r.n.FilterLogs(ctx, ethereum.FilterQuery{FromBlock: new(big.Int).SetUint64(from), ToBlock: new(big.Int).SetUint64(end),
			Addresses: []common.Address{common.Address(r.c.Escrow)}, Topics: [][]common.Hash{topics, {common.Hash(r.c.Mission)}}})
		switch {
		case err == nil:
			all, from = append(all, logs...), end+1
		case ctx.Err() != nil || span <= minRange:
			return nil, fmt.Errorf("reading the logs of blocks %d to %d: %w", from, end, err)
		default:
			span /= 2 // endpoints have limits of their own
		}
	}
	return all, nil
}

// fold makes terms, entries and winners of the logs.
func (r *reader) fold(logs []types.Log) error {
	slices.SortFunc(logs, func(a, b types.Log) int {
		return cmp.Compare(digest.Position(a.BlockNumber, uint32(a.Index)), digest.Position(b.BlockNumber, uint32(b.Index)))
	})
	posted := false
	for _, l := range logs {
		if len(l.Topics) == 0 || l.Removed || l.Address != common.Address(r.c.Escrow) || l.BlockNumber > r.c.Block {
			return fmt.Errorf("the endpoint gave a log that was not asked for, in block %d", l.BlockNumber)
		}
		switch r.abi[l.Topics[0]] {
		case "MissionPosted":
			e, err := r.escrow.ParseMissionPosted(l)
			if err != nil {
				return fmt.Errorf("reading MissionPosted: %w", err)
			}
			if r.c.Terms, err = termsOf(e.Terms); err != nil {
				return err
			}
			posted = true
		case "WorkSubmitted":
			e, err := r.escrow.ParseWorkSubmitted(l)
			if err != nil {
				return fmt.Errorf("reading WorkSubmitted: %w", err)
			}
			r.enter(e, digest.Position(l.BlockNumber, uint32(l.Index)))
		case "AwardFinalized":
			e, err := r.escrow.ParseAwardFinalized(l)
			if err != nil {
				return fmt.Errorf("reading AwardFinalized: %w", err)
			}
			r.c.Winners[e.Tranche] = settle.Address(e.Agent)
		}
	}
	if !posted {
		return errors.New("the endpoint gives no MissionPosted of a mission that is in the escrow's storage")
	}
	if id := digest.MissionID(r.c.ChainID, r.c.Escrow, r.c.Terms); id != r.c.Mission {
		return fmt.Errorf("the endpoint gives terms of mission %s for mission %s", id, r.c.Mission)
	}
	return nil
}

// enter puts an agent's newest submission at the end.
func (r *reader) enter(e *oabpescrow.OabpEscrowWorkSubmitted, position uint64) {
	agent := settle.Address(e.Agent)
	r.c.Entries = slices.DeleteFunc(r.c.Entries, func(o Entry) bool { return o.Agent == agent && o.Tranche == e.Tranche })
	r.c.Entries = append(r.c.Entries, Entry{Agent: agent, Tranche: e.Tranche, SubmissionHash: e.SubmissionHash,
		ContentHash: e.ContentHash, SplitHash: e.SplitHash, Position: position})
}

// crossCheck compares the logs with the storage: an endpoint that lacks one is
// found where the agent is known.
func (r *reader) crossCheck() error {
	for _, e := range r.c.Entries {
		current, err := r.escrow.IsCurrentSubmission(r.call, r.c.Mission, common.Address(e.Agent), e.Tranche, e.SubmissionHash)
		if err != nil {
			return fmt.Errorf("reading the submission of %s: %w", e.Agent.Checksum(), err)
		}
		if !current || e.SubmissionHash != digest.SubmissionHash(e.ContentHash, e.SplitHash) {
			return fmt.Errorf("the endpoint's logs and storage differ about the submission of %s", e.Agent.Checksum())
		}
	}
	return nil
}

// termsOf are the terms of a MissionPosted.
func termsOf(t oabpescrow.MissionTerms) (settle.MissionTerms, error) {
	var failed error
	amount := func(n *big.Int) money.Amount {
		a, err := money.FromBytes(n.Bytes())
		failed = errors.Join(failed, err)
		return a
	}
	out := settle.MissionTerms{Poster: settle.Address(t.Poster), Resolver: settle.Address(t.Resolver), RefundTo: settle.Address(t.RefundTo),
		Reward: amount(t.Reward), VType: settle.VerificationType(t.Vtype), Layout: settle.Layout(t.Layout),
		SubmitBy: t.SubmitBy.Int64(), JudgeBy: t.JudgeBy.Int64(), RefundAt: t.RefundAt.Int64(), AppealWindow: t.AppealWindow, RevealWindow: t.RevealWindow,
		Arbiter: settle.Address(t.Arbiter), AppealBond: amount(t.AppealBond), SpecHash: t.SpecHash, Param: t.Param}
	t.Salt.FillBytes(out.Salt[:])
	for _, n := range t.Tranches {
		out.Tranches = append(out.Tranches, amount(n))
	}
	for _, n := range t.Fees {
		out.Fees = append(out.Fees, amount(n))
	}
	return out, failed
}
