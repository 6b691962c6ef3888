package daemon

import (
	"context"
	"crypto/sha256"
	"errors"
	"testing"

	"github.com/oabp/oabpd/indexer/rpc"
	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/verify"
)

// says is an endpoint that answers for a wallet: yes to one hash, no to all, or
// nothing.
type says struct {
	hash settle.Hash
	err  error
}

func (s says) CodeAt(context.Context, settle.Address, settle.Hash) ([]byte, error) {
	return []byte{1}, s.err
}

func (s says) CallCode(context.Context, []byte, uint64, settle.Hash) ([]byte, error) {
	return nil, s.err
}

func (s says) CallContract(_ context.Context, _ settle.Address, data []byte, _ uint64, at settle.Hash) ([]byte, error) {
	if at != confirmedBlock.Hash {
		return nil, errors.New("asked at another block")
	}
	if settle.Hash(data[4:36]) == s.hash && !s.hash.IsZero() {
		return append([]byte{0x16, 0x26, 0xba, 0x7e}, make([]byte, 28)...), s.err
	}
	return make([]byte, 32), s.err
}

var confirmedBlock = settle.BlockRef{Number: 7, Hash: settle.Keccak256([]byte("confirmed"))}

// One endpoint that lies neither opens an account nor shuts a wallet out; where
// too few answer alike it is not known, which is no answer (R17, R25).
func TestWalletsAnswerByQuorum(t *testing.T) {
	h := settle.Keccak256([]byte("hash"))
	yes, no, away := says{hash: h}, says{}, says{err: errors.New("connection refused")}
	for name, tt := range map[string]struct {
		voices []says
		quorum int
		ok     bool
		known  bool
		source string
	}{
		"one endpoint":                    {[]says{yes}, 1, true, true, "a"},
		"all agree":                       {[]says{yes, yes}, 2, true, true, "a, b"},
		"one lies yes":                    {[]says{yes, no, no}, 2, false, true, ""},
		"one lies no":                     {[]says{no, yes, yes}, 2, true, true, "b, c"},
		"one is away":                     {[]says{away, yes, yes}, 2, true, true, "b, c"},
		"each says something else":        {[]says{yes, no}, 2, false, false, ""},
		"too few answer":                  {[]says{yes, away}, 2, false, false, ""},
		"none answers":                    {[]says{away}, 1, false, false, ""},
		"fewer endpoints than the quorum": {[]says{yes}, 2, false, false, ""},
	} {
		s := signatures{quorum: tt.quorum, confirmed: func(context.Context) (settle.BlockRef, error) { return confirmedBlock, nil },
			voices: func(context.Context) (out []voice) {
				for i, v := range tt.voices {
					out = append(out, voice{string(rune('a' + i)), v})
				}
				return out
			}}
		ans, ok, err := s.Check(t.Context(), settle.Address{1}, h, []byte{9})
		if ok != tt.ok || (err == nil) != tt.known || ans.Source != tt.source {
			t.Errorf("%s: %+v %v %v", name, ans, ok, err)
		}
		if ok && (ans.Block != confirmedBlock || ans.Method != string(verify.MethodERC1271)) {
			t.Errorf("%s: %+v", name, ans)
		}
		if err != nil && settle.CodeOf(notAsked(err)) != settle.CodeChainUnavailable {
			t.Errorf("%s: could not ask is said as %v", name, notAsked(err))
		}
	}
}

// An oracle's answer is one word that a quorum of the endpoints give at the same
// confirmed block; a revert is a no, and what is no bool is no yes (VERIFY-06).
func TestOraclesAnswerByQuorum(t *testing.T) {
	one := append(make([]byte, 31), 1)
	yes, no, away := answers{out: one}, answers{out: make([]byte, 32)}, answers{err: errors.New("connection refused")}
	reverts := answers{err: reverted{&rpc.RevertError{}}}
	for name, tt := range map[string]struct {
		voices []answers
		quorum int
		ok     bool
		known  bool
		source string
	}{
		"one endpoint":             {[]answers{yes}, 1, true, true, "a"},
		"all agree":                {[]answers{yes, yes}, 2, true, true, "a, b"},
		"one lies yes":             {[]answers{yes, no, no}, 2, false, true, "b, c"},
		"one lies no":              {[]answers{no, yes, yes}, 2, true, true, "b, c"},
		"a revert is a no":         {[]answers{reverts, reverts}, 2, false, true, "a, b"},
		"each says something else": {[]answers{yes, no}, 2, false, false, ""},
		"too few answer":           {[]answers{yes, away}, 2, false, false, ""},
		"nothing there":            {[]answers{{}}, 1, false, true, "a"},
		"a number":                 {[]answers{{out: append(make([]byte, 31), 2)}}, 1, false, true, "a"},
		"a large number":           {[]answers{{out: append([]byte{1}, append(make([]byte, 30), 1)...)}}, 1, false, true, "a"},
		"two words":                {[]answers{{out: append(one, one...)}}, 1, false, true, "a"},
	} {
		o := oracleReader{signatures{quorum: tt.quorum, confirmed: func(context.Context) (settle.BlockRef, error) { return confirmedBlock, nil },
			voices: func(context.Context) (out []voice) {
				for i, v := range tt.voices {
					out = append(out, voice{string(rune('a' + i)), v})
				}
				return out
			}}}
		ok, ans, err := o.Decided(t.Context(), settle.Address{1}, []byte{1, 2, 3, 4})
		if ok != tt.ok || (err == nil) != tt.known || ans.By != tt.source {
			t.Errorf("%s: %v %+v %v", name, ok, ans, err)
		}
		if ok && (ans.Block != confirmedBlock || ans.Hash != sha256.Sum256(one)) {
			t.Errorf("%s: %+v", name, ans)
		}
	}
}

// answers is an endpoint that answers every call alike, at the confirmed block.
type answers struct {
	says
	out []byte
	err error
}

func (a answers) CallContract(_ context.Context, _ settle.Address, _ []byte, _ uint64, at settle.Hash) ([]byte, error) {
	if at != confirmedBlock.Hash {
		return nil, errors.New("asked at another block")
	}
	return a.out, a.err
}
