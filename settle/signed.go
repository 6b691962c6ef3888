package settle

// The bounds of a request that is signed by itself (wire.md "Signed single
// requests").
const (
	// MaxRequestLifeSeconds is how far ahead of our clock such a request may expire.
	MaxRequestLifeSeconds = 15 * 60
	// NonceMarginMillis is for how long behind its expiry a nonce is kept, so that
	// no server whose clock is behind takes a request whose nonce another has
	// forgotten already.
	NonceMarginMillis = 15 * 60 * 1000
	// MaxLiveNonces is about how many nonces that have not expired one address may
	// have: what it can make the server remember.
	MaxLiveNonces = 5000
)

// SignedRequest is a request that carries a signature of its own, as it came.
type SignedRequest struct {
	// Header is the value of OABP-Signature.
	Header string
	Method string
	// Path includes the query string, as the client sent it.
	Path string
	// Body is the raw body.
	Body []byte
}

// RequestProof is what the signature of a request proves.
type RequestProof struct {
	Address Address
	// Nonce is the client's; a request with it is taken once.
	Nonce Hash
	// Expires is in Unix seconds.
	Expires int64
	// Digest is the EIP-712 hash that was signed.
	Digest Hash
	// Method, Block and Source say how it was found good: a contract wallet answered
	// in the state after Block, as the endpoint Source told.
	Method string
	Block  BlockRef
	Source string
}

// RequestNonce is a nonce of a signed request, to be used once.
type RequestNonce struct {
	Address Address
	Nonce   Hash
	// ExpiresAt is in Unix milliseconds.
	ExpiresAt int64
}

// NonceUse is what became of a nonce.
type NonceUse int

// The outcomes of using a nonce.
const (
	// NonceFresh: nobody used it before, and nobody will again.
	NonceFresh NonceUse = iota
	// NonceUsed: it was used before.
	NonceUsed
	// NoncesFull: its address has as many that have not expired as it may.
	NoncesFull
)
