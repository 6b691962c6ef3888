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
	// voices are the endpoints that may be heard, the one in use first; a contract
	// wallet's answer is what quorum of them say.
	voices  func(ctx context.Context) []voice
	quorum  int
	origin  string
	domain  string
	chainID uint64
	now     func() time.Time
	// registries are those whose attestations are taken.
	registries []verify.Registry
	// confirmed is the newest block at the confirmation depth: contract wallets
	// are asked in its state (R17).
	confirmed func(ctx context.Context) (settle.BlockRef, error)
}

func (a *App) signatures() signatures {
	host := a.publicURL
	if u, err := url.Parse(a.publicURL); err == nil {
		host = u.Host
	}
	voices := func(ctx context.Context) (out []voice) {
		for _, v := range a.source.Voices(ctx) {
			out = append(out, voice{v.Name, contractCaller{v.Client}})
		}
		return out
	}
	return signatures{voices: voices, quorum: a.cfg.quorum(), origin: a.publicURL, domain: host, chainID: a.identity.ChainID,
		registries: a.cfg.verifiable(),
		now:        time.Now, confirmed: func(ctx context.Context) (settle.BlockRef, error) {
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
	ans, ok, err := s.Check(ctx, m.Address, verify.Hash(message), sig)
	if err != nil {
		return engine.SignIn{}, notAsked(err)
	}
	if !ok {
		return engine.SignIn{}, settle.Errorf(settle.CodeUnauthenticated, "the signature is not %s's over this message", m.Address.Checksum())
	}
	ans.Method = "siwe/" + ans.Method
	return engine.SignIn{Address: m.Address, Nonce: m.Nonce, LinkAgent: agent, MessageHash: sha256.Sum256([]byte(message)), Answer: ans}, nil
}

// notAsked says of an error without a code that the chain did not answer.
func notAsked(err error) error {
	if settle.CodeOf(err) != settle.CodeInternal {
		return err
	}
	return errors.Join(&settle.Error{Code: settle.CodeChainUnavailable, RetryAfter: 5, Message: "the wallet could not be asked; try again in a moment"}, err)
}

// Request implements engine.Signatures. What costs least is looked at first: form
// and times, then a key's signature, and a contract only after all of these.
func (s signatures) Request(ctx context.Context, r settle.SignedRequest) (settle.RequestProof, error) {
	req, err := verify.ParseRequest(r.Header)
	if err == nil {
		err = req.CheckTime(s.now())
	}
	if err != nil {
		return settle.RequestProof{}, err
	}
	d := req.Digest(s.chainID, r.Method, r.Path, r.Body)
	ans, ok, err := s.Check(ctx, req.Address, d, req.Signature)
	if err != nil {
		return settle.RequestProof{}, notAsked(err)
	}
	if !ok {
		return settle.RequestProof{}, settle.Errorf(settle.CodeUnauthenticated, "the signature is not %s's over this request; what is signed is the method, the path with its query, the hash of the exact body, the nonce and the expiry, for chain %d", req.Address.Checksum(), s.chainID)
	}
	return settle.RequestProof{Address: req.Address, Nonce: req.Nonce, Expires: req.Expires, Digest: d, Method: ans.Method, Block: ans.Block, Source: ans.Source}, nil
}

// Registry implements engine.Signatures.
func (s signatures) Registry(a settle.RegistryAttestation) (string, bool) {
	r, ok := verify.Attested(s.registries, a)
	return r.Domain, ok
}

// Check implements engine.Signatures.
func (s signatures) Check(ctx context.Context, addr settle.Address, hash settle.Hash, sig []byte) (engine.Answer, bool, error) {
	// A key needs no chain, so one that does not answer locks nobody out.
	r, err := verify.Signature(ctx, nil, addr, hash, sig, settle.Hash{})
	if err != nil || r.OK {
		return engine.Answer{Method: string(r.Method)}, r.OK, err
	}
	at, err := s.confirmed(ctx)
	if err != nil {
		return engine.Answer{}, false, fmt.Errorf("finding a confirmed block: %w", err)
	}
	r, source, err := s.vote(ctx, func(ctx context.Context, c verify.Caller) (verify.Result, error) {
		return verify.Signature(ctx, c, addr, hash, sig, at.Hash)
	})
	if err != nil || !r.OK {
		return engine.Answer{}, false, err
	}
	return engine.Answer{Method: string(r.Method), Block: at, Source: source}, true, nil
}

// vote asks endpoint after endpoint, the one in use first, until a quorum gives
// the same answer; source are those that gave it. So one that lies neither
// opens an account nor shuts a wallet out (R25).
func (s signatures) vote(ctx context.Context, ask func(context.Context, verify.Caller) (verify.Result, error)) (r verify.Result, source string, err error) {
	var errs []error
	said := map[bool][]string{}
	for _, v := range s.voices(ctx) {
		r, err := s.askOne(ctx, v, ask)
		if err != nil {
			if settle.CodeOf(err) != settle.CodeInternal {
				return r, "", err // of the signature itself
			}
			errs = append(errs, err)
			continue
		}
		said[r.OK] = append(said[r.OK], v.name)
		if len(said[r.OK]) >= s.quorum {
			return r, strings.Join(said[r.OK], ", "), nil
		}
	}
	return r, "", errors.Join(append(errs, fmt.Errorf("%d endpoints said yes and %d no, %d must agree", len(said[true]), len(said[false]), s.quorum))...)
}

// askWithin is how long one endpoint may take.
const askWithin = 5 * time.Second

func (s signatures) askOne(ctx context.Context, v voice, ask func(context.Context, verify.Caller) (verify.Result, error)) (verify.Result, error) {
	ctx, cancel := context.WithTimeout(ctx, askWithin)
	defer cancel()
	return ask(ctx, v.caller)
}

// voice is an endpoint that may be heard.
type voice struct {
	name   string
	caller verify.Caller
}

// contractCaller tells verify which errors are a contract's no.
type contractCaller struct{ source *rpc.Client }

// CallContract implements verify.Caller.
func (c contractCaller) CallContract(ctx context.Context, to settle.Address, data []byte, gas uint64, at settle.Hash) ([]byte, error) {
	out, err := c.source.CallContract(ctx, to, data, gas, at)
	return out, asRefusal(err)
}

// CallCode implements verify.Caller.
func (c contractCaller) CallCode(ctx context.Context, code []byte, gas uint64, at settle.Hash) ([]byte, error) {
	out, err := c.source.CallCode(ctx, code, gas, at)
	return out, asRefusal(err)
}

func asRefusal(err error) error {
	var r *rpc.RevertError
	if errors.As(err, &r) {
		return reverted{r}
	}
	return err
}

// CodeAt implements verify.Caller.
func (c contractCaller) CodeAt(ctx context.Context, account settle.Address, at settle.Hash) ([]byte, error) {
	return c.source.CodeAt(ctx, account, at)
}

type reverted struct{ *rpc.RevertError }

// Reverted implements verify.Reverted.
func (reverted) Reverted() bool { return true }
