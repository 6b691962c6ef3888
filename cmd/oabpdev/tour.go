package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/ethclient"

	"github.com/oabp/oabpd/cmd/oabpd/cli"
	"github.com/oabp/oabpd/cmd/oabpdev/devchain"
	"github.com/oabp/oabpd/cmd/oabpdev/usdc"
	"github.com/oabp/oabpd/settle/money"
)

// guide plays the tour.
type guide struct {
	s      *stack
	api    string // where calls go: the daemon
	out    io.Writer
	client *ethclient.Client

	poster, worker, rival *person
	bounty, submission    string
	instruction           answer
	paidIn                common.Hash
	contentHash           string
}

func (t *guide) say(format string, args ...any) { fmt.Fprintf(t.out, format+"\n", args...) }

func (t *guide) step(n int, title string) { t.say("\n%d. %s", n, title) }

// tourBlockTime is the longest time between blocks while the tour runs, which
// waits for some thirty of them. Timestamps are whole seconds: quicker blocks run
// ahead of the clock, these by less than ten seconds in all.
const tourBlockTime = 700 * time.Millisecond

// tour plays one direct mission and one escrow mission to their end with real
// HTTP calls and real transactions, made to api; an error names the step that was
// not as expected.
func tour(ctx context.Context, s *stack, api string, out io.Writer) error {
	t, err := newGuide(ctx, s, api, out)
	if err != nil {
		return err
	}
	defer t.client.Close()
	if err := t.direct(ctx); err != nil {
		return err
	}
	m, err := t.escrow(ctx)
	if err != nil {
		return err
	}
	t.say("\nThat is the whole job, both ways: paid means released, released means paid.")
	t.say("Where to look next:")
	t.say("  %s/v1/bounties/%s", s.app.URL(), t.bounty)
	t.say("  %s/settlements/%s", s.app.URL(), t.instruction.str("instruction_id"))
	t.say("  %s/missions/%s/escrow", s.app.URL(), m.id)
	t.say("  %s/openapi.json, %s/.well-known/oabp.json, %s/health/ready", s.app.URL(), s.app.URL(), s.app.URL())
	return nil
}

func newGuide(ctx context.Context, s *stack, api string, out io.Writer) (*guide, error) {
	t := &guide{s: s, api: api, out: out}
	for name, p := range map[string]**person{"poster": &t.poster, "worker": &t.worker, "poster2": &t.rival} {
		a, ok := s.chain.Account(name)
		if !ok {
			return nil, fmt.Errorf("the chain has no account %s", name)
		}
		*p = &person{name: name, account: a}
	}
	t.rival.name = "rival"
	var err error
	t.client, err = ethclient.DialContext(ctx, s.chain.HTTPURL())
	return t, err
}

// direct plays the mission that the poster pays from their own wallet.
func (t *guide) direct(ctx context.Context) error {
	t.say("\nONE: a bounty that is paid directly, wallet to wallet, after the pick")
	return inOrder(ctx, t.join, t.post, t.submit, t.pick, t.pay, t.theft, t.wait, t.read, t.verify)
}

func inOrder(ctx context.Context, steps ...func(context.Context) error) error {
	for _, step := range steps {
		if err := step(ctx); err != nil {
			return err
		}
	}
	return nil
}

func (t *guide) join(ctx context.Context) error {
	t.step(1, "A poster and a rival register by name, a worker signs in with its address")
	for _, p := range []*person{t.poster, t.rival} {
		a, err := t.shown(ctx, nil, http.MethodPost, "/v1/agents/register", map[string]any{"name": "Tour " + p.name}, 201)
		if err != nil {
			return err
		}
		p.token = a.str("api_key")
		t.say("    -> %s, key %s… (shown once)", a.str("agent_id"), p.token[:9])
	}
	return t.signIn(ctx, t.worker)
}

func (t *guide) post(ctx context.Context) error {
	t.step(2, "The poster posts a bounty of $25.00 that is paid directly in USDC")
	a, err := t.shown(ctx, t.poster, http.MethodPost, "/v1/bounties", bountyBody("Find the first prime above one million"), 201)
	if err != nil {
		return err
	}
	t.bounty = a.str("bounty_id")
	t.say("    -> %s, reward %v, fee %v, the worker will get %v", t.bounty, a.json["reward"], a.json["platform_fee"], a.json["net_to_filler"])
	return nil
}

func bountyBody(title string) map[string]any {
	return map[string]any{"title": title, "category": "research", "reward_amount_cents": 2500, "settlement": "onchain",
		"description":         "State the smallest prime number that is greater than one million, and how you checked it.",
		"acceptance_criteria": "The number is prime and no prime lies between one million and it."}
}

const secretNumber = "1000003"

