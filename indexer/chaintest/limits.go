package chaintest

import "net/http"

// Limit is how a provider refuses a request that is too much for it: with an
// HTTP status, an error object, or both. The texts are the providers' own.
type Limit struct {
	Provider string
	// Status is the HTTP status; 0 means 200.
	Status int
	// RetryAfter is the header of that name, if any.
	RetryAfter string
	// Error is the error object; a zero code means that the body is no JSON.
	Error Error
}

// RateLimits are refusals of requests that come too often (bug log 14, 18).
func RateLimits() []Limit {
	return []Limit{
		{"infura, per second", http.StatusTooManyRequests, "", Error{-32005, "project ID request rate exceeded", map[string]any{"rate": map[string]any{"backoff_seconds": 1}}}},
		{"infura, per day", http.StatusTooManyRequests, "", Error{-32005, "daily request count exceeded, request rate limited", nil}},
		{"alchemy", http.StatusTooManyRequests, "1", Error{429, "Your app has exceeded its compute units per second capacity. If you have retries enabled, you can safely ignore this message. If not, check out https://docs.alchemy.com/reference/throughput", nil}},
		{"alchemy, in a batch", 0, "", Error{429, "Your app has exceeded its compute units per second capacity.", nil}},
		{"quicknode", http.StatusTooManyRequests, "", Error{-32007, "50/second request limit reached - reduce calls per second or upgrade your account at quicknode.com", nil}},
		{"base public", http.StatusTooManyRequests, "", Error{-32016, "over rate limit", nil}},
		{"proxyd, no backend", http.StatusServiceUnavailable, "", Error{-32011, "no backends available for method", nil}},
		{"ankr", http.StatusTooManyRequests, "1", Error{-32090, "Too many requests, reason: call rate limit exhausted, retry in 1s", nil}},
		{"chainstack", 0, "", Error{-32005, "You've exceeded the RPS limit available on the current plan.", nil}},
		{"drpc", http.StatusTooManyRequests, "", Error{15, "Too many request, try again later", nil}},
		{"blast, storm", http.StatusServiceUnavailable, "", Error{-32001, "failed to process request", nil}},
		{"a gateway", http.StatusTooManyRequests, "1", Error{}},
		{"a gateway without a backend", http.StatusBadGateway, "", Error{}},
		{"a gateway that gave up", http.StatusGatewayTimeout, "", Error{}},
	}
}

// RangeLimits are refusals of eth_getLogs over too many blocks or logs (bug log
// 14, 16, 17); Node.Ranges gives them.
func RangeLimits() []Limit {
	return []Limit{
		{"infura", 0, "", Error{-32005, "query returned more than 10000 results. Try with this block range [0x1, 0x2].", map[string]any{"from": "0x1", "limit": 10000, "to": "0x2"}}},
		{"infura, as invalid params", 0, "", Error{-32602, "query returned more than 10000 results", nil}},
		{"alchemy", http.StatusBadRequest, "", Error{-32602, "Log response size exceeded. You can make eth_getLogs requests with up to a 2K block range and no limit on the response size, or you can request any block range with a cap of 10K logs in the response. Based on your parameters and the response size limit, this block range should work: [0x1, 0x2]", nil}},
		{"quicknode", http.StatusRequestEntityTooLarge, "", Error{-32614, "eth_getLogs is limited to a 10,000 range", nil}},
		{"cloudflare", 0, "", Error{-32047, "Invalid eth_getLogs request. 'fromBlock'-'toBlock' range too large. Max range: 800", nil}},
		{"ankr", 0, "", Error{-32600, "block range is too wide", nil}},
		{"publicnode", 0, "", Error{-32701, "exceed maximum block range: 50000", nil}},
		{"drpc", http.StatusBadRequest, "", Error{35, "ranges over 10000 blocks are not supported on freetier", nil}},
		{"reth, blocks", 0, "", Error{-32602, "query exceeds max block range 100000", nil}},
		{"reth, logs", 0, "", Error{-32602, "query exceeds max results 20000, retry with the range 1-2", nil}},
		{"zksync", 0, "", Error{-32602, "Query returned more than 10000 results. Try with this block range [0x1, 0x2].", nil}},
		{"zksync, the size", 0, "", Error{-32008, "Response is too big", "Exceeded max limit of 10485760"}},
		{"geth, time", 0, "", Error{-32002, "request timed out", nil}},
	}
}

// write gives the refusal as the whole answer.
func (l Limit) write(w http.ResponseWriter, id any) {
	if l.RetryAfter != "" {
		w.Header().Set("Retry-After", l.RetryAfter)
	}
	status := l.Status
	if status == 0 {
		status = http.StatusOK
	}
	if l.Error.Code == 0 {
		http.Error(w, "<html><body>slow down</body></html>", status)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	writeJSON(w, reply{"jsonrpc": "2.0", "id": id, "error": l.Error})
}
