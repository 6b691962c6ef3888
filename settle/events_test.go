package settle

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"reflect"
	"strings"
	"testing"

	"github.com/oabp/oabpd/settle/money"
)

// filled makes an event of a kind in which every member has a value of its own.
func filled(t *testing.T, k LogKind) ChainEvent {
	t.Helper()
	ev, err := DecodeEvent(k, []byte("{}"))
	if err != nil {
		t.Fatal(err)
	}
	v := reflect.New(reflect.TypeOf(ev)).Elem()
	n := uint64(0)
	fillValue(v, &n)
	return v.Interface().(ChainEvent)
}

func fillValue(v reflect.Value, n *uint64) {
	*n++
	switch x := v.Addr().Interface().(type) {
	case *Hash:
		*x = Hash{0: 0xee, 31: byte(*n)}
	case *Address:
		*x = Address{0: 0xaa, 19: byte(*n)}
	case *Uint256:
		*x = Uint256{0: 0xff, 31: byte(*n)}
	case *money.Amount:
		*x = money.MustParse("79228162514264337593543950335").SatSub(money.Units(*n))
	case *SignedAmount:
		*x = SignedAmount{money.Units(1 << 60), true}
	case *ChainText:
		*x = ChainText(fmt.Sprintf("ipfs://%d/\x00\xff\xfe<é>", *n))
	default:
		fillKind(v, n)
	}
}

func fillKind(v reflect.Value, n *uint64) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			fillValue(v.Field(i), n)
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 3, 3))
		for i := range 3 {
			fillValue(v.Index(i), n)
		}
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Uint8, reflect.Uint16, reflect.Uint32:
		v.SetUint(*n % 200)
	case reflect.Uint64:
		v.SetUint(1<<63 + *n)
	case reflect.Int64:
		v.SetInt(1<<40 - int64(*n))
	default:
		panic("no value for " + v.Type().String())
	}
}

func TestEventJSON(t *testing.T) {
	for _, k := range LogKinds() {
		if !k.OfContract() {
			continue
		}
		want := Log{Index: 7, TxHash: Hash{1}, TxIndex: 3, Emitter: Address{2}, Kind: k, Event: filled(t, k)}
		if want.Event.LogKind() != k {
			t.Errorf("%s: its event says %s", k, want.Event.LogKind())
		}
		if name := reflect.TypeOf(want.Event).Name(); name != "Event"+k.String() {
			t.Errorf("%s: its event's type is %s", k, name)
		}
		b, err := json.Marshal(want)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(b), `\u0000`) || strings.Contains(string(b), `"from"`) {
			t.Errorf("%s: %s", k, b)
		}
		var got Log
		if err := json.Unmarshal(b, &got); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %+v, %v; want %+v", k, got, err, want)
		}
		strange := strings.Replace(string(b), `"event":{`, `"event":{"x":1,`, 1)
		if err := json.Unmarshal([]byte(strange), &got); err == nil {
			t.Errorf("%s: an unknown member of the event is taken", k)
		}
	}
}

func TestLogJSONRefuses(t *testing.T) {
	head := `{"i":1,"tx":"` + Hash{}.String() + `","txi":0,"emitter":"` + Address{}.String() + `"`
	for name, s := range map[string]string{
		"kind 0":               `,"kind":0}`,
		"kind of the future":   fmt.Sprintf(`,"kind":%d}`, len(kinds)),
		"transfer with event":  `,"kind":1,"event":{}}`,
		"transfer, null event": `,"kind":1,"event":{"mission_id":"` + Hash{}.String() + `"}}`,
		"no event":             fmt.Sprintf(`,"kind":%d}`, LogMissionCancelled),
		"null event":           fmt.Sprintf(`,"kind":%d,"event":null}`, LogMissionCancelled),
		"another event":        fmt.Sprintf(`,"kind":%d,"event":{"owner":"%s"}}`, LogMissionCancelled, Address{}),
		"unknown member":       `,"kind":1,"x":1}`,
	} {
		var l Log
		if err := json.Unmarshal([]byte(head+s), &l); err == nil {
			t.Errorf("%s: taken as %+v", name, l)
		}
	}
	var l Log
	good := head + fmt.Sprintf(`,"kind":%d,"event":{"mission_id":"%s"}}`, LogMissionCancelled, Hash{5})
	if err := json.Unmarshal([]byte(good), &l); err != nil || l.Event != (EventMissionCancelled{Hash{5}}) {
		t.Errorf("got %+v, %v", l, err)
	}
}

