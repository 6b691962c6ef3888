package api

import (
	"encoding/json"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/money"
)

// createdCommon is what every dialect adds to a mission that was just posted.
type createdCommon struct {
	BountyID string `json:"bounty_id"`
	// Warnings are what is allowed and unwise.
	Warnings []string `json:"warnings"`
	// NextAction is what the creator has to do next; null where that is nothing.
	NextAction *string `json:"next_action"`
}

func (c created) common() createdCommon {
	out := createdCommon{BountyID: boardID(c.view.Mission.ID), Warnings: append([]string{}, c.warnings...)}
	if c.escrow != nil {
		next := "Fund it: send one of the calls in escrow.fund. It is listed and takes work once that is confirmed."
		out.NextAction = &next
	}
	return out
}

type createdA struct {
	missionA
	createdCommon
	// Escrow has the terms and every call that funds them; only of an escrow mission.
	Escrow *escrowOut `json:"escrow,omitempty"`
}

func toCreatedA(c created) createdA { return createdA{toMissionA(c.view), c.common(), c.escrow} }

type createdB struct {
	missionB
	createdCommon
	Escrow *escrowOut `json:"escrow,omitempty"`
}

func toCreatedB(c created) createdB { return createdB{toMissionB(c.view), c.common(), c.escrow} }

type createdC struct {
	missionC
	createdCommon
	Escrow *escrowOut `json:"escrow,omitempty"`
}

func toCreatedC(c created) createdC { return createdC{toMissionC(c.view), c.common(), c.escrow} }

// createdTool is what create_mission answers: dialect B with the fee (oabp.md (d)).
type createdTool struct {
	createdB
	Fee feeTool `json:"fee"`
}

type feeTool struct {
	// Rate is the part of the reward, as 0.005.
	Rate     json.Number `json:"rate"`
	Amount   json.Number `json:"amount"`
	Currency string      `json:"currency"`
}

func toCreatedTool(c created) createdTool {
	fee, _ := wholeFee(c.view.Mission)
	return createdTool{toCreatedB(c), feeTool{rateOf(c.view.Mission), number(fee), assetOf(c.view)}}
}

// rateOf is the fee in parts of one.
func rateOf(m *settle.Mission) json.Number {
	return number(money.Units(uint64(m.FeeBP) * 100)) // basis points of a millionth grain
}
