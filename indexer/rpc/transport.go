package rpc

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"time"
)

// request is one method call.
type request struct {
	Version string `json:"jsonrpc"`
	ID      int    `json:"id"`
	Method  string `json:"method"`
	Params  []any  `json:"params"`
}

// response is one answer; err is the error object, if any.
type response struct {
	result json.RawMessage
	err    error
}

func (r response) isNull() bool { return len(r.result) == 0 || string(r.result) == "null" }

func req(method string, params ...any) request {
	if params == nil {
		params = []any{}
	}
	return request{Version: "2.0", Method: method, Params: params}
}

// call makes one call; the result may be null.
func (c *Client) call(ctx context.Context, method string, params ...any) (response, error) {
	rs, err := c.batch(ctx, req(method, params...))
	if err != nil {
		return response{}, err
	}
	if rs[0].err != nil {
		return response{}, rs[0].err
	}
	return rs[0], nil
}

// batch makes all calls in one HTTP exchange. The error is of the exchange;
// errors of single calls are in the responses, which are in the order asked.
//
// An endpoint that refuses a batch and answers the same calls when they come one
// by one gets them one by one from then on. What they have in common is then
// the block's hash alone: header, logs and receipts are asked for by it.
func (c *Client) batch(ctx context.Context, reqs ...request) ([]response, error) {
	if len(reqs) == 1 || c.single.Load() {
		return c.oneByOne(ctx, reqs)
	}
	rs, err := c.together(ctx, reqs)
	if !batchRefused(err) {
		return rs, err
	}
	singles, errSingle := c.oneByOne(ctx, reqs)
	if errSingle != nil {
		return nil, err
	}
	c.single.Store(true)
	return singles, nil
}

func (c *Client) oneByOne(ctx context.Context, reqs []request) ([]response, error) {
	rs := make([]response, 0, len(reqs))
	for i := range reqs {
		one, err := c.together(ctx, reqs[i:i+1])
		if err != nil {
			return nil, err
		}
		rs = append(rs, one...)
	}
	return rs, nil
}

// errBatch is a whole batch answered by one error object.
type errBatch struct{ err error }

func (e *errBatch) Error() string { return "batch refused: " + e.err.Error() }
func (e *errBatch) Unwrap() error { return e.err }

// batchRefused says that an endpoint may not serve batches.
func batchRefused(err error) bool {
	var eb *errBatch
	if errors.As(err, &eb) {
		return !Throttled(err)
	}
	var he *HTTPError
	return errors.As(err, &he) && slices.Contains([]int{http.StatusBadRequest, http.StatusMethodNotAllowed, http.StatusRequestEntityTooLarge,
		http.StatusUnsupportedMediaType, http.StatusUnprocessableEntity, http.StatusNotImplemented}, he.Status)
}

// together makes all calls in one exchange.
func (c *Client) together(ctx context.Context, reqs []request) ([]response, error) {
	for i := range reqs {
		reqs[i].ID = i + 1
	}
	rs, took, err := c.guarded(ctx, reqs)
	for i, r := range reqs {
		one := err
		if err == nil && rs[i].err != nil {
			rs[i].err = &callError{c.ep.name, r.Method, rs[i].err}
			one = rs[i].err
		}
		if c.cfg.Observer != nil {
			c.cfg.Observer.Called(c.ep.name, r.Method, took, one)
		}
	}
	if err != nil {
		return nil, &callError{c.ep.name, reqs[0].Method, err}
	}
	return rs, nil
}

// guarded makes an exchange if breaker and limit let it pass, and notes what
// came of it. took is the time of the exchange alone.
func (c *Client) guarded(ctx context.Context, reqs []request) (rs []response, took time.Duration, err error) {
	if open, until := c.breaker.isOpen(); !open || !c.cfg.Clock.Now().Before(until) {
		if err := c.admit(ctx, len(reqs)); err != nil {
			return nil, 0, err
		}
	}
	began := c.cfg.Clock.Now()
	trial, err := c.breaker.allow(began)
	if err != nil {
		return nil, 0, err
	}
	rs, err = c.exchange(ctx, reqs)
	now := c.cfg.Clock.Now()
	fault, counts := outcome(ctx, rs, err)
	if counts {
		c.health.exchanged(now.Sub(began), fault)
	}
	c.breaker.done(now, trial, fault, counts, c.cfg.Rand())
	return rs, now.Sub(began), err
}

func (c *Client) exchange(ctx context.Context, reqs []request) ([]response, error) {
	var body []byte
	var err error
	if len(reqs) == 1 {
		body, err = json.Marshal(reqs[0])
	} else {
		body, err = json.Marshal(reqs)
	}
	if err != nil {
		return nil, fmt.Errorf("encoding: %w", err)
	}
	answer, err := c.post(ctx, body)
	if err != nil {
		return nil, err
	}
	return c.match(answer, reqs)
}