// TestOldLogJSON: facts of before there were events are read as they were.
func TestOldLogJSON(t *testing.T) {
	old := `{"i":4,"tx":"` + Hash{1}.String() + `","txi":2,"emitter":"` + Address{3}.String() + `","kind":2,"from":"` +
		Address{4}.String() + `","to":"` + Address{}.String() + `","value":"0","ref":"` + Hash{5}.String() + `"}`
	var got Log
	want := Log{Index: 4, TxHash: Hash{1}, TxIndex: 2, Emitter: Address{3}, Kind: LogAuthorizationUsed, From: Address{4}, Ref: Hash{5}}
	if err := json.Unmarshal([]byte(old), &got); err != nil || got != want {
		t.Errorf("got %+v, %v", got, err)
	}
}

// TestKinds: the numbers are in journals, so the constants are what they were,
// each is listed, and each contract's are together.
func TestKinds(t *testing.T) {
	for k, n := range map[LogKind]uint8{LogTransfer: 1, LogDepositRefunded: 6, LogMissionPosted: 7, LogFeeRecipientChanged: 20,
		LogAgentRegistered: 21, LogVoteStaked: 24, LogWinningsWithdrawn: 32, LogOracleAllowed: 33, LogAttestersSet: 36,
		LogReputationExported: 38, LogBlockAnchored: 39} {
		if uint8(k) != n {
			t.Errorf("%s is %d, was %d", k, uint8(k), n)
		}
	}
	f, err := parser.ParseFile(token.NewFileSet(), "logkinds.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	ast.Inspect(f, func(n ast.Node) bool {
		if d, ok := n.(*ast.GenDecl); ok && d.Tok == token.CONST {
			for _, s := range d.Specs {
				names = append(names, s.(*ast.ValueSpec).Names[0].Name)
			}
		}
		return true
	})
	all := LogKinds()
	if len(names) != len(all) {
		t.Fatalf("%d constants, %d kinds listed", len(names), len(all))
	}
	counted := 0
	for i, k := range all {
		if names[i] != "Log"+k.String() {
			t.Errorf("%s is called %s", names[i], k)
		}
	}
	for _, r := range ContractRoles() {
		counted += len(KindsOf(r))
	}
	if counted != len(all)-8 || len(KindsOf(RoleEscrow)) != 14 || len(KindsOf(RoleVote)) != 9 {
		t.Errorf("%d kinds have a role", counted)
	}
	if LogKind(0).Known() || LogKind(200).Known() || LogKind(200).String() != "LogKind(200)" {
		t.Error("unknown kinds are known")
	}
}

func TestChainText(t *testing.T) {
	for text, want := range map[ChainText]string{
		"":                 `""`,
		"https://a/b?c":    `"https://a/b?c"`,
		"é\uFFFD":          `"é` + "\uFFFD" + `"`,
		`{"hex":"00"}`:     `"{\"hex\":\"00\"}"`,
		"a\x00b":           `{"hex":"610062"}`,
		"\xff\xfe":         `{"hex":"fffe"}`,
		"\xed\xa0\x80":     `{"hex":"eda080"}`,
		"\xc0\x80overlong": `{"hex":"c0806f7665726c6f6e67"}`,
	} {
		b, err := json.Marshal(text)
		if err != nil || string(b) != want {
			t.Errorf("%q: got %s, %v; want %s", text, b, err, want)
		}
		var back ChainText
		if err := json.Unmarshal(b, &back); err != nil || back != text {
			t.Errorf("%q came back as %q, %v", text, back, err)
		}
	}
	for _, bad := range []string{`{"hex":"61"}`, `{"hex":"FF"}`, `{"hex":"f"}`, `{"hex":"zz"}`, `{}`, `{"hex":"00","x":1}`, `7`, `null`} {
		var c ChainText
		if err := json.Unmarshal([]byte(bad), &c); err == nil {
			t.Errorf("%s is taken as %q", bad, c)
		}
	}
	if s := ChainText("a\x00\xff\xfeb").Shown(); s != "a\uFFFD\uFFFDb" {
		t.Errorf("shown as %q", s)
	}
}

