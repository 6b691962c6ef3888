package engine

import (
	"context"
	"errors"
	"fmt"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/escrow"
)

// ruled is how a mission is decided, with the part of its rule that is kept sealed.
type ruled struct {
	public *settle.Verification
	secret escrow.MatchRule
	// mode is the mission's, once it is posted.
	mode settle.Mode
}

// RuleKey is under what the sealed part of a mission's rule is kept beside the
// envelopes.
func RuleKey(mission string) string { return mission + "/rule" }

func badRule(format string, args ...any) error {
	return settle.Errorf(settle.CodeMatchRuleInvalid, format, args...)
}

// verification judges how a poster wants a mission decided that is not the escrow's.
func (e *Engine) verification(in settle.NewMission) (r ruled, err error) {
	v := in.Verification
	if v == nil {
		return r, nil
	}
	unsupported := func(why string) error {
		return settle.Errorf(settle.CodeVerificationUnsupported, "%s", why).With("verification_type", v.Type.String())
	}
	switch {
	case v.Type == settle.CreatorJudges:
		if *v != (settle.NewVerification{}) {
			return r, badRule("a mission that its poster judges has no rule; choose first_valid_match or oracle")
		}
		return r, nil
	case in.Mode == settle.ModeStated:
		return r, unsupported("an award that is only stated is the poster's own word, so nothing else decides it; choose direct or escrow funding")
	case v.Type == settle.PeerVote && in.Mode == settle.ModePoints:
		return r, nil // see pollTerms
	case len(in.Milestones) > 0:
		return r, unsupported("one rule decides a whole mission, so there can be no milestones")
	}
	switch v.Type {
	case settle.FirstValidMatch:
		if r.secret, err = secretOf(*v); err != nil {
			return r, err
		}
		terms, err := matchTerms(*v)
		if err == nil && terms.PredicateURI != "" {
			if bad := e.admitsPredicate(terms.PredicateURI); bad != nil {
				err = badRule("predicate_uri: %v", bad)
			}
		}
		r.public = &settle.Verification{Type: v.Type, Match: &terms}
		return r, err
	case settle.OracleDecides:
		terms, err := e.oracleTerms(*v)
		r.public = &settle.Verification{Type: v.Type, Oracle: &terms}
		return r, err
	}
	return r, unsupported("voters judge escrow missions, and missions in points")
}

// matchTerms is the public part of a match rule.
func matchTerms(v settle.NewVerification) (t settle.MatchTerms, err error) {
	if v.PredicateURI != "" { // goes before all else (AIP-1 §4.2)
		err := escrow.CheckPredicate(v.PredicateURI)
		if errors.Is(err, escrow.ErrLeaks) {
			return t, settle.Errorf(settle.CodePredicateLeaks, "predicate_uri: %v; the work is sealed until it is paid", err)
		}
		if err != nil {
			return t, badRule("predicate_uri: %v", err)
		}
		return settle.MatchTerms{Mode: settle.MatchPredicate, PredicateURI: v.PredicateURI}, nil
	}
	switch given := count(v.Regex != "", !v.TargetHash.IsZero(), v.Expected != ""); {
	case given == 0:
		return t, badRule("a first_valid_match needs to know what matches: give expected, regex, target_hash or predicate_uri")
	case given > 1:
		return t, badRule("give one of expected, regex and target_hash")
	case v.Regex != "":
		if v.MatchMode != "" && v.MatchMode != settle.MatchRegex {
			return t, badRule("regex is given, and match_mode is %s; leave match_mode out", v.MatchMode)
		}
		if err := (escrow.MatchRule{Mode: settle.MatchRegex, Expected: v.Regex}).Bounded(); err != nil {
			return t, badRule("regex: %v", err)
		}
		return settle.MatchTerms{Mode: settle.MatchRegex, Regex: v.Regex}, nil
	case v.Expected == "":
		if v.MatchMode != "" && v.MatchMode != settle.MatchHash {
			return t, badRule("target_hash is given, and match_mode is %s; leave match_mode out", v.MatchMode)
		}
		return settle.MatchTerms{Mode: settle.MatchHash, TargetHash: v.TargetHash}, nil
	}
	return settle.MatchTerms{Mode: modeOf(v)}, nil
}

