package escrow_test

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/oabp/oabpd/bindings/oabpescrow"
	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/escrow"
	"github.com/oabp/oabpd/settle/evidence"
	"github.com/oabp/oabpd/settle/money"
	"github.com/oabp/oabpd/settle/seal/canon"
)

const now = 1_800_000_000

func draft() escrow.Draft {
	return escrow.Draft{Poster: settle.Address{1}, Resolver: settle.Address{1}, RefundTo: settle.Address{1}, Reward: money.Units(10_000_000),
		SubmitBy: now + 3600}
}

func facts() escrow.Facts {
	return escrow.Facts{Now: now, Escrow: settle.Address{0xee}, Token: settle.Address{0xcc}, ResolverHasCode: true, OracleAllowed: true}
}

// Whatever can be divided gives terms whose money the contract takes, and the
// defaults are the earliest times that it takes.
func TestNewMakesTermsThatPass(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := draft()
		if rapid.Bool().Draw(t, "milestones") {
			for range rapid.IntRange(escrow.MinMilestones, escrow.MaxMilestones).Draw(t, "n") {
				d.Parts = append(d.Parts, money.Units(rapid.Uint64Range(escrow.MinTranche, 1<<60).Draw(t, "part")))
			}
		} else {
			d.Prizes = rapid.IntRange(1, escrow.MaxPrizes).Draw(t, "prizes")
			d.Reward = money.Units(rapid.Uint64Range(uint64(d.Prizes)*escrow.MinTranche, 1<<64-1).Draw(t, "reward"))
		}
		if rapid.Bool().Draw(t, "arbiter") {
			d.Arbiter, d.AppealWindow, d.AppealBond = settle.Address{9}, rapid.Uint32Range(1, 1<<20).Draw(t, "window"), money.Units(escrow.MinTranche)
		}
		terms, err := escrow.New(d)
		if err != nil {
			t.Fatal(err)
		}
		if err := escrow.Check(terms, "", facts()); err != nil {
			t.Fatalf("%v for %+v", err, terms)
		}
		terms.RefundAt--
		if got := settle.CodeOf(escrow.Check(terms, "", facts())); got != settle.CodeRefundTimeOutOfRange {
			t.Fatalf("a second too early: %s", got)
		}
		total, err := money.Sum(terms.Fees...)
		if want, _ := money.Fee(terms.Reward, escrow.FeeBPS); err != nil || total != want {
			t.Fatalf("fees of %s, want %s (%v)", total, want, err)
		}
	})
}

