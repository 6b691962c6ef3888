package api_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/oabp/oabpd/api"
	"github.com/oabp/oabpd/api/op"
	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/digest"
	"github.com/oabp/oabpd/settle/engine"
	"github.com/oabp/oabpd/settle/money"
)

// refusing is a core that answers everything with one error.
type refusing struct{ err error }

func (r *refusing) Register(context.Context, string, bool) (settle.Registration, error) {
	return settle.Registration{}, r.err
}
func (r *refusing) PublicProfile(context.Context, string) (settle.PublicProfile, error) {
	return settle.PublicProfile{}, r.err
}
func (r *refusing) SetProfile(context.Context, settle.Caller, settle.AgentProfile) (settle.PublicProfile, error) {
	return settle.PublicProfile{}, r.err
}
func (r *refusing) Attest(context.Context, settle.RegistryAttestation) (int64, error) {
	return 0, r.err
}
func (r *refusing) Actor(_ context.Context, by settle.Caller, c settle.Claim) (settle.Caller, error) {
	if by.Agent == "" && c.ID == "" {
		return by, engine.Anonymous()
	}
	return settle.Caller{}, r.err
}
func (r *refusing) AwardPoints(context.Context, settle.AcceptRequest) (*settle.Accepted, error) {
	return nil, r.err
}
func (r *refusing) Vote(context.Context, settle.BallotRequest) (*settle.PollView, error) {
	return nil, r.err
}
func (r *refusing) Poll(context.Context, string, settle.Viewer) (*settle.PollView, error) {
	return nil, r.err
}
func (r *refusing) PointsStats(context.Context) (settle.PointsStats, error) {
	return settle.PointsStats{}, r.err
}
func (r *refusing) PostEscrow(context.Context, settle.NewEscrowMission) (*settle.EscrowView, error) {
	return nil, r.err
}
func (r *refusing) Escrow(context.Context, string) (*settle.EscrowView, error) { return nil, r.err }
func (r *refusing) AwardCall(context.Context, settle.AwardRequest) (*settle.AwardCall, error) {
	return nil, r.err
}
func (r *refusing) Spec(context.Context, string) ([]byte, error) { return nil, r.err }
func (r *refusing) Nonce(context.Context) (string, int64, error) { return "", 0, r.err }
func (r *refusing) SignIn(context.Context, string, string) (settle.SignedIn, error) {
	return settle.SignedIn{}, r.err
}
func (r *refusing) LinkAddress(context.Context, settle.Caller, string, string) (settle.Address, error) {
	return settle.Address{}, r.err
}
func (r *refusing) SetPayout(context.Context, settle.Caller, settle.Address) (*settle.Agent, error) {
	return nil, r.err
}
func (r *refusing) CancelPayout(context.Context, settle.Caller) (*settle.Agent, error) {
	return nil, r.err
}
func (r *refusing) Keys(context.Context, string) ([]*settle.APIKey, error) { return nil, r.err }
func (r *refusing) AddKey(context.Context, settle.Caller, string) (settle.NewKey, error) {
	return settle.NewKey{}, r.err
}
func (r *refusing) RotateKey(context.Context, settle.Caller, string, int64) (settle.NewKey, error) {
	return settle.NewKey{}, r.err
}
func (r *refusing) RetireAddress(context.Context, settle.Caller, settle.Address) (*settle.AddressRow, error) {
	return nil, r.err
}
func (r *refusing) RevokeKey(context.Context, settle.Caller, string) (*settle.APIKey, error) {
	return nil, r.err
}
func (r *refusing) Profile(context.Context, string) (settle.Profile, error) {
	return settle.Profile{}, r.err
}
func (r *refusing) Post(context.Context, settle.NewMission) (*settle.MissionView, error) {
	return nil, r.err
}
func (r *refusing) Missions(context.Context, ...settle.MissionFilter) ([]*settle.MissionView, error) {
	return nil, r.err
}
func (r *refusing) Mission(context.Context, string, settle.Viewer) (*settle.MissionView, error) {
	return nil, r.err
}
func (r *refusing) Cancel(context.Context, string, string) (*settle.MissionView, error) {
	return nil, r.err
}
func (r *refusing) Submit(context.Context, settle.NewSubmission) (*settle.Submission, error) {
	return nil, r.err
}
func (r *refusing) Join(context.Context, string, string) (*settle.Submission, error) {
	return nil, r.err
}
func (r *refusing) Decline(context.Context, string, string) (*settle.Submission, error) {
	return nil, r.err
}
func (r *refusing) Reject(context.Context, string, string, string, string) (*settle.Submission, error) {
	return nil, r.err
}
func (r *refusing) AwardStated(context.Context, settle.AcceptRequest) (*settle.Accepted, error) {
	return nil, r.err
}
func (r *refusing) Remove(context.Context, string, string) (*settle.Removed, error) {
	return nil, r.err
}
func (r *refusing) Inbox(context.Context, settle.StuckKind, string, int) ([]*settle.Stuck, string, error) {
	return nil, "", r.err
}

