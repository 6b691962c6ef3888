package api

import (
	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/money"
)

// The board's answers about bounties (board.md (a)).

type boardPosted struct {
	BountyID      string `json:"bounty_id"`
	Status        string `json:"status"`
	Reward        string `json:"reward"`
	RewardUnits   string `json:"reward_units"`
	PlatformFee   string `json:"platform_fee"`
	PlatformFeeBP uint32 `json:"platform_fee_bp"`
	NetToFiller   string `json:"net_to_filler"`
	Audience      string `json:"audience"`
	modeLabel
	// HumanDisclosure is there where people may fill it.
	HumanDisclosure string               `json:"human_disclosure,omitempty"`
	SettlementNote  string               `json:"settlement_note"`
	Funding         string               `json:"funding"`
	Accepts         []string             `json:"accepts"`
	Evidence        []evidenceLine       `json:"evidence_required,omitempty"`
	Milestones      []boardMilestoneLine `json:"milestones,omitempty"`
	Deadline        *string              `json:"deadline"`
	ExpiresAt       string               `json:"expires_at"`
	Settlement      string               `json:"settlement"`
}

type boardMilestoneLine struct {
	ID     string `json:"id"`
	Idx    int    `json:"idx"`
	Title  string `json:"title"`
	Reward string `json:"reward"`
	// Evidence is null where the bounty's requirements hold for it.
	Evidence *[]evidenceLine `json:"evidence_required,omitempty"`
}

func toBoardPosted(p posted) boardPosted {
	m := p.view.Mission
	fee, net := wholeFee(m)
	out := boardPosted{BountyID: boardID(m.ID), Status: string(m.Status), Reward: amountIn(m, m.Reward),
		RewardUnits: m.Reward.String(), PlatformFee: amountIn(m, fee), PlatformFeeBP: m.FeeBP, NetToFiller: amountIn(m, net), Audience: string(m.For()),
		modeLabel: labelOf(m), Funding: string(m.Mode), Accepts: acceptsOf(m.Accepts),
		SettlementNote: "Workers need a payout address to submit. To see a deliverable, pick its submission and pay the instruction you get.",
		Evidence:       evidenceLines(m.Evidence), Deadline: deadline(m), ExpiresAt: millis(m.Deadline), Settlement: settlementTextOf(m)}
	if m.Mode == settle.ModeStated {
		out.SettlementNote = "Stated: nothing is held and no payment is verified. To see a deliverable, accept its submission (POST /v1/bounties/{bounty_id}/award); then pay its contributors yourself."
	}
	out.HumanDisclosure = disclosure(m)
	for k, x := range m.Milestones {
		out.Milestones = append(out.Milestones, boardMilestoneLine{x.ID, k, x.Title, dollars(x.Reward), ownEvidence(x)})
	}
	return out
}

type boardBounty struct {
	ID                  string  `json:"id"`
	PosterID            string  `json:"poster_id"`
	PosterName          *string `json:"poster_name"`
	Title               string  `json:"title"`
	Description         string  `json:"description"`
	Category            string  `json:"category"`
	AcceptanceCriteria  *string `json:"acceptance_criteria"`
	RewardAmountCents   *int64  `json:"reward_amount_cents"`
	RewardCurrency      string  `json:"reward_currency"`
	RewardUnits         string  `json:"reward_units"`
	Status              string  `json:"status"`
	Deadline            *string `json:"deadline"`
	DeadlineExplicit    bool    `json:"deadline_explicit"`
	ExpiresAt           string  `json:"expires_at"`
	AwardedSubmissionID *string `json:"awarded_submission_id"`
	AwardedAt           *string `json:"awarded_at"`
	// PaymentRef is the poster's own words on a stated award; null for direct
	// missions, whose payment is in the instruction and the receipt.
	PaymentRef       *string `json:"payment_ref"`
	FeeBP            uint32  `json:"fee_bp"`
	FeeCents         *int64  `json:"fee_cents"`
	Audience         string  `json:"audience"`
	EvidenceRequired *string `json:"evidence_required"`
	CreatedAt        string  `json:"created_at"`
	SubmissionCount  int     `json:"submission_count"`
	modeLabel
	Funding         string       `json:"funding"`
	MaxWinners      uint32       `json:"max_winners"`
	Accepts         []string     `json:"accepts"`
	PublicOnRelease bool         `json:"public_on_release"`
	Awards          []boardAward `json:"awards"`
	// PosterReputation is left out where nobody has proven to be the poster.
	PosterReputation *boardRecord `json:"poster_reputation,omitempty"`
	// HumanDisclosure is there where people may fill it.
	HumanDisclosure string `json:"human_disclosure,omitempty"`
	// EvidenceParsed is EvidenceRequired as objects, in the detail.
	EvidenceParsed []evidenceLine   `json:"evidence_required_parsed,omitempty"`
	Milestones     []boardMilestone `json:"milestones,omitempty"`
}

