package api

import (
	"context"
	"strconv"

	"github.com/oabp/oabpd/api/op"
	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/money"
)

// Balances of points (oabp.md decision 3, AIP-1 §8).

type balanceIn struct {
	AgentID string `json:"agent_id" op:"len=3..70" jsonschema:"an agent's id, or an address (0x…) that it has proven"`
}

type balanceOut struct {
	AgentID string `json:"agent_id"`
	// AigenBalance are whole points, rounded down, whatever their symbol is here; 0
	// where there are no points.
	AigenBalance int64 `json:"aigen_balance"`
	// PointsBalance is the exact number of points.
	PointsBalance string `json:"points_balance"`
	// Asset is the symbol; null where there are no points.
	Asset *string `json:"asset"`
	// Valueless is true: points are worth nothing.
	Valueless bool   `json:"valueless"`
	Note      string `json:"note"`
}

type movementsIn struct {
	AgentID string `json:"agent_id" op:"len=3..70" jsonschema:"an agent's id, or an address (0x…) that it has proven"`
	Limit   *int   `json:"limit,omitempty" jsonschema:"1 to 100, 50 by default; other numbers are clamped"`
	Cursor  string `json:"cursor,omitempty" op:"len=1..200" jsonschema:"next_cursor of the page before"`
}

type movementsOut struct {
	balanceOut
	Movements  []movementLine `json:"movements"`
	NextCursor *string        `json:"next_cursor"`
}

// movementLine is one movement of an agent's points.
type movementLine struct {
	Seq uint64 `json:"seq"`
	// Reason is grant, hold, burn, reward, refund, stake, return or win.
	Reason string `json:"reason"`
	// Points has a sign: what comes is positive.
	Points       string  `json:"points"`
	MissionID    *string `json:"mission_id"`
	SubmissionID *string `json:"submission_id"`
	At           string  `json:"at"`
}

type commitWorkIn struct {
	MissionID  string      `json:"mission_id" op:"len=1..80" jsonschema:"mis_… (bty_… names the same)"`
	Commitment settle.Hash `json:"commitment" op:"format=evm-hash" jsonschema:"SHA-256 of five lines joined by line feeds: oabp.commit.v1, mission_id, your agent_id, the salt (0x and 64 hexadecimal digits), and the content"`
	AgentID    string      `json:"agent_id,omitempty" op:"len=1..80" jsonschema:"who commits; your credential says so too"`
}

type commitWorkOut struct {
	op.Result
	MissionID  string      `json:"mission_id"`
	AgentID    string      `json:"agent_id"`
	Commitment settle.Hash `json:"commitment"`
	// Seq orders commitments: of those whose work matches, the lowest wins.
	Seq         uint64 `json:"seq"`
	CommittedAt string `json:"committed_at"`
	// RevealBy is until when the work must be submitted, with commit_salt.
	RevealBy   string `json:"reveal_by"`
	NextAction string `json:"next_action"`
}

const pointsNote = "Test points of this server's ledger: they are worth nothing, and cannot be bought or sold."

func (t *table) points() op.Table {
	tags := []string{"points"}
	return op.Table{
		declare(op.Spec{Name: "get_balance", Summary: "An agent's balance of test points", Tags: tags,
			Description: "Points are an asset of this server's own ledger that is worth nothing; missions can be tried with them without money. aigen_balance are whole points, rounded down; points_balance is exact.",
			Errors:      []settle.Code{settle.CodeNotFound},
			Bindings:    []op.Binding{oabp("GET", "/api/agents/{agent_id}/balance"), oabp("GET", "/agents/{agent_id}/balance"), oabp("GET", "/api/agent/balance")},
			Tools:       []op.Tool{{Name: "get_balance", ReadOnly: true, Dialect: op.OABP}},
		}, t.balance),
		declare(op.Spec{Name: "list_points", Summary: "The movements of an agent's test points, newest first", Tags: tags,
			Errors:   []settle.Code{settle.CodeNotFound, op.CodeInvalidCursor},
			Bindings: []op.Binding{oabp("GET", "/api/agents/{agent_id}/points"), oabp("GET", "/agents/{agent_id}/points")},
			Tools:    []op.Tool{{Name: "list_points", ReadOnly: true, Dialect: op.OABP}},
		}, t.movements),
		declare(op.Spec{Name: "commit_work", Summary: "Commit to work for a mission in points before you show it", Tags: append(tags, "missions"), Scope: op.Agent, Attestable: true,
			Outcomes:    []op.Outcome{op.Created},
			Description: "Where a mission's verification has commit_reveal, its work is public once it is submitted, and who committed first wins. Commit, then submit the work with commit_salt until reveal_by; later commitments wait that long for yours. The fee against spam is burned by the commitment, not by the submission.",
			Errors: []settle.Code{settle.CodeNotFound, settle.CodeMissionNotOpen, settle.CodeMissionNotFunded, settle.CodeNoCommitmentsTaken, settle.CodeAlreadyCommitted,
				settle.CodeInsufficientPoints, settle.CodeIdentityProofRequired, settle.CodeForbidden},
			Bindings: []op.Binding{oabp("POST", "/missions/{mission_id}/commit"), oabp("POST", "/api/missions/{mission_id}/commit")},
			Tools:    []op.Tool{{Name: "commit_work", Dialect: op.OABP}},
		}, t.commitWork),
	}
}

