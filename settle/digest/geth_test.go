package digest_test

import (
	"encoding/json"
	"math/big"
	"reflect"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/signer/core/apitypes"
	"pgregory.net/rapid"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/digest"
	"github.com/oabp/oabpd/settle/money"
)

// Everything in this file compares this package with go-ethereum.

func genHash() *rapid.Generator[settle.Hash] {
	return rapid.Custom(func(t *rapid.T) (h settle.Hash) {
		copy(h[:], rapid.SliceOfN(rapid.Byte(), 32, 32).Draw(t, "hash"))
		return h
	})
}

func genAddress() *rapid.Generator[settle.Address] {
	return rapid.Custom(func(t *rapid.T) (a settle.Address) {
		copy(a[:], rapid.SliceOfN(rapid.Byte(), 20, 20).Draw(t, "address"))
		return a
	})
}

func genAmount() *rapid.Generator[money.Amount] {
	return rapid.Custom(func(t *rapid.T) money.Amount {
		n := rapid.IntRange(0, 32).Draw(t, "bytes")
		a, err := money.FromBytes(rapid.SliceOfN(rapid.Byte(), n, n).Draw(t, "amount"))
		if err != nil {
			t.Fatal(err)
		}
		return a
	})
}

func genLegs() *rapid.Generator[[]digest.Leg] {
	leg := rapid.Custom(func(t *rapid.T) digest.Leg {
		return digest.Leg{To: genAddress().Draw(t, "to"), Amount: genAmount().Draw(t, "amount")}
	})
	return rapid.SliceOfN(leg, 0, 17)
}

func genInstruction() *rapid.Generator[digest.Instruction] {
	return rapid.Custom(func(t *rapid.T) digest.Instruction {
		return digest.Instruction{
			ID: genHash().Draw(t, "id"), Mission: genHash().Draw(t, "mission"), Slot: genHash().Draw(t, "slot"),
			Submission: genHash().Draw(t, "submission"), ContentHash: genHash().Draw(t, "content"),
			Token: genAddress().Draw(t, "token"), Legs: genLegs().Draw(t, "legs"),
			IssuedBlock: rapid.Uint64().Draw(t, "issued"),
		}
	})
}

func genDomain() *rapid.Generator[digest.Domain] {
	return rapid.Custom(func(t *rapid.T) digest.Domain {
		return digest.Domain{ChainID: rapid.Uint64Range(1, 1<<53-1).Draw(t, "chain"), VerifyingContract: genAddress().Draw(t, "pay")}
	})
}

// hashTyped is go-ethereum's hash of a typed data document.
func hashTyped(t *rapid.T, doc any) settle.Hash {
	b, err := json.Marshal(doc)
	if err != nil {
		t.Fatal(err)
	}
	var td apitypes.TypedData
	if err := json.Unmarshal(b, &td); err != nil {
		t.Fatalf("%v in %s", err, b)
	}
	h, _, err := apitypes.TypedDataAndHash(td)
	if err != nil {
		t.Fatalf("%v in %s", err, b)
	}
	return settle.Hash(h)
}

func TestInstructionMatchesGeth(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d, i := genDomain().Draw(t, "domain"), genInstruction().Draw(t, "instruction")
		legs := []any{}
		for _, l := range i.Legs {
			legs = append(legs, map[string]any{"to": l.To.String(), "amount": l.Amount.String()})
		}
		doc := d.PayerTypedData(i.ID, i.Token) // for its domain
		doc.PrimaryType = "Instruction"
		doc.Types["Instruction"] = []digest.TypedField{
			{"id", "bytes32"}, {"mission", "bytes32"}, {"slot", "bytes32"}, {"submission", "bytes32"},
			{"contentHash", "bytes32"}, {"token", "address"}, {"legs", "Leg[]"}, {"issuedBlock", "uint64"},
		}
		doc.Types["Leg"] = []digest.TypedField{{"to", "address"}, {"amount", "uint256"}}
		doc.Message = map[string]any{
			"id": i.ID, "mission": i.Mission, "slot": i.Slot, "submission": i.Submission, "contentHash": i.ContentHash,
			"token": i.Token, "legs": legs, "issuedBlock": new(big.Int).SetUint64(i.IssuedBlock).String(),
		}
		if got, want := d.Instruction(i), hashTyped(t, doc); got != want {
			t.Fatalf("digest %s, go-ethereum %s", got, want)
		}
	})
}

