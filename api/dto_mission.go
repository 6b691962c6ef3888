package api

import (
	"encoding/json"
	"time"

	"github.com/oabp/oabpd/api/op"
	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/money"
)

// missionPostIn posts a mission in dialect A.
type missionPostIn struct {
	Creator            string          `json:"creator,omitempty" op:"len=1..80" jsonschema:"who posts; your credential says so too"`
	Funding            string          `json:"funding,omitempty" op:"enum=direct|escrow|points" jsonschema:"how the reward is paid: direct (you pay when you pick; the default for USDC), escrow (it lies in the contract from the start), or points (worth nothing)"`
	Title              string          `json:"title" op:"len=1..200"`
	Description        string          `json:"description" op:"len=1..8192" jsonschema:"what is wanted, in full"`
	AcceptanceCriteria string          `json:"acceptance_criteria,omitempty" op:"len=1..2000" jsonschema:"what makes a submission acceptable"`
	Category           string          `json:"category,omitempty" op:"enum=research|data|sourcing|price_discovery|other,default=other"`
	Reward             *rewardIn       `json:"reward,omitempty" jsonschema:"the whole reward, fee included; leave it out with milestones, which sum to it"`
	Milestones         []missionPartIn `json:"milestones,omitempty" op:"items=2..10"`
	MaxWinners         uint32          `json:"max_winners,omitempty" op:"range=1..16,default=1" jsonschema:"how many equal prizes the reward is divided into; 1 with milestones"`
	Verification       verificationIn  `json:"verification"`
	Deadline           string          `json:"deadline,omitempty" op:"format=date-time" jsonschema:"until when work is taken; at least 5 minutes ahead. Required for escrow; without one a mission expires after 90 days"`
	DeadlineHours      int             `json:"deadline_hours,omitempty" op:"range=1..8760" jsonschema:"instead of deadline: hours from now"`
	JudgeBy            string          `json:"judge_by,omitempty" op:"format=date-time" jsonschema:"until when the escrow takes awards; 7 days after the deadline by default"`
	RefundAt           string          `json:"refund_at,omitempty" op:"format=date-time" jsonschema:"from when on anybody can have what is not awarded sent to refund_to; the earliest by default, which is 3 days after judge_by and the appeal window; at most 366 days ahead"`
	PosterAddress      *settle.Address `json:"poster_address,omitempty" op:"format=evm-address" jsonschema:"which of your proven addresses posts and funds; the first by default"`
	RefundTo           *settle.Address `json:"refund_to,omitempty" op:"format=evm-address" jsonschema:"where everything goes that is not awarded; the poster's address by default"`
	Appeal             *appealIn       `json:"appeal,omitempty" jsonschema:"who rules on appeals against awards; without it there are none"`
	PublicOnRelease    bool            `json:"public_on_release,omitempty" jsonschema:"everybody may read the deliverable once it is paid"`
	EvidenceRequired   []evidenceIn    `json:"evidence_required,omitempty" op:"items=..8" jsonschema:"what every submission must bring as evidence; its form is checked, and it is sealed like the content"`

	MissionType    string                     `json:"mission_type,omitempty" op:"len=2..96" jsonschema:"GET /missions/types lists them; freeform by default"`
	TypeParams     map[string]json.RawMessage `json:"type_params,omitempty"`
	MetadataURI    string                     `json:"metadata_uri,omitempty" op:"len=1..2000"`
	MaxSubmissions uint32                     `json:"max_submissions,omitempty" op:"range=1..100000" jsonschema:"not for escrow, which takes all"`
	Sealed         *bool                      `json:"sealed,omitempty" jsonschema:"points missions: seal what is submitted; others always do"`
}

type rewardIn struct {
	Asset  string       `json:"asset,omitempty" op:"len=1..42,default=USDC" jsonschema:"USDC (or the token's contract), or the symbol of points where the server has them"`
	Amount money.Amount `json:"amount" op:"format=token-units" jsonschema:"in token units (USDC: 6 decimals); at least 10000 for each prize"`
}

