package api

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"github.com/oabp/oabpd/api/op"
	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/money"
	"github.com/oabp/oabpd/settle/seal/canon"
)

// Posting missions in the OABP dialects: one operation, whatever the body and
// however the reward is paid (wire.md "Creating OABP missions").

func (t *table) creating() op.Table {
	bodies := createBodies()
	return op.Table{
		declare(op.Spec{Name: "post_mission", Summary: "Post a mission", Tags: []string{"missions"}, Scope: op.Agent, Claimable: true, Outcomes: []op.Outcome{op.Created},
			Description: "funding says how the reward is paid. direct (the default for USDC): you pay when you pick a submission, and that is verified. escrow: it lies in the contract from the start; the answer has the terms and every call that funds them, and nothing is listed, and no work taken, until the funding is confirmed on the chain. points: of this server's ledger, worth nothing. What the contract would refuse is refused here, under the same names.",
			Errors:      append(slices.Clone(postErrors), settle.CodeAssetUnsupported, settle.CodePolicyRefused, settle.CodeForbidden, settle.CodeInsufficientPoints),
			Bindings: []op.Binding{
				{Dialect: op.OABP, Method: "POST", Path: "/missions", In: bodies, Out: op.To(toCreatedA)},
				{Dialect: op.OABP, Method: "POST", Path: "/missions", Profile: op.ProfileC, In: bodies, Out: op.To(toCreatedC)},
				{Dialect: op.OABP, Method: "POST", Path: "/api/missions", In: bodies, Out: op.To(toCreatedB)},
				{Dialect: op.OABP, Method: "POST", Path: "/api/missions", Profile: op.ProfileC, In: bodies, Out: op.To(toCreatedC)},
			},
			Tools: []op.Tool{
				{Name: "post_mission", Dialect: op.OABP, In: bodies, Out: op.To(toCreatedA)},
				{Name: "create_mission", Dialect: op.OABP, In: op.From(missionPostB.creation), Out: op.To(toCreatedTool), Aliases: []op.ToolAlias{{Name: "oabp_create_mission"}}},
			},
		}, t.create),
	}
}

// created is a mission that was just posted.
type created struct {
	op.Result
	view *settle.MissionView
	// escrow is set where its reward is to lie in the escrow.
	escrow   *escrowOut
	warnings []string
}

func (t *table) create(ctx context.Context, c creation) (created, error) {
	if caller(ctx) == "" && c.claim == "" {
		return created{}, settle.Errorf(settle.CodeUnauthenticated, "posting needs an API key, a bearer token, or a request that is signed by itself (OABP-Signature)")
	}
	set, err := t.core.Settings(ctx)
	if err != nil {
		return created{}, err
	}
	if c.funding, err = fundingOf(c.funding, c.asset, set); err != nil {
		return created{}, err
	}
	if c.rule.Type == "creator_judged" {
		c.rule.Type = verifyByHim
	}
	if err := c.check(t.cfg.Now()); err != nil {
		return created{}, err
	}
	warnings, err := c.typed()
	if err != nil {
		return created{}, err
	}
	if c.funding == string(settle.ModeEscrow) {
		return t.createEscrow(ctx, c, warnings)
	}
	if c.Verification, err = c.rule.offChain(); err != nil {
		return created{}, err
	}
	me, err := t.actor(ctx, settle.Claim{ID: c.claim, Act: settle.ClaimToPost, Funding: settle.Mode(c.funding), Verification: c.rule.Type})
	if err != nil {
		return created{}, err
	}
	c.Poster, c.Mode = me.Agent, settle.Mode(c.funding)
	c.Sealed = c.sealed != nil && *c.sealed
	v, err := t.core.Post(ctx, c.NewMission)
	if err == nil && unasked(v.Mission) {
		warnings = append(warnings, "this server does not ask that oracle: submissions are recorded as not verified, and you decide")
	}
	return created{Result: op.As(op.Created), view: v, warnings: warnings}, err
}

// unasked: an oracle decides that is not on the operator's list.
func unasked(m *settle.Mission) bool {
	return m.Verification != nil && m.Verification.Oracle != nil && !m.Verification.Oracle.Known
}

