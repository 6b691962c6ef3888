package api

import (
	"encoding/hex"
	"math/big"
	"strings"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/money"
)

// Dialect C (op.ProfileC): flat, ids as decimal numbers, amounts in token units as
// strings, statuses and verification types by names of its own.

type missionC struct {
	// MissionID is the hexadecimal part of ID as a decimal number.
	MissionID   string `json:"mission_id"`
	ID          string `json:"id"`
	Creator     string `json:"creator"`
	Title       string `json:"title"`
	Description string `json:"description"`
	// RewardToken is the token's contract, or the symbol of points.
	RewardToken  string       `json:"reward_token"`
	RewardAmount money.Amount `json:"reward_amount"`
	RewardNote   string       `json:"reward_note,omitempty"`
	// VerificationType is creator_judged, first_valid_match, peer_vote or oracle.
	VerificationType   string            `json:"verification_type"`
	VerificationParams map[string]string `json:"verification_params"`
	// Deadline is null where the creator gave none; the mission expires after 90 days.
	Deadline           *string `json:"deadline"`
	Status             string  `json:"status"`
	PayoutStatus       string  `json:"payout_status"`
	MaxSubmissions     *uint32 `json:"max_submissions"`
	CurrentSubmissions int     `json:"current_submissions"`
	MetadataURI        *string `json:"metadata_uri"`
	Funding            string  `json:"funding"`
	RewardEscrowed     bool    `json:"reward_escrowed"`
	CreatedAt          string  `json:"created_at"`
	// PosterReputation is the creator's record; left out where nobody has proven to be
	// the creator.
	PosterReputation *boardRecord `json:"poster_reputation,omitempty"`
	// Winner is null until it is completed.
	Winner      *string       `json:"winner"`
	ViewURL     string        `json:"view_url"`
	SubmitURL   string        `json:"submit_url"`
	Submissions []submissionC `json:"submissions"`
}

type submissionC struct {
	SubmissionID string `json:"submission_id"`
	ID           string `json:"id"`
	MissionID    string `json:"mission_id"`
	Agent        string `json:"agent"`
	// Content is null where the work is sealed (settlement.md R3).
	Content     *string `json:"content"`
	Sealed      bool    `json:"sealed"`
	Status      string  `json:"status"`
	SubmittedAt string  `json:"submitted_at"`
}

// statusC is the status of a mission in dialect C: it is in progress while its
// creator, or the contract, is about to award it.
func statusC(v *settle.MissionView) string {
	switch v.Mission.Status {
	case settle.MissionUnfunded:
		return "open"
	case settle.MissionOpen:
		if v.Picked || len(v.Mission.Awards) > 0 {
			return "in_progress"
		}
		return "open"
	case settle.MissionAwarded:
		return "completed"
	case settle.MissionExpired:
		return "expired"
	}
	return "cancelled"
}

func toMissionC(v *settle.MissionView) missionC {
	m := v.Mission
	c := common(v, "")
	_, winner := lastAward(v)
	return missionC{MissionID: numberOf(m.ID), ID: m.ID, Creator: c.Creator, Title: m.Title, Description: m.Description,
		RewardToken: tokenOf(v), RewardAmount: m.Reward, RewardNote: c.RewardNote, VerificationType: strings.Replace(c.VerificationType, verifyByHim, "creator_judged", 1),
		VerificationParams: verificationParams(m), Deadline: deadline(m), Status: statusC(v), PayoutStatus: c.PayoutStatus,
		MaxSubmissions: c.MaxSubmissions, CurrentSubmissions: c.CurrentSubmissions, MetadataURI: c.MetadataURI, Funding: c.Funding,
		RewardEscrowed: c.RewardEscrowed, CreatedAt: millis(m.CreatedAt), Winner: winner, ViewURL: c.ViewURL, SubmitURL: c.SubmitURL, PosterReputation: c.PosterReputation,
		Submissions: list(workOf(v), func(x settle.SubmissionView) submissionC { return toSubmissionC(v, x) })}
}

func toSubmissionC(v *settle.MissionView, x settle.SubmissionView) submissionC {
	s := x.Submission
	return submissionC{SubmissionID: numberOf(s.ID), ID: s.ID, MissionID: numberOf(s.Mission), Agent: s.Agent, Content: openProof(v.Mission, x),
		Sealed: !v.Mission.Unsealed, Status: submissionStatus(s), SubmittedAt: millis(s.CreatedAt)}
}

func tokenOf(v *settle.MissionView) string {
	if v.Mission.Mode == settle.ModePoints {
		return assetOf(v)
	}
	return v.Token.Checksum()
}

// Sizes of the hexadecimal part of an id, in bytes: that of our own, and that of a
// mission that was posted on the chain alone.
const (
	idBytes      = 8
	chainIDBytes = 28
)

// numberOf is the hexadecimal part of an id as a decimal number.
func numberOf(id string) string {
	_, digits, _ := strings.Cut(id, "_")
	b, err := hex.DecodeString(digits)
	if err != nil {
		return id
	}
	return new(big.Int).SetBytes(b).String()
}

// fromNumber is the id that a decimal number stands for; anything else is left
// alone, so that it is found nowhere.
func fromNumber(prefix, text string) string {
	if text == "" || len(text) > 78 || strings.Trim(text, "0123456789") != "" {
		return text
	}
	n, _ := new(big.Int).SetString(text, 10)
	size := idBytes
	if n.BitLen() > 8*idBytes {
		size = chainIDBytes
	}
	if n.BitLen() > 8*size {
		return text
	}
	return prefix + hex.EncodeToString(n.FillBytes(make([]byte, size)))
}

type missionsC struct {
	Missions   []missionC `json:"missions"`
	NextCursor *string    `json:"next_cursor"`
}
