package rpc_test

import (
	"bytes"
	"io"
	"net/http"
	"testing"

	"github.com/oabp/oabpd/indexer/chaintest"
	"github.com/oabp/oabpd/indexer/rpc"
	"github.com/oabp/oabpd/settle"
)

// orphanReceipt is a node that goes on serving a receipt that it once gave.
type orphanReceipt struct {
	node   *chaintest.Node
	hash   settle.Hash
	frozen []byte
}

func (o *orphanReceipt) freeze(t *testing.T) {
	spy := roundTripper(func(r *http.Request) (*http.Response, error) {
		resp, err := o.node.Transport().RoundTrip(r)
		if err == nil && o.frozen == nil {
			o.frozen, _ = io.ReadAll(resp.Body)
			resp.Body = io.NopCloser(bytes.NewReader(o.frozen))
		}
		return resp, err
	})
	if _, err := client(t, spy).TransactionReceipt(t.Context(), o.hash); err != nil {
		t.Fatal(err)
	}
}

func (o *orphanReceipt) client(t *testing.T) *rpc.Client {
	return client(t, roundTripper(func(r *http.Request) (*http.Response, error) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return nil, err
		}
		if bytes.Contains(body, []byte("eth_getTransactionReceipt")) {
			return &http.Response{StatusCode: 200, Body: io.NopCloser(bytes.NewReader(o.frozen))}, nil
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		return o.node.Transport().RoundTrip(r)
	}))
}
