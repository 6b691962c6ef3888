package digest_test

import (
	"bytes"
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"
	"pgregory.net/rapid"

	"github.com/oabp/oabpd/bindings/oabpescrow"
	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/digest"
	"github.com/oabp/oabpd/settle/money"
)

// Everything in this file compares this package with the escrow's own ABI.

func genSmall(bits uint) *rapid.Generator[money.Amount] {
	return rapid.Custom(func(t *rapid.T) money.Amount {
		n := int(bits / 8)
		a, err := money.FromBytes(rapid.SliceOfN(rapid.Byte(), 0, n).Draw(t, "amount"))
		if err != nil {
			t.Fatal(err)
		}
		return a
	})
}

func genTerms() *rapid.Generator[settle.MissionTerms] {
	return rapid.Custom(func(t *rapid.T) settle.MissionTerms {
		at := func(name string) int64 { return rapid.Int64Range(0, 1<<40-1).Draw(t, name) }
		span := func(name string) uint32 { return rapid.Uint32().Draw(t, name) }
		amounts := rapid.SliceOfN(genSmall(96), 0, 17)
		return settle.MissionTerms{
			Poster: genAddress().Draw(t, "poster"), Resolver: genAddress().Draw(t, "resolver"), RefundTo: genAddress().Draw(t, "refund"),
			Reward: genSmall(96).Draw(t, "reward"), VType: settle.VerificationType(rapid.IntRange(0, 3).Draw(t, "vtype")),
			Layout: settle.Layout(rapid.IntRange(0, 1).Draw(t, "layout")), SubmitBy: at("submit"), JudgeBy: at("judge"), RefundAt: at("refundAt"),
			AppealWindow: span("appeal"), RevealWindow: span("reveal"), Arbiter: genAddress().Draw(t, "arbiter"), AppealBond: genSmall(96).Draw(t, "bond"),
			SpecHash: genHash().Draw(t, "spec"), Param: genHash().Draw(t, "param"), Tranches: amounts.Draw(t, "tranches"), Fees: amounts.Draw(t, "fees"),
			Salt: settle.Uint256(genHash().Draw(t, "salt")),
		}
	})
}

func genSplit() *rapid.Generator[settle.Split] {
	return rapid.Custom(func(t *rapid.T) (s settle.Split) {
		s.Payees = rapid.SliceOfN(genAddress(), 0, 17).Draw(t, "payees")
		s.BPS = rapid.SliceOfN(rapid.Uint16(), 0, 17).Draw(t, "bps")
		return s
	})
}

func bound(t settle.MissionTerms) oabpescrow.MissionTerms {
	return oabpescrow.MissionTerms{Poster: common.Address(t.Poster), Resolver: common.Address(t.Resolver), RefundTo: common.Address(t.RefundTo),
		Reward: t.Reward.Big(), Vtype: uint8(t.VType), Layout: uint8(t.Layout), SubmitBy: big.NewInt(t.SubmitBy), JudgeBy: big.NewInt(t.JudgeBy),
		RefundAt: big.NewInt(t.RefundAt), AppealWindow: t.AppealWindow, RevealWindow: t.RevealWindow, Arbiter: common.Address(t.Arbiter),
		AppealBond: t.AppealBond.Big(), SpecHash: t.SpecHash, Param: t.Param, Tranches: bigs(t.Tranches), Fees: bigs(t.Fees),
		Salt: new(big.Int).SetBytes(t.Salt[:])}
}

func bigs(as []money.Amount) []*big.Int {
	out := make([]*big.Int, len(as))
	for i, a := range as {
		out[i] = a.Big()
	}
	return out
}

func boundSplit(s settle.Split) oabpescrow.Split {
	out := oabpescrow.Split{Payees: make([]common.Address, len(s.Payees)), Bps: append([]uint16{}, s.BPS...)}
	for i, p := range s.Payees {
		out.Payees[i] = common.Address(p)
	}
	return out
}