func TestPayerAndDirectMatchGeth(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := genDomain().Draw(t, "domain")
		dg, tx, a := genHash().Draw(t, "digest"), genHash().Draw(t, "tx"), genAddress().Draw(t, "payer")
		n := rapid.Uint32().Draw(t, "index")
		if got, want := d.Payer(dg, a), hashTyped(t, d.PayerTypedData(dg, a)); got != want {
			t.Fatalf("Payer %s, go-ethereum %s", got, want)
		}
		if got, want := d.Direct(tx, n, dg), hashTyped(t, d.DirectTypedData(tx, n, dg)); got != want {
			t.Fatalf("Direct %s, go-ethereum %s", got, want)
		}
	})
}

// The authorization documents hash to what the token checks: the separator of
// its domain and the struct hash with Circle's published type hashes.
func TestAuthorizationsMatchEIP3009(t *testing.T) {
	const (
		transferTypeHash = "0x7c7c6cdb67a18743f49ec6fa9b35f50d52ed05cbed4cc592e13b44501c1a2267"
		receiveTypeHash  = "0xd099cc98ef71107a616c4f0f941f04c322d8e254fe26b3c6668db87aae413de8"
	)
	rapid.Check(t, func(t *rapid.T) {
		tok := digest.TokenDomain{
			Name: rapid.SampledFrom([]string{"USD Coin", "USDC"}).Draw(t, "name"), Version: "2",
			ChainID: rapid.SampledFrom([]uint64{8453, 84532}).Draw(t, "chain"), Token: genAddress().Draw(t, "token"),
		}
		a := digest.Authorization{
			From: genAddress().Draw(t, "from"), To: genAddress().Draw(t, "to"), Value: genAmount().Draw(t, "value"),
			ValidAfter: rapid.Uint64().Draw(t, "after"), ValidBefore: rapid.Uint64().Draw(t, "before"), Nonce: genHash().Draw(t, "nonce"),
		}
		if a.From.IsZero() {
			t.Skip("open sender")
		}
		for typ, doc := range map[string]digest.TypedData{
			transferTypeHash: tok.TransferWithAuthorization(a), receiveTypeHash: tok.ReceiveWithAuthorization(a),
		} {
			want := authorizationHash(tok, common.HexToHash(typ), a)
			if got := hashTyped(t, doc); got != want {
				t.Fatalf("%s: %s, want %s", doc.PrimaryType, got, want)
			}
		}
	})
}

func authorizationHash(tok digest.TokenDomain, typ common.Hash, a digest.Authorization) settle.Hash {
	word := func(n uint64) []byte { return common.LeftPadBytes(new(big.Int).SetUint64(n).Bytes(), 32) }
	value := a.Value.Bytes32()
	domain := settle.Keccak256([]byte("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"))
	name, version := settle.Keccak256([]byte(tok.Name)), settle.Keccak256([]byte(tok.Version))
	sep := settle.Keccak256(domain[:], name[:], version[:], word(tok.ChainID), common.LeftPadBytes(tok.Token[:], 32))
	str := settle.Keccak256(typ[:], common.LeftPadBytes(a.From[:], 32), common.LeftPadBytes(a.To[:], 32),
		value[:], word(a.ValidAfter), word(a.ValidBefore), a.Nonce[:])
	return settle.Keccak256([]byte{0x19, 1}, sep[:], str[:])
}

func TestOpenSenderIsNull(t *testing.T) {
	b, err := json.Marshal(digest.TokenDomain{}.TransferWithAuthorization(digest.Authorization{}).Message)
	if err != nil || !strings.Contains(string(b), `"from":null`) {
		t.Errorf("%s (%v)", b, err)
	}
}

