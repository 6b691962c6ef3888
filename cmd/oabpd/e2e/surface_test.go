package e2e

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/accounts"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/signer/core/apitypes"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/oabp/oabpd/cmd/oabpdev/devchain"
)

// surface is a daemon as clients reach it.
type surface struct {
	url     string
	chainID uint64
	via     *http.Client // nil: http.DefaultClient
}

// person is somebody with a wallet and a credential.
type person struct {
	name    string
	account devchain.Account
	agent   string
	token   string // API key or bearer token
}

// reply is an answer of the API.
type reply struct {
	what   string
	status int
	header http.Header
	body   []byte
	doc    any
}

// at is a member by its path, such as "legs.0.amount"; nil if absent.
func (r reply) at(path string) any {
	v := r.doc
	for _, k := range strings.Split(path, ".") {
		switch x := v.(type) {
		case map[string]any:
			v = x[k]
		case []any:
			n, err := strconv.Atoi(k)
			if err != nil || n < 0 || n >= len(x) {
				return nil
			}
			v = x[n]
		default:
			return nil
		}
	}
	return v
}

// str is a member as text; empty for null and absent ones.
func (r reply) str(path string) string {
	switch v := r.at(path).(type) {
	case nil:
		return ""
	case string:
		return v
	default:
		return fmt.Sprint(v)
	}
}

// num is a member as a number; -1 if it is none.
func (r reply) num(path string) int64 {
	n, err := strconv.ParseInt(r.str(path), 10, 64)
	if err != nil {
		return -1
	}
	return n
}

func (r reply) list(path string) []any {
	l, _ := r.at(path).([]any)
	return l
}

func (r reply) code() string {
	if c := r.str("code"); c != "" {
		return c
	}
	return r.str("error")
}

func (r reply) want(t testing.TB, status int, code ...string) reply {
	t.Helper()
	if r.status != status || len(code) > 0 && r.code() != code[0] {
		t.Fatalf("%s: got %d %s, want %d %v: %s", r.what, r.status, r.code(), status, code, clip(r.body))
	}
	return r
}

func clip(b []byte) string {
	if len(b) > 1500 {
		return string(b[:1500]) + "…"
	}
	return string(b)
}

// ask makes one request. Errors of the transport are returned, since a daemon
// may be dead on purpose.
func (s *surface) ask(ctx context.Context, who *person, method, path string, body any, header ...string) (reply, error) {
	var in io.Reader
	if body != nil {
		b, err := json.Marshal(body)
		if err != nil {
			return reply{}, err
		}
		in = bytes.NewReader(b)
	}
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, method, s.url+path, in)
	if err != nil {
		return reply{}, err
	}
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	if who != nil && who.token != "" {
		req.Header.Set("Authorization", "Bearer "+who.token)
	}
	req.Header.Set("X-Forwarded-For", somewhere())
	for k := 0; k+1 < len(header); k += 2 {
		req.Header.Set(header[k], header[k+1])
	}
	via := s.via
	if via == nil {
		via = http.DefaultClient
	}
	resp, err := via.Do(req)
	if err != nil {
		return reply{}, err
	}
	defer resp.Body.Close()
	r := reply{what: method + " " + path, status: resp.StatusCode, header: resp.Header}
	if r.body, err = io.ReadAll(io.LimitReader(resp.Body, 8<<20)); err != nil {
		return r, err
	}
	r.doc = decode(r.body)
	return r, nil
}

var requests atomic.Int64

// somewhere is the network of a request: the suite does the work of hundreds of
// clients, and would meet the limits of one.
func somewhere() string {
	n := requests.Add(1) / 25
	return fmt.Sprintf("100.%d.%d.1", 64+n/256%64, n%256)
}

// roaming makes requests of MCP clients from somewhere.
type roaming struct{}

func (roaming) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("X-Forwarded-For", somewhere())
	return http.DefaultTransport.RoundTrip(r)
}

func (s *surface) mcp(ctx context.Context, t testing.TB) *sdk.ClientSession {
	t.Helper()
	c, err := sdk.NewClient(&sdk.Implementation{Name: "e2e", Version: "1"}, nil).Connect(ctx,
		&sdk.StreamableClientTransport{Endpoint: s.url + "/mcp", HTTPClient: &http.Client{Transport: roaming{}}}, nil)
	must(t, err)
	return c
}

func decode(b []byte) (v any) {
	dec := json.NewDecoder(bytes.NewReader(b))
	dec.UseNumber()
	if dec.Decode(&v) != nil {
		return nil // not every body is JSON
	}
	return v
}

func (s *surface) do(t testing.TB, who *person, method, path string, body any, header ...string) reply {
	t.Helper()
	r, err := s.ask(t.Context(), who, method, path, body, header...)
	if err != nil {
		t.Fatalf("%s %s: %v", method, path, err)
	}
	return r
}

