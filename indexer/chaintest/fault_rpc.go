package chaintest

import "net/http"

// Lack is what a node does not serve: as providers have it, and no lie.
type Lack struct {
	// Batch: a batch is answered by one error object, code -32600.
	Batch bool
	// BatchHTTP: a batch is answered by HTTP 400.
	BatchHTTP bool
	// BlockReceipts: eth_getBlockReceipts does not exist.
	BlockReceipts bool
	// Tags: the block tags safe and finalized are errors.
	Tags bool
}

// Lacks sets what the node does not serve.
func (n *Node) Lacks(l Lack) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.lack = l
}

// lacksMethod answers a call that the node does not serve; n.mu is held.
func (n *Node) lacksMethod(c call) (Error, bool) {
	switch {
	case n.lack.BlockReceipts && c.Method == "eth_getBlockReceipts":
		return Error{Code: -32601, Message: "the method eth_getBlockReceipts does not exist/is not available"}, true
	case n.lack.Tags && (text(c, 0) == "safe" || text(c, 0) == "finalized"):
		return Error{Code: -32603, Message: "failed to parse block tag"}, true
	}
	return Error{}, false
}

// lacksBatch answers a batch as a whole; false leaves it to the caller. n.mu is
// held.
func (n *Node) lacksBatch(w http.ResponseWriter) bool {
	switch {
	case n.lack.BatchHTTP:
		http.Error(w, "cannot unmarshal array", http.StatusBadRequest)
	case n.lack.Batch:
		writeJSON(w, reply{"jsonrpc": "2.0", "id": nil, "error": Error{Code: -32600, Message: "batch requests are not supported"}})
	default:
		return false
	}
	return true
}