const payABI = `[
 {"type":"function","name":"approve","inputs":[{"name":"s","type":"address"},{"name":"a","type":"uint256"}]},
 {"type":"function","name":"transfer","inputs":[{"name":"s","type":"address"},{"name":"a","type":"uint256"}]},
 {"type":"function","name":"pay","inputs":[{"name":"d","type":"bytes32"},{"name":"legs","type":"tuple[]","components":[{"name":"to","type":"address"},{"name":"amount","type":"uint256"}]}]},
 {"type":"function","name":"flush","inputs":[{"name":"d","type":"bytes32"},{"name":"legs","type":"tuple[]","components":[{"name":"to","type":"address"},{"name":"amount","type":"uint256"}]},{"name":"r","type":"address"},{"name":"t","type":"uint64"}]},
 {"type":"function","name":"refund","inputs":[{"name":"d","type":"bytes32"},{"name":"legs","type":"tuple[]","components":[{"name":"to","type":"address"},{"name":"amount","type":"uint256"}]},{"name":"r","type":"address"},{"name":"t","type":"uint64"}]},
 {"type":"function","name":"payWithAuthorization","inputs":[{"name":"ins","type":"tuple","components":[{"name":"id","type":"bytes32"},{"name":"mission","type":"bytes32"},{"name":"slot","type":"bytes32"},{"name":"submission","type":"bytes32"},{"name":"contentHash","type":"bytes32"},{"name":"token","type":"address"},{"name":"legs","type":"tuple[]","components":[{"name":"to","type":"address"},{"name":"amount","type":"uint256"}]},{"name":"issuedBlock","type":"uint64"}]},{"name":"from","type":"address"},{"name":"va","type":"uint256"},{"name":"vb","type":"uint256"},{"name":"sig","type":"bytes"}]}
]`

type gethLeg struct {
	To     common.Address
	Amount *big.Int
}

type gethInstruction struct {
	Id, Mission, Slot, Submission, ContentHash [32]byte
	Token                                      common.Address
	Legs                                       []gethLeg
	IssuedBlock                                uint64
}

func TestCalldataMatchesGeth(t *testing.T) {
	parsed, err := abi.JSON(strings.NewReader(payABI))
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		i := genInstruction().Draw(t, "instruction")
		dg, a, v := genHash().Draw(t, "digest"), genAddress().Draw(t, "address"), genAmount().Draw(t, "amount")
		at, before := rapid.Uint64().Draw(t, "at"), rapid.Uint64().Draw(t, "before")
		sig := rapid.SliceOfN(rapid.Byte(), 0, 200).Draw(t, "sig")
		legs := make([]gethLeg, len(i.Legs))
		for n, l := range i.Legs {
			legs[n] = gethLeg{common.Address(l.To), l.Amount.Big()}
		}
		g := gethInstruction{i.ID, i.Mission, i.Slot, i.Submission, i.ContentHash, common.Address(i.Token), legs, i.IssuedBlock}
		big64 := func(n uint64) *big.Int { return new(big.Int).SetUint64(n) }
		for _, c := range []struct {
			got  digest.Calldata
			name string
			args []any
		}{
			{digest.CalldataApprove(a, v), "approve", []any{common.Address(a), v.Big()}},
			{digest.CalldataTransfer(a, v), "transfer", []any{common.Address(a), v.Big()}},
			{digest.CalldataPay(dg, i.Legs), "pay", []any{[32]byte(dg), legs}},
			{digest.CalldataFlush(dg, i.Legs, a, at), "flush", []any{[32]byte(dg), legs, common.Address(a), at}},
			{digest.CalldataRefund(dg, i.Legs, a, at), "refund", []any{[32]byte(dg), legs, common.Address(a), at}},
			{digest.CalldataPayWithAuthorization(i, a, at, before, sig), "payWithAuthorization", []any{g, common.Address(a), big64(at), big64(before), sig}},
		} {
			want, err := parsed.Pack(c.name, c.args...)
			if err != nil {
				t.Fatalf("%s: %v", c.name, err)
			}
			if !reflect.DeepEqual([]byte(c.got), want) {
				t.Fatalf("%s:\n got %s\nwant 0x%x", c.name, c.got, want)
			}
		}
	})
}

