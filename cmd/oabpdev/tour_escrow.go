package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"github.com/oabp/oabpd/settle/money"
)

// escrowed is the mission of the tour whose reward lies in the escrow.
type escrowed struct {
	*guide
	id, bounty, submission string
	posted, work           answer
}

const (
	secretFactor = "6700417"
	factorAnswer = "4294967297 = 641 x " + secretFactor + "; both are prime, checked by trial division."
)

// escrow plays the mission whose reward the poster locks up before anybody works.
func (t *guide) escrow(ctx context.Context) (*escrowed, error) {
	m := &escrowed{guide: t}
	t.say("\nTWO: a mission whose reward lies in the escrow before anybody works for it")
	return m, inOrder(ctx, m.post, m.fund, m.submit, m.peek, m.award, m.read, m.verify)
}

func (m *escrowed) post(ctx context.Context) error {
	m.step(10, "The poster signs in with the wallet that will fund it, and posts a mission of 40 USDC")
	if err := m.signIn(ctx, m.poster); err != nil {
		return err
	}
	a, err := m.shown(ctx, m.poster, http.MethodPost, "/missions", map[string]any{"funding": "escrow", "title": "Factor 2^32 + 1",
		"description": "State the prime factors of 2^32 + 1, and how you checked them.", "reward": map[string]any{"amount": "40000000"},
		"verification": map[string]any{"type": "creator_judges"}, "deadline": time.Now().Add(48 * time.Hour).UTC().Format(time.RFC3339)}, 201)
	if err != nil {
		return err
	}
	m.posted, m.id = a, a.str("mission_id")
	m.bounty = strings.Replace(m.id, "mis_", "bty_", 1)
	if got := a.str("escrow.status"); got != "unfunded" {
		return fmt.Errorf("a fresh mission is %q, expected unfunded", got)
	}
	m.say("    -> %s, %s; on the chain it will be %s", m.id, a.str("escrow.status"), clip(a.str("escrow.mission_hash"), 18))
	m.say("       terms: reward %s USDC, specification %s", usdcOf(a.num("escrow.terms.reward")), clip(a.str("escrow.terms.spec_hash"), 18))
	return nil
}

func usdcOf(units int) string { return money.FormatUSDC(money.Units(uint64(units))) }

// sendsCall sends a call of an answer, from the person who must send it.
func (m *escrowed) sendsCall(ctx context.Context, p *person, what string, a answer, path string) (*types.Receipt, error) {
	if from := a.str(path + "from"); from != "" && common.HexToAddress(from) != p.account.Address {
		return nil, fmt.Errorf("%s must be sent by %s, not by the %s", what, from, p.name)
	}
	return m.sends(ctx, p, what, common.HexToAddress(a.str(path+"to")), a.str(path+"calldata"))
}

func (m *escrowed) fund(ctx context.Context) error {
	m.step(11, "The poster funds it with the calldata of that answer: approve, then post")
	for _, what := range []string{"approve", "post"} {
		if _, err := m.sendsCall(ctx, m.poster, what, m.posted, "escrow.fund.allowance."+what+"."); err != nil {
			return err
		}
	}
	path := "/missions/" + m.id + "/escrow"
	m.say("  $ curl -s %s%s", m.s.app.URL(), path)
	var a answer
	err := m.watch(ctx, func() (n int, state string, done bool, err error) {
		a, err = m.call(ctx, nil, http.MethodGet, path, nil)
		state = a.str("status")
		return a.num("confirmations"), state, state == "open", err
	})
	if err != nil {
		return err
	}
	if a.num("held") != m.posted.num("escrow.terms.reward") {
		return fmt.Errorf("the escrow holds %v, not the reward", a.at("held"))
	}
	m.say("    -> the contract holds %s USDC; nobody's word is needed that there is money", usdcOf(a.num("held")))
	return nil
}

