package op

import "github.com/oabp/oabpd/settle"

// explainedPoints has the codes of the ledger of points and of its polls.
var explainedPoints = map[settle.Code]Explanation{
	settle.CodeInsufficientPoints: {"Your balance of points does not cover what the request costs: `balance`, `required` and `missing` say how much, in `asset`. Nothing was taken.",
		"Post a smaller reward, or earn points by submitting work that wins. Points are worth nothing and cannot be bought."},
	settle.CodeVoteNotOpen:  {"Ballots are taken from the end of submissions (`opens_at`) to the end of the vote (`closes_at`).", "Vote while it is open; a poll takes 1,000 ballots."},
	settle.CodeVoterBarred:  {"You have no vote on this mission: its poster, who shares in a submission to it, and who became an agent after it was posted have none.", "Vote on another mission."},
	settle.CodeAlreadyVoted: {"A ballot is cast once, and never changed.", "Wait for the end of the vote; your stake comes back with it."},
}