const secretAnswer = secretNumber + ". Checked by trial division by every prime up to 1000, and 1000001 = 101 x 9901."

func (t *guide) submit(ctx context.Context) error {
	t.step(3, "The worker finds it and submits sealed work: the preview is public, the answer is not")
	if _, err := t.shown(ctx, nil, http.MethodGet, "/v1/bounties?status=open", nil, 200); err != nil {
		return err
	}
	a, err := t.shown(ctx, t.worker, http.MethodPost, "/v1/bounties/"+t.bounty+"/submissions", map[string]any{
		"preview": "I found the number and checked it by trial division with all primes below its square root.",
		"content": secretAnswer}, 201)
	if err != nil {
		return err
	}
	t.submission = a.str("submission_id")
	t.say("    -> %s, sealed", t.submission)
	b, err := t.shown(ctx, t.poster, http.MethodGet, "/v1/submissions/"+t.submission+"/envelope", nil, 403)
	if err != nil {
		return err
	}
	t.say("    -> 403: %s", b.str("message"))
	return noLeak(secretNumber, b)
}

// noLeak: the secret is in nothing that others have seen.
func noLeak(secret string, as ...answer) error {
	for _, a := range as {
		if bytes.Contains(a.body, []byte(secret)) {
			return errors.New("the sealed answer leaked before payment")
		}
	}
	return nil
}

func (t *guide) pick(ctx context.Context) error {
	t.step(4, "The poster picks it and gets the frozen instruction: whom to pay what, and how")
	a, err := t.shown(ctx, t.poster, http.MethodPost, "/v1/bounties/"+t.bounty+"/settlement",
		map[string]any{"submission_id": t.submission, "refund_to": t.poster.account.Address.Hex()}, 201)
	if err != nil {
		return err
	}
	t.instruction, t.contentHash = a, a.str("content_hash")
	t.say("    -> %s, digest %s", a.str("instruction_id"), clip(a.str("digest"), 18))
	for _, l := range list(a.json["legs"]) {
		address, _ := l["address"].(string)
		t.say("       %8s USDC to %s", l["amount_usdc"], common.HexToAddress(address))
	}
	t.say("       reserved until %s; deposit address %s", a.str("reserved_until"), common.HexToAddress(a.str("deposit.address")))
	return nil
}

func list(v any) (out []map[string]any) {
	xs, _ := v.([]any)
	for _, x := range xs {
		if m, ok := x.(map[string]any); ok {
			out = append(out, m)
		}
	}
	return out
}

func (t *guide) pay(ctx context.Context) error {
	t.step(5, "The poster pays from their own wallet: approve, then pay, with the calldata from the instruction")
	token := common.HexToAddress(t.instruction.str("token_contract"))
	pay := common.HexToAddress(t.instruction.str("pay.contract"))
	for _, x := range []struct {
		what string
		to   common.Address
		data string
	}{{"approve", token, "pay.approve_calldata"}, {"pay", pay, "pay.calldata"}} {
		r, err := t.sends(ctx, t.poster, x.what, x.to, t.instruction.str(x.data))
		if err != nil {
			return err
		}
		t.paidIn = r.TxHash
	}
	return nil
}

// sends sends ready calldata from the person's wallet and shows where it was mined.
func (t *guide) sends(ctx context.Context, p *person, what string, to common.Address, calldata string) (*types.Receipt, error) {
	data, err := hexutil.Decode(calldata)
	if err != nil {
		return nil, fmt.Errorf("the calldata of %s: %w", what, err)
	}
	r, err := transact(ctx, t.client, p.account, to, data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", what, err)
	}
	t.say("    %-8s block %d  tx %s  gas %d", what, r.BlockNumber, r.TxHash, r.GasUsed)
	return r, nil
}