type missionPartIn struct {
	Title  string       `json:"title" op:"len=1..100"`
	Amount money.Amount `json:"amount" op:"format=token-units" jsonschema:"in token units; at least 10000"`
	// EvidenceRequired is absent where the mission's holds.
	EvidenceRequired *[]evidenceIn `json:"evidence_required,omitempty" op:"items=..8" jsonschema:"instead of the mission's; an empty list asks for none"`
}

type verificationIn struct {
	Type   string    `json:"type" op:"enum=creator_judges|creator_judged|first_valid_match|peer_vote|oracle"`
	Params *paramsIn `json:"params,omitempty"`
}

type paramsIn struct {
	TargetHash     *settle.Hash    `json:"target_hash,omitempty" op:"format=evm-hash" jsonschema:"first_valid_match: SHA-256 of the answer. The escrow decides itself; whoever reveals the answer publishes it"`
	RevealWindow   uint32          `json:"reveal_window_seconds,omitempty" op:"range=0..259200" jsonschema:"with target_hash: how long after the first valid reveal an earlier commitment can still win; 0: the first wins at once"`
	Resolver       *settle.Address `json:"resolver,omitempty" op:"format=evm-address" jsonschema:"who awards in your stead (creator_judges), or another vote contract (peer_vote)"`
	OracleContract *settle.Address `json:"oracle_contract,omitempty" op:"format=evm-address" jsonschema:"oracle, or first_valid_match without target_hash: an oracle that the escrow's list allows; this server's by default"`
	Param          *settle.Hash    `json:"param,omitempty" op:"format=evm-hash" jsonschema:"what the oracle needs; of a first_valid_match the hash of its rule, which match_mode and expected give"`
	MatchMode      string          `json:"match_mode,omitempty" op:"enum=substring|exact|regex|predicate|oracle" jsonschema:"first_valid_match without target_hash: how attesters compare the content with expected"`
	Expected       string          `json:"expected,omitempty" op:"len=1..4096" jsonschema:"what the content must have in it, or be, by match_mode (substring by default). Of an escrow mission the server makes param of both and keeps neither, so tell them to the attesters; of others it keeps it sealed"`
	Regex          string          `json:"regex,omitempty" op:"len=1..4096" jsonschema:"first_valid_match: an RE2 expression that the whole content must match"`
	PredicateURI   string          `json:"predicate_uri,omitempty" op:"len=1..2000" jsonschema:"first_valid_match: an https URL that is asked with ids and hashes, and says yes with 200"`
	OracleMethod   string          `json:"oracle_method,omitempty" op:"len=1..200" jsonschema:"oracle: the method of oracle_contract that decides"`
	OracleDescribe string          `json:"oracle_description,omitempty" op:"len=1..2000" jsonschema:"oracle: in words, who or what decides"`
	VotingDeadline string          `json:"voting_deadline,omitempty" op:"format=date-time" jsonschema:"peer_vote on points: until when votes are taken, behind the deadline for work"`
	CommitReveal   bool            `json:"commit_reveal,omitempty" jsonschema:"first_valid_match in points: agents commit to their work before they show it; reveal_window_seconds is how long they have (600 by default)"`
	MinVote        money.Amount    `json:"min_vote,omitzero" op:"format=token-units" jsonschema:"peer_vote on points: the least stake, in units of points"`
	Vote           *voteIn         `json:"vote,omitempty" jsonschema:"peer_vote: how the poll is held"`
}

type voteIn struct {
	CommitMinutes uint16       `json:"commit_minutes,omitempty" op:"range=10..10080,default=1440"`
	RevealMinutes uint16       `json:"reveal_minutes,omitempty" op:"range=10..10080,default=1440"`
	QuorumVoters  uint16       `json:"quorum,omitempty" op:"range=3..65535,default=3" jsonschema:"how many voters must reveal"`
	SlashBPS      uint16       `json:"slash_bps,omitempty" op:"range=0..2000" jsonschema:"what the minority and the silent lose, in 1/10000"`
	Cap           uint32       `json:"cap_usdc,omitempty" op:"range=1..1048575,default=1000" jsonschema:"the most that one voter weighs, in whole USDC"`
	QuorumWeight  money.Amount `json:"quorum_weight,omitzero" op:"format=token-units" jsonschema:"how much weight must be revealed, in token units; 1 by default"`
}

