package e2e

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/ethereum/go-ethereum/accounts/abi/bind"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/jackc/pgx/v5"

	"github.com/oabp/oabpd/bindings/oabpagents"
	"github.com/oabp/oabpd/bindings/oabpescrow"
	"github.com/oabp/oabpd/cmd/oabpdev/devchain"
	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/digest"
	"github.com/oabp/oabpd/settle/escrow"
	"github.com/oabp/oabpd/settle/money"
)

// chainTexts are bytes that anybody may have a contract emit as a string.
func chainTexts() map[string]string {
	return map[string]string{
		"empty": "", "NUL": "\x00", "NUL within": "a\x00b", "NULs": strings.Repeat("\x00", 512), "invalid UTF-8": "a\xff\xfeb", "512 invalid": strings.Repeat("\xff", 512),
		"a surrogate, encoded": "a\xed\xa0\x80b", "two of them": "\xed\xa0\xbd\xed\xb8\x80", "overlong NUL": "\xc0\x80", "cut off": "ipfs://\xf0\x9f\x98", "beyond Unicode": "\xf4\x90\x80\x80",
		"right to left": "ipfs://\u202egnp.exe", "no width": "a\u200b\u200d\ufeffb", "line separators": "\u2028\u2029\u0085", "noncharacters": "\ufffe\uffff\U0010ffff",
		"control": "\x01\x02\x1b[2J\x1b]0;x\x07\x7f\r\n\t", "the replacement": "\ufffd", "512 bytes": strings.Repeat("x", 512), "512 of two": strings.Repeat("é", 256), "emoji": "👩‍🚀",
		"our own form": `{"hex":"00"}`, "escaped": `\u0000\\"'`, "JSON": `"},"x":{"`, "SQL": `'); drop table journal; --`, "HTML": `<script>alert(1)</script>`,
	}
}

// asStored is the documented form of such a text in a row: a JSON string, or its
// bytes in hex where that cannot hold them.
func asStored(t *testing.T, raw string) any {
	t.Helper()
	if utf8.ValidString(raw) && !strings.Contains(raw, "\x00") {
		return raw
	}
	return map[string]any{"hex": hex.EncodeToString([]byte(raw))}
}

// shown is the documented form for people.
func asShown(raw string) any {
	if raw == "" {
		return nil
	}
	var out strings.Builder
	for i, wrong := 0, false; i < len(raw); {
		r, n := utf8.DecodeRuneInString(raw[i:])
		switch bad := r == utf8.RuneError && n == 1; {
		case bad && !wrong: // a run of invalid bytes is one mark
			out.WriteRune('\uFFFD')
			wrong = true
		case bad:
		case r == 0:
			out.WriteRune('\uFFFD')
			wrong = false
		default:
			out.WriteRune(r)
			wrong = false
		}
		i += n
	}
	return out.String()
}

// emitted is the string that an event of a receipt holds, as go-ethereum decodes it.
func emitted(t *testing.T, meta *bind.MetaData, r *types.Receipt, event, field string) string {
	t.Helper()
	a, err := meta.GetAbi()
	must(t, err)
	for _, l := range r.Logs {
		if l.Topics[0] != a.Events[event].ID {
			continue
		}
		got := map[string]any{}
		must(t, a.UnpackIntoMap(got, event, l.Data))
		return got[field].(string)
	}
	t.Fatalf("no %s in %s", event, r.TxHash)
	return ""
}

// texter posts missions, enters work and registers profiles with such texts.
type texter struct {
	*world
	poster devchain.Account
	n      uint64
}

// all has every contract emit a text; it gives what each emitted, by the key of
// its row.
func (x *texter) all(t *testing.T, text string) (rows map[[2]string]string, mission settle.Hash) {
	t.Helper()
	who := newAccount(t, "somebody")
	x.fund(t, who.Address)
	at := settle.Address(x.poster.Address)
	x.n++
	terms, err := escrow.New(escrow.Draft{Poster: at, Resolver: at, RefundTo: at, SubmitBy: x.now(t).Unix() + 72_000, SpecHash: settle.Hash(common.MaxHash), Reward: money.Units(1_000_000),
		Salt: settle.Uint256(settle.Keccak256([]byte(fmt.Sprint(x.n))))})
	must(t, err)
	c := x.contracts
	id := digest.MissionID(x.chain.ChainID(), settle.Address(c.Escrow.Address), terms)
	post := x.call(t, x.poster, c.Escrow.Address, digest.CalldataPost(terms, text))
	register := x.call(t, who, c.Agents.Address, pack(t, oabpagents.OabpAgentsMetaData, "register", [32]byte(common.MaxHash), text, common.MaxHash.Big()))
	x.mined(t, post, register)
	update := x.call(t, who, c.Agents.Address, pack(t, oabpagents.OabpAgentsMetaData, "update", [32]byte(common.MaxHash), text, common.MaxHash.Big()))
	enter := x.call(t, who, c.Escrow.Address, digest.CalldataSubmit(id, 0, settle.Hash(common.MaxHash), settle.Hash{1}, text))
	x.mined(t, update, enter)
	key := strings.ToLower
	return map[[2]string]string{
		{"escrow_mission", id.String()}:                                             emitted(t, oabpescrow.OabpEscrowMetaData, x.succeeded(t, post), "MissionPosted", "specURI"),
		{"escrow_entry", id.String() + "/" + key(who.Address.Hex()) + "/000"}:       emitted(t, oabpescrow.OabpEscrowMetaData, x.succeeded(t, enter), "WorkSubmitted", "uri"),
		{"chain_agent", key(c.Agents.Address.Hex()) + "/" + key(who.Address.Hex())}: emitted(t, oabpagents.OabpAgentsMetaData, x.succeeded(t, update), "AgentUpdated", "uri"),
		{"", "registered"}: emitted(t, oabpagents.OabpAgentsMetaData, x.succeeded(t, register), "AgentRegistered", "uri"),
	}, id
}

