package engine

import (
	"context"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/digest"
	"github.com/oabp/oabpd/settle/escrow"
	"github.com/oabp/oabpd/settle/money"
)

// EscrowReader asks the chain what the escrow asks while a mission is posted.
type EscrowReader interface {
	// PostFee is what a post costs at an escrow beyond its reward; it never changes.
	PostFee(ctx context.Context, contract settle.Address) (money.Amount, error)
	// Resolver tells whether an address is a contract, and whether the escrow's
	// list of oracles allows it now.
	Resolver(ctx context.Context, contract, resolver settle.Address) (hasCode, allowed bool, err error)
}

// noEscrow refuses what needs an escrow where none is configured.
func (e *Engine) noEscrow(set settle.Settings) error {
	if set.Contracts.Escrow.IsZero() || e.o.Escrow == nil {
		return settle.Errorf(settle.CodeSettlementNotConfigured, "this server has no escrow contract configured, so escrow missions cannot be posted; ask its operator")
	}
	return nil
}

// PostEscrow makes the terms of an escrow mission. It is listed, and takes work,
// once its post on the chain has confirmed.
func (e *Engine) PostEscrow(ctx context.Context, in settle.NewEscrowMission) (*settle.EscrowView, error) {
	id, mils, err := e.missionIDs(in.NewMission)
	if err != nil {
		return nil, err
	}
	if err := e.tripwires(in.NewMission); err != nil {
		return nil, err
	}
	salt, err := e.random(32)
	if err != nil {
		return nil, err
	}
	d := escrow.Draft{Poster: in.PosterAddress, VType: in.VType, Resolver: in.Resolver, RefundTo: in.RefundTo, Reward: in.Reward,
		Prizes: int(in.MaxWinners), SubmitBy: in.SubmitBy, JudgeBy: in.JudgeBy, RefundAt: in.RefundAt, AppealWindow: in.AppealWindow,
		RevealWindow: in.RevealWindow, Arbiter: in.Arbiter, AppealBond: in.AppealBond, Param: in.Param, Salt: settle.Uint256(salt)}
	for _, m := range in.Milestones {
		d.Parts = append(d.Parts, m.Reward)
	}
	if in.Vote != nil {
		d.Param = escrow.PackVote(*in.Vote)
	}
	if d.Param, err = matchParam(in, d.Param); err != nil {
		return nil, err
	}
	f, post, err := e.escrowFacts(ctx, in, &d)
	if err != nil {
		return nil, err
	}
	var out *settle.EscrowView
	err = e.update(ctx, func(tx settle.Tx) error {
		m, err := e.decideEscrowPost(tx, in, d, f)
		if err != nil {
			return err
		}
		m.ID, m.Milestones = id, mils
		m.Terms.SpecHash = escrow.SpecOf(&m).Hash()
		m.OnChain = digest.MissionID(settingsOf(tx).ChainID, m.Contract, *m.Terms)
		if err := e.record(tx, settle.MissionPosted{Mission: m, Policy: passed(&m)}); err != nil {
			return err
		}
		out, err = e.wholeEscrowView(tx, settle.GetRow[settle.Mission](tx, id), post)
		return err
	})
	return out, err
}

// matchParam is the param of a first_valid_match: the hash of the answer, or of the
// rule that attesters check. One by which nothing could ever match is refused.
func matchParam(in settle.NewEscrowMission, param settle.Hash) (settle.Hash, error) {
	refuse := func(format string, args ...any) (settle.Hash, error) {
		return param, settle.Errorf(settle.CodeMatchRuleInvalid, format, args...)
	}
	r := escrow.MatchRule{Mode: escrow.MatchMode(in.MatchMode), Expected: in.Expected}
	named := r != escrow.MatchRule{}
	switch {
	case in.VType != settle.FirstValidMatch:
		if named {
			return refuse("a match rule belongs to a first_valid_match")
		}
		return param, nil
	case in.OnEscrow:
		if named || param.IsZero() {
			return refuse("target_hash is the SHA-256 of the answer, which the escrow checks itself: it is not zero, and there is no other rule")
		}
		return param, nil
	case !named && param.IsZero():
		return refuse("a first_valid_match that attesters check needs its rule: give match_mode and expected, or as param the hash of a rule that you tell them")
	case !named:
		return param, nil
	}
	if err := r.Check(); err != nil {
		return refuse("the rule cannot decide anything: %v", err)
	}
	if r.Mode == escrow.MatchPredicate {
		return param, settle.Errorf(settle.CodePredicateLeaks, "a predicate of yours would be asked about work that is still sealed; use substring, exact, regex or oracle")
	}
	if h := r.Hash(); !param.IsZero() && param != h {
		return refuse("the rule hashes to %s, and param is %s; leave param out", h, param)
	}
	return r.Hash(), nil
}

