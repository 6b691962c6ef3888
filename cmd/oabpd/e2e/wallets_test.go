package e2e

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"testing"

	"github.com/ethereum/go-ethereum/accounts"
	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/jackc/pgx/v5"

	"github.com/oabp/oabpd/cmd/oabpdev/devchain"
	"github.com/oabp/oabpd/settle"
)

// The forms of ModalWallet's yes.
const (
	formPlain, formReverts, formNothing, formFourBytes = uint8(0), uint8(1), uint8(2), uint8(3)
	formDirty, formFlood, formBurns, formAlways        = uint8(4), uint8(5), uint8(6), uint8(7)
)

// loginAs signs in as an address with what wrap makes of a key's signature.
func (s *surface) loginAs(t testing.TB, addr common.Address, signer devchain.Account, wrap func(sig []byte) []byte) reply {
	t.Helper()
	msg, _ := s.siwe(t, devchain.Account{Address: addr, Key: signer.Key}, "")
	sig, err := crypto.Sign(accounts.TextHash([]byte(msg)), signer.Key)
	must(t, err)
	return s.post(t, nil, "/auth/siwe", map[string]any{"message": msg, "signature": fmt.Sprintf("0x%x", wrap(sig))})
}

func bare65(sig []byte) []byte { return sig }

// provenFact is the newest journal fact that says that an address was proven.
func (w *world) provenFact(t testing.TB, addr common.Address) (f settle.AddressProven) {
	t.Helper()
	c, err := pgx.Connect(t.Context(), w.db)
	must(t, err)
	defer c.Close(t.Context())
	var body []byte
	must(t, c.QueryRow(t.Context(), "select body from journal where kind = 'address_proven' and convert_from(body, 'UTF8')::jsonb ->> 'address' = $1 order by seq desc limit 1",
		settle.Address(addr).String()).Scan(&body))
	must(t, json.Unmarshal(body, &f))
	return f
}

// heard checks that a wallet's answer was recorded as what it is: what an
// endpoint said of a block.
func (w *world) heard(t testing.TB, addr common.Address, method string) settle.AddressProven {
	t.Helper()
	f := w.provenFact(t, addr)
	if f.Method != method || f.Block.Number == 0 || f.Block.Hash.IsZero() || f.Source == "" {
		t.Errorf("recorded as %+v, want %s with block and source", f, method)
	}
	return f
}

// walletsAnswer: a contract wallet is what its code says at a confirmed block,
// and only a yes in its exact form is one.
func walletsAnswer(t *testing.T, w *world) {
	owner, next := newAccount(t, "owner"), newAccount(t, "next owner")
	w.fund(t, owner.Address)
	var txs []common.Hash
	wallets := map[uint8]common.Address{}
	for form := formPlain; form <= formAlways; form++ {
		a, tx := w.contract(t, w.bank(), "ModalWallet", owner.Address, form)
		wallets[form], txs = a, append(txs, tx)
	}
	w.mined(t, txs...)
	good := wallets[formPlain]
	w.loginAs(t, good, owner, bare65).want(t, 401) // its code is in no confirmed block yet
	w.mine(t, depth+1)
	for form, a := range wallets {
		want := 401
		if form == formPlain {
			want = 200
		}
		w.loginAs(t, a, owner, bare65).want(t, want)
		w.loginAs(t, a, next, bare65).want(t, 401)
	}
	w.loginAs(t, good, owner, func(sig []byte) []byte { return append(sig, bytes.Repeat([]byte{7}, 8000)...) }).want(t, 200)
	w.loginAs(t, good, owner, func(sig []byte) []byte { return append(sig, bytes.Repeat([]byte{7}, 8200)...) }).want(t, 400)
	w.loginAs(t, good, owner, func(sig []byte) []byte { return sig[:64] }).want(t, 401)
	before := w.heard(t, good, "siwe/erc1271")

	me := w.loginAs(t, good, owner, bare65).want(t, 200)
	w.mined(t, w.call(t, owner, good, bundle(t, "ModalWallet", "setOwner", next.Address)))
	w.loginAs(t, good, owner, bare65).want(t, 200) // not confirmed yet
	w.mine(t, depth+1)
	w.loginAs(t, good, owner, bare65).want(t, 401)
	again := w.loginAs(t, good, next, bare65).want(t, 200)
	if again.str("agent_id") != me.str("agent_id") {
		t.Errorf("another owner, another agent: %s and %s", again.str("agent_id"), me.str("agent_id"))
	}
	if after := w.provenFact(t, good); after != before {
		t.Errorf("the proof became %+v", after)
	}
	// What it signs by itself.
	const path = "/v1/agents/me"
	r := newRequest(t, settle.Address(good))
	d := r.Digest(w.chainID, "GET", path, nil)
	for _, who := range []struct {
		by   devchain.Account
		want int
	}{{owner, 401}, {next, 200}, {next, 401}} { // the last is used already
		var err error
		r.Signature, err = crypto.Sign(d[:], who.by.Key)
		must(t, err)
		w.do(t, nil, "GET", path, nil, "OABP-Signature", headerOf(r)).want(t, who.want)
	}
}