func (r *refusing) LiftSubmission(context.Context, string, string) (*settle.Submission, error) {
	return nil, r.err
}
func (r *refusing) LiftHold(context.Context, string, string) (*settle.InstructionView, error) {
	return nil, r.err
}
func (r *refusing) Withhold(context.Context, string, string) (*settle.Submission, error) {
	return nil, r.err
}
func (r *refusing) Envelope(context.Context, string, settle.Viewer) ([]byte, error) {
	return nil, r.err
}
func (r *refusing) Pick(context.Context, settle.PickRequest) (*settle.InstructionView, error) {
	return nil, r.err
}
func (r *refusing) Instruction(context.Context, string) (*settle.InstructionView, error) {
	return nil, r.err
}
func (r *refusing) Withdraw(context.Context, string, string) (*settle.InstructionView, error) {
	return nil, r.err
}
func (r *refusing) Succeed(context.Context, settle.Caller, string, settle.Address) (*settle.InstructionView, error) {
	return nil, r.err
}
func (r *refusing) ProvePayer(context.Context, string, string, settle.Address, []byte) (*settle.InstructionView, bool, error) {
	return nil, false, r.err
}
func (r *refusing) Direct(context.Context, string, string, settle.Hash, uint32, []byte) (*settle.InstructionView, error) {
	return nil, r.err
}
func (r *refusing) Check(context.Context, string, []settle.IntendedTransfer) (settle.CheckResult, error) {
	return settle.CheckResult{}, r.err
}
func (r *refusing) Present(context.Context, string, string, string, settle.Hash) (settle.SettleResult, error) {
	return settle.SettleResult{}, r.err
}
func (r *refusing) Receipts(context.Context, string, string, *uint8) ([]settle.StoredReceipt, error) {
	return nil, r.err
}
func (r *refusing) Activity(context.Context, uint64, int) ([]settle.Activity, uint64, error) {
	return nil, 0, r.err
}
func (r *refusing) PublicEvents(context.Context, settle.EventPlace, int) ([]settle.PublicEvent, settle.EventPlace, error) {
	return nil, settle.EventPlace{}, r.err
}
func (r *refusing) LastEvent(context.Context) (settle.EventPlace, error) {
	return settle.EventPlace{}, r.err
}
func (r *refusing) ReceiptLog(context.Context, uint64, int) ([]settle.StoredReceipt, bool, error) {
	return nil, false, r.err
}
func (r *refusing) CheckpointsAfter(context.Context, uint64, int) ([]api.NumberedCheckpoint, error) {
	return nil, r.err
}
func (r *refusing) LastCheckpointDocument(context.Context) (json.RawMessage, error) {
	return nil, r.err
}
func (r *refusing) AddWebhook(context.Context, settle.Caller, settle.NewWebhook) (*settle.WebhookView, error) {
	return nil, r.err
}
func (r *refusing) Webhooks(context.Context, string) ([]*settle.WebhookView, error) {
	return nil, r.err
}
func (r *refusing) Webhook(context.Context, string, string) (*settle.WebhookView, error) {
	return nil, r.err
}
func (r *refusing) RemoveWebhook(context.Context, settle.Caller, string) error { return r.err }
func (r *refusing) TestWebhook(context.Context, settle.Caller, string) (*settle.WebhookView, error) {
	return nil, r.err
}
func (r *refusing) RotateWebhook(context.Context, settle.Caller, string, int64) (*settle.WebhookView, error) {
	return nil, r.err
}
func (r *refusing) Deliveries(context.Context, string, string, uint64, int) ([]settle.Delivery, bool, error) {
	return nil, false, r.err
}
func (r *refusing) Tally(context.Context) (settle.Tally, error) { return settle.Tally{}, r.err }
func (r *refusing) Settings(context.Context) (settle.Settings, error) {
	return settle.Settings{}, r.err
}
func (r *refusing) Health(context.Context) (settle.Health, error) { return settle.Health{}, r.err }