// Each rule at its edge. (The chain is asked about the same in cmd/oabpd/e2e.)
func TestCheckAtTheEdges(t *testing.T) {
	tests := map[string]struct {
		change func(*settle.MissionTerms, *escrow.Facts)
		want   settle.Code
	}{
		"as it is":               {func(*settle.MissionTerms, *escrow.Facts) {}, ""},
		"submit now":             {func(m *settle.MissionTerms, _ *escrow.Facts) { m.SubmitBy = now }, settle.CodeTimesNotAscending},
		"submit in a second":     {func(m *settle.MissionTerms, _ *escrow.Facts) { m.SubmitBy = now + 1 }, ""},
		"judge as submit":        {func(m *settle.MissionTerms, _ *escrow.Facts) { m.JudgeBy = m.SubmitBy }, settle.CodeTimesNotAscending},
		"refund at the end":      {func(m *settle.MissionTerms, _ *escrow.Facts) { m.RefundAt = now + escrow.MaxDuration }, ""},
		"refund after the end":   {func(m *settle.MissionTerms, _ *escrow.Facts) { m.RefundAt = now + escrow.MaxDuration + 1 }, settle.CodeRefundTimeOutOfRange},
		"refund to nobody":       {func(m *settle.MissionTerms, _ *escrow.Facts) { m.RefundTo = settle.Address{} }, settle.CodeForbiddenReceiver},
		"refund to the token":    {func(m *settle.MissionTerms, f *escrow.Facts) { m.RefundTo = f.Token }, settle.CodeForbiddenReceiver},
		"refund to the escrow":   {func(m *settle.MissionTerms, f *escrow.Facts) { m.RefundTo = f.Escrow }, settle.CodeForbiddenReceiver},
		"no tranche":             {func(m *settle.MissionTerms, _ *escrow.Facts) { m.Tranches, m.Fees = nil, nil }, settle.CodeTrancheCount},
		"a fee too many":         {func(m *settle.MissionTerms, _ *escrow.Facts) { m.Fees = append(m.Fees, money.Amount{}) }, settle.CodeTrancheCount},
		"one milestone":          {func(m *settle.MissionTerms, _ *escrow.Facts) { m.Layout = settle.Milestones }, settle.CodeTrancheCount},
		"reward of 65 bits":      {func(m *settle.MissionTerms, _ *escrow.Facts) { m.Reward = money.MustParse("18446744073709551616") }, settle.CodeRewardTooLarge},
		"tranche too small":      {func(m *settle.MissionTerms, _ *escrow.Facts) { m.Tranches[0] = money.Units(9_999) }, settle.CodeTrancheTooSmall},
		"fee a unit more":        {func(m *settle.MissionTerms, _ *escrow.Facts) { m.Fees[0] = money.Units(50_001) }, settle.CodeFeeOutOfRange},
		"fee a unit less":        {func(m *settle.MissionTerms, _ *escrow.Facts) { m.Fees[0] = money.Units(49_999) }, settle.CodeFeeOutOfRange},
		"tranche a unit more":    {func(m *settle.MissionTerms, _ *escrow.Facts) { m.Tranches[0] = money.Units(10_000_001) }, settle.CodeTrancheSum},
		"window without arbiter": {func(m *settle.MissionTerms, _ *escrow.Facts) { m.AppealWindow = 1; m.RefundAt++ }, settle.CodeAppealTermsInvalid},
		"bond without arbiter":   {func(m *settle.MissionTerms, _ *escrow.Facts) { m.AppealBond = money.Units(10_000) }, settle.CodeAppealTermsInvalid},
		"arbiter without window": {func(m *settle.MissionTerms, _ *escrow.Facts) { m.Arbiter = settle.Address{9} }, settle.CodeAppealTermsInvalid},
		"reveal window":          {func(m *settle.MissionTerms, _ *escrow.Facts) { m.RevealWindow = 1 }, settle.CodeMatchTermsInvalid},
		"no resolver":            {func(m *settle.MissionTerms, _ *escrow.Facts) { m.Resolver = settle.Address{} }, settle.CodeResolverInvalid},
		"vote without code":      {func(m *settle.MissionTerms, f *escrow.Facts) { m.VType, f.ResolverHasCode = settle.PeerVote, false }, settle.CodeResolverInvalid},
		"vote":                   {func(m *settle.MissionTerms, _ *escrow.Facts) { m.VType = settle.PeerVote }, ""},
		"oracle not allowed":     {func(m *settle.MissionTerms, f *escrow.Facts) { m.VType, f.OracleAllowed = settle.OracleDecides, false }, settle.CodeOracleNotAllowed},
		"match oracle is not": {func(m *settle.MissionTerms, f *escrow.Facts) {
			m.VType, f.OracleAllowed = settle.FirstValidMatch, false
		}, settle.CodeOracleNotAllowed},
		"creator is no oracle":    {func(_ *settle.MissionTerms, f *escrow.Facts) { f.OracleAllowed, f.ResolverHasCode = false, false }, ""},
		"match on the escrow":     {matchOnEscrow(escrow.RuleWindow), ""},
		"match, window too long":  {matchOnEscrow(escrow.RuleWindow + 1), settle.CodeMatchTermsInvalid},
		"match with an arbiter":   {withArbiter(matchOnEscrow(0)), settle.CodeMatchTermsInvalid},
		"bond a unit too small":   {withBond(escrow.MinTranche - 1), settle.CodeAppealTermsInvalid},
		"bond as small as it can": {withBond(escrow.MinTranche), ""},
	}
	for name, c := range tests {
		terms, err := escrow.New(draft())
		if err != nil {
			t.Fatal(err)
		}
		f := facts()
		c.change(&terms, &f)
		if got := settle.CodeOf(escrow.Check(terms, "", f)); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
	terms, _ := escrow.New(draft())
	for n, want := range map[int]settle.Code{escrow.MaxURI: "", escrow.MaxURI + 1: settle.CodeTooLong} {
		if got := settle.CodeOf(escrow.Check(terms, strings.Repeat("x", n), facts())); got != want {
			t.Errorf("URI of %d: %q", n, got)
		}
	}
}

func matchOnEscrow(window uint32) func(*settle.MissionTerms, *escrow.Facts) {
	return func(m *settle.MissionTerms, _ *escrow.Facts) {
		m.VType, m.Resolver, m.RevealWindow = settle.FirstValidMatch, settle.Address{}, window
	}
}

func withArbiter(f func(*settle.MissionTerms, *escrow.Facts)) func(*settle.MissionTerms, *escrow.Facts) {
	return func(m *settle.MissionTerms, x *escrow.Facts) {
		f(m, x)
		withBond(escrow.MinTranche)(m, x)
	}
}

func withBond(n uint64) func(*settle.MissionTerms, *escrow.Facts) {
	return func(m *settle.MissionTerms, _ *escrow.Facts) {
		m.Arbiter, m.AppealWindow, m.AppealBond = settle.Address{9}, 60, money.Units(n)
		m.RefundAt += 60
	}
}

func TestCheckSplit(t *testing.T) {
	a, b, poster := settle.Address{2}, settle.Address{3}, settle.Address{1}
	many := settle.Split{}
	for i := range escrow.MaxPayees {
		many.Payees, many.BPS = append(many.Payees, settle.Address{5, byte(i)}), append(many.BPS, 625)
	}
	more := settle.Split{Payees: append(many.Payees, b), BPS: append(many.BPS, 1)}
	for name, c := range map[string]struct {
		split settle.Split
		want  settle.Code
	}{
		"alone":       {escrow.Solo(a), ""},
		"two":         {settle.Split{Payees: []settle.Address{a, b}, BPS: []uint16{1, 9999}}, ""},
		"sixteen":     {many, ""},
		"seventeen":   {more, settle.CodeShareCount},
		"nobody":      {settle.Split{}, settle.CodeShareCount},
		"no parts":    {settle.Split{Payees: []settle.Address{a}}, settle.CodeShareCount},
		"poster":      {escrow.Solo(poster), settle.CodePosterBarred},
		"token":       {escrow.Solo(facts().Token), settle.CodeForbiddenReceiver},
		"zero":        {escrow.Solo(settle.Address{}), settle.CodeForbiddenReceiver},
		"zero part":   {settle.Split{Payees: []settle.Address{a, b}, BPS: []uint16{10_000, 0}}, settle.CodeShareZero},
		"one too few": {settle.Split{Payees: []settle.Address{a, b}, BPS: []uint16{1, 9998}}, settle.CodeShareSum},
	} {
		if got := settle.CodeOf(escrow.CheckSplit(c.split, poster, facts())); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// Every code that mirrors the contract is the name of one of its errors.
func TestCodesAreTheContractsErrors(t *testing.T) {
	abi, err := oabpescrow.OabpEscrowMetaData.GetAbi()
	if err != nil {
		t.Fatal(err)
	}
	capital := regexp.MustCompile(`(.)([A-Z])`)
	known := map[settle.Code]bool{}
	for name := range abi.Errors {
		known[settle.Code(strings.ToLower(capital.ReplaceAllString(name, "${1}_${2}")))] = true
	}
	for _, c := range []settle.Code{settle.CodeTooLong, settle.CodeForbiddenReceiver, settle.CodeTimesNotAscending, settle.CodeRefundTimeOutOfRange,
		settle.CodeRewardTooLarge, settle.CodeTrancheCount, settle.CodeTrancheTooSmall, settle.CodeTrancheSum, settle.CodeFeeOutOfRange,
		settle.CodeFeeSum, settle.CodeAppealTermsInvalid, settle.CodeMatchTermsInvalid, settle.CodeResolverInvalid, settle.CodeOracleNotAllowed,
		settle.CodePosterBarred, settle.CodeWrongAnswer, settle.CodeShareCount, settle.CodeShareZero, settle.CodeShareSum} {
		if !known[c] {
			t.Errorf("the contract has no error %s", c)
		}
	}
}

func TestSpecIsCanonical(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOf(rapid.OneOf(rapid.Rune(), rapid.RuneFrom([]rune("\"\\\b\t\n\f\r\x00\x1f\u2028</>&\U0001F600"))))
		s := escrow.Spec{Title: text.Draw(t, "title"), Description: text.Draw(t, "description"), Criteria: text.Draw(t, "criteria"),
			Category: text.Draw(t, "category"), Milestones: rapid.SliceOfN(text, 0, 3).Draw(t, "milestones"), PublicOnRelease: rapid.Bool().Draw(t, "public")}
		asked := func(name string) (rs []evidence.Requirement) {
			for range rapid.IntRange(0, 2).Draw(t, name) {
				r := evidence.Requirement{Kind: evidence.Photo, Label: text.Draw(t, "label"), Min: rapid.IntRange(1, 24).Draw(t, "min"), Fields: rapid.SliceOfN(text, 0, 2).Draw(t, "fields"),
					StartsWith: text.Draw(t, "starts with"), Contains: text.Draw(t, "contains"), MinLength: rapid.IntRange(0, 9).Draw(t, "shortest"), MaxLength: rapid.IntRange(0, 9).Draw(t, "longest")}
				if r.RequireGeo = rapid.Bool().Draw(t, "place"); r.RequireGeo {
					r.Near = &evidence.Near{Place: evidence.Place{LatE7: rapid.Int64Range(-evidence.MaxLatE7, evidence.MaxLatE7).Draw(t, "lat"), LonE7: -1}, RadiusMM: 5}
				}
				rs = append(rs, r)
			}
			return rs
		}
		s.Evidence, s.MetadataURI = asked("evidence"), text.Draw(t, "metadata")
		if rapid.Bool().Draw(t, "typed") {
			s.Type, s.TypeParams = text.Draw(t, "mission type"), `{"a":[1,true,"x"],"b":{}}`
		}
		for range rapid.IntRange(0, 2).Draw(t, "milestones with their own") {
			own := asked("of a milestone")
			s.MilestoneEvidence = append(s.MilestoneEvidence, nil, &own)
		}
		b := s.Bytes()
		form, err := canon.Form(b)
		if err != nil || string(form) != string(b) {
			t.Fatalf("not canonical (%v):\n%s\n%s", err, b, form)
		}
		var back struct {
			Title, Description, Category string
			Criteria                     string `json:"acceptance_criteria"`
			Milestones                   []string
			Public                       bool `json:"public_on_release"`
		}
		if err := json.Unmarshal(b, &back); err != nil || back.Title != s.Title || back.Description != s.Description || back.Criteria != s.Criteria ||
			back.Category != s.Category || back.Public != s.PublicOnRelease || len(back.Milestones) != len(s.Milestones) {
			t.Fatalf("%+v of %+v (%v)", back, s, err)
		}
	})
}

// What a specification hashed to before evidence could be asked for it hashes to
// now, and whatever is asked for changes the hash.
func TestSpecBindsEvidence(t *testing.T) {
	m := &settle.Mission{Title: "Eight suppliers", Description: "Of cork.", Category: "sourcing", Milestones: []settle.Milestone{{Title: "a"}, {Title: "b"}}}
	const before = `{"acceptance_criteria":"","category":"sourcing","description":"Of cork.","milestones":["a","b"],"public_on_release":false,"title":"Eight suppliers","type":"oabp.mission_spec","v":1}`
	if got := string(escrow.SpecOf(m).Bytes()); got != before {
		t.Errorf("without evidence:\n%s", got)
	}
	seen := map[settle.Hash]string{escrow.SpecOf(m).Hash(): "nothing"}
	r := evidence.Requirement{Kind: evidence.Photo, Label: "the shelf", Min: 1}
	for name, change := range map[string]func(*settle.Mission){
		"of the mission": func(m *settle.Mission) { m.Evidence = []evidence.Requirement{r} },
		"of the second": func(m *settle.Mission) {
			m.Milestones[1].Evidence, m.Milestones[1].OwnEvidence = []evidence.Requirement{r}, true
		},
		"of the first": func(m *settle.Mission) {
			m.Milestones[0].Evidence, m.Milestones[0].OwnEvidence = []evidence.Requirement{r}, true
		},
		"none of the first":  func(m *settle.Mission) { m.Milestones[0].OwnEvidence = true },
		"two of the mission": func(m *settle.Mission) { m.Evidence = []evidence.Requirement{r, r} },
		"another label":      func(m *settle.Mission) { x := r; x.Label = "a shelf"; m.Evidence = []evidence.Requirement{x} },
		"near": func(m *settle.Mission) {
			x := r
			x.Near = &evidence.Near{RadiusMM: 5}
			m.Evidence = []evidence.Requirement{x}
		},
		"more of it":           func(m *settle.Mission) { x := r; x.Min = 2; m.Evidence = []evidence.Requirement{x} },
		"a place":              func(m *settle.Mission) { x := r; x.RequireGeo = true; m.Evidence = []evidence.Requirement{x} },
		"a field":              func(m *settle.Mission) { x := r; x.Fields = []string{"total"}; m.Evidence = []evidence.Requirement{x} },
		"a beginning":          func(m *settle.Mission) { x := r; x.StartsWith = "a"; m.Evidence = []evidence.Requirement{x} },
		"a part":               func(m *settle.Mission) { x := r; x.Contains = "a"; m.Evidence = []evidence.Requirement{x} },
		"at least so long":     func(m *settle.Mission) { x := r; x.MinLength = 5; m.Evidence = []evidence.Requirement{x} },
		"at most so long":      func(m *settle.Mission) { x := r; x.MaxLength = 5; m.Evidence = []evidence.Requirement{x} },
		"another kind of file": func(m *settle.Mission) { x := r; x.Kind = evidence.File; m.Evidence = []evidence.Requirement{x} },
	} {
		c := *m
		c.Milestones = append([]settle.Milestone{}, m.Milestones...)
		change(&c)
		h := escrow.SpecOf(&c).Hash()
		if other, ok := seen[h]; ok {
			t.Errorf("evidence %s and evidence %s have one hash", name, other)
		}
		seen[h] = name
	}
}

// Packed rules read back the same, and each range has its edge.
func TestVoteRules(t *testing.T) {
	good := settle.VoteRules{CommitMinutes: 10, RevealMinutes: 10, QuorumVoters: 3, SlashBPS: 2000, Cap: 1, QuorumWeight: money.Units(1)}
	if h := escrow.PackVote(good).String(); h != "0x01000000000000000000000000000000000000000100000107d00003000a000a" {
		t.Errorf("packed %s", h)
	}
	over := int64(now + 20*60 + 3600)
	for name, c := range map[string]struct {
		change func(*settle.VoteRules)
		want   settle.Code
	}{
		"as it is":       {func(*settle.VoteRules) {}, ""},
		"commit short":   {func(r *settle.VoteRules) { r.CommitMinutes = 9 }, settle.CodeRulesInvalid},
		"reveal short":   {func(r *settle.VoteRules) { r.RevealMinutes = 9 }, settle.CodeRulesInvalid},
		"commit long":    {func(r *settle.VoteRules) { r.CommitMinutes = 10_081 }, settle.CodeRulesInvalid},
		"two voters":     {func(r *settle.VoteRules) { r.QuorumVoters = 2 }, settle.CodeRulesInvalid},
		"slash":          {func(r *settle.VoteRules) { r.SlashBPS = 2001 }, settle.CodeRulesInvalid},
		"no cap":         {func(r *settle.VoteRules) { r.Cap = 0 }, settle.CodeRulesInvalid},
		"cap":            {func(r *settle.VoteRules) { r.Cap = 1 << 20 }, settle.CodeRulesInvalid},
		"no weight":      {func(r *settle.VoteRules) { r.QuorumWeight = money.Amount{} }, settle.CodeRulesInvalid},
		"weight":         {func(r *settle.VoteRules) { r.QuorumWeight = money.Units(1 << 56) }, settle.CodeRulesInvalid},
		"a minute later": {func(r *settle.VoteRules) { r.CommitMinutes = 11 }, settle.CodeTooLateToOpen},
	} {
		r := good
		c.change(&r)
		if got := settle.CodeOf(escrow.CheckVote(r, now, over)); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
		if c.want == "" && settle.UnpackVoteRules(escrow.PackVote(r)) != r {
			t.Errorf("%s: read back %+v", name, settle.UnpackVoteRules(escrow.PackVote(r)))
		}
	}
}
