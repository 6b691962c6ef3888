package api

import (
	"github.com/oabp/oabpd/api/op"
	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/money"
)

type registerIn struct {
	Name string `json:"name" op:"len=3..60" jsonschema:"the name that others see"`
}

type registerOut struct {
	op.Result
	AgentID string `json:"agent_id"`
	Name    string `json:"name"`
	APIKey  string `json:"api_key"`
	Note    string `json:"note"`
}

type nonceOut struct {
	Nonce     string `json:"nonce"`
	Domain    string `json:"domain"`
	URI       string `json:"uri"`
	ChainID   uint64 `json:"chain_id"`
	ExpiresAt string `json:"expires_at"`
}

// proofIn is a signed SIWE message. A message is taken byte for byte; 65-byte
// signatures and those of contract wallets fit the bounds.
type proofIn struct {
	Message   string `json:"message" op:"exact,len=1..4000" jsonschema:"the EIP-4361 message, exactly as it was signed"`
	Signature string `json:"signature" op:"format=hex,len=4..40000" jsonschema:"0x and hex digits"`
}

type signInOut struct {
	Token     string         `json:"token"`
	TokenType string         `json:"token_type"`
	Address   settle.Address `json:"address"`
	AgentID   string         `json:"agent_id"`
	ExpiresAt string         `json:"expires_at"`
}

type linkOut struct {
	AgentID string         `json:"agent_id"`
	Address settle.Address `json:"address"`
	Proven  bool           `json:"proven"`
}

type payoutIn struct {
	PayoutAddress settle.Address `json:"payout_address" op:"format=evm-address" jsonschema:"where USDC for your work is sent; mixed case must be the EIP-55 checksum"`
}

type payoutOut struct {
	AgentID           string         `json:"agent_id"`
	PayoutAddress     settle.Address `json:"payout_address"`
	PayoutProven      bool           `json:"payout_address_proven"`
	PayoutEffectiveAt string         `json:"payout_effective_at"`
	Note              string         `json:"note"`
}

type activityOut struct {
	Agent             activityAgent     `json:"agent"`
	AgentID           string            `json:"agent_id"`
	Addresses         []activityAddress `json:"addresses"`
	PayoutAddress     *settle.Address   `json:"payout_address"`
	PayoutProven      bool              `json:"payout_address_proven"`
	PayoutEffectiveAt *string           `json:"payout_effective_at"`
	PendingPayout     *activityPayout   `json:"pending_payout"`
	// PayoutHistory are the addresses that held before, the oldest first.
	PayoutHistory []activityPayout `json:"payout_history"`
	// Notices are what the owner should know of: changes that somebody with the
	// key may have asked for. The newest first, of the last 30 days.
	Notices     []activityNotice     `json:"notices"`
	Rating      string               `json:"rating"`
	UnpaidPicks int                  `json:"unpaid_picks"`
	Posted      []activityBounty     `json:"bounties_posted"`
	Made        []activitySubmission `json:"submissions_made"`
	// Invitations are the newest of each who asks, so that nobody's hide another's.
	Invitations      []activityInvitation `json:"invitations_awaiting_you"`
	InvitationsTotal int                  `json:"invitations_total"`
	Settlements      []activitySettlement `json:"settlements"`
}

type activityAgent struct {
	ID         string `json:"id"`
	Name       string `json:"name"`
	Registered string `json:"registered"`
}

type activityAddress struct {
	Address  settle.Address `json:"address"`
	ProvenAt string         `json:"proven_at"`
	// RetiredAt is when it was taken off the account; null if it was not.
	RetiredAt *string `json:"retired_at"`
	// ChainProfile is what the address has registered in OabpAgents; null for
	// nothing, and again once it was deactivated.
	ChainProfile *chainProfile `json:"chain_profile"`
}

// chainProfile is a profile on the chain, as its confirmed events have it.
type chainProfile struct {
	Contract     settle.Address `json:"contract"`
	RegisteredAt string         `json:"registered_at"`
	ProfileHash  settle.Hash    `json:"profile_hash"`
	ProfileURI   *string        `json:"profile_uri"`
	// ERC8004ID is the linked identity, a decimal number; null without a link.
	ERC8004ID *string     `json:"erc8004_id"`
	TxHash    settle.Hash `json:"tx_hash"`
}

func toChainProfile(a *settle.ChainAgent) *chainProfile {
	if a == nil {
		return nil
	}
	out := &chainProfile{Contract: a.Contract, RegisteredAt: seconds(a.RegisteredAt), ProfileHash: a.ProfileHash, ProfileURI: textOrNull(a.URI.Shown()), TxHash: a.At.TxHash}
	if a.Linked() {
		id := a.ERC8004ID.String()
		out.ERC8004ID = &id
	}
	return out
}

type activityPayout struct {
	Address     settle.Address `json:"address"`
	Proven      bool           `json:"proven"`
	EffectiveAt string         `json:"effective_at"`
	SetAt       string         `json:"set_at"`
}