// askNobody are the operations that no use case stands behind: documents.
var askNobody = []string{"list_mission_types", "get_mission_type", "get_index", "get_llms_txt", "get_robots_txt", "get_mcp_card", "list_errors", "explain_error",
	"get_openapi", "get_docs", "get_protected_resource", "get_security_txt", "get_x402", "get_agent_card", "get_jwks", "get_spec", "get_all_specs"}

// TestEveryCodeHasItsStatusAndShape: every code that an operation declares
// reaches the caller on each of its routes and tools with its status, in the
// dialect's shape, and as the document says.
func TestEveryCodeHasItsStatusAndShape(t *testing.T) {
	core := &refusing{}
	w := newWorld(t)
	cfg := config(w)
	cfg.PresentsPerMinute, cfg.Checkpoints = -1, core
	b := serve(t, w, api.Table(core, cfg))
	s := &stage{bench: b, ids: map[string]string{"bounty_id": "bty_0123456789abcdef", "instruction_id": "stl_0123456789abcdef"}}
	reg, err := w.engine.Register(t.Context(), "Somebody", false)
	w.must(err)
	call := b.overMCPAsAdmin()
	for _, o := range b.table {
		if slices.Contains(askNobody, o.Name) {
			continue
		}
		for _, e := range slices.Concat(op.Table{o}.Routes(), op.Table{o}.Tools()) {
			in := s.fill(e, "sub_0123456789abcdef")
			for _, code := range append(slices.Clone(o.Errors), settle.CodeInternal) {
				w.pass(3 * time.Second) // beyond the answers that are kept
				core.err = settle.Errorf(code, "mis_0123456789abcdef refuses").With("gap", "7").With("reserved_until", int64(1_800_000_000))
				var a answer
				if e.Route != nil {
					a = b.route(e, reg.Key, in, "X-Admin-Key", "admin")
				} else {
					a = call(e.Tool.Name, reg.Key, in)
				}
				where := fmt.Sprintf("%s (%v) with %s", o.Name, e.Dialect, code)
				if code == settle.CodeInternal {
					if a.status != 500 || a.text("message") != "internal error" {
						t.Errorf("%s: %d %s", where, a.status, a.body)
					}
					continue
				}
				if got := a.code(e.Dialect); a.status != op.Status(code) && a.status != 200 || got != code {
					t.Errorf("%s: %d %s", where, a.status, a.body)
				}
				if want := map[op.Dialect]string{op.Board: "bty_0123456789abcdef refuses", op.OABP: "mis_0123456789abcdef refuses"}[e.Dialect]; a.text("message") != want {
					t.Errorf("%s: message %q", where, a.text("message"))
				}
				if a.text("gap") != "7" || a.text("reserved_until") != "2027-01-15T08:00:00.000Z" {
					t.Errorf("%s: details %s", where, a.body)
				}
				if _, isBool := a.at("error").(bool); a.status >= 400 && isBool != (e.Dialect == op.Board) {
					t.Errorf("%s: the shape is not the dialect's: %s", where, a.body)
				}
			}
		}
	}
}