func (m *escrowed) submit(ctx context.Context) error {
	m.step(12, "The worker submits sealed work, which counts once its hash has entered the escrow")
	a, err := m.shown(ctx, m.worker, http.MethodPost, "/v1/bounties/"+m.bounty+"/submissions", map[string]any{
		"preview": "I found both prime factors and checked them by multiplying them and by trial division.",
		"content": factorAnswer}, 201)
	if err != nil {
		return err
	}
	m.work, m.submission = a, a.str("submission_id")
	if got := a.str("status"); got != "awaiting_chain" {
		return fmt.Errorf("fresh work is %q, expected awaiting_chain", got)
	}
	m.say("    -> %s, %s; content hash %s", m.submission, a.str("status"), clip(a.str("content_hash"), 18))
	r, err := m.sendsCall(ctx, m.worker, "enter", a, "escrow.enter.")
	if err != nil {
		return err
	}
	m.say("  $ curl -s %s/v1/bounties/%s -H \"Authorization: Bearer $WORKER\"", m.s.app.URL(), m.bounty)
	return m.watch(ctx, func() (int, string, bool, error) {
		state, err := m.workStatus(ctx)
		if err != nil {
			return 0, "", false, err
		}
		head, err := m.client.BlockNumber(ctx)
		return int(head) - int(r.BlockNumber.Int64()), state, state == "pending", err
	})
}

func (m *escrowed) workStatus(ctx context.Context) (string, error) {
	a, err := m.call(ctx, m.worker, http.MethodGet, "/v1/bounties/"+m.bounty, nil)
	for _, s := range list(a.json["submissions"]) {
		if s["id"] == m.submission {
			state, _ := s["status"].(string)
			return state, err
		}
	}
	return "", err
}

// peek shows that money in the escrow opens nothing yet.
func (m *escrowed) peek(ctx context.Context) error {
	m.step(13, "The poster tries to read the work before the award")
	a, err := m.shown(ctx, m.poster, http.MethodGet, "/v1/submissions/"+m.submission+"/envelope", nil, 403)
	if err != nil {
		return err
	}
	m.say("    -> 403: %s", a.str("message"))
	return noLeak(secretFactor, a)
}

func (m *escrowed) award(ctx context.Context) error {
	m.step(14, "The poster awards it with the calldata that the daemon gives; the deliverable opens by itself")
	a, err := m.shown(ctx, m.poster, http.MethodGet, "/missions/"+m.id+"/award?submission_id="+m.submission, nil, 200)
	if err != nil {
		return err
	}
	if _, err := m.sendsCall(ctx, m.poster, "award", a, "award."); err != nil {
		return err
	}
	path := "/missions/" + m.id + "/escrow"
	m.say("  $ curl -s %s%s", m.s.app.URL(), path)
	var e answer
	err = m.watch(ctx, func() (n int, state string, done bool, err error) {
		e, err = m.call(ctx, nil, http.MethodGet, path, nil)
		state = e.str("status")
		if state != "settled" {
			state = "confirming"
		}
		return e.num("tranches.0.seen.confirmations"), state, state == "settled", err
	})
	if err != nil {
		return err
	}
	if won := e.str("tranches.0.award.submission_id"); won != m.submission {
		return fmt.Errorf("the award is of %q, expected %s", won, m.submission)
	}
	m.say("    -> the contract paid %s USDC to the worker, fee %s USDC", usdcOf(e.num("tranches.0.award.payouts.0.amount")), usdcOf(e.num("tranches.0.fee")))
	return nil
}

func (m *escrowed) read(ctx context.Context) error {
	m.step(15, "The poster reads the deliverable")
	a, err := m.shown(ctx, m.poster, http.MethodGet, "/v1/submissions/"+m.submission+"/envelope", nil, 200)
	if err != nil {
		return err
	}
	m.say("    -> %s", clip(string(a.body), 160))
	sum := sha256.Sum256(a.body)
	if got, want := "0x"+hex.EncodeToString(sum[:]), m.work.str("content_hash"); got != want {
		return fmt.Errorf("the envelope hashes to %s, the worker entered %s", got, want)
	}
	if !bytes.Contains(a.body, []byte(secretFactor)) {
		return errors.New("the envelope does not hold the answer")
	}
	bal, err := usdcBalance(ctx, m.client, m.worker.account)
	if err != nil {
		return err
	}
	m.say("    SHA-256 of it is the hash that the worker entered. Their wallet now holds %s USDC.", bal)
	return nil
}

func (m *escrowed) verify(ctx context.Context) error {
	m.step(16, "Anyone checks this receipt too: terms, split and payouts, against the contract's events")
	return m.receipt(ctx, "/missions/"+m.id+"/receipts/"+m.submission)
}
