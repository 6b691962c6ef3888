package daemon

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/oabp/oabpd/indexer/rpc"
	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/engine"
	"github.com/oabp/oabpd/settle/verify"
)

// signatures is engine.Signatures over settle/verify and the endpoints.
type signatures struct {
	caller  verify.Caller
	origin  string
	domain  string
	chainID uint64
	now     func() time.Time
	// confirmed is the newest block at the confirmation depth: contract wallets
	// are asked in its state (R17).
	confirmed func(ctx context.Context) (settle.BlockRef, error)
}

func (a *App) signatures() signatures {
	host := a.publicURL
	if u, err := url.Parse(a.publicURL); err == nil {
		host = u.Host
	}
	return signatures{caller: contractCaller{a.source}, origin: a.publicURL, domain: host, chainID: a.identity.ChainID,
		now: time.Now, confirmed: func(ctx context.Context) (settle.BlockRef, error) {
			h, err := a.engine.Health(ctx)
			if err != nil {
				return settle.BlockRef{}, err
			}
			if h.Applied == nil {
				return settle.BlockRef{}, errors.New("nothing is indexed yet")
			}
			return *h.Applied, nil
		}}
}

// SIWE implements engine.Signatures.
func (s signatures) SIWE(ctx context.Context, message, signature string) (engine.SignIn, error) {
	m, err := verify.ParseMessage(message)
	if err != nil {
		return engine.SignIn{}, err
	}
	policy := verify.Policy{Domain: s.domain, URI: s.origin, ChainID: s.chainID, Now: s.now(), Skew: time.Minute, MaxAge: 10 * time.Minute}
	if err := policy.Check(m); err != nil {
		return engine.SignIn{}, err
	}
	agent, err := m.LinkAgent()
	if err != nil {
		return engine.SignIn{}, err
	}
	sig, err := hex.DecodeString(strings.TrimPrefix(signature, "0x"))
	if err != nil {
		return engine.SignIn{}, settle.Errorf(settle.CodeInvalid, "the signature must be hex")
	}
	method, at, ok, err := s.Check(ctx, m.Address, verify.Hash(message), sig)
	if err != nil {
		if settle.CodeOf(err) == settle.CodeInternal {
			err = &settle.Error{Code: settle.CodeChainUnavailable, RetryAfter: 5, Message: "the wallet could not be asked; try again in a moment"}
		}
		return engine.SignIn{}, err
	}
	if !ok {
		return engine.SignIn{}, settle.Errorf(settle.CodeUnauthenticated, "the signature is not %s's over this message", m.Address.Checksum())
	}
	return engine.SignIn{Address: m.Address, Nonce: m.Nonce, LinkAgent: agent,
		MessageHash: sha256.Sum256([]byte(message)), Method: "siwe/" + method, Block: at}, nil
}

// Check implements engine.Signatures.
func (s signatures) Check(ctx context.Context, addr settle.Address, hash settle.Hash, sig []byte) (string, settle.BlockRef, bool, error) {
	// A key needs no chain, so one that does not answer locks nobody out.
	r, err := verify.Signature(ctx, nil, addr, hash, sig, settle.Hash{})
	if err != nil || r.OK {
		return string(r.Method), settle.BlockRef{}, r.OK, err
	}
	at, err := s.confirmed(ctx)
	if err != nil {
		return "", at, false, fmt.Errorf("finding a confirmed block: %w", err)
	}
	r, err = verify.Signature(ctx, s.caller, addr, hash, sig, at.Hash)
	if err != nil || !r.OK {
		return "", settle.BlockRef{}, false, err
	}
	return string(r.Method), at, true, nil
}

// contractCaller tells verify which errors are a contract's no.
type contractCaller struct{ source *rpc.Failover }

// CallContract implements verify.Caller.
func (c contractCaller) CallContract(ctx context.Context, to settle.Address, data []byte, gas uint64, at settle.Hash) ([]byte, error) {
	out, err := c.source.CallContract(ctx, to, data, gas, at)
	var r *rpc.RevertError
	if errors.As(err, &r) {
		return nil, reverted{r}
	}
	return out, err
}

// CodeAt implements verify.Caller.
func (c contractCaller) CodeAt(ctx context.Context, account settle.Address, at settle.Hash) ([]byte, error) {
	return c.source.CodeAt(ctx, account, at)
}

type reverted struct{ *rpc.RevertError }

// Reverted implements verify.Reverted.
func (reverted) Reverted() bool { return true }
