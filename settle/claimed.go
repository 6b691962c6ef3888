package settle

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
)

// IdentityLevel is how much of an identity a server asks for where AIP-1 leaves it
// open (oabp.md decision 2).
type IdentityLevel string

// The levels. Nobody at all is never enough for a write.
const (
	// IdentityProven: a credential. The zero value means the same.
	IdentityProven IdentityLevel = "proven"
	// IdentityClaimed: for some writes an address or an opaque id in the body is
	// enough.
	IdentityClaimed IdentityLevel = "claimed"
)

// ParseIdentityLevel reads a level; the empty text is IdentityProven.
func ParseIdentityLevel(s string) (IdentityLevel, error) {
	switch l := IdentityLevel(s); l {
	case "", IdentityProven:
		return IdentityProven, nil
	case IdentityClaimed:
		return l, nil
	}
	return "", fmt.Errorf("%q: want %s or %s", s, IdentityProven, IdentityClaimed)
}

// ClaimedAct is what a claim is to be enough for.
type ClaimedAct string

// The acts that a claim is asked about.
const (
	ClaimToSubmit ClaimedAct = "submit"
	ClaimToPost   ClaimedAct = "post"
	// ClaimToVote: for this no claim is enough, since one person could make any number.
	ClaimToVote ClaimedAct = "vote"
)

// Claim is what the body of a request says of who sends it, with what for.
type Claim struct {
	// ID is an address or an opaque id as it was sent; empty if the body names nobody.
	ID  string
	Act ClaimedAct
	// Funding and Verification (AIP-1's name) are those of the mission to be posted;
	// empty for ClaimToSubmit.
	Funding      Mode
	Verification string
	// Admit is asked before an agent is made of the claim; nil: nobody is asked.
	Admit func(context.Context) error
}

// Bounds of opaque ids, in bytes.
const (
	MinOpaqueID = 3
	MaxOpaqueID = 64
)

// ClaimedID is the one spelling of what a claim may name: an address, or an opaque
// id of letters, digits and . _ : - in ASCII, which begins with a letter or digit;
// both in lower case, so that no two ids differ by case alone. The address is zero
// for an opaque id.
func ClaimedID(s string) (id string, addr Address, err error) {
	if lower := strings.ToLower(s); strings.HasPrefix(lower, "0x") {
		if strings.HasPrefix(s, "0X") {
			s = "0x" + s[2:]
		}
		if addr, err = ParseAddress(s); err != nil {
			return "", Address{}, err
		}
		if addr.IsZero() {
			return "", addr, fmt.Errorf("the zero address is nobody's")
		}
		return addr.String(), addr, nil
	}
	if len(s) < MinOpaqueID || len(s) > MaxOpaqueID {
		return "", Address{}, fmt.Errorf("want an address, or an id of %d to %d characters", MinOpaqueID, MaxOpaqueID)
	}
	for k, r := range s {
		alnum := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9'
		if !alnum && (k == 0 || !strings.ContainsRune("._:-", r)) {
			return "", Address{}, fmt.Errorf("an opaque id has letters, digits and . _ : - only, and begins with a letter or digit")
		}
	}
	return strings.ToLower(s), Address{}, nil
}

// ClaimedAgentID is the public id of the agent that a claim stands for; id is
// ClaimedID's. It follows from the claim, so that equal claims make one agent.
func ClaimedAgentID(id string) string {
	h := sha256.Sum256([]byte("oabp.claimed.v1:" + id))
	return "agt_" + hex.EncodeToString(h[:8])
}

// Claimed reports whether nobody has proven to be this agent: whoever names its
// claim acts for it.
func (a *Agent) Claimed() bool { return a.Claim != "" }

// ClaimTaken reports whether an address is somebody's by more than a claim: proven
// here, a proven payer's, vouched for by a registry, or registered on the chain. Who
// has taken it off an account keeps it from being claimed too.
func ClaimTaken(s State, agents Address, a Address) bool {
	if a.IsZero() {
		return false
	}
	if r := GetRow[AddressRow](s, a.String()); r != nil && (r.Agent != "" || r.Attested != "" || r.PayerOf != "") {
		return true
	}
	return GetRow[ChainAgent](s, PairKey(agents, a)) != nil
}