type boardAward struct {
	MilestoneID *string `json:"milestone_id"`
	N           uint32  `json:"n"`
	// SubmissionID is null where an address was awarded on the chain, by the escrow,
	// whose work was never submitted here.
	SubmissionID *string `json:"submission_id"`
	// InstructionID is what was paid; null for a stated award, which nothing paid.
	InstructionID *string `json:"instruction_id"`
	AwardedAt     string  `json:"awarded_at"`
	// Stated is true where the poster only said so; PaymentRef and PaymentCheck are
	// their words then, and what looking them up gave.
	Stated       bool          `json:"stated"`
	PaymentRef   *string       `json:"payment_ref"`
	PaymentCheck *paymentCheck `json:"payment_check"`
}

func toBoardAward(m *settle.Mission, a settle.Award) boardAward {
	out := boardAward{MilestoneID: milestoneAt(m, a.Milestone), N: a.N, SubmissionID: textOrNull(a.Submission),
		InstructionID: textOrNull(a.Instruction), AwardedAt: millis(a.At)}
	if s := a.Stated; s != nil {
		out.Stated, out.PaymentRef, out.PaymentCheck = true, textOrNull(s.PaymentRef), toPaymentCheck(s)
	}
	return out
}

type boardMilestone struct {
	ID                string  `json:"id"`
	Idx               int     `json:"idx"`
	Title             string  `json:"title"`
	Reward            string  `json:"reward"`
	RewardAmountCents *int64  `json:"reward_amount_cents"`
	RewardUnits       string  `json:"reward_units"`
	Status            string  `json:"status"`
	AwardedAt         *string `json:"awarded_at"`
	// Evidence is left out where the bounty's requirements hold for it.
	Evidence *[]evidenceLine `json:"evidence_required,omitempty"`
}

func toBoardBounty(v *settle.MissionView) boardBounty {
	m := v.Mission
	b := boardBounty{ID: boardID(m.ID), PosterID: m.Poster, Title: m.Title, Description: m.Description, Category: m.Category,
		AcceptanceCriteria: textOrNull(m.Criteria), RewardAmountCents: centsIn(m, m.Reward), RewardCurrency: currencyOf(m), RewardUnits: m.Reward.String(),
		Status: string(m.Status), Deadline: deadline(m), DeadlineExplicit: m.DeadlineExplicit, ExpiresAt: millis(m.Deadline),
		AwardedSubmissionID: awardedSubmission(m), AwardedAt: awardedAt(m), FeeBP: m.FeeBP, Audience: string(m.For()),
		CreatedAt: millis(m.CreatedAt), SubmissionCount: v.Submissions, modeLabel: labelOf(m), Funding: string(m.Mode),
		MaxWinners: m.MaxWinners, Accepts: acceptsOf(m.Accepts), PublicOnRelease: m.PublicOnRelease, EvidenceRequired: evidenceText(m.Evidence),
		Awards: list(m.Awards, func(a settle.Award) boardAward { return toBoardAward(m, a) })}
	if a := newestAward(m); a != nil && a.Stated != nil {
		b.PaymentRef = textOrNull(a.Stated.PaymentRef)
	}
	b.HumanDisclosure, b.PosterReputation = disclosure(m), toRecord(v)
	if v.Poster != nil {
		b.PosterName = &v.Poster.Name
	}
	if len(m.Awards) > 0 {
		_, fee := awarded(m)
		b.FeeCents = centsIn(m, fee)
	}
	return b
}