func FuzzChainText(f *testing.F) {
	f.Add([]byte("a\x00b"))
	f.Add([]byte("\xff\xfe"))
	f.Add([]byte(`{"hex":"00"}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		b, err := json.Marshal(struct{ T ChainText }{ChainText(raw)})
		if err != nil || strings.Contains(strings.ReplaceAll(string(b), `\\`, ""), `\u0000`) {
			t.Fatalf("%q: %s, %v", raw, b, err)
		}
		var back struct{ T ChainText }
		if err := json.Unmarshal(b, &back); err != nil || string(back.T) != string(raw) {
			t.Fatalf("%q came back as %q, %v", raw, back.T, err)
		}
	})
}

func TestNumbersOfTheChain(t *testing.T) {
	if s := NoIdentity.String(); s != "115792089237316195423570985008687907853269984665640564039457584007913129639935" {
		t.Errorf("none is %s", s)
	}
	var u Uint256
	if err := u.UnmarshalText([]byte(NoIdentity.String())); err != nil || u != NoIdentity {
		t.Errorf("none came back as %s, %v", u, err)
	}
	if n, ok := Uint256Of(77).Uint64(); !ok || n != 77 {
		t.Error("77 is no number")
	}
	if _, ok := NoIdentity.Uint64(); ok {
		t.Error("none fits 64 bits")
	}
	for s, want := range map[string]SignedAmount{"0": {}, "5": {Amount: money.Units(5)}, "-5": {money.Units(5), true}} {
		var got SignedAmount
		if err := got.UnmarshalText([]byte(s)); err != nil || got != want || got.String() != s {
			t.Errorf("%s: got %+v, %v", s, got, err)
		}
	}
	for _, bad := range []string{"-0", "--1", "+1", "", "-", "1.0", "0x1"} {
		if err := new(SignedAmount).UnmarshalText([]byte(bad)); err == nil {
			t.Errorf("%q is taken", bad)
		}
	}
	if RulingLapsed.String() != "lapsed" || Ruling(9).String() != "Ruling(9)" || OracleDecides.String() != "oracle" {
		t.Error("names of enumerations")
	}
}

func TestRetiredContracts(t *testing.T) {
	a := func(n byte) Address { return Address{0: 0xc0, 19: n} }
	first := Settings{Token: a(99), Contracts: Contracts{Escrow: a(1), Vote: a(2), Oracles: a(3)}}
	second := Settings{Token: a(99), Contracts: Contracts{Escrow: a(4), Oracles: a(3)}}
	second.RetiredContracts = second.RetireContracts(first)
	if got := fmt.Sprint(second.RetiredContracts); got != fmt.Sprint([]Contract{{RoleEscrow, a(1)}, {RoleVote, a(2)}}) {
		t.Errorf("retired %v", second.RetiredContracts)
	}
	third := Settings{Token: a(99), Contracts: Contracts{Escrow: a(1)}} // back again
	third.RetiredContracts = third.RetireContracts(second)
	if got := fmt.Sprint(third.KnownContracts()); got != fmt.Sprint([]Contract{{RoleEscrow, a(1)}, {RoleEscrow, a(4)}, {RoleOracles, a(3)}, {RoleVote, a(2)}}) {
		t.Errorf("known %v", third.KnownContracts())
	}
	for _, c := range third.KnownContracts() {
		if !third.Knows(c) {
			t.Errorf("%v is not known", c)
		}
	}
	if third.Knows(Contract{RoleVote, a(1)}) || third.Knows(Contract{RoleAgents, Address{}}) {
		t.Error("the escrow is known as a vote, or nothing as agents")
	}
	if err := third.CheckContracts(); err != nil {
		t.Error(err)
	}
	for name, s := range map[string]Settings{
		"token as escrow":           {Token: a(1), Contracts: Contracts{Escrow: a(1)}},
		"pay as escrow":             {PayContracts: []PayContract{{Address: a(1)}}, Contracts: Contracts{Escrow: a(1)}},
		"retired pay as escrow":     {RetiredPay: []PayContract{{Address: a(1)}}, Contracts: Contracts{Escrow: a(1)}},
		"two roles":                 {Contracts: Contracts{Vote: a(1), Oracles: a(1)}},
		"retired under another":     {Contracts: Contracts{Vote: a(1)}, RetiredContracts: []Contract{{RoleEscrow, a(1)}}},
		"pay contract at the token": {Token: a(1), PayContracts: []PayContract{{Address: a(1)}}},
	} {
		if err := s.CheckContracts(); err == nil {
			t.Errorf("%s: taken", name)
		}
	}
}

// A transfer's key has its parts padded, whatever their size.
func TestTransferKeyIsPadded(t *testing.T) {
	for _, n := range []uint64{0, 7, 9999999999999999, 10000000000000000, 1<<64 - 1} {
		for _, i := range []uint32{0, 12345678, 99999999, 100000000, 1<<32 - 1} {
			b := BlockRef{Number: n, Hash: Keccak256([]byte{byte(n)})}
			if got, want := TransferKey(b, i), fmt.Sprintf("%016d/0x%x/%08d", n, b.Hash[:], i); got != want {
				t.Errorf("%s, want %s", got, want)
			}
		}
	}
}