type appealIn struct {
	Arbiter       settle.Address `json:"arbiter" op:"format=evm-address"`
	WindowSeconds uint32         `json:"window_seconds" op:"range=1..31536000" jsonschema:"how long an award can be appealed"`
	Bond          money.Amount   `json:"bond" op:"format=token-units" jsonschema:"what an appeal costs until it is ruled, in token units; at least 10000"`
}

func (in missionPostIn) creation() (creation, error) {
	m, err := in.mission()
	c := creation{claim: in.Creator, funding: in.Funding, asset: asset, NewEscrowMission: m, rule: in.Verification, params: in.TypeParams, hours: in.DeadlineHours, sealed: in.Sealed}
	if in.Reward != nil {
		c.asset = in.Reward.Asset
	}
	if in.Deadline != "" && in.DeadlineHours != 0 {
		return c, op.Invalid("deadline", "give deadline or deadline_hours, not both")
	}
	c.Deadline = m.SubmitBy * 1000
	return c, err
}

// mission is the use case's request, but for how it is verified.
func (in missionPostIn) mission() (settle.NewEscrowMission, error) {
	m := settle.NewEscrowMission{NewMission: settle.NewMission{Title: in.Title, Description: in.Description, Category: in.Category,
		Criteria: in.AcceptanceCriteria, Grain: money.Units(1), MaxWinners: in.MaxWinners, PublicOnRelease: in.PublicOnRelease,
		Type: in.MissionType, MetadataURI: in.MetadataURI, MaxSubmissions: in.MaxSubmissions}}
	var err error
	if m.Evidence, err = requirements(in.EvidenceRequired, "evidence_required"); err != nil {
		return m, err
	}
	for k, p := range in.Milestones {
		x := settle.NewMilestone{Title: p.Title, Reward: p.Amount}
		if x.Evidence, x.OwnEvidence, err = ownRequirements(p.EvidenceRequired, k); err != nil {
			return m, err
		}
		m.Milestones = append(m.Milestones, x)
	}
	switch {
	case len(in.Milestones) == 0 && in.Reward == nil:
		return m, settle.Errorf(settle.CodeInvalid, "reward: is required unless there are milestones")
	case len(in.Milestones) > 0 && in.Reward != nil:
		return m, settle.Errorf(settle.CodeInvalid, "reward: leave it out, the milestones sum to it")
	case in.Reward != nil:
		m.Reward = in.Reward.Amount
	}
	for _, x := range []struct {
		name, text string
		to         *int64
	}{{"deadline", in.Deadline, &m.SubmitBy}, {"judge_by", in.JudgeBy, &m.JudgeBy}, {"refund_at", in.RefundAt, &m.RefundAt}} {
		if x.text == "" {
			continue
		}
		at, err := time.Parse(time.RFC3339, x.text)
		if err != nil {
			return m, settle.Errorf(settle.CodeInvalid, "%s: %v", x.name, err)
		}
		if *x.to = at.Unix(); *x.to <= 0 || *x.to >= 1<<40 {
			return m, settle.Errorf(settle.CodeInvalid, "%s: is out of range", x.name)
		}
	}
	for _, x := range []struct {
		name string
		from *settle.Address
		to   *settle.Address
	}{{"poster_address", in.PosterAddress, &m.PosterAddress}, {"refund_to", in.RefundTo, &m.RefundTo}} {
		if err := given(x.name, x.from, x.to); err != nil {
			return m, err
		}
	}
	if a := in.Appeal; a != nil {
		if a.Arbiter.IsZero() {
			return m, settle.Errorf(settle.CodeInvalid, "appeal.arbiter: is the zero address; leave appeal out for a mission without appeals")
		}
		m.Arbiter, m.AppealWindow, m.AppealBond = a.Arbiter, a.WindowSeconds, a.Bond
	}
	return m, nil
}

// given takes an optional address; zero means to the use case that none was given.
func given(name string, from, to *settle.Address) error {
	if from == nil {
		return nil
	}
	if from.IsZero() {
		return settle.Errorf(settle.CodeInvalid, "%s: is the zero address; give another one, or leave it out", name)
	}
	*to = *from
	return nil
}
