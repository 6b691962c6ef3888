package api

import (
	"encoding/json"
	"math/big"
	"strings"
	"time"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/money"
)

// The bodies that post a bounty (board.md (a), limits of (g)).

// postCommon is what REST and MCP share.
type postCommon struct {
	Title              string       `json:"title" op:"len=8..140"`
	Description        string       `json:"description" op:"len=20..4000" jsonschema:"what is wanted, in full"`
	Category           string       `json:"category" op:"enum=research|data|sourcing|price_discovery|other"`
	AcceptanceCriteria string       `json:"acceptance_criteria,omitempty" op:"len=1..2000" jsonschema:"what makes a submission acceptable"`
	Deadline           string       `json:"deadline,omitempty" op:"format=date-time" jsonschema:"5 minutes to 90 days ahead; without one the bounty expires after 90 days"`
	Settlement         string       `json:"settlement,omitempty" op:"enum=stated|onchain|direct,default=stated" jsonschema:"stated: you say what you pay and pay elsewhere, nothing is verified; onchain (or direct, the same): you pay in USDC on the chain to open a deliverable, and it is verified here"`
	Audience           string       `json:"audience,omitempty" op:"enum=agents|humans|either,default=agents" jsonschema:"who may fill it; humans and either only where the server takes jobs for people"`
	Accepts            []string     `json:"accepts,omitempty" op:"items=1..3,enum=tag|deposit|payer" jsonschema:"how a payment may be identified; all ways by default"`
	MaxWinners         uint32       `json:"max_winners,omitempty" op:"range=1..100,default=1" jsonschema:"how many prizes the reward is divided into; 1 with milestones"`
	PublicOnRelease    bool         `json:"public_on_release,omitempty" jsonschema:"everybody may read the deliverable once it is paid"`
	EvidenceRequired   []evidenceIn `json:"evidence_required,omitempty" op:"items=..8" jsonschema:"what every submission must bring as evidence; its form is checked, and it is sealed like the content"`
}

type restPost struct {
	postCommon
	RewardAmountCents int64           `json:"reward_amount_cents,omitempty" op:"range=1..1000000" jsonschema:"the whole reward, fee included; ignored with milestones, which sum to it"`
	Milestones        []restMilestone `json:"milestones,omitempty" op:"items=2..10"`
}

type restMilestone struct {
	Title             string        `json:"title" op:"len=4..100"`
	RewardAmountCents int64         `json:"reward_amount_cents" op:"range=1..1000000"`
	EvidenceRequired  *[]evidenceIn `json:"evidence_required,omitempty" op:"items=..8" jsonschema:"instead of the bounty's; an empty list asks for none"`
}

type toolPost struct {
	postCommon
	RewardUSD  json.Number     `json:"reward_usd,omitempty" op:"range=0.01..10000" jsonschema:"the whole reward in dollars, at most two decimals, fee included; ignored with milestones, which sum to it"`
	Milestones []toolMilestone `json:"milestones,omitempty" op:"items=2..10"`
}

type toolMilestone struct {
	Title            string        `json:"title" op:"len=4..100"`
	RewardUSD        json.Number   `json:"reward_usd" op:"range=0.01..10000" jsonschema:"in dollars, at most two decimals"`
	EvidenceRequired *[]evidenceIn `json:"evidence_required,omitempty" op:"items=..8" jsonschema:"instead of the bounty's; an empty list asks for none"`
}

// maxRewardCents is board.md (g).
const maxRewardCents = 1_000_000

func fromRESTPost(in restPost) (settle.NewMission, error) {
	return in.mission(in.RewardAmountCents, "reward_amount_cents", list(in.Milestones, func(m restMilestone) part {
		return part{m.Title, m.RewardAmountCents, m.EvidenceRequired}
	}))
}

func fromToolPost(in toolPost) (settle.NewMission, error) {
	var whole int64
	var err error
	if in.RewardUSD != "" {
		if whole, err = usdCents(in.RewardUSD, "reward_usd"); err != nil {
			return settle.NewMission{}, err
		}
	}
	var parts []part
	for _, m := range in.Milestones {
		c, err := usdCents(m.RewardUSD, "milestones.reward_usd")
		if err != nil {
			return settle.NewMission{}, err
		}
		parts = append(parts, part{m.Title, c, m.EvidenceRequired})
	}
	return in.mission(whole, "reward_usd", parts)
}

type part struct {
	title    string
	cents    int64
	evidence *[]evidenceIn
}

// mission is the use case's request. rewardName is the field that a refusal names.
func (in postCommon) mission(whole int64, rewardName string, parts []part) (settle.NewMission, error) {
	mode := settle.ModeDirect
	if in.Settlement == string(settle.ModeStated) {
		if mode = settle.ModeStated; len(in.Accepts) > 0 {
			return settle.NewMission{}, settle.Errorf(settle.CodeInvalid, "accepts: says how a payment on the chain is identified, and with stated settlement none is looked for; leave it out, or send \"settlement\": \"onchain\"")
		}
	}
	m := settle.NewMission{Mode: mode, Audience: settle.Audience(in.Audience), Title: in.Title, Description: in.Description, Category: in.Category, Criteria: in.AcceptanceCriteria,
		Grain: money.Units(money.UnitsPerCent), MaxWinners: in.MaxWinners, PublicOnRelease: in.PublicOnRelease}
	for _, a := range in.Accepts {
		m.Accepts = append(m.Accepts, settle.Identification(a))
	}
	if in.Deadline != "" {
		at, err := time.Parse(time.RFC3339, in.Deadline)
		if err != nil {
			return m, settle.Errorf(settle.CodeInvalid, "deadline: %v", err)
		}
		m.Deadline = at.UnixMilli()
	}
	if len(parts) > 0 {
		whole = 0
	}
	var err error
	if m.Evidence, err = requirements(in.EvidenceRequired, "evidence_required"); err != nil {
		return m, err
	}
	for k, p := range parts {
		whole += p.cents
		x := settle.NewMilestone{Title: p.title, Reward: centsToUnits(p.cents)}
		if x.Evidence, x.OwnEvidence, err = ownRequirements(p.evidence, k); err != nil {
			return m, err
		}
		m.Milestones = append(m.Milestones, x)
	}
	switch {
	case whole == 0:
		return m, settle.Errorf(settle.CodeInvalid, "%s: is required unless there are milestones", rewardName)
	case whole > maxRewardCents:
		return m, settle.Errorf(settle.CodeInvalid, "the rewards of the milestones sum to %s; the most allowed is %s",
			dollars(centsToUnits(whole)), dollars(centsToUnits(maxRewardCents)))
	}
	m.Reward = centsToUnits(whole)
	return m, nil
}

func centsToUnits(c int64) money.Amount { return money.Units(uint64(c) * money.UnitsPerCent) }

// usdCents reads dollars exactly: a decimal number without exponent that is a
// whole number of cents and more than zero.
func usdCents(n json.Number, field string) (int64, error) {
	bad := settle.Errorf(settle.CodeInvalid, "%s: must be a number of dollars above 0 with at most two decimals, such as 12.5", field)
	if strings.ContainsAny(string(n), "eE") {
		return 0, bad
	}
	r, ok := new(big.Rat).SetString(string(n))
	if !ok {
		return 0, bad
	}
	r.Mul(r, big.NewRat(100, 1))
	if !r.IsInt() || r.Sign() <= 0 || !r.Num().IsInt64() || r.Num().Int64() > maxRewardCents {
		return 0, bad
	}
	return r.Num().Int64(), nil
}
