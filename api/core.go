package api

import (
	"context"

	"github.com/oabp/oabpd/settle"
)

// Core is the use cases that the operations call. settle/engine has them; this
// package knows only their shape.
type Core interface {
	Register(ctx context.Context, name string, limited bool) (settle.Registration, error)
	Nonce(ctx context.Context) (nonce string, expiresAt int64, err error)
	SignIn(ctx context.Context, message, signature string) (settle.SignedIn, error)
	Attest(ctx context.Context, a settle.RegistryAttestation) (expiresAt int64, err error)
	// Actor is who acts in a request whose body may say so (see engine.Engine).
	Actor(ctx context.Context, by settle.Caller, c settle.Claim) (settle.Caller, error)
	LinkAddress(ctx context.Context, by settle.Caller, message, signature string) (settle.Address, error)
	SetPayout(ctx context.Context, by settle.Caller, addr settle.Address) (*settle.Agent, error)
	CancelPayout(ctx context.Context, by settle.Caller) (*settle.Agent, error)
	Keys(ctx context.Context, agent string) ([]*settle.APIKey, error)
	AddKey(ctx context.Context, by settle.Caller, label string) (settle.NewKey, error)
	RotateKey(ctx context.Context, by settle.Caller, id string, graceMillis int64) (settle.NewKey, error)
	RetireAddress(ctx context.Context, by settle.Caller, addr settle.Address) (*settle.AddressRow, error)
	RevokeKey(ctx context.Context, by settle.Caller, id string) (*settle.APIKey, error)
	Profile(ctx context.Context, agent string) (settle.Profile, error)
	PublicProfile(ctx context.Context, id string) (settle.PublicProfile, error)
	SetProfile(ctx context.Context, by settle.Caller, p settle.AgentProfile) (settle.PublicProfile, error)
	Post(ctx context.Context, in settle.NewMission) (*settle.MissionView, error)
	Missions(ctx context.Context, f settle.MissionFilter) ([]*settle.MissionView, error)
	Mission(ctx context.Context, id string, v settle.Viewer) (*settle.MissionView, error)
	Cancel(ctx context.Context, actor, mission string) (*settle.MissionView, error)
	Submit(ctx context.Context, in settle.NewSubmission) (*settle.Submission, error)
	Join(ctx context.Context, agent, submission string) (*settle.Submission, error)
	Decline(ctx context.Context, agent, submission string) (*settle.Submission, error)
	Reject(ctx context.Context, actor, mission, submission, note string) (*settle.Submission, error)
	AwardStated(ctx context.Context, r settle.AcceptRequest) (*settle.Accepted, error)
	Remove(ctx context.Context, mission, reason string) (*settle.Removed, error)
	LiftHold(ctx context.Context, instruction, note string) (*settle.InstructionView, error)
	Withhold(ctx context.Context, submission, reason string) (*settle.Submission, error)
	Inbox(ctx context.Context, kind settle.StuckKind, from string, limit int) (entries []*settle.Stuck, next string, err error)
	Envelope(ctx context.Context, submission string, v settle.Viewer) ([]byte, error)
	Pick(ctx context.Context, r settle.PickRequest) (*settle.InstructionView, error)
	Instruction(ctx context.Context, id string) (*settle.InstructionView, error)
	Withdraw(ctx context.Context, actor, id string) (*settle.InstructionView, error)
	Succeed(ctx context.Context, by settle.Caller, id string, to settle.Address) (*settle.InstructionView, error)
	ProvePayer(ctx context.Context, actor, id string, addr settle.Address, sig []byte) (view *settle.InstructionView, again bool, err error)
	Direct(ctx context.Context, actor, id string, txHash settle.Hash, logIndex uint32, sig []byte) (*settle.InstructionView, error)
	Check(ctx context.Context, id string, in []settle.IntendedTransfer) (settle.CheckResult, error)
	Present(ctx context.Context, actor, mission, submission string, txHash settle.Hash) (settle.SettleResult, error)
	Receipts(ctx context.Context, mission, submission string, tranche *uint8) ([]settle.StoredReceipt, error)
	PostEscrow(ctx context.Context, in settle.NewEscrowMission) (*settle.EscrowView, error)
	Escrow(ctx context.Context, mission string) (*settle.EscrowView, error)
	AwardCall(ctx context.Context, r settle.AwardRequest) (*settle.AwardCall, error)
	Spec(ctx context.Context, mission string) ([]byte, error)
	Activity(ctx context.Context, before uint64, limit int) (events []settle.Activity, next uint64, err error)
	PublicEvents(ctx context.Context, after settle.EventPlace, limit int) (events []settle.PublicEvent, next settle.EventPlace, err error)
	LastEvent(ctx context.Context) (settle.EventPlace, error)
	ReceiptLog(ctx context.Context, after uint64, limit int) (receipts []settle.StoredReceipt, more bool, err error)
	Tally(ctx context.Context) (settle.Tally, error)
	Settings(ctx context.Context) (settle.Settings, error)
	Health(ctx context.Context) (settle.Health, error)
}