func (s *surface) get(t testing.TB, who *person, path string) reply {
	t.Helper()
	return s.do(t, who, http.MethodGet, path, nil)
}

func (s *surface) post(t testing.TB, who *person, path string, body any) reply {
	t.Helper()
	return s.do(t, who, http.MethodPost, path, body)
}

// register makes an agent by name: its wallet is not proven.
func (s *surface) register(t testing.TB, p *person) {
	t.Helper()
	r := s.post(t, nil, "/v1/agents/register", map[string]any{"name": p.name}).want(t, 201)
	p.token, p.agent = r.str("api_key"), r.str("agent_id")
}

// signIn proves the wallet by a signed message (EIP-4361).
func (s *surface) signIn(t testing.TB, p *person) {
	t.Helper()
	msg, sig := s.siwe(t, p.account, "")
	r := s.post(t, nil, "/auth/siwe", map[string]any{"message": msg, "signature": sig}).want(t, 200)
	p.token, p.agent = r.str("token"), r.str("agent_id")
}

func (s *surface) siwe(t testing.TB, a devchain.Account, link string) (message, signature string) {
	t.Helper()
	n := s.get(t, nil, "/auth/nonce").want(t, 200)
	msg := fmt.Sprintf("%s wants you to sign in with your Ethereum account:\n%s\n\nSign in.\n\nURI: %s\nVersion: 1\nChain ID: %s\nNonce: %s\nIssued At: %s",
		n.str("domain"), a.Address.Hex(), n.str("uri"), n.str("chain_id"), n.str("nonce"), time.Now().UTC().Format(time.RFC3339))
	if link != "" {
		msg += "\nResources:\n- oabp:agent:" + link
	}
	sig, err := crypto.Sign(accounts.TextHash([]byte(msg)), a.Key)
	must(t, err)
	return msg, hexutil.Encode(sig)
}

// signTyped signs a typed document of a reply as a wallet does, after filling
// in what only the wallet knows.
func signTyped(t testing.TB, doc any, fill map[string]any, a devchain.Account) (sig []byte, message map[string]any) {
	t.Helper()
	b, err := json.Marshal(doc)
	must(t, err)
	var td apitypes.TypedData
	must(t, json.Unmarshal(b, &td))
	for k, v := range fill {
		if td.Message[k] != nil {
			t.Fatalf("%s of the typed data is not left open", k)
		}
		td.Message[k] = v
	}
	hash, _, err := apitypes.TypedDataAndHash(td)
	if err != nil {
		t.Fatalf("%v of %s", err, b)
	}
	sig, err = crypto.Sign(hash, a.Key)
	must(t, err)
	sig[64] += 27
	return sig, td.Message
}

// tool calls an MCP tool with a stock client.
func (s *surface) tool(t testing.TB, who *person, name string, args map[string]any) reply {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	c := s.mcp(ctx, t)
	defer c.Close()
	return callTool(ctx, t, c, who, name, args)
}

func callTool(ctx context.Context, t testing.TB, c *sdk.ClientSession, who *person, name string, args map[string]any) reply {
	t.Helper()
	in := map[string]any{}
	for k, v := range args {
		in[k] = v
	}
	if who != nil && who.token != "" {
		in["api_key"] = who.token
	}
	res, err := c.CallTool(ctx, &sdk.CallToolParams{Name: name, Arguments: in})
	if err != nil {
		t.Fatalf("tool %s: %v", name, err)
	}
	r := reply{what: "tool " + name, status: 200}
	for _, x := range res.Content {
		if text, ok := x.(*sdk.TextContent); ok {
			r.body = append(r.body, text.Text...)
		}
	}
	r.doc = decode(r.body)
	if res.IsError {
		r.status = int(r.num("status"))
	}
	return r
}

// sameBody: a tool's answer and the route's are one document.
func sameBody(t testing.TB, rest, tool reply) {
	t.Helper()
	var a, b bytes.Buffer
	if json.Compact(&a, rest.body) != nil || json.Compact(&b, tool.body) != nil || a.String() != b.String() {
		t.Errorf("%s and %s differ:\n%s\n%s", rest.what, tool.what, clip(rest.body), clip(tool.body))
	}
}

func hexBytes(t testing.TB, s string) []byte {
	t.Helper()
	b, err := hexutil.Decode(s)
	if err != nil {
		t.Fatalf("%q: %v", s, err)
	}
	return b
}

func address(t testing.TB, s string) common.Address {
	t.Helper()
	if !common.IsHexAddress(s) {
		t.Fatalf("%q is no address", s)
	}
	return common.HexToAddress(s)
}