type boardList struct {
	Settlement string        `json:"settlement"`
	Bounties   []boardBounty `json:"bounties"`
	NextCursor *string       `json:"next_cursor"`
}

func toBoardList(l missionList) boardList {
	return boardList{listText, list(l.views, toBoardBounty), l.next}
}

type boardDetail struct {
	Bounty boardBounty `json:"bounty"`
	// Escrow is what the escrow holds of a bounty that is funded there.
	Escrow      *escrowBrief       `json:"escrow,omitempty"`
	Submissions *[]boardSubmission `json:"submissions,omitempty"`
	YourRole    string             `json:"your_role,omitempty"`
	// Invitations are drafts that ask for the caller's consent.
	Invitations []string `json:"invitations,omitempty"`
	Note        string   `json:"note,omitempty"`
}

type boardSubmission struct {
	ID          string  `json:"id"`
	BountyID    string  `json:"bounty_id"`
	AgentID     string  `json:"agent_id"`
	MilestoneID *string `json:"milestone_id"`
	// Content is null while it is sealed for the caller.
	Content     *string     `json:"content"`
	Sealed      bool        `json:"sealed"`
	Preview     string      `json:"preview"`
	Status      string      `json:"status"`
	ReviewNote  *string     `json:"review_note"`
	CreatedAt   string      `json:"created_at"`
	ReviewedAt  *string     `json:"reviewed_at"`
	ReleasedAt  *string     `json:"released_at"`
	ContentHash settle.Hash `json:"content_hash"`
	Deposited   bool        `json:"deposited"`
	modeLabel
	Contributors []boardContributor `json:"contributors"`
	// Evidence is in place of Manifest for those who may read it.
	Evidence *[]boardEvidence `json:"evidence,omitempty"`
	Manifest *[]manifestLine  `json:"evidence_manifest,omitempty"`
	// Enter is how it is entered in the escrow, while it waits for that.
	Enter *enterOut `json:"enter,omitempty"`
}

type boardContributor struct {
	SubmissionID string `json:"submission_id"`
	AgentID      string `json:"agent_id"`
	ShareBP      uint32 `json:"share_bp"`
	// AcceptedAt is null for who has not consented yet.
	AcceptedAt *string `json:"accepted_at"`
	// PayoutCents is set once the work is released; PayoutIfAwarded before.
	PayoutCents     *int64  `json:"payout_cents"`
	PayoutIfAwarded *string `json:"payout_if_awarded"`
	// PayoutAddress is shown to those who share in it.
	PayoutAddress *settle.Address `json:"payout_address,omitempty"`
}