// TestHostileChainTexts: whatever bytes our contracts can be made to emit stand in
// the rows by the documented rule, are shown as valid text, stop nothing, and fold
// again to the same state. Longer ones the contracts refuse.
func TestHostileChainTexts(t *testing.T) {
	t.Parallel()
	w := newWorld(t, startGeth(t, 0))
	x := &texter{world: w, poster: w.bank()}
	w.mined(t, w.usdc(t, x.poster, "approve(address,uint256)", w.contracts.Escrow.Address, bigOf(1_000_000_000)))
	rows, missions, texts := map[[2]string]string{}, map[settle.Hash]string{}, chainTexts()
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		said, id := x.all(t, texts[name])
		for at, got := range said {
			if got != texts[name] {
				t.Fatalf("%s: the chain holds %q", name, got)
			}
			if at[0] != "" {
				rows[at] = got
			}
		}
		missions[id] = texts[name]
	}
	w.tooLong(t, x.poster)
	w.mine(t, depth)
	c, err := pgx.Connect(t.Context(), w.db)
	must(t, err)
	defer c.Close(t.Context())
	for at, raw := range rows {
		field := map[string]string{"escrow_mission": "spec_uri"}[at[0]]
		if field == "" {
			field = "uri"
		}
		var body []byte
		must(t, c.QueryRow(t.Context(), "select body -> '"+field+"' from "+at[0]+" where key = $1", at[1]).Scan(&body))
		var got any
		must(t, json.Unmarshal(body, &got))
		if want := asStored(t, raw); fmt.Sprintf("%q", got) != fmt.Sprintf("%q", want) {
			t.Errorf("%v: %q is stored as %q, want %q", at, raw, got, want)
		}
		var back settle.ChainText
		if must(t, json.Unmarshal(body, &back)); string(back) != raw {
			t.Errorf("%v: %q comes back as %q", at, raw, back)
		}
	}
	for id, raw := range missions {
		for _, path := range []string{"/missions/" + settle.AdoptedID("mis_", id) + "/escrow", "/v1/bounties/" + settle.AdoptedID("bty_", id)} {
			r := w.get(t, nil, path).want(t, 200)
			if !utf8.Valid(r.body) || strings.ContainsRune(string(r.body), 0) {
				t.Errorf("%s for %q is no text", path, raw)
			}
			if strings.HasSuffix(path, "/escrow") && r.at("spec_uri") != asShown(raw) {
				t.Errorf("%q is shown as %q, want %q", raw, r.at("spec_uri"), asShown(raw))
			}
		}
	}
	w.get(t, nil, "/v1/bounties?limit=50").want(t, 200)
	j := w.newJob(t, jobOptions{named: true}) // it goes on
	w.mined(t, w.payTagged(t, j, j.poster.account))
	w.mine(t, depth)
	if !w.settled(t, j) {
		t.Error("nothing settles any more")
	}
	t.Logf("%d texts in %d rows", len(texts), len(rows))
	checkRebuild(t, w.db)
}

// tooLong: what is longer than a contract takes reverts, so that there is no log.
// (100 kB would not fit into the gas.)
func (w *world) tooLong(t *testing.T, who devchain.Account) {
	t.Helper()
	for _, n := range []int{513, 40_000} {
		uri := strings.Repeat("x", n)
		data := pack(t, oabpagents.OabpAgentsMetaData, "register", [32]byte{1}, uri, common.MaxHash.Big())
		tx := w.call(t, who, w.contracts.Agents.Address, data)
		w.mine(t, 1)
		r, err := w.client.TransactionReceipt(t.Context(), tx)
		must(t, err)
		if r.Status == types.ReceiptStatusSuccessful {
			t.Errorf("a contract took a text of %d bytes", n)
		}
	}
}
