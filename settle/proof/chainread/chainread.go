package chainread

import (
	"bytes"
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/proof"
)

// The bounds of a call.
const (
	// Timeout is the time that one call may take.
	Timeout = 15 * time.Second
	// MaxAnswer is the most bytes of one answer.
	MaxAnswer = 8 << 20
)

// Reader is one endpoint. It is safe for concurrent use.
type Reader struct {
	url    string
	name   string
	client *http.Client
}

var _ proof.ChainReader = (*Reader)(nil)

// New makes a Reader for an http or https URL. transport may be nil.
func New(endpoint string, transport http.RoundTripper) (*Reader, error) {
	u, err := url.Parse(endpoint)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" {
		return nil, errors.New("endpoint: want an http or https URL") // the URL may hold a key
	}
	return &Reader{
		url:  endpoint,
		name: u.Scheme + "://" + u.Host,
		client: &http.Client{
			Transport:     transport,
			Timeout:       Timeout,
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
	}, nil
}

// Name implements proof.ChainReader: scheme and host, since paths hold keys.
func (r *Reader) Name() string { return r.name }

// ChainID implements proof.ChainReader.
func (r *Reader) ChainID(ctx context.Context) (uint64, error) {
	var n quantity
	err := r.call(ctx, &n, "eth_chainId")
	return uint64(n), err
}

// Head implements proof.ChainReader.
func (r *Reader) Head(ctx context.Context) (uint64, error) {
	var n quantity
	err := r.call(ctx, &n, "eth_blockNumber")
	return uint64(n), err
}

// BlockHash implements proof.ChainReader.
func (r *Reader) BlockHash(ctx context.Context, number uint64) (settle.Hash, bool, error) {
	var b *struct {
		Number quantity    `json:"number"`
		Hash   settle.Hash `json:"hash"`
	}
	if err := r.call(ctx, &b, "eth_getBlockByNumber", "0x"+strconv.FormatUint(number, 16), false); err != nil || b == nil {
		return settle.Hash{}, false, err
	}
	if uint64(b.Number) != number || b.Hash.IsZero() {
		return settle.Hash{}, false, fmt.Errorf("%s: answered with block %d for %d", r.name, b.Number, number)
	}
	return b.Hash, true, nil
}

// TxReceipt implements proof.ChainReader.
func (r *Reader) TxReceipt(ctx context.Context, tx settle.Hash) (*proof.TxReceipt, error) {
	var in *struct {
		TxHash      settle.Hash `json:"transactionHash"`
		BlockHash   settle.Hash `json:"blockHash"`
		BlockNumber quantity    `json:"blockNumber"`
		Status      quantity    `json:"status"`
		Logs        []struct {
			TxHash   settle.Hash    `json:"transactionHash"`
			LogIndex quantity       `json:"logIndex"`
			Address  settle.Address `json:"address"`
			Topics   []settle.Hash  `json:"topics"`
			Data     data           `json:"data"`
			Removed  bool           `json:"removed"`
		} `json:"logs"`
	}
	if err := r.call(ctx, &in, "eth_getTransactionReceipt", tx); err != nil || in == nil {
		return nil, err
	}
	if in.TxHash != tx || in.BlockHash.IsZero() {
		return nil, fmt.Errorf("%s: answered with the receipt of another transaction, or of none in a block", r.name)
	}
	out := &proof.TxReceipt{Block: settle.BlockRef{Number: uint64(in.BlockNumber), Hash: in.BlockHash}, Success: in.Status == 1}
	for _, l := range in.Logs {
		if l.Removed || l.TxHash != tx || l.LogIndex>>32 != 0 {
			return nil, fmt.Errorf("%s: the receipt holds a log that is not its own", r.name)
		}
		out.Logs = append(out.Logs, proof.TxLog{Index: uint32(l.LogIndex), Address: l.Address, Topics: l.Topics, Data: l.Data})
	}
	return out, nil
}

func (r *Reader) call(ctx context.Context, result any, method string, params ...any) error {
	if params == nil {
		params = []any{}
	}
	body, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
	if err != nil {
		return fmt.Errorf("%s: encoding %s: %w", r.name, method, err)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, r.url, bytes.NewReader(body))
	if err != nil {
		return fmt.Errorf("%s: building the request for %s failed", r.name, method)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json")
	resp, err := r.client.Do(req)
	if err != nil {
		return fmt.Errorf("%s: %s: %w", r.name, method, withoutURL(err))
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(io.LimitReader(resp.Body, MaxAnswer+1))
	switch {
	case err != nil:
		return fmt.Errorf("%s: %s: reading the answer: %w", r.name, method, withoutURL(err))
	case len(b) > MaxAnswer:
		return fmt.Errorf("%s: %s: the answer is larger than %d bytes", r.name, method, MaxAnswer)
	case resp.StatusCode != http.StatusOK:
		return fmt.Errorf("%s: %s: HTTP status %d", r.name, method, resp.StatusCode)
	}
	var out struct {
		ID     json.RawMessage `json:"id"`
		Result json.RawMessage `json:"result"`
		Error  *struct {
			Code    int    `json:"code"`
			Message string `json:"message"`
		} `json:"error"`
	}
	if err := json.Unmarshal(b, &out); err != nil || string(out.ID) != "1" {
		return fmt.Errorf("%s: %s: the answer is not one of JSON-RPC", r.name, method)
	}
	if out.Error != nil {
		return fmt.Errorf("%s: %s: error %d: %.200q", r.name, method, out.Error.Code, out.Error.Message)
	}
	if out.Result == nil {
		return fmt.Errorf("%s: %s: the answer has no result", r.name, method)
	}
	if err := json.Unmarshal(out.Result, result); err != nil {
		return fmt.Errorf("%s: %s: the result is malformed: %w", r.name, method, err)
	}
	return nil
}

// withoutURL drops the URL, with its credentials, from an error of net/http.
func withoutURL(err error) error {
	var u *url.Error
	if errors.As(err, &u) {
		return u.Err
	}
	return err
}

// quantity is a number as JSON-RPC writes it: 0x and hex digits.
type quantity uint64

// UnmarshalText implements encoding.TextUnmarshaler.
func (q *quantity) UnmarshalText(b []byte) error {
	s, ok := strings.CutPrefix(string(b), "0x")
	n, err := strconv.ParseUint(s, 16, 64)
	if !ok || err != nil {
		return fmt.Errorf("%.80q is not a quantity", b)
	}
	*q = quantity(n)
	return nil
}

// data is bytes as JSON-RPC writes them: 0x and hex digits.
type data []byte

// UnmarshalText implements encoding.TextUnmarshaler.
func (d *data) UnmarshalText(b []byte) error {
	s, ok := strings.CutPrefix(string(b), "0x")
	out, err := hex.DecodeString(s)
	if !ok || err != nil {
		return errors.New("not bytes in hex")
	}
	*d = out
	return nil
}
