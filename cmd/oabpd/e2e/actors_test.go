package e2e

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"github.com/oabp/oabpd/bindings/oabppay"
	"github.com/oabp/oabpd/cmd/oabpdev/devchain"
)

//go:embed testdata/actors.json
var actorsJSON []byte

type artifact struct {
	ABI abi.ABI `json:"abi"`
	Bin string  `json:"bin"`
}

func actor(t testing.TB, name string) artifact {
	t.Helper()
	var all map[string]artifact
	must(t, json.Unmarshal(actorsJSON, &all))
	a, ok := all[name]
	if !ok {
		t.Fatalf("no contract %s", name)
	}
	return a
}

// contract deploys an actor; it is there after the next block.
func (n *node) contract(t testing.TB, from devchain.Account, name string, args ...any) (common.Address, common.Hash) {
	t.Helper()
	a := actor(t, name)
	in, err := a.ABI.Pack("", args...)
	must(t, err)
	nonce, err := n.client.PendingNonceAt(t.Context(), from.Address)
	must(t, err)
	tx := n.send(t, from, nil, append(hexBytes(t, a.Bin), in...), nil)
	return crypto.CreateAddress(from.Address, nonce), tx
}

// abiCall is one call of a bundle.
type abiCall struct {
	To   common.Address
	Data []byte
}

func bundle(t testing.TB, contract, method string, args ...any) []byte {
	t.Helper()
	a := actor(t, contract)
	data, err := a.ABI.Pack(method, args...)
	must(t, err)
	return data
}

func payABI(t testing.TB) *abi.ABI {
	t.Helper()
	p, err := oabppay.OabpPayMetaData.GetAbi()
	must(t, err)
	return p
}

// struct_ is the instruction as the pay contract takes it, from the reply alone.
func (j *job) struct_(t testing.TB) oabppay.Instruction {
	t.Helper()
	out := oabppay.Instruction{Id: crypto.Keccak256Hash([]byte(j.id)), Mission: crypto.Keccak256Hash([]byte(j.inst.str("mission_id"))),
		Slot: common.HexToHash(j.inst.str("slot.hash")), Submission: crypto.Keccak256Hash([]byte(j.sub)),
		ContentHash: common.HexToHash(j.inst.str("content_hash")), Token: address(t, j.inst.str("token_contract")),
		IssuedBlock: uint64(j.inst.num("issued_block"))}
	for _, l := range j.legs(t) {
		out.Legs = append(out.Legs, oabppay.Leg{To: l.to, Amount: big.NewInt(l.amount)})
	}
	return out
}

// authorized is the calldata that pays the whole by the signature of a wallet
// over the reply's receive typed data.
func (j *job) authorized(t testing.TB, from devchain.Account) []byte {
	t.Helper()
	sig, m := signTyped(t, j.inst.at("eip3009.receive_with_authorization"), map[string]any{"from": from.Address.Hex()}, from)
	data, err := payABI(t).Pack("payWithAuthorization", j.struct_(t), from.Address, decimal(t, m["validAfter"]), decimal(t, m["validBefore"]), sig)
	must(t, err)
	return data
}

// authorizedLeg is the calldata of the token that pays one leg by the signature
// of a wallet over the reply's typed data of that leg.
func (j *job) authorizedLeg(t testing.TB, n *node, k int, from devchain.Account) []byte {
	t.Helper()
	sig, m := signTyped(t, j.inst.at(fmt.Sprintf("eip3009.transfer_with_authorization.%d", k)), map[string]any{"from": from.Address.Hex()}, from)
	data, err := n.token.Calldata("transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,bytes)", from.Address,
		address(t, fmt.Sprint(m["to"])), decimal(t, m["value"]), decimal(t, m["validAfter"]), decimal(t, m["validBefore"]),
		[32]byte(common.HexToHash(fmt.Sprint(m["nonce"]))), sig)
	must(t, err)
	return data
}

func decimal(t testing.TB, v any) *big.Int {
	t.Helper()
	n, ok := new(big.Int).SetString(fmt.Sprint(v), 10)
	if !ok {
		t.Fatalf("%v is no decimal", v)
	}
	return n
}

// payTagged pays through the pay contract with the reply's calldata; both
// transactions are in the next block.
func (n *node) payTagged(t testing.TB, j *job, from devchain.Account) common.Hash {
	t.Helper()
	n.call(t, from, address(t, j.inst.str("token_contract")), hexBytes(t, j.inst.str("pay.approve_calldata")))
	return n.call(t, from, address(t, j.inst.str("pay.contract")), hexBytes(t, j.inst.str("pay.calldata")))
}

// payPlain makes the reply's plain transfers.
func (n *node) payPlain(t testing.TB, inst reply, from devchain.Account) (txs []common.Hash) {
	t.Helper()
	for k := range inst.list("transfers") {
		at := fmt.Sprintf("transfers.%d.", k)
		txs = append(txs, n.call(t, from, address(t, inst.str(at+"to")), hexBytes(t, inst.str(at+"calldata"))))
	}
	if len(txs) == 0 {
		t.Fatalf("no transfers in %s", clip(inst.body))
	}
	return txs
}

// provePayer presents a wallet's signature over the reply's Payer document.
func (s *surface) provePayer(t testing.TB, j *job, payer common.Address, signer devchain.Account) reply {
	t.Helper()
	sig, _ := signTyped(t, j.inst.at("payer_typed_data"), map[string]any{"payer": payer.Hex()}, signer)
	return s.post(t, j.poster, "/settlements/"+j.id+"/payers", map[string]any{"address": payer.Hex(), "signature": fmt.Sprintf("0x%x", sig)})
}
