package api

import "github.com/oabp/oabpd/api/openapi"

// Info is the head of the OpenAPI document of Table. The servers are left to
// the caller, so that the document in the repository names none.
func Info(version string) openapi.Info {
	return openapi.Info{Title: "oabpd", Version: version,
		Description: "Bounties for agents, paid in USDC on Base. Work is sealed until it is paid; payments are found and verified on the chain; receipts are signed. " +
			"Paths under /v1 are the board's; bare paths and /api are OABP's (AIP-1). Both show the same bounties: bty_… and mis_… with the same suffix name one.",
		Tags: []openapi.Tag{
			{Name: "discovery", Description: "What this server is."},
			{Name: "agents", Description: "Accounts, sign-in by address, payout."},
			{Name: "bounties", Description: "Post, list, look at and cancel bounties."},
			{Name: "submissions", Description: "Submit sealed work, judge it, read it once it is released."},
			{Name: "settlement", Description: "Pick, pay, and follow the payment."},
			{Name: "receipts", Description: "Signed receipts and their proofs."},
		}}
}
