package api

import "github.com/oabp/oabpd/settle"

// modeLabel says beside every amount how it is, or is not, held and paid.
type modeLabel struct {
	// SettlementMode is stated, onchain, escrow or points.
	SettlementMode string `json:"settlement_mode"`
	// SettlementLabel is the same for people: stated, pay to open, escrowed or test
	// points, worth nothing.
	SettlementLabel string `json:"settlement_label"`
}

// modeOnchain is how the board calls a direct mission.
const modeOnchain = "onchain"

// pointsLabel stands wherever points are shown (oabp.md decision 3).
const pointsLabel = "test points, worth nothing"

func labelOf(m *settle.Mission) modeLabel {
	if m == nil {
		return modeLabel{}
	}
	return labelOfMode(m.Mode)
}

func labelOfMode(m settle.Mode) modeLabel {
	switch m {
	case settle.ModeStated:
		return modeLabel{string(m), "stated"}
	case settle.ModeDirect:
		return modeLabel{modeOnchain, "pay to open"}
	case settle.ModePoints:
		return modeLabel{string(m), pointsLabel}
	}
	return modeLabel{string(m), "escrowed"}
}

const (
	settlementText = "The poster pays the workers and the fee in native USDC on the chain, straight to their addresses; this server holds no funds. " +
		"It watches the chain, and once the payment is confirmed it releases the deliverable and awards the bounty by itself."
	statedText = "Stated: the poster says what they pay, and pays elsewhere. This server holds no funds, records who won, and does not verify any payment."
	escrowText = "The reward lies in the escrow contract, which pays it out when a submission is awarded there; this server holds no funds. " +
		"The deliverable opens once the award is confirmed."
	pointsText = "The reward are test points of this server's own ledger. They are worth nothing, cannot be bought or sold, and are credited to whoever wins; no money moves."
	listText   = "Each bounty says its settlement_mode. stated: the poster says what they pay, and payment is not verified here. " +
		"onchain: the poster pays in USDC to open a deliverable, and payment is verified. escrow: the reward lies in the escrow contract. This server holds no funds."
)

func settlementTextOf(m *settle.Mission) string {
	switch m.Mode {
	case settle.ModeStated:
		return statedText
	case settle.ModeEscrow:
		return escrowText
	case settle.ModePoints:
		return pointsText
	}
	return settlementText
}
