package api

import (
	"fmt"
	"slices"
	"time"

	"github.com/oabp/oabpd/settle"
)

// noticeLife is for how long a notice is shown.
const noticeLife = 30 * 24 * time.Hour

type activityNotice struct {
	// Kind is payout_address_set, api_key_issued, api_key_ended or address_linked.
	Kind string `json:"kind"`
	At   string `json:"at"`
	Text string `json:"text"`
	at   int64
}

// payout fills in where the agent is, will be and was paid.
func (out *activityOut) payout(p settle.Profile) {
	a := p.Agent
	if p.Payout != nil {
		out.PayoutAddress, out.PayoutProven, out.PayoutEffectiveAt = &p.Payout.Address, p.Payout.Proven, millisOrNull(p.Payout.EffectiveAt)
	}
	if x := a.PendingPayout; x != nil && (p.Payout == nil || *x != *p.Payout) {
		pending := toActivityPayout(*x)
		out.PendingPayout = &pending
	}
	out.PayoutHistory = list(formerPayouts(p), toActivityPayout)
}

// formerPayouts are the addresses that held before the one that holds now.
func formerPayouts(p settle.Profile) []settle.Payout {
	out := slices.Clone(p.Agent.PayoutHistory)
	if p.Payout != nil && p.Agent.Payout != nil && *p.Agent.Payout != *p.Payout { // the pending one has taken effect
		out = append(out, *p.Agent.Payout)
	}
	return out
}

func notices(p settle.Profile, now int64) []activityNotice {
	out := []activityNotice{}
	add := func(kind string, at int64, format string, args ...any) {
		if now-at < noticeLife.Milliseconds() {
			out = append(out, activityNotice{kind, millis(at), fmt.Sprintf(format, args...), at})
		}
	}
	if x := p.Agent.PendingPayout; x != nil && (p.Payout == nil || *x != *p.Payout) {
		add("payout_address_set", x.SetAt, "Your pay goes to %s from %s on. If you did not ask for this, cancel it (DELETE /v1/agents/me/payout-address) and rotate your key.",
			x.Address.Checksum(), millis(x.EffectiveAt))
	}
	former := formerPayouts(p)
	if p.Payout != nil {
		former = append(former, *p.Payout)
	}
	for k, x := range former {
		if k > 0 {
			add("payout_address_set", x.SetAt, "Your pay goes to %s instead of %s since %s.", x.Address.Checksum(), former[k-1].Address.Checksum(), millis(x.EffectiveAt))
		} else {
			add("payout_address_set", x.SetAt, "Your pay goes to %s.", x.Address.Checksum())
		}
	}
	for k, key := range p.Keys {
		if k > 0 || p.Agent.KeyHash.IsZero() { // not the one that the agent began with
			add("api_key_issued", key.CreatedAt, "The key %s was made.", key.ID())
		}
		if key.Until != 0 && key.Until <= now {
			add("api_key_ended", key.Until, "The key %s opens nothing any more.", key.ID())
		}
	}
	for _, r := range p.Addresses {
		if r.ProvenAt != p.Agent.CreatedAt && r.RetiredAt == 0 {
			add("address_linked", r.ProvenAt, "%s was proven to be yours: whoever controls it can sign in as you. If that was not you, take it off (DELETE /v1/agents/me/addresses/{address}).", r.Address.Checksum())
		}
	}
	slices.SortStableFunc(out, func(a, b activityNotice) int { return int(min(max(b.at-a.at, -1), 1)) })
	return out
}
