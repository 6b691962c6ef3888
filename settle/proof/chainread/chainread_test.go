package chainread_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/proof/chainread"
)

const key = "SECRET-KEY"

// serve answers each method with a result.
func serve(t *testing.T, results map[string]string) *chainread.Reader {
	t.Helper()
	return handle(t, func(w http.ResponseWriter, r *http.Request) {
		var in struct {
			Method string `json:"method"`
			ID     int    `json:"id"`
			Params []any  `json:"params"`
		}
		if err := json.NewDecoder(r.Body).Decode(&in); err != nil || r.Method != http.MethodPost || in.Params == nil {
			t.Errorf("request %+v: %v", in, err)
		}
		fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%d,"result":%s}`, in.ID, results[in.Method])
	})
}

func handle(t *testing.T, h http.HandlerFunc) *chainread.Reader {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	r, err := chainread.New(s.URL+"/v1/"+key, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func tx() (h settle.Hash) { h[0] = 0xaa; return h }

const receipt = `{"transactionHash":"0xaa00000000000000000000000000000000000000000000000000000000000000",
 "blockHash":"0xbb00000000000000000000000000000000000000000000000000000000000000","blockNumber":"0x10","status":"0x1","type":"0x7e","logs":[
 {"transactionHash":"0xaa00000000000000000000000000000000000000000000000000000000000000","logIndex":"0x7","address":"0x833589fcd6edb6e08f4c7c32d4f71b54bda02913",
  "topics":["0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef"],"data":"0x0102","removed":false}]}`

func TestReads(t *testing.T) {
	ctx := context.Background()
	r := serve(t, map[string]string{
		"eth_chainId": `"0x2105"`, "eth_blockNumber": `"0x20"`, "eth_getTransactionReceipt": receipt,
		"eth_getBlockByNumber": `{"number":"0x10","hash":"0xbb00000000000000000000000000000000000000000000000000000000000000"}`,
	})
	if id, err := r.ChainID(ctx); err != nil || id != 8453 {
		t.Errorf("chain %d (%v)", id, err)
	}
	if n, err := r.Head(ctx); err != nil || n != 32 {
		t.Errorf("head %d (%v)", n, err)
	}
	if h, ok, err := r.BlockHash(ctx, 16); err != nil || !ok || h[0] != 0xbb {
		t.Errorf("block %s %v (%v)", h, ok, err)
	}
	if _, _, err := r.BlockHash(ctx, 17); err == nil {
		t.Error("another block than asked for passed")
	}
	got, err := r.TxReceipt(ctx, tx())
	if err != nil || !got.Success || got.Block.Number != 16 || got.Block.Hash[0] != 0xbb || len(got.Logs) != 1 {
		t.Fatalf("%+v (%v)", got, err)
	}
	if l := got.Logs[0]; l.Index != 7 || len(l.Topics) != 1 || string(l.Data) != "\x01\x02" || l.Address[0] != 0x83 {
		t.Errorf("%+v", l)
	}
	if _, err := r.TxReceipt(ctx, settle.Hash{1}); err == nil {
		t.Error("the receipt of another transaction passed")
	}
	if strings.Contains(r.Name(), key) {
		t.Errorf("the name holds the key: %s", r.Name())
	}
}

func TestNothingThere(t *testing.T) {
	r := serve(t, map[string]string{"eth_getBlockByNumber": "null", "eth_getTransactionReceipt": "null"})
	if _, ok, err := r.BlockHash(context.Background(), 1); ok || err != nil {
		t.Errorf("%v %v", ok, err)
	}
	if got, err := r.TxReceipt(context.Background(), tx()); got != nil || err != nil {
		t.Errorf("%v %v", got, err)
	}
}

func TestHostileReceipts(t *testing.T) {
	for name, change := range map[string][2]string{
		"removed log":        {`"removed":false`, `"removed":true`},
		"foreign log":        {`"logs":[` + "\n" + ` {"transactionHash":"0xaa`, `"logs":[` + "\n" + ` {"transactionHash":"0xab`},
		"pending":            {`"blockHash":"0xbb`, `"blockHash":"0x00`},
		"log index too high": {`"logIndex":"0x7"`, `"logIndex":"0x100000007"`},
		"odd data":           {`"data":"0x0102"`, `"data":"0x010"`},
		"no quantity":        {`"blockNumber":"0x10"`, `"blockNumber":"16"`},
		"overflow":           {`"blockNumber":"0x10"`, `"blockNumber":"0x10000000000000000"`},
		"short topic":        {`f523b3ef"]`, `f523b3"]`},
	} {
		bad := strings.Replace(receipt, change[0], change[1], 1)
		if bad == receipt {
			t.Fatalf("%s changes nothing", name)
		}
		if got, err := serve(t, map[string]string{"eth_getTransactionReceipt": bad}).TxReceipt(context.Background(), tx()); err == nil {
			t.Errorf("%s passed: %+v", name, got)
		}
	}
}

func TestHostileEndpoints(t *testing.T) {
	for name, h := range map[string]http.HandlerFunc{
		"error": func(w http.ResponseWriter, _ *http.Request) {
			fmt.Fprint(w, `{"id":1,"error":{"code":-32000,"message":"no"}}`)
		},
		"no result":  func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, `{"id":1}`) },
		"another id": func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, `{"id":2,"result":"0x1"}`) },
		"no JSON":    func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, `<html>`) },
		"status":     func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTooManyRequests) },
		"redirect": func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "http://127.0.0.1:1/", http.StatusTemporaryRedirect)
		},
		"wrong type": func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, `{"id":1,"result":[]}`) },
		"hangs up":   func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
		"never ends": func(w http.ResponseWriter, _ *http.Request) {
			chunk := strings.Repeat(" ", 1<<20)
			for range chainread.MaxAnswer>>20 + 2 {
				fmt.Fprint(w, chunk)
			}
		},
	} {
		n, err := handle(t, h).Head(context.Background())
		if err == nil {
			t.Errorf("%s: head %d", name, n)
		} else if strings.Contains(err.Error(), key) {
			t.Errorf("%s: the error holds the key: %v", name, err)
		}
	}
}

func TestContextEndsACall(t *testing.T) {
	stop := make(chan struct{})
	r := handle(t, func(http.ResponseWriter, *http.Request) { <-stop })
	t.Cleanup(func() { close(stop) })
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	if _, err := r.Head(ctx); err == nil || strings.Contains(err.Error(), key) {
		t.Errorf("%v", err)
	}
}

func TestNewRefuses(t *testing.T) {
	for _, bad := range []string{"", "ws://x", "file:///etc/passwd", "http://", "://" + key, "http://" + key + "\x7f"} {
		if _, err := chainread.New(bad, nil); err == nil || strings.Contains(err.Error(), key) {
			t.Errorf("%q: %v", bad, err)
		}
	}
}