// missionIDs makes the ids of a mission and its milestones.
func (e *Engine) missionIDs(in settle.NewMission) (id string, mils []settle.Milestone, err error) {
	if id, err = e.newID("mis_"); err != nil {
		return "", nil, err
	}
	for _, m := range in.Milestones {
		mid, err := e.newID("mil_")
		if err != nil {
			return "", nil, err
		}
		mils = append(mils, settle.Milestone{ID: mid, Title: m.Title, Reward: m.Reward, Evidence: m.Evidence, OwnEvidence: m.OwnEvidence})
	}
	return id, mils, nil
}

// escrowFacts completes a draft with the defaults that the state gives, and asks
// the chain what the escrow will ask: everything slow, before any lock.
func (e *Engine) escrowFacts(ctx context.Context, in settle.NewEscrowMission, d *escrow.Draft) (f escrow.Facts, post posting, err error) {
	err = e.o.Store.View(ctx, func(tx settle.Tx) error {
		set := settingsOf(tx)
		if err := e.noEscrow(set); err != nil {
			return err
		}
		f = escrow.Facts{Escrow: set.Contracts.Escrow, Token: set.Token}
		a, err := provenAddress(tx, in.Poster, in.PosterAddress, settle.Address{})
		if err != nil {
			return err
		}
		d.Poster = a
		if d.RefundTo.IsZero() {
			d.RefundTo = a
		}
		if d.Resolver.IsZero() && !in.OnEscrow {
			d.Resolver, err = defaultResolver(set, in.VType, a)
		}
		return err
	})
	if err != nil {
		return f, post, err
	}
	post, err = e.posting(ctx, f.Escrow, d.Resolver, in.VType)
	f.ResolverHasCode, f.OracleAllowed = post.hasCode, post.isOracle
	return f, post, err
}

// defaultResolver is who decides a type of mission where the poster names nobody.
func defaultResolver(set settle.Settings, v settle.VerificationType, poster settle.Address) (settle.Address, error) {
	a := poster
	switch v {
	case settle.PeerVote:
		a = set.Contracts.Vote
	case settle.FirstValidMatch, settle.OracleDecides:
		a = set.Contracts.AttestationOracle
	}
	if a.IsZero() {
		return a, settle.Errorf(settle.CodeVerificationUnsupported, "this server has no contract configured that decides %s; name one as resolver", v).With("verification_type", v.String())
	}
	return a, nil
}

// provenAddress is an address that an agent has proven: the one asked for, else
// the preferred one, else the first that it proved.
func provenAddress(s settle.State, agent string, asked, preferred settle.Address) (settle.Address, error) {
	var first *settle.AddressRow
	for _, r := range settle.FindRows[*settle.AddressRow](s, settle.AddressesOfAgent(agent)) {
		switch {
		case r.Address == asked, asked.IsZero() && r.Address == preferred:
			return r.Address, nil
		case first == nil || r.ProvenAt < first.ProvenAt:
			first = r
		}
	}
	if first == nil || !asked.IsZero() {
		return settle.Address{}, settle.Errorf(settle.CodeIdentityProofRequired, "this needs an address that you have proven: sign in with it (GET /auth/nonce, POST /auth/siwe), or link it to your agent (POST /v1/agents/me/addresses)").
			With("ways", []string{"siwe", "link_address"})
	}
	return first.Address, nil
}