func toActivityPayout(p settle.Payout) activityPayout {
	return activityPayout{p.Address, p.Proven, millis(p.EffectiveAt), millis(p.SetAt)}
}

type activityBounty struct {
	ID                string `json:"id"`
	Title             string `json:"title"`
	Status            string `json:"status"`
	RewardAmountCents *int64 `json:"reward_amount_cents"`
	RewardCurrency    string `json:"reward_currency"`
	RewardUnits       string `json:"reward_units"`
	modeLabel
	Deadline            *string `json:"deadline"`
	CreatedAt           string  `json:"created_at"`
	AwardedSubmissionID *string `json:"awarded_submission_id"`
}

type activitySubmission struct {
	ID         string  `json:"id"`
	BountyID   string  `json:"bounty_id"`
	Status     string  `json:"status"`
	ReviewNote *string `json:"review_note"`
	CreatedAt  string  `json:"created_at"`
	ReviewedAt *string `json:"reviewed_at"`
	ShareBP    uint32  `json:"share_bp"`
	modeLabel
	// PayoutCents is what the instruction owes the caller, or what the poster of a
	// stated award says they pay; null before a pick or an award.
	PayoutCents *int64  `json:"payout_cents"`
	PayoutUnits *string `json:"payout_units"`
}

type activitySettlement struct {
	InstructionID string `json:"instruction_id"`
	BountyID      string `json:"bounty_id"`
	SubmissionID  string `json:"submission_id"`
	Role          string `json:"role"`
	Status        string `json:"status"`
	TotalUnits    string `json:"total_units"`
	modeLabel
	ReservedUntil *string `json:"reserved_until"`
	SettledAt     *string `json:"settled_at"`
}

func toActivity(p settle.Profile, now int64) activityOut {
	a := p.Agent
	out := activityOut{AgentID: a.ID, Agent: activityAgent{a.ID, a.Name, millis(a.CreatedAt)},
		Addresses: list(p.Addresses, func(r *settle.AddressRow) activityAddress {
			return activityAddress{r.Address, millis(r.ProvenAt), millisOrNull(r.RetiredAt), toChainProfile(p.Chain[r.Address])}
		}),
		Rating: points(p.RatingMilli), UnpaidPicks: a.UnpaidTotal, Invitations: list(p.Invitations, toInvitation(a.ID)), InvitationsTotal: p.InvitationsTotal,
		Posted: list(p.Missions, func(m *settle.Mission) activityBounty {
			return activityBounty{ID: boardID(m.ID), Title: m.Title, Status: string(m.Status), RewardAmountCents: centsIn(m, m.Reward),
				RewardCurrency: currencyOf(m), RewardUnits: m.Reward.String(), modeLabel: labelOf(m), Deadline: deadline(m), CreatedAt: millis(m.CreatedAt),
				AwardedSubmissionID: awardedSubmission(m)}
		}),
		Made: list(p.Submissions, func(s *settle.Submission) activitySubmission { return toActivitySubmission(p, s) }),
		Settlements: list(p.Instructions, func(i *settle.Instruction) activitySettlement {
			role := "contributor"
			if i.Poster == a.ID {
				role = "poster"
			}
			return activitySettlement{i.ID, boardID(i.Mission), i.Submission, role, string(i.Status), i.Total.String(), labelOfMode(settle.ModeDirect),
				secondsOrNull(i.ReservedUntil), millisOrNull(i.SettledAt)}
		}),
	}
	out.payout(p)
	out.Notices = notices(p, now)
	return out
}

func toActivitySubmission(p settle.Profile, s *settle.Submission) activitySubmission {
	out := activitySubmission{ID: s.ID, BountyID: boardID(s.Mission), Status: string(s.Status), ReviewNote: textOrNull(s.Note),
		CreatedAt: millis(s.CreatedAt), ReviewedAt: millisOrNull(s.DecidedAt), modeLabel: labelOf(p.Worked[s.Mission])}
	if m := p.Worked[s.Mission]; m != nil {
		if a := m.AwardOf(s.ID); a != nil && a.Stated != nil {
			for k, c := range s.Contributors {
				if c.Agent == p.Agent.ID {
					units := a.Stated.Payouts[k].String()
					out.PayoutCents, out.PayoutUnits = cents(a.Stated.Payouts[k]), &units
				}
			}
		}
	}
	for _, c := range s.Contributors {
		if c.Agent == p.Agent.ID {
			out.ShareBP = c.ShareBP
		}
	}
	if earned, ok := p.Earned[s.ID]; ok {
		units := earned.String()
		out.PayoutCents, out.PayoutUnits = cents(earned), &units
	}
	for _, i := range p.Instructions {
		if i.Submission != s.ID || i.Status == settle.InstructionSuperseded {
			continue
		}
		var mine money.Amount
		for _, l := range i.Legs {
			for _, part := range l.Parts {
				if part.Role == settle.RoleContributor && part.Agent == p.Agent.ID {
					mine = mine.SatAdd(part.Amount)
				}
			}
		}
		units := mine.String()
		out.PayoutCents, out.PayoutUnits = cents(mine), &units
	}
	return out
}
