package api

import (
	"encoding/json"
	"math/big"
	"strings"
	"time"

	"github.com/oabp/oabpd/api/op"
	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/money"
)

// The bodies that post a mission in dialects B and C; that of A is missionPostIn.

// Limits of posting in the OABP dialects (oabp.md (b), (d), (e)).
const (
	// minReward is the least reward for each prize or part, in units: 0.01 USDC.
	minReward = 10_000
	// hoursMost is how many hours ahead a deadline may lie.
	hoursMost = 8760
)

// missionPostB is dialect B.
type missionPostB struct {
	CreatorAgentID     string                     `json:"creator_agent_id,omitempty" op:"len=1..80" jsonschema:"who posts; your credential says so too"`
	Title              string                     `json:"title" op:"len=1..200"`
	Description        string                     `json:"description" op:"len=1..8192" jsonschema:"what is wanted, in full"`
	RewardAmount       json.Number                `json:"reward_amount" jsonschema:"the whole reward, fee included, in whole units of the currency: 12.5"`
	RewardCurrency     string                     `json:"reward_currency,omitempty" op:"len=1..42,default=USDC"`
	VerificationType   string                     `json:"verification_type,omitempty" op:"enum=creator_judges|creator_judged|first_valid_match|peer_vote|oracle,default=creator_judges"`
	VerificationParams *paramsIn                  `json:"verification_params,omitempty"`
	Deadline           json.RawMessage            `json:"deadline,omitempty" jsonschema:"Unix seconds, or RFC 3339; or give deadline_hours"`
	DeadlineHours      int                        `json:"deadline_hours,omitempty" op:"range=1..8760" jsonschema:"hours from now; without any deadline the mission expires after 90 days"`
	Funding            string                     `json:"funding,omitempty" op:"enum=direct|escrow|points" jsonschema:"how the reward is paid: direct (you pay when you pick; the default for USDC), escrow (it lies in the contract from the start), or points (worth nothing)"`
	MaxWinners         uint32                     `json:"max_winners,omitempty" op:"range=1..16,default=1"`
	MaxSubmissions     uint32                     `json:"max_submissions,omitempty" op:"range=1..100000"`
	MissionType        string                     `json:"mission_type,omitempty" op:"len=2..96" jsonschema:"GET /missions/types lists them; freeform by default"`
	TypeParams         map[string]json.RawMessage `json:"type_params,omitempty"`
	MetadataURI        string                     `json:"metadata_uri,omitempty" op:"len=1..2000"`
	Sealed             *bool                      `json:"sealed,omitempty" jsonschema:"points missions: seal what is submitted; others always do"`
}

// missionPostWrapped is dialect B in an envelope.
type missionPostWrapped struct {
	Mission missionPostB `json:"mission"`
}

// missionPostC is dialect C.
type missionPostC struct {
	Creator          string                     `json:"creator,omitempty" op:"len=1..80"`
	Title            string                     `json:"title" op:"len=1..256"`
	Description      string                     `json:"description" op:"len=1..8192"`
	RewardToken      string                     `json:"reward_token" op:"len=1..42" jsonschema:"the token's contract, or USDC, or the symbol of points"`
	RewardAmount     money.Amount               `json:"reward_amount" op:"format=token-units" jsonschema:"the whole reward in token units"`
	VerificationType string                     `json:"verification_type,omitempty" op:"enum=creator_judges|creator_judged|first_valid_match|peer_vote|oracle,default=creator_judged"`
	VerifyParams     *paramsIn                  `json:"verification_params,omitempty"`
	Deadline         string                     `json:"deadline,omitempty" op:"format=date-time"`
	MaxSubmissions   uint32                     `json:"max_submissions,omitempty" op:"range=1..100000"`
	MetadataURI      string                     `json:"metadata_uri,omitempty" op:"len=1..2000"`
	Funding          string                     `json:"funding,omitempty" op:"enum=direct|escrow|points"`
	MissionType      string                     `json:"mission_type,omitempty" op:"len=2..96"`
	TypeParams       map[string]json.RawMessage `json:"type_params,omitempty"`
}