func (e *Engine) decideEscrowPost(tx settle.Tx, in settle.NewEscrowMission, d escrow.Draft, f escrow.Facts) (settle.Mission, error) {
	now, set := e.now(), settingsOf(tx)
	m := settle.Mission{Poster: in.Poster, Title: in.Title, Description: in.Description, Category: in.Category, Criteria: in.Criteria,
		Grain: money.Units(1), FeeBP: escrow.FeeBPS, Mode: settle.ModeEscrow, MaxWinners: max(1, in.MaxWinners), Accepts: []settle.Identification{},
		Deadline: in.SubmitBy * 1000, DeadlineExplicit: true, PublicOnRelease: in.PublicOnRelease, Evidence: in.Evidence, CreatedAt: now,
		Status: settle.MissionUnfunded, Contract: f.Escrow, Type: in.Type, TypeParams: in.TypeParams, MetadataURI: in.MetadataURI}
	if err := checkEvidence(in.NewMission); err != nil {
		return m, err
	}
	if set.Contracts.Escrow != f.Escrow {
		return m, unavailable("the escrow has just been replaced by another one")
	}
	if _, err := provenAddress(tx, in.Poster, d.Poster, d.Poster); err != nil {
		return m, err
	}
	if len(in.Milestones) > 0 && m.MaxWinners != 1 {
		return m, settle.Errorf(settle.CodeInvalid, "a mission with milestones has one winner for each of them")
	}
	terms, err := escrow.New(d)
	if err != nil {
		return m, settle.Errorf(settle.CodeInvalid, "the reward cannot be divided: %v", err)
	}
	// The post is judged at its block's time, which is not before the newest one's.
	f.Now = now / 1000
	if t := tx.Tip(); t != nil {
		f.Now = max(f.Now, t.Time)
	}
	if err := escrow.Check(terms, "", f); err != nil {
		return m, err
	}
	if in.Vote != nil {
		if err := escrow.CheckVote(*in.Vote, terms.SubmitBy, terms.JudgeBy); err != nil {
			return m, err
		}
	}
	if err := refusedPayee(tx, terms.RefundTo); err != nil {
		return m, err
	}
	m.Reward, m.Terms = terms.Reward, &terms
	if err := mayPost(tx, in.Poster); err != nil {
		return m, err
	}
	waiting := 0
	for _, x := range settle.FindRows[*settle.Mission](tx, settle.MissionsOfPoster(in.Poster)) {
		if x.Status == settle.MissionUnfunded && x.Deadline > now {
			waiting++
		}
	}
	if waiting >= e.o.MaxOpenMissions {
		return m, settle.Errorf(settle.CodeRateLimited, "you have %d missions that wait to be funded, the most allowed; fund one first", waiting)
	}
	return m, nil
}

// Spec is the specification that an escrow mission's terms bind: the exact bytes
// whose SHA-256 is their specHash.
func (e *Engine) Spec(ctx context.Context, mission string) (spec []byte, err error) {
	err = e.o.Store.View(ctx, func(tx settle.Tx) error {
		m, err := escrowMission(tx, mission)
		if err != nil {
			return err
		}
		s := escrow.SpecOf(m)
		if m.Terms == nil || s.Hash() != m.Terms.SpecHash {
			return settle.Errorf(settle.CodeNotFound, "the specification of %s was not deposited here; its terms name its hash", mission)
		}
		spec = s.Bytes()
		return nil
	})
	return spec, err
}

// escrowMission is a mission whose reward lies, or is to lie, in the escrow.
func escrowMission(s settle.State, id string) (*settle.Mission, error) {
	m := settle.GetRow[settle.Mission](s, id)
	if m == nil || m.Status == settle.MissionRemoved {
		return nil, noMission(id)
	}
	switch m.Mode {
	case settle.ModeEscrow:
		return m, nil
	case settle.ModeStated:
		return nil, statedMission(m)
	case settle.ModePoints:
		return nil, pointsMission(m)
	}
	return nil, settle.Errorf(settle.CodeWrongFunding, "the reward of %s does not lie in the escrow: its poster pays when they pick a submission", id).With("funding", string(m.Mode))
}

// directMission refuses what only missions that the poster pays directly have.
func directMission(m *settle.Mission, instead string) error {
	switch m.Mode {
	case settle.ModeDirect:
		return nil
	case settle.ModeStated:
		return statedMission(m)
	case settle.ModePoints:
		return pointsMission(m)
	}
	return settle.Errorf(settle.CodeWrongFunding, "the reward of %s lies in the escrow: %s", m.ID, instead).With("funding", string(m.Mode))
}

// statedMission refuses what needs money on the chain.
func statedMission(m *settle.Mission) error {
	return settle.Errorf(settle.CodeWrongFunding, "settlement of %s is stated: who won is recorded and payment is not verified here; its poster accepts a submission (POST /v1/bounties/%s/award, tool review_submission)", m.ID, m.ID).With("funding", string(m.Mode))
}