// TestRefusalsOfTheRealThing reaches the codes that the use cases give today.
func TestRefusalsOfTheRealThing(t *testing.T) {
	b := newBench(t)
	call := b.overREST()
	c := enroll(t, call)
	poor := call("register_agent", "", args{"name": "No Address"}).text("api_key")
	id := call("post_bounty", c.poster, bounty()).text("bounty_id")
	submit := args{"bounty_id": id, "content": "content", "preview": preview}
	sub := call("submit_result", c.worker, submit).text("submission_id")
	pick := args{"bounty_id": id, "submission_id": sub}
	present := func(tx string) args {
		return args{"bounty_id": id, "submission_id": sub, "tx_hash": txHash(tx).String()}
	}
	want := func(code settle.Code, tool, key string, in args) answer {
		t.Helper()
		a := call(tool, key, in)
		if got := a.code(b.routeOf(tool).Dialect); got != code {
			t.Errorf("%s: %d %s, want %s", tool, a.status, a.body, code)
		}
		return a
	}
	with := func(in args, k string, v any) args {
		out := args{k: v}
		for key, x := range in {
			if key != k {
				out[key] = x
			}
		}
		return out
	}

	want(settle.CodeUnauthenticated, "my_activity", "", nil)
	want(settle.CodeUnauthenticated, "my_activity", "bk_nonsense", nil)
	want(settle.CodePayeeAddressMissing, "submit_result", poor, submit)
	want(settle.CodeForbidden, "submit_result", c.poster, with(submit, "contributors", []any{map[string]any{"agent_id": c.posterID, "share_bp": 10000}}))
	want(settle.CodeNotFound, "submit_result", c.worker, with(submit, "bounty_id", "bty_0000000000000000"))
	want(settle.CodeInvalid, "post_bounty", c.poster, with(with(bounty(), "settlement", "stated"), "accepts", []any{"tag"}))
	want(settle.CodeWrongFunding, "review_submission", c.poster, with(pick, "decision", "accept"))
	want("human_jobs_disabled", "post_bounty", c.poster, with(bounty(), "audience", "either"))
	want(settle.CodeAddressTaken, "set_payout_address", c.rival, args{"payout_address": worker.String()})
	want(settle.CodeConflict, "settle_bounty", c.poster, present("early"))
	want(settle.CodeForbidden, "settlement_instruction", c.rival, pick)
	want(settle.CodeNotFound, "get_receipt", "", pick)

	b.paused = true
	want(settle.CodeTokenPaused, "settlement_instruction", c.poster, pick)
	b.paused = false
	b.refused[worker] = true
	want(settle.CodePayeeCannotReceive, "settlement_instruction", c.poster, pick)
	delete(b.refused, worker)
	b.down = true
	want(settle.CodeChainUnavailable, "settlement_instruction", c.poster, pick)
	b.down = false
	b.mine(plain("early", poster, map[settle.Address]uint64{worker: 10_200_000, feeTo: 50_000}, worker, feeTo)...)

	inst := call("settlement_instruction", c.poster, pick)
	stl := inst.text("instruction_id")
	b.receipts[txHash("early")] = &engine.TxReceipt{Block: settle.BlockRef{Number: 2, Hash: settle.Keccak256([]byte("block 2"))}, Success: true,
		Transfers: plain("early", poster, map[settle.Address]uint64{worker: 10_200_000}, worker)}
	want(settle.CodeTxBeforeInstruction, "settle_bounty", c.poster, present("early"))
	b.receipts[txHash("failed")] = &engine.TxReceipt{Block: b.tip}
	want(settle.CodeTxFailed, "settle_bounty", c.poster, present("failed"))
	foreign := plain("foreign", poster, map[settle.Address]uint64{worker: 10_200_000}, worker)
	foreign[0].Emitter = addr("another token")
	b.receipts[txHash("foreign")] = &engine.TxReceipt{Block: b.tip, Success: true, Transfers: foreign}
	want(settle.CodeWrongToken, "settle_bounty", c.poster, present("foreign"))
	b.down = true
	want(settle.CodeChainUnavailable, "settle_bounty", c.poster, present("away"))
	b.down = false

	stranger := addr("stranger wallet")
	b.mine(plain("stranger", stranger, map[settle.Address]uint64{worker: 10_200_000, feeTo: 50_000}, worker, feeTo)...)
	want(settle.CodePayerNotProven, "settle_bounty", c.poster, present("stranger"))
	if a := call("get_settlement", "", args{"instruction_id": stl}); a.text("unclaimed", "0", "from") != stranger.String() {
		t.Errorf("the stranger's transfer is not shown as unclaimed: %s", a.body)
	}
	b.mine(tagged("odd", stranger, settle.Keccak256([]byte("no digest")), []digest.Leg{{To: worker, Amount: money.Units(10_200_000)}})...)
	want(settle.CodeNonceNotDerived, "settle_bounty", c.poster, present("odd"))

	proof := func(a settle.Address, sig string) args {
		return args{"instruction_id": stl, "address": a.String(), "signature": sig}
	}
	want(settle.CodePayerNotProven, "prove_payer", c.poster, proof(stranger, "0xabcd"))
	want(settle.CodeForbidden, "prove_payer", c.rival, proof(stranger, payerSignature(b, stl, stranger)))
	want(settle.CodeAddressTaken, "prove_payer", c.poster, proof(rival, payerSignature(b, stl, rival)))
	want(settle.CodeTxNotFound, "direct_payment", c.poster, args{"instruction_id": stl, "tx_hash": txHash("none").String(), "log_index": 0, "signature": "0xabcd"})

	b.mine(plain("worker only", poster, map[settle.Address]uint64{worker: 10_200_000}, worker)...)
	if a := want(settle.CodeNotConfirmed, "direct_payment", c.poster, args{"instruction_id": stl, "tx_hash": txHash("worker only").String(), "log_index": 0,
		"signature": "0xabcd"}); a.status != 409 || fmt.Sprint(a.at("confirmations"), a.at("required"), a.at("retry_after")) != "0 3 6" {
		t.Errorf("direct of a transfer that is not confirmed: %d %s", a.status, a.body)
	}
	want(settle.CodeMissingOnlyFee, "settle_bounty", c.poster, present("worker only"))
	b.mine(plain("fee", poster, map[settle.Address]uint64{feeTo: 50_000}, feeTo)...)
	b.confirm()
	want(settle.CodeMissionNotOpen, "cancel_bounty", c.poster, args{"bounty_id": id})
	want(settle.CodeMissionNotOpen, "submit_result", c.worker, submit)
	want(settle.CodeAlreadySettled, "direct_payment", c.poster, args{"instruction_id": stl, "tx_hash": txHash("fee").String(), "log_index": 0, "signature": "0xabcd"})

	second := call("post_bounty", c.poster, bounty()).text("bounty_id")
	sub2 := call("submit_result", c.worker, with(submit, "bounty_id", second)).text("submission_id")
	call("settlement_instruction", c.poster, args{"bounty_id": second, "submission_id": sub2})
	b.mine(plain("theirs", poster, map[settle.Address]uint64{worker: 10_200_000, feeTo: 50_000}, worker, feeTo)...)
	third := call("post_bounty", c.rival, bounty()).text("bounty_id")
	sub3 := call("submit_result", c.worker, with(submit, "bounty_id", third)).text("submission_id")
	inst3 := call("settlement_instruction", c.rival, args{"bounty_id": third, "submission_id": sub3})
	b.pass(3 * time.Second)
	if a := call("settle_bounty", c.rival, args{"bounty_id": third, "submission_id": sub3, "tx_hash": txHash("theirs").String()}); a.status != 409 && a.status != 400 {
		t.Errorf("a rival who presents the payment of another: %d %s", a.status, a.body)
	}
	if a := call("get_settlement", "", args{"instruction_id": inst3.text("instruction_id")}); a.text("progress", "state") != "unpaid" {
		t.Errorf("the rival's pick gained by it: %s", a.body)
	}
}

// routeOf is the route that overREST takes for a tool.
func (b *bench) routeOf(tool string) *op.Entry {
	x := b.tool(tool)
	for _, e := range b.table.Routes() {
		if e.Op == x.Op && sameFields(e, x) {
			return e
		}
	}
	for _, e := range b.table.Routes() {
		if e.Op == x.Op && e.Dialect == x.Dialect {
			return e
		}
	}
	return b.entry(x.Op.Name, "")
}

func TestServerWithoutPayContractSaysSo(t *testing.T) {
	b := newBench(t, func(s *settle.Settings) { s.PayContracts = nil })
	call := b.overREST()
	c := enroll(t, call)
	a := call("post_bounty", c.poster, bounty())
	if a.status != 503 || a.text("code") != "settlement_not_configured" || a.header.Get("Retry-After") == "" {
		t.Errorf("%d %s", a.status, a.body)
	}
	m := call("discover_server", "", nil)
	if l, _ := m.at("payment_options", "funding").([]any); len(l) != 0 {
		t.Errorf("the manifest offers what is refused: %s", m.body)
	}
}