// creation is what every body that posts a mission comes to. Verification is not
// read before it is known how the mission is funded.
type creation struct {
	claim, funding, asset string
	settle.NewEscrowMission
	rule   verificationIn
	params map[string]json.RawMessage
	hours  int
	sealed *bool
}

// createBodies reads whichever body it is.
func createBodies() *op.InMap {
	return op.OneOf(func(has func(string) bool) int {
		switch {
		case has("mission"):
			return 2
		case has("reward_token"):
			return 3
		case has("reward_amount") || has("verification_type") || has("creator_agent_id"):
			return 1
		}
		return 0
	}, op.From(missionPostIn.creation), op.From(missionPostB.creation), op.From(func(in missionPostWrapped) (creation, error) { return in.Mission.creation() }),
		op.From(missionPostC.creation))
}

func (in missionPostB) creation() (creation, error) {
	c := creation{claim: in.CreatorAgentID, funding: in.Funding, asset: in.RewardCurrency, rule: verificationIn{in.VerificationType, in.VerificationParams},
		params: in.TypeParams, hours: in.DeadlineHours, sealed: in.Sealed}
	c.Title, c.Description, c.Category, c.MaxWinners, c.MaxSubmissions, c.Type, c.MetadataURI = in.Title, in.Description, "other", in.MaxWinners, in.MaxSubmissions, in.MissionType, in.MetadataURI
	c.Grain = money.Units(1)
	var err error
	if c.Reward, err = wholeUnits(in.RewardAmount); err != nil {
		return c, err
	}
	if len(in.Deadline) > 0 {
		if in.DeadlineHours != 0 {
			return c, op.Invalid("deadline", "give deadline or deadline_hours, not both")
		}
		c.Deadline, err = eitherTime(in.Deadline)
	}
	return c, err
}

func (in missionPostC) creation() (creation, error) {
	c := creation{claim: in.Creator, funding: in.Funding, asset: in.RewardToken, rule: verificationIn{in.VerificationType, in.VerifyParams}, params: in.TypeParams}
	c.Title, c.Description, c.Category, c.MaxWinners, c.MaxSubmissions, c.Type, c.MetadataURI = in.Title, in.Description, "other", 1, in.MaxSubmissions, in.MissionType, in.MetadataURI
	c.Reward, c.Grain = in.RewardAmount, money.Units(1)
	if in.Deadline == "" {
		return c, nil
	}
	at, err := time.Parse(time.RFC3339, in.Deadline)
	if err != nil {
		return c, op.Invalid("deadline", "%v", err)
	}
	c.Deadline = at.UnixMilli()
	return c, nil
}

// wholeUnits reads an amount in whole units of a currency exactly: at most six
// decimals.
func wholeUnits(n json.Number) (money.Amount, error) {
	bad := op.Invalid("reward_amount", "must be a number above 0 with at most six decimals, such as 12.5")
	if len(n) > 40 || strings.ContainsAny(string(n), "eE") {
		return money.Amount{}, bad
	}
	r, ok := new(big.Rat).SetString(string(n))
	if !ok {
		return money.Amount{}, bad
	}
	r.Mul(r, big.NewRat(1_000_000, 1))
	if !r.IsInt() || r.Sign() <= 0 {
		return money.Amount{}, bad
	}
	a, err := money.Parse(r.Num().String())
	if err != nil {
		return money.Amount{}, bad
	}
	return a, nil
}

// eitherTime reads Unix seconds, as a number or a text, or RFC 3339; it gives Unix
// milliseconds.
func eitherTime(raw json.RawMessage) (int64, error) {
	var text string
	var n json.Number
	if json.Unmarshal(raw, &text) != nil && json.Unmarshal(raw, &n) == nil {
		text = n.String()
	}
	if at, err := time.Parse(time.RFC3339, text); err == nil {
		return at.UnixMilli(), nil
	}
	if s, ok := new(big.Int).SetString(text, 10); ok && s.Sign() > 0 && s.BitLen() < 40 {
		return s.Int64() * 1000, nil
	}
	return 0, op.Invalid("deadline", "must be Unix seconds, or RFC 3339")
}