func (t *table) createEscrow(ctx context.Context, c creation, warnings []string) (created, error) {
	if c.MaxSubmissions != 0 {
		return created{}, op.Invalid("max_submissions", "the escrow takes all; leave it out, or choose another funding")
	}
	if c.Deadline == 0 {
		return created{}, op.Invalid("deadline", "is required for escrow")
	}
	c.SubmitBy = c.Deadline / 1000
	if err := c.rule.apply(&c.NewEscrowMission); err != nil {
		return created{}, err
	}
	me, err := t.actor(ctx, settle.Claim{ID: c.claim, Act: settle.ClaimToPost, Funding: settle.ModeEscrow, Verification: c.rule.Type})
	if err != nil {
		return created{}, err
	}
	c.Poster = me.Agent
	v, err := t.core.PostEscrow(ctx, c.NewEscrowMission)
	if err != nil {
		return created{}, err
	}
	poster, err := t.core.Mission(ctx, v.Mission.ID, settle.Viewer{Agent: me.Agent})
	if err != nil { // it is posted, and must not look refused
		poster = &settle.MissionView{Mission: v.Mission, Token: v.Settings.Token}
	}
	return created{Result: op.As(op.Created), view: poster, escrow: t.escrow(v), warnings: warnings}, nil
}

// fundingOf is how a reward in an asset is paid: as asked, or as it can be.
func fundingOf(asked, of string, set settle.Settings) (string, error) {
	token, err := settle.ParseAddress(of)
	usdc := of == asset || err == nil && token == set.Token
	switch symbol := pointsSymbol(set); {
	case usdc && asked == "":
		return string(settle.ModeDirect), nil
	case usdc && asked != string(settle.ModePoints):
		return asked, nil
	case symbol != "" && (usdc && asked == string(settle.ModePoints) || !usdc && of == symbol && asked != "" && asked != string(settle.ModePoints)):
		return "", settle.Errorf(settle.CodeInvalid, "funding: a reward in %s cannot be paid by %s; points missions are in %s", of, asked, symbol)
	case symbol != "" && of == symbol:
		return string(settle.ModePoints), nil
	default:
		accepted := []string{asset}
		if symbol != "" {
			accepted = append(accepted, symbol)
		}
		return "", settle.Errorf(settle.CodeAssetUnsupported, "rewards in %.42q are not taken here; use %s, the native USDC of the chain", of, asset).With("assets", accepted)
	}
}

// pointsSymbol is what the server's points are called; empty where it has none.
func pointsSymbol(set settle.Settings) string {
	if set.Points == nil {
		return ""
	}
	return set.Points.Symbol
}

// check holds the form of a mission to the limits, before anything is asked or
// debited. It turns hours into a deadline.
func (c *creation) check(now time.Time) error {
	if c.hours != 0 {
		c.Deadline = now.UnixMilli() + int64(c.hours)*3_600_000
	}
	if c.Deadline != 0 {
		if ahead := time.UnixMilli(c.Deadline).Sub(now); ahead < deadlineSoonest {
			return op.Invalid("deadline", "must be at least 5 minutes ahead")
		} else if c.funding != string(settle.ModeEscrow) && ahead > hoursMost*time.Hour+time.Minute {
			return op.Invalid("deadline", "must be at most %d hours ahead", hoursMost)
		}
	}
	if c.funding == string(settle.ModeEscrow) { // which judges by its own rules
		return nil
	}
	least := money.Units(minReward)
	for k, p := range c.Milestones {
		if p.Reward.Cmp(least) < 0 {
			return settle.Errorf(settle.CodeInvalid, "milestones.%d.amount: the least is 0.01", k).With("min_reward_units", least)
		}
	}
	if len(c.Milestones) > 0 {
		return nil
	}
	if parts := money.AllocateEqual(c.Reward, int(max(1, c.MaxWinners))); parts[len(parts)-1].Cmp(least) < 0 {
		return settle.Errorf(settle.CodeInvalid, "reward_amount: the least is 0.01 for each prize").With("min_reward_units", least)
	}
	return nil
}

// canonicalParams are the parameters of a mission's type in RFC 8785 form; empty for
// none.
func canonicalParams(params map[string]json.RawMessage) (string, error) {
	if len(params) == 0 {
		return "", nil
	}
	raw, err := json.Marshal(params)
	if err != nil {
		return "", op.Invalid("type_params", "%v", err)
	}
	form, err := canon.Form(raw)
	if err != nil {
		return "", op.Invalid("type_params", "%v", err)
	}
	if len(form) > typeParamsMost {
		return "", op.Invalid("type_params", "may have %d bytes at most", typeParamsMost)
	}
	return string(form), nil
}

// typeParamsMost is how large the parameters of a mission's type may be, in bytes.
const typeParamsMost = 8192