// modeOf is the mode of what is expected: a substring, unless something else was
// asked for (AIP-1 §4.2).
func modeOf(v settle.NewVerification) settle.MatchMode {
	if v.MatchMode == "" {
		return settle.MatchSubstring
	}
	return v.MatchMode
}

// secretOf is the rule that a poster keeps secret; none without expected.
func secretOf(v settle.NewVerification) (r escrow.MatchRule, err error) {
	if v.Expected == "" || v.PredicateURI != "" {
		return r, nil
	}
	r = escrow.MatchRule{Mode: modeOf(v), Expected: v.Expected}
	switch r.Mode {
	case settle.MatchSubstring, settle.MatchExact, settle.MatchRegex:
	default:
		return r, badRule("match_mode: want substring, exact or regex")
	}
	if err := r.Bounded(); err != nil {
		return r, badRule("expected: %v", err)
	}
	return r, nil
}

func count(is ...bool) (n int) {
	for _, x := range is {
		if x {
			n++
		}
	}
	return n
}

// sealRule encrypts the secret part of a rule for storage; nil where there is none.
func (e *Engine) sealRule(mission string, r ruled) ([]byte, error) {
	if r.secret.Expected == "" {
		return nil, nil
	}
	ct, err := e.o.Sealer.Seal(RuleKey(mission), r.secret.Bytes())
	if err != nil {
		return nil, fmt.Errorf("sealing the rule of %s: %w", mission, err)
	}
	return ct, nil
}

// ruleOf reads how a mission is decided by its content; nil where its content
// decides nothing.
func (e *Engine) ruleOf(ctx context.Context, mission string) (r *ruled, err error) {
	var ct []byte
	err = e.o.Store.View(ctx, func(tx settle.Tx) error {
		r, ct = nil, nil
		if m := settle.GetRow[settle.Mission](tx, mission); m != nil && m.Verification != nil {
			r, ct = &ruled{public: m.Verification, mode: m.Mode}, tx.Envelope(RuleKey(mission))
		}
		return nil
	})
	if err != nil || ct == nil {
		return r, err
	}
	plain, err := e.o.Sealer.Unseal(RuleKey(mission), ct)
	if err != nil {
		return nil, fmt.Errorf("opening the rule of %s: %w", mission, err)
	}
	if r.secret, err = escrow.ParseMatchRule(plain); err != nil {
		return nil, fmt.Errorf("the rule of %s: %w", mission, err)
	}
	return r, nil
}

// check is what can be said of content that is here; nil where nothing checks it.
func (r *ruled) check(content []byte) (*settle.Check, error) {
	switch {
	case r == nil || r.public.Poll != nil:
		return nil, nil
	case r.public.Oracle != nil && !r.public.Oracle.Known:
		return &settle.Check{State: settle.CheckUnverified}, nil
	case r.public.Oracle != nil || r.public.Match.Mode == settle.MatchPredicate:
		return &settle.Check{State: settle.CheckAsking}, nil
	}
	state, reason, err := escrow.Decide(*r.public.Match, r.secret, content)
	if err != nil {
		return nil, fmt.Errorf("matching: %w", err)
	}
	return &settle.Check{State: state, Reason: reason}, nil
}

// MatchRule is what a mission's poster gave as expected, for that poster alone;
// empty where they gave none.
func (e *Engine) MatchRule(ctx context.Context, actor, mission string) (expected string, err error) {
	err = e.o.Store.View(ctx, func(tx settle.Tx) error {
		_, err := ownMission(tx, actor, mission)
		return err
	})
	if err != nil {
		return "", err
	}
	r, err := e.ruleOf(ctx, mission)
	if r == nil || err != nil {
		return "", err
	}
	return r.secret.Expected, nil
}