// readAtOnce is how much memory an announced length gets before it comes, in bytes.
const readAtOnce = 16 << 20

// post sends a body and reads the answer within its bounds.
func (c *Client) post(ctx context.Context, body []byte) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, c.cfg.Timeout)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, c.ep.url, bytes.NewReader(body))
	if err != nil {
		return nil, errors.New("making the request failed")
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json")
	resp, err := c.http.Do(r)
	if err != nil {
		return nil, c.clean(ctx, err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		_, _ = io.CopyN(io.Discard, resp.Body, 4<<10) // lets a small answer's connection be used again
		return nil, &HTTPError{Status: resp.StatusCode, after: retryAfter(resp.Header.Get("Retry-After"))}
	}
	var answer bytes.Buffer
	if n := resp.ContentLength; n > 0 { // which is only its word
		answer.Grow(int(min(n, c.cfg.MaxResponse, readAtOnce)) + bytes.MinRead)
	}
	if _, err := answer.ReadFrom(io.LimitReader(resp.Body, c.cfg.MaxResponse+1)); err != nil {
		return nil, c.clean(ctx, fmt.Errorf("reading the answer: %w", err))
	}
	if int64(answer.Len()) > c.cfg.MaxResponse {
		return nil, fmt.Errorf("more than %d bytes: %w", c.cfg.MaxResponse, ErrTooLarge)
	}
	return answer.Bytes(), nil
}

// transportError is an error of the HTTP exchange whose text is free of
// secrets. It unwraps to the context's error only.
type transportError struct {
	text string
	err  error
}

func (e *transportError) Error() string { return e.text }
func (e *transportError) Unwrap() error { return e.err }

func (c *Client) clean(ctx context.Context, err error) error {
	var ue *url.Error
	if errors.As(err, &ue) {
		err = ue.Err // url.Error holds the whole URL
	}
	return &transportError{c.ep.redact(err.Error()), ctx.Err()}
}

func retryAfter(s string) time.Duration {
	n, err := strconv.Atoi(s)
	if err != nil || n < 0 || n > 3600 {
		return 0
	}
	return time.Duration(n) * time.Second
}

// wireResponse is an answer as it comes; its parts lie in the bytes that were read.
type wireResponse struct {
	id, result []byte
	err        *wireError
}

type wireError struct {
	Code    int             `json:"code"`
	Message string          `json:"message"`
	Data    json.RawMessage `json:"data"`
}

// answer reads an answer.
func (s *scanner) answer() (w wireResponse) {
	s.object(func(name []byte) {
		switch string(name) {
		case "id":
			w.id = s.raw()
		case "result":
			w.result = s.raw()
		case "error":
			if raw := s.raw(); s.err == nil && json.Unmarshal(raw, &w.err) != nil {
				s.fail()
			}
		default:
			s.skip(deepest)
		}
	})
	return w
}

func (c *Client) responseOf(w wireResponse) response {
	if w.err == nil {
		return response{result: w.result}
	}
	return response{err: &RPCError{Code: w.err.Code, Message: c.ep.redact(w.err.Message), data: w.err.Data}}
}

// match brings answers into the order of the calls by their ids.
func (c *Client) match(answer []byte, reqs []request) ([]response, error) {
	s := scanner{b: answer}
	if s.peek() == '{' {
		w := s.answer()
		if s.end() != nil {
			return nil, errors.New("answer is not JSON-RPC")
		}
		r := c.responseOf(w)
		switch {
		case len(reqs) == 1 && (string(w.id) == "1" || r.err != nil):
			return []response{r}, nil
		case r.err != nil: // a whole batch refused
			return nil, &errBatch{r.err}
		}
		return nil, fmt.Errorf("answer to another call: %w", ErrInconsistent)
	}
	ws := make([]wireResponse, 0, len(reqs))
	s.array(func() { ws = append(ws, s.answer()) })
	if s.end() != nil {
		return nil, errors.New("answer is not JSON-RPC")
	}
	if len(ws) != len(reqs) {
		return nil, fmt.Errorf("%d answers to %d calls: %w", len(ws), len(reqs), ErrInconsistent)
	}
	rs := make([]response, len(reqs))
	seen := make([]bool, len(reqs))
	for _, w := range ws {
		id, err := strconv.Atoi(string(w.id))
		if err != nil || id < 1 || id > len(reqs) || seen[id-1] {
			return nil, fmt.Errorf("answers do not fit the calls: %w", ErrInconsistent)
		}
		seen[id-1], rs[id-1] = true, c.responseOf(w)
	}
	return rs, nil
}
