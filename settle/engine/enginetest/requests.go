package enginetest

import (
	"crypto/sha256"
	"fmt"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/money"
)

// Post posts a mission; zero fields get plain values.
func (w *World) Post(p *Actor, in settle.NewMission) (*settle.Mission, error) {
	in.Poster = p.Agent
	if in.Title == "" {
		in.Title, in.Category = "task", "research"
	}
	if in.Grain.IsZero() {
		in.Grain = money.Units(10_000)
	}
	if in.Reward.IsZero() && len(in.Milestones) == 0 {
		in.Reward = USDC(10)
	}
	v, err := w.Engine.Post(w.Ctx, in)
	if err != nil {
		return nil, err
	}
	return v.Mission, nil
}

// Submit submits sealed work of a team in equal shares, to which all consent; the
// first is the agent.
func (w *World) Submit(mission string, milestone string, team ...*Actor) (*settle.Submission, error) {
	s, err := w.Draft(mission, milestone, team...)
	for _, a := range team[1:] {
		if err == nil {
			s, err = w.Join(a, s.ID)
		}
	}
	return s, err
}

// Answer submits a text of the submitter's choice, alone. It may be called by many
// at once, if Answered is told afterwards.
func (w *World) Answer(mission string, a *Actor, text string) (*settle.Submission, error) {
	return w.Engine.Submit(w.Ctx, settle.NewSubmission{Agent: a.Agent, Mission: mission, Content: text, Preview: "p"})
}

// Text is what a submission was noted to hold.
func (w *World) Text(submission string) string { return w.contents[submission] }

// Answered notes the text of a submission that Answer made, and what a match of it
// has picked, for the audits.
func (w *World) Answered(s *settle.Submission, text string) {
	w.contents[s.ID] = text
	w.consents[s.ID] = map[string]bool{s.Agent: true}
	w.State(func(tx settle.Tx) {
		for _, i := range settle.FindRows[*settle.Instruction](tx, settle.InstructionsOfSubmission(s.ID)) {
			w.refer(i)
		}
	})
}

// Draft is Submit, but nobody is asked.
func (w *World) Draft(mission string, milestone string, team ...*Actor) (*settle.Submission, error) {
	return w.handIn(mission, milestone, false, team...)
}

// handIn is Draft; elsewhere puts the content where a worker reads it.
func (w *World) handIn(mission, milestone string, elsewhere bool, team ...*Actor) (*settle.Submission, error) {
	text := fmt.Sprintf("answer %d of %s", len(w.contents), team[0].Name)
	in := settle.NewSubmission{Agent: team[0].Agent, Mission: mission, MilestoneID: milestone, Content: text, Preview: "p"}
	rest := uint32(money.WholeBP)
	for k, a := range team {
		share := uint32(money.WholeBP / len(team))
		if k == len(team)-1 {
			share = rest
		}
		rest -= share
		in.Contributors = append(in.Contributors, settle.Contributor{Agent: a.Agent, ShareBP: share})
	}
	if elsewhere {
		uri := fmt.Sprintf("https://%s.example/%d", team[0].Name, len(w.contents))
		w.Web.Pages[uri] = Page{Body: text}
		in.Source, in.Content = &settle.Source{URI: uri, Hash: sha256.Sum256([]byte(text))}, ""
	}
	s, err := w.Engine.Submit(w.Ctx, in)
	if err == nil {
		w.contents[s.ID] = text
		w.consents[s.ID] = map[string]bool{team[0].Agent: true}
	}
	return s, err
}

// Join consents to a share, and remembers that.
func (w *World) Join(a *Actor, submission string) (*settle.Submission, error) {
	s, err := w.Engine.Join(w.Ctx, a.Agent, submission)
	if err == nil {
		w.consents[submission][a.Agent] = true
	}
	return s, err
}

// Pick picks a submission and remembers what identifies its payment.
func (w *World) Pick(p *Actor, s *settle.Submission, refundTo settle.Address, renew bool) (*settle.InstructionView, error) {
	v, err := w.Engine.Pick(w.Ctx, settle.PickRequest{Actor: p.Agent, Mission: s.Mission, Submission: s.ID, RefundTo: refundTo, Renew: renew})
	if err != nil {
		return nil, err
	}
	w.refer(v.Instruction)
	return v, nil
}

// Intend remembers that a transaction is the full payment of an instruction, so
// that Check asks for the release once it is confirmed.
func (w *World) Intend(id string, tx *Tx, rule settle.Rule) {
	w.intents = append(w.intents, intent{id, tx.Hash, rule})
}

// Wallet0 is an actor's first address.
func (a *Actor) Wallet0() settle.Address { return a.Wallets[0] }