func TestNoncesMatchGeth(t *testing.T) {
	args := func(types ...string) (out abi.Arguments) {
		for _, name := range types {
			typ, err := abi.NewType(name, "", nil)
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, abi.Argument{Type: typ})
		}
		return out
	}
	leg, all, slot := args("string", "bytes32", "uint256"), args("string", "bytes32"), args("bytes32", "uint256", "uint256")
	pack := func(t *rapid.T, as abi.Arguments, vs ...any) settle.Hash {
		b, err := as.Pack(vs...)
		if err != nil {
			t.Fatal(err)
		}
		return settle.Keccak256(b)
	}
	maxUint := new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 256), big.NewInt(1))
	rapid.Check(t, func(t *rapid.T) {
		h, i := genHash().Draw(t, "digest"), rapid.IntRange(0, 1<<20).Draw(t, "i")
		n := rapid.Uint32().Draw(t, "n")
		if got, want := digest.LegNonce(h, i), pack(t, leg, "oabp.pay.v1", [32]byte(h), big.NewInt(int64(i))); got != want {
			t.Fatalf("leg nonce %s, want %s", got, want)
		}
		if got, want := digest.AllNonce(h), pack(t, all, "oabp.pay.v1.all", [32]byte(h)); got != want {
			t.Fatalf("all nonce %s, want %s", got, want)
		}
		if got, want := digest.Slot(h, i, n), pack(t, slot, [32]byte(h), big.NewInt(int64(i)), big.NewInt(int64(n))); got != want {
			t.Fatalf("slot %s, want %s", got, want)
		}
		if got, want := digest.Slot(h, digest.NoMilestone, n), pack(t, slot, [32]byte(h), maxUint, big.NewInt(int64(n))); got != want {
			t.Fatalf("slot without milestone %s, want %s", got, want)
		}
	})
}

// The deposit is what the pay contract creates: CREATE2 with salt zero over
// the init code of OpenZeppelin's Clones.sol, written out here as it is there.
func TestDepositAddressMatchesGeth(t *testing.T) {
	legTypeHash := crypto.Keccak256([]byte("Leg(address to,uint256 amount)"))
	rapid.Check(t, func(t *rapid.T) {
		pay, impl, to := genAddress().Draw(t, "pay"), genAddress().Draw(t, "impl"), genAddress().Draw(t, "refund")
		dg, legs, after := genHash().Draw(t, "digest"), genLegs().Draw(t, "legs"), rapid.Uint64().Draw(t, "after")
		var hashes []byte
		for _, l := range legs {
			v := l.Amount.Bytes32()
			hashes = append(hashes, crypto.Keccak256(legTypeHash, common.LeftPadBytes(l.To[:], 32), v[:])...)
		}
		args := append(append([]byte{}, dg[:]...), crypto.Keccak256(hashes)...)
		args = append(args, common.LeftPadBytes(to[:], 32)...)
		args = append(args, common.LeftPadBytes(new(big.Int).SetUint64(after).Bytes(), 32)...)
		code := common.FromHex("0x6100ad3d81600a3d39f3363d3d373d3d3d363d73") // 0xad = 45 + 4*32
		code = append(append(code, impl[:]...), common.FromHex("0x5af43d82803e903d91602b57fd5bf3")...)
		want := crypto.CreateAddress2(common.Address(pay), [32]byte{}, crypto.Keccak256(append(code, args...)))
		if got := digest.DepositAddress(pay, impl, dg, legs, to, after); got != settle.Address(want) {
			t.Fatalf("deposit %s, want %s", got, settle.Address(want))
		}
	})
}