// wrapped makes an ERC-6492 signature.
func wrapped(t testing.TB, factory common.Address, call []byte) func(sig []byte) []byte {
	t.Helper()
	kind := func(name string) abi.Argument {
		ty, err := abi.NewType(name, "", nil)
		must(t, err)
		return abi.Argument{Type: ty}
	}
	args := abi.Arguments{kind("address"), kind("bytes"), kind("bytes")}
	return func(sig []byte) []byte {
		b, err := args.Pack(factory, call, sig)
		must(t, err)
		return append(b, bytes.Repeat([]byte{0x64, 0x92}, 16)...)
	}
}

// undeployed is where a factory would make a wallet, and the call that makes it.
func undeployed(t testing.TB, factory, owner common.Address, form uint8) (common.Address, []byte) {
	t.Helper()
	var salt [32]byte
	_, err := rand.Read(salt[:])
	must(t, err)
	a := actor(t, "ModalWallet")
	in, err := a.ABI.Pack("", owner, form)
	must(t, err)
	code := append(hexBytes(t, a.Bin), in...)
	return crypto.CreateAddress2(factory, salt, crypto.Keccak256(code)), bundle(t, "WalletFactory", "make", owner, form, salt)
}

// undeployedWallet: a wallet that is not there yet proves itself by how it would
// be made, pays as that, and is the same agent when it is there.
func undeployedWallet(t *testing.T, w *world) {
	owner, stranger := newAccount(t, "owner"), newAccount(t, "stranger")
	factory, tx := w.contract(t, w.bank(), "WalletFactory")
	w.mined(t, tx)
	w.mine(t, depth+1)
	addr, make := undeployed(t, factory, owner.Address, formPlain)
	w.loginAs(t, addr, owner, bare65).want(t, 401)
	w.loginAs(t, addr, stranger, wrapped(t, factory, make)).want(t, 401)
	for form := formReverts; form <= formAlways; form++ {
		a, call := undeployed(t, factory, owner.Address, form)
		w.loginAs(t, a, owner, wrapped(t, factory, call)).want(t, 401)
	}
	_, elsewhere := undeployed(t, factory, owner.Address, formPlain)
	for what, wrap := range map[string]func([]byte) []byte{
		"a wallet made elsewhere":   wrapped(t, factory, elsewhere),
		"a factory without code":    wrapped(t, stranger.Address, make),
		"a factory that fails":      wrapped(t, factory, bundle(t, "WalletFactory", "fails")),
		"a factory that burns":      wrapped(t, factory, bundle(t, "WalletFactory", "burn")),
		"a factory that floods":     wrapped(t, factory, bundle(t, "WalletFactory", "flood")),
		"the wrapping cut":          func(sig []byte) []byte { return wrapped(t, factory, make)(sig)[32:] },
		"the suffix alone":          func([]byte) []byte { return bytes.Repeat([]byte{0x64, 0x92}, 16) },
		"offsets out of the bounds": func(sig []byte) []byte { b := wrapped(t, factory, make)(sig); b[63] = 255; return b },
	} {
		if r := w.loginAs(t, addr, owner, wrap); r.status != 401 {
			t.Errorf("%s: %d %s", what, r.status, clip(r.body))
		}
	}
	me := w.loginAs(t, addr, owner, wrapped(t, factory, make)).want(t, 200)
	w.heard(t, addr, "siwe/erc6492")

	// As a payer, of another poster's work.
	payer, call := undeployed(t, factory, owner.Address, formPlain)
	j := w.newJob(t, jobOptions{named: true})
	prove := func(by devchain.Account) reply {
		sig, _ := signTyped(t, j.inst.at("payer_typed_data"), map[string]any{"payer": payer.Hex()}, by)
		return w.post(t, j.poster, "/settlements/"+j.id+"/payers", map[string]any{"address": payer.Hex(), "signature": fmt.Sprintf("0x%x", wrapped(t, factory, call)(sig))})
	}
	prove(stranger).want(t, 409, "payer_not_proven")
	if m := prove(owner).want(t, 201).str("payers.0.method"); m != "erc6492" {
		t.Errorf("proven by %q", m)
	}

	w.mined(t, w.call(t, w.bank(), factory, make))
	w.mine(t, depth+1)
	for _, wrap := range []func([]byte) []byte{bare65, wrapped(t, factory, make)} {
		if got := w.loginAs(t, addr, owner, wrap).want(t, 200); got.str("agent_id") != me.str("agent_id") {
			t.Errorf("%s, and deployed %s", me.str("agent_id"), got.str("agent_id"))
		}
	}
}