func (t *guide) theft(ctx context.Context) error {
	t.step(6, "A rival with an equal bounty and the same worker tries to claim that payment as theirs")
	a, err := t.shown(ctx, t.rival, http.MethodPost, "/v1/bounties", bountyBody("The same question, asked by a rival"), 201)
	if err != nil {
		return err
	}
	theirs := a.str("bounty_id")
	b, err := t.call(ctx, t.worker, http.MethodPost, "/v1/bounties/"+theirs+"/submissions", map[string]any{
		"preview": "The same answer as for the other bounty, which I checked in the same way.", "content": "rival copy: " + secretAnswer})
	if err != nil || b.status != 201 {
		return fmt.Errorf("the worker's submission to the rival answered %d: %w", b.status, err)
	}
	sub := b.str("submission_id")
	c, err := t.call(ctx, t.rival, http.MethodPost, "/v1/bounties/"+theirs+"/settlement", map[string]any{"submission_id": sub})
	if err != nil || c.status != 201 {
		return fmt.Errorf("the rival's pick answered %d: %s: %w", c.status, clip(string(c.body), 300), err)
	}
	var last answer
	for range 15 { // the payment's block may not be indexed yet; 20 claims a minute are allowed
		if last, err = t.call(ctx, t.rival, http.MethodPost, "/v1/bounties/"+theirs+"/settle", map[string]any{"submission_id": sub, "tx_hash": t.paidIn}); err != nil {
			return err
		}
		if last.str("code") != "not_confirmed" && last.str("code") != "tx_not_found" {
			break
		}
		if err := pause(ctx, 500*time.Millisecond); err != nil {
			return err
		}
	}
	t.say("  $ curl -s -X POST %s/v1/bounties/%s/settle -H \"Authorization: Bearer $RIVAL\" -d '{\"submission_id\":\"%s\",\"tx_hash\":\"%s…\"}'", t.s.app.URL(), theirs, sub, t.paidIn.Hex()[:10])
	if last.status != 409 || last.str("code") != "payment_used_elsewhere" {
		return fmt.Errorf("the rival's claim answered %d: %s", last.status, clip(string(last.body), 300))
	}
	t.say("    -> %d %s: %s", last.status, last.str("code"), last.str("message"))
	e, err := t.call(ctx, t.rival, http.MethodGet, "/v1/submissions/"+sub+"/envelope", nil)
	if err != nil {
		return err
	}
	if e.status != 403 {
		return fmt.Errorf("the rival's read answered %d", e.status)
	}
	t.say("    and the rival reads nothing: 403")
	return noLeak(secretNumber, last, e)
}

// wait shows the confirmations until the instruction is settled.
func (t *guide) wait(ctx context.Context) error {
	t.step(7, "Nothing more to do: the deliverable opens by itself after 6 blocks on top")
	path := "/settlements/" + t.instruction.str("instruction_id")
	t.say("  $ curl -s %s%s", t.s.app.URL(), path)
	return t.watch(ctx, func() (int, string, bool, error) {
		a, err := t.call(ctx, nil, http.MethodGet, path, nil)
		state := a.str("progress.state")
		return a.num("progress.confirmations"), state, state == "settled", err
	})
}

func (t *guide) read(ctx context.Context) error {
	t.step(8, "The poster reads the deliverable: the very bytes that were hashed before payment")
	a, err := t.shown(ctx, t.poster, http.MethodGet, "/v1/submissions/"+t.submission+"/envelope", nil, 200)
	if err != nil {
		return err
	}
	sum := sha256.Sum256(a.body)
	t.say("    -> %s", clip(string(a.body), 160))
	if got := "0x" + hex.EncodeToString(sum[:]); got != t.contentHash {
		return fmt.Errorf("the envelope hashes to %s, the instruction says %s", got, t.contentHash)
	}
	if !bytes.Contains(a.body, []byte(secretNumber)) {
		return errors.New("the envelope does not hold the answer")
	}
	t.say("    SHA-256 of it is the instruction's content_hash %s…", t.contentHash[:18])
	bal, err := usdcBalance(ctx, t.client, t.worker.account)
	if err != nil {
		return err
	}
	t.say("    The worker's wallet now holds %s USDC.", bal)
	return nil
}

func (t *guide) verify(ctx context.Context) error {
	t.step(9, "Anyone takes the receipt and checks it against the chain, without trusting the server")
	return t.receipt(ctx, "/v1/bounties/"+t.bounty+"/receipts/"+t.submission)
}

// receipt fetches a receipt and runs oabpd verify on it.
func (t *guide) receipt(ctx context.Context, path string) error {
	a, err := t.shown(ctx, nil, http.MethodGet, path, nil, 200)
	if err != nil {
		return err
	}
	file := filepath.Join(t.s.dir, "receipt.json")
	if err := os.WriteFile(file, a.body, 0o644); err != nil {
		return err
	}
	t.say("  $ oabpd verify --rpc %s receipt.json", t.s.chain.HTTPURL())
	var out bytes.Buffer
	code := cli.Main(ctx, []string{"oabpd", "verify", "--rpc", t.s.chain.HTTPURL(), file}, cli.Build{Version: version}, cli.Streams{Out: &out, Err: &out})
	for line := range strings.Lines(out.String()) {
		t.say("    %s", strings.TrimRight(line, "\n"))
	}
	if code != 0 {
		return fmt.Errorf("oabpd verify exited %d", code)
	}
	return nil
}

func usdcBalance(ctx context.Context, client *ethclient.Client, a devchain.Account) (string, error) {
	t, err := usdc.NewToken(client)
	if err != nil {
		return "", err
	}
	n, err := t.BalanceOf(ctx, a.Address)
	if err != nil {
		return "", err
	}
	units, err := money.FromBytes(n.Bytes())
	return money.FormatUSDC(units), err
}