func escrowABI(t *testing.T) *abi.ABI {
	t.Helper()
	a, err := oabpescrow.OabpEscrowMetaData.GetAbi()
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func TestEscrowCalldataMatchesTheContract(t *testing.T) {
	escrow := escrowABI(t)
	rapid.Check(t, func(t *rapid.T) {
		terms, split := genTerms().Draw(t, "terms"), genSplit().Draw(t, "split")
		h, g := genHash().Draw(t, "hash"), genHash().Draw(t, "other")
		a := genAddress().Draw(t, "address")
		n, k := rapid.Uint8().Draw(t, "tranche"), rapid.IntRange(0, 3).Draw(t, "ruling")
		at, before := rapid.Uint64().Draw(t, "at"), rapid.Uint64().Draw(t, "before")
		sig := rapid.SliceOfN(rapid.Byte(), 0, 200).Draw(t, "sig")
		uri := rapid.StringN(0, 40, 100).Draw(t, "uri")
		u := func(n uint64) *big.Int { return new(big.Int).SetUint64(n) }
		mt, ms := bound(terms), boundSplit(split)
		for _, c := range []struct {
			got  digest.Calldata
			name string
			args []any
		}{
			{digest.CalldataPost(terms, uri), "post", []any{mt, uri}},
			{digest.CalldataPostWithPermit(terms, uri, before, sig), "postWithPermit", []any{mt, uri, u(before), sig}},
			{digest.CalldataPostWithAuthorization(terms, uri, at, before, sig), "postWithAuthorization", []any{mt, uri, u(at), u(before), sig}},
			{digest.CalldataCancel(terms), "cancel", []any{mt}},
			{digest.CalldataRefundMission(terms), "refund", []any{mt}},
			{digest.CalldataSubmit(h, n, g, h, uri), "submit", []any{[32]byte(h), n, [32]byte(g), [32]byte(h), uri}},
			{digest.CalldataCommit(h, g), "commit", []any{[32]byte(h), [32]byte(g)}},
			{digest.CalldataReveal(terms, sig, g), "reveal", []any{mt, sig, [32]byte(g)}},
			{digest.CalldataAward(terms, n, a, g, split), "award", []any{mt, n, common.Address(a), [32]byte(g), ms}},
			{digest.CalldataAppeal(terms, n, g), "appeal", []any{mt, n, [32]byte(g)}},
			{digest.CalldataRule(terms, n, settle.Ruling(k), a, g, split), "rule", []any{mt, n, uint8(k), common.Address(a), [32]byte(g), ms}},
			{digest.CalldataFinalize(terms, n, g, split), "finalize", []any{mt, n, [32]byte(g), ms}},
			{digest.CalldataWithdraw(a), "withdraw", []any{common.Address(a)}},
			{digest.CalldataCollectFees(), "collectFees", nil},
		} {
			want, err := escrow.Pack(c.name, c.args...)
			if err != nil {
				t.Fatalf("%s: %v", c.name, err)
			}
			if !bytes.Equal(c.got, want) {
				t.Fatalf("%s:\n got %s\nwant 0x%x", c.name, c.got, want)
			}
		}
	})
}

// The ids are hashes of what abi.encode gives, so go-ethereum's encoding of the
// same values must hash to the same.
func TestEscrowHashesMatchTheContract(t *testing.T) {
	escrow := escrowABI(t)
	terms, split := escrow.Methods["post"].Inputs[0], escrow.Methods["award"].Inputs[4]
	typ := func(name string) abi.Argument {
		ty, err := abi.NewType(name, "", nil)
		if err != nil {
			t.Fatal(err)
		}
		return abi.Argument{Type: ty}
	}
	id := abi.Arguments{typ("uint256"), typ("address"), terms}
	sub := abi.Arguments{typ("bytes32"), typ("bytes32")}
	com := abi.Arguments{typ("bytes32"), typ("address"), typ("bytes"), typ("bytes32")}
	rapid.Check(t, func(t *rapid.T) {
		hash := func(as abi.Arguments, vs ...any) settle.Hash {
			b, err := as.Pack(vs...)
			if err != nil {
				t.Fatal(err)
			}
			return settle.Keccak256(b)
		}
		tm, sp, a := genTerms().Draw(t, "terms"), genSplit().Draw(t, "split"), genAddress().Draw(t, "escrow")
		chain := rapid.Uint64().Draw(t, "chain")
		h, g := genHash().Draw(t, "h"), genHash().Draw(t, "g")
		answer := rapid.SliceOfN(rapid.Byte(), 0, 100).Draw(t, "answer")
		ms := boundSplit(sp)
		for name, c := range map[string][2]settle.Hash{
			"mission":    {digest.MissionID(chain, a, tm), hash(id, new(big.Int).SetUint64(chain), common.Address(a), bound(tm))},
			"split":      {digest.SplitHash(sp), hash(abi.Arguments{{Type: *split.Type.TupleElems[0]}, {Type: *split.Type.TupleElems[1]}}, ms.Payees, ms.Bps)},
			"submission": {digest.SubmissionHash(h, g), hash(sub, [32]byte(h), [32]byte(g))},
			"commitment": {digest.Commitment(h, a, answer, g), hash(com, [32]byte(h), common.Address(a), answer, [32]byte(g))},
		} {
			if c[0] != c[1] {
				t.Fatalf("%s: %s, go-ethereum %s", name, c[0], c[1])
			}
		}
	})
}

// Every member of the terms moves the id, and so do chain and contract.
func TestMissionIDCoversEveryMember(t *testing.T) {
	one := money.Units(1)
	seen := map[settle.Hash]string{}
	check := func(name string, chain uint64, escrow settle.Address, change func(*settle.MissionTerms)) {
		terms := settle.MissionTerms{Tranches: []money.Amount{{}}, Fees: []money.Amount{{}}}
		change(&terms)
		h := digest.MissionID(chain, escrow, terms)
		if other, ok := seen[h]; ok {
			t.Errorf("%s has the id of %s", name, other)
		}
		seen[h] = name
	}
	check("unchanged", 1, settle.Address{}, func(*settle.MissionTerms) {})
	check("chain", 2, settle.Address{}, func(*settle.MissionTerms) {})
	check("escrow", 1, settle.Address{1}, func(*settle.MissionTerms) {})
	for name, change := range map[string]func(*settle.MissionTerms){
		"poster":       func(m *settle.MissionTerms) { m.Poster[19] = 1 },
		"resolver":     func(m *settle.MissionTerms) { m.Resolver[19] = 1 },
		"refundTo":     func(m *settle.MissionTerms) { m.RefundTo[19] = 1 },
		"reward":       func(m *settle.MissionTerms) { m.Reward = one },
		"vtype":        func(m *settle.MissionTerms) { m.VType = 1 },
		"layout":       func(m *settle.MissionTerms) { m.Layout = 1 },
		"submitBy":     func(m *settle.MissionTerms) { m.SubmitBy = 1 },
		"judgeBy":      func(m *settle.MissionTerms) { m.JudgeBy = 1 },
		"refundAt":     func(m *settle.MissionTerms) { m.RefundAt = 1 },
		"appealWindow": func(m *settle.MissionTerms) { m.AppealWindow = 1 },
		"revealWindow": func(m *settle.MissionTerms) { m.RevealWindow = 1 },
		"arbiter":      func(m *settle.MissionTerms) { m.Arbiter[19] = 1 },
		"appealBond":   func(m *settle.MissionTerms) { m.AppealBond = one },
		"specHash":     func(m *settle.MissionTerms) { m.SpecHash[31] = 1 },
		"param":        func(m *settle.MissionTerms) { m.Param[31] = 1 },
		"tranches":     func(m *settle.MissionTerms) { m.Tranches[0] = one },
		"tranche more": func(m *settle.MissionTerms) { m.Tranches = append(m.Tranches, money.Amount{}) },
		"fees":         func(m *settle.MissionTerms) { m.Fees[0] = one },
		"fee more":     func(m *settle.MissionTerms) { m.Fees = append(m.Fees, money.Amount{}) },
		"salt":         func(m *settle.MissionTerms) { m.Salt[31] = 1 },
	} {
		check(name, 1, settle.Address{}, change)
	}
}

func TestPermitMatchesGeth(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := digest.TokenDomain{Name: "USD Coin", Version: "2", ChainID: rapid.Uint64Range(1, 1<<53-1).Draw(t, "chain"), Token: genAddress().Draw(t, "token")}
		f := digest.Funding{Poster: genAddress().Draw(t, "poster"), Escrow: genAddress().Draw(t, "escrow"), Amount: genAmount().Draw(t, "amount"),
			Mission: genHash().Draw(t, "mission"), Until: rapid.Uint64().Draw(t, "until")}
		nonce := genAmount().Draw(t, "nonce")
		v, n := f.Amount.Bytes32(), nonce.Bytes32()
		pad := func(a settle.Address) []byte { return common.LeftPadBytes(a[:], 32) }
		until := common.LeftPadBytes(new(big.Int).SetUint64(f.Until).Bytes(), 32)
		typ := settle.Keccak256([]byte("Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)"))
		str := settle.Keccak256(typ[:], pad(f.Poster), pad(f.Escrow), v[:], n[:], until)
		dt := settle.Keccak256([]byte("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"))
		name, version := settle.Keccak256([]byte(d.Name)), settle.Keccak256([]byte(d.Version))
		sep := settle.Keccak256(dt[:], name[:], version[:], common.LeftPadBytes(new(big.Int).SetUint64(d.ChainID).Bytes(), 32), pad(d.Token))
		want := settle.Keccak256([]byte{0x19, 0x01}, sep[:], str[:])
		if got := hashTyped(t, d.Permit(f, &nonce)); got != want {
			t.Fatalf("permit %s, want %s", got, want)
		}
		a := f.Authorization()
		if a.Nonce != f.Mission || a.To != f.Escrow || a.From != f.Poster || a.Value != f.Amount || a.ValidBefore != f.Until || a.ValidAfter != 0 {
			t.Fatalf("authorization %+v of %+v", a, f)
		}
	})
}