func (t *table) commitWork(ctx context.Context, in commitWorkIn) (commitWorkOut, error) {
	me, err := t.actor(ctx, settle.Claim{ID: in.AgentID, Act: settle.ClaimToSubmit})
	if err != nil {
		return commitWorkOut{}, err
	}
	c, err := t.core.Commit(ctx, settle.CommitRequest{Actor: me.Agent, Mission: oabpMissionID(in.MissionID), Commitment: in.Commitment})
	if err != nil {
		return commitWorkOut{}, err
	}
	x := c.Commitment
	return commitWorkOut{Result: op.As(op.Created), MissionID: x.Mission, AgentID: x.Agent, Commitment: x.Commitment, Seq: x.Seq, CommittedAt: millis(x.At),
		RevealBy: millis(c.RevealBy), NextAction: "Submit the work (POST " + submitPath(x.Mission) + ") with commit_salt until reveal_by."}, nil
}

func (t *table) balance(ctx context.Context, in balanceIn) (balanceOut, error) {
	v, err := t.core.Points(ctx, in.AgentID)
	if err != nil {
		return balanceOut{}, err
	}
	return toBalance(v), nil
}

func toBalance(v settle.PointsView) balanceOut {
	return balanceOut{AgentID: v.Agent, AigenBalance: balanceWhole(v.Balance), PointsBalance: money.FormatUSDC(v.Balance),
		Asset: textOrNull(v.Settings.Symbol), Valueless: true, Note: pointsNote}
}

// balanceWhole are points rounded down.
func balanceWhole(a money.Amount) int64 {
	n, err := a.MulDiv(money.Units(1), money.Units(1_000_000))
	if err != nil {
		return 0
	}
	whole, ok := n.Uint64()
	if !ok || whole > 1<<53 {
		return 1 << 53
	}
	return int64(whole)
}

func (t *table) movements(ctx context.Context, in movementsIn) (movementsOut, error) {
	filters, limit, behind := "points of "+in.AgentID, 50, position{}
	var err error
	if in.Cursor != "" {
		if behind, err = parseCursor(in.Cursor, filters); err != nil {
			return movementsOut{}, err
		}
	}
	if in.Limit != nil {
		limit = min(max(*in.Limit, 1), listMax)
	}
	v, err := t.core.Points(ctx, in.AgentID)
	if err != nil {
		return movementsOut{}, err
	}
	ms, next, err := t.core.PointsMovements(ctx, in.AgentID, behind.ID, limit)
	if err != nil {
		return movementsOut{}, err
	}
	out := movementsOut{balanceOut: toBalance(v), Movements: list(ms, func(m *settle.PointsMovement) movementLine {
		sign := ""
		if m.From == settle.AgentPoints(v.Agent) {
			sign = "-"
		}
		return movementLine{m.Seq, string(m.Reason), sign + money.FormatUSDC(m.Amount), textOrNull(m.Mission), textOrNull(m.Submission), millis(m.At)}
	})}
	if next != "" {
		c := position{0, next}.cursor(filters)
		out.NextCursor = &c
	}
	return out, nil
}

// pollParams are the verification parameters of a mission that voters decide here.
func pollParams(m *settle.Mission, t *settle.PollTerms) map[string]string {
	return map[string]string{"voting_deadline": millis(m.Deadline), "vote_token": m.Asset(), "min_vote": money.FormatUSDC(t.MinStake),
		"quorum": money.FormatUSDC(t.Rules.QuorumWeight), "quorum_voters": strconv.Itoa(int(t.Rules.QuorumVoters)),
		"slash_bps": strconv.Itoa(int(t.Rules.SlashBPS)), "cap": strconv.FormatUint(uint64(t.Rules.Cap), 10)}
}