func (t *table) toBoardDetail(v *settle.MissionView) boardDetail {
	out := boardDetail{Bounty: toBoardBounty(v), YourRole: v.YourRole, Invitations: v.Invitations, Escrow: escrowOf(v)}
	m := v.Mission
	out.Bounty.EvidenceParsed = evidenceLines(m.Evidence)
	for k, x := range m.Milestones {
		line := boardMilestone{ID: x.ID, Idx: k, Title: x.Title, Reward: dollars(x.Reward), RewardAmountCents: cents(x.Reward),
			RewardUnits: x.Reward.String(), Status: string(m.Status), Evidence: ownEvidence(x)}
		if a := milestoneAward(m, k); a != nil {
			line.Status, line.AwardedAt = string(settle.MissionAwarded), millisOrNull(a.At)
		} else if m.IsReturned(k) {
			line.Status = string(settle.MissionExpired)
		}
		out.Bounty.Milestones = append(out.Bounty.Milestones, line)
	}
	if v.YourRole == "poster" && v.Escrow != nil {
		out.Note = "You see previews. To open a deliverable, award its submission in the escrow (GET /v1/bounties/{bounty_id}/award gives the call); it opens by itself once the award is confirmed."
	} else if v.YourRole == "poster" && m.Mode == settle.ModePoints {
		out.Note = pointsText
	} else if v.YourRole == "poster" && m.Mode == settle.ModeStated {
		out.Note = "You see previews. To open a deliverable, accept its submission (POST /v1/bounties/{bounty_id}/award). That is no payment: pay its contributors yourself."
	} else if v.YourRole == "poster" {
		out.Note = "You see previews. To open a deliverable, pick its submission (POST /v1/bounties/{bounty_id}/settlement) and pay the instruction; it opens by itself once the payment is confirmed."
	}
	if v.YourRole == "invited" {
		out.Note = "You are asked to share in work for this bounty. my_activity shows the shares and addresses; join it or decline."
	}
	if v.YourRole != "" && v.YourRole != "invited" || len(v.Visible) > 0 {
		subs := list(v.Visible, func(s settle.SubmissionView) boardSubmission {
			line := toBoardSubmission(m, s)
			if s.Submission.Status == settle.SubmissionAwaitingChain {
				line.Enter = t.enter(v.Escrow, s.Submission)
			}
			return line
		})
		out.Submissions = &subs
	}
	return out
}

func toBoardSubmission(m *settle.Mission, v settle.SubmissionView) boardSubmission {
	s := v.Submission
	out := boardSubmission{ID: s.ID, BountyID: boardID(s.Mission), AgentID: s.Agent, MilestoneID: milestoneAt(m, s.Milestone),
		Sealed: v.Content == nil, Preview: s.Preview, Status: string(s.Status), ReviewNote: textOrNull(s.Note), CreatedAt: millis(s.CreatedAt),
		ReviewedAt: millisOrNull(s.DecidedAt), ReleasedAt: millisOrNull(s.ReleasedAt), ContentHash: s.ContentHash, Deposited: s.Deposited,
		modeLabel: labelOf(m), Contributors: []boardContributor{}}
	if v.Content != nil {
		open := openEvidence(s, v.Content.Evidence)
		out.Content, out.Evidence = &v.Content.Text, &open
	} else {
		manifest := toManifest(s)
		out.Manifest = &manifest
	}
	for k, c := range s.Contributors {
		line := boardContributor{SubmissionID: s.ID, AgentID: c.Agent, ShareBP: c.ShareBP}
		switch {
		case c.AcceptedAt != 0:
			line.AcceptedAt = millisOrNull(c.AcceptedAt)
		case c.Agent == s.Agent:
			line.AcceptedAt = millisOrNull(s.CreatedAt)
		}
		if k < len(v.Addresses) {
			line.PayoutAddress = addressOrNull(v.Addresses[k])
		}
		if k < len(v.Payouts) {
			line.pay(m, v.Payouts[k], s.ReleasedAt != 0)
		}
		out.Contributors = append(out.Contributors, line)
	}
	return out
}

func (c *boardContributor) pay(m *settle.Mission, a money.Amount, released bool) {
	text := amountIn(m, a)
	c.PayoutIfAwarded = &text
	if released {
		c.PayoutCents = centsIn(m, a)
	}
}

type boardCancelled struct {
	BountyID string `json:"bounty_id"`
	Status   string `json:"status"`
}

type boardReviewed struct {
	BountyID     string  `json:"bounty_id"`
	SubmissionID string  `json:"submission_id"`
	Status       string  `json:"status"`
	ReviewNote   *string `json:"review_note"`
}

// disclosure tells people whom they work for (board.md decision 8).
func disclosure(m *settle.Mission) string {
	if !m.ForHumans() {
		return ""
	}
	return "The poster of this bounty may be software. Nobody here employs you, and this server holds no money."
}
