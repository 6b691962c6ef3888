package attest

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/ethereum/go-ethereum"
	"github.com/ethereum/go-ethereum/accounts/abi/bind"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/rpc"

	"github.com/oabp/oabpd/bindings/attestationoracle"
	"github.com/oabp/oabpd/bindings/oabpescrow"
	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/digest"
)

// Word is one attester's word, with all that the contract's award needs.
type Word struct {
	ChainID     uint64              `json:"chain_id"`
	Oracle      settle.Address      `json:"attestation_oracle"`
	Terms       settle.MissionTerms `json:"terms"`
	ContentHash settle.Hash         `json:"content_hash"`
	Split       settle.Split        `json:"split"`
	Finding     digest.Finding      `json:"finding"`
	digest.Attestation
}

// Sign reads a mission at every endpoint, decides, and signs. All endpoints
// must lead to the same finding.
func Sign(ctx context.Context, nodes []Node, oracle settle.Address, mission settle.Hash, confirmations uint64, key *ecdsa.PrivateKey, q Question) (*Word, error) {
	if len(nodes) == 0 {
		return nil, errors.New("there is no endpoint to ask")
	}
	q.Signer = settle.Address(crypto.PubkeyToAddress(key.PublicKey))
	var w *Word
	for i, n := range nodes {
		c, err := Read(ctx, n, oracle, mission, confirmations)
		if err != nil {
			return nil, fmt.Errorf("endpoint %d: %w", i+1, err)
		}
		f, err := Decide(ctx, c, q)
		if err != nil {
			return nil, fmt.Errorf("not signed: %w", err)
		}
		k := slices.IndexFunc(c.Entries, func(e Entry) bool { return e.SubmissionHash == f.SubmissionHash && e.Agent == f.Agent })
		next := &Word{ChainID: c.ChainID, Oracle: oracle, Terms: c.Terms, ContentHash: c.Entries[k].ContentHash, Split: q.Split, Finding: f}
		if w != nil && (w.Finding != f || w.ChainID != c.ChainID) {
			return nil, fmt.Errorf("not signed: endpoint %d leads to another finding than endpoint 1", i+1)
		}
		w = next
	}
	h := w.digest(q.Signer)
	sig, err := crypto.Sign(h[:], key)
	if err != nil {
		return nil, fmt.Errorf("signing: %w", err)
	}
	sig[64] += 27
	w.Attestation = digest.Attestation{Signer: q.Signer, Signature: sig}
	return w, nil
}

func (w *Word) digest(signer settle.Address) settle.Hash {
	return digest.AttestationDomain{ChainID: w.ChainID, Oracle: w.Oracle}.Attestation(signer, w.Finding)
}

// maxWord is the most bytes that a word may have.
const maxWord = 1 << 20

// ReadWord reads what json.Marshal makes of a Word.
func ReadWord(r io.Reader) (*Word, error) {
	var w Word
	d := json.NewDecoder(io.LimitReader(r, maxWord))
	d.DisallowUnknownFields()
	if err := d.Decode(&w); err != nil {
		return nil, fmt.Errorf("reading an attestation: %w", err)
	}
	return &w, nil
}

// Award is the call that brings several words to the contract. Anybody may
// send it.
type Award struct {
	ChainID  uint64           `json:"chain_id"`
	To       settle.Address   `json:"to"`
	Calldata digest.Calldata  `json:"calldata"`
	Finding  digest.Finding   `json:"finding"`
	Signers  []settle.Address `json:"signers"`
}

// Combine puts words together, in the order that the contract wants, and has
// the contract try them. One word twice counts once.
func Combine(ctx context.Context, n Node, words []*Word) (*Award, error) {
	if len(words) == 0 {
		return nil, errors.New("there are no attestations")
	}
	w := words[0]
	if err := w.consistent(); err != nil {
		return nil, fmt.Errorf("attestation 1: %w", err)
	}
	as := []digest.Attestation{}
	for i, o := range words {
		if !w.agrees(o) {
			return nil, fmt.Errorf("attestation %d of %s is about another finding than attestation 1", i+1, o.Signer.Checksum())
		}
		as = append(as, o.Attestation)
	}
	slices.SortStableFunc(as, func(a, b digest.Attestation) int { return bytes.Compare(a.Signer[:], b.Signer[:]) })
	as = slices.CompactFunc(as, func(a, b digest.Attestation) bool { return a.Signer == b.Signer })
	id, err := n.ChainID(ctx)
	if err != nil {
		return nil, fmt.Errorf("asking for the chain id: %w", err)
	}
	if !id.IsUint64() || id.Uint64() != w.ChainID {
		return nil, fmt.Errorf("the attestations are for chain %d, the endpoint follows chain %s", w.ChainID, id)
	}
	out := &Award{ChainID: w.ChainID, To: w.Oracle, Finding: w.Finding, Calldata: digest.CalldataAttestedAward(w.Terms, w.Finding, w.ContentHash, w.Split, as)}
	for _, a := range as {
		out.Signers = append(out.Signers, a.Signer)
	}
	return out, try(ctx, n, out)
}

// consistent says whether the parts of a word hash to its finding.
func (w *Word) consistent() error {
	split := digest.SplitHash(w.Split)
	if w.Finding.SharesHash != split || w.Finding.SubmissionHash != digest.SubmissionHash(w.ContentHash, split) {
		return errors.New("content, split and finding do not belong together")
	}
	if w.Terms.Resolver != w.Oracle {
		return errors.New("the terms name another resolver")
	}
	return nil
}

// agrees says whether two words are about the same, and so can go together.
func (w *Word) agrees(o *Word) bool {
	if w.ChainID != o.ChainID || w.Oracle != o.Oracle || w.Finding != o.Finding {
		return false
	}
	a := digest.CalldataAttestedAward(w.Terms, w.Finding, w.ContentHash, w.Split, nil)
	b := digest.CalldataAttestedAward(o.Terms, o.Finding, o.ContentHash, o.Split, nil)
	return bytes.Equal(a, b)
}

// try calls the contract without a transaction.
func try(ctx context.Context, n Node, a *Award) error {
	to := common.Address(a.To)
	_, err := n.CallContract(ctx, ethereum.CallMsg{To: &to, Data: a.Calldata}, nil)
	if err == nil {
		if code, err := n.CodeAt(ctx, to, nil); err != nil || len(code) == 0 {
			return fmt.Errorf("there is no contract at %s: %w", to, err)
		}
		return nil
	}
	return fmt.Errorf("the contract refuses it: %s", Reason(err))
}

// Reason is a contract's error in words: its name and arguments, if it is one
// of the oracle or the escrow.
func Reason(err error) string {
	var data rpc.DataError
	if !errors.As(err, &data) {
		return err.Error()
	}
	raw, decodeErr := hexutil.Decode(fmt.Sprint(data.ErrorData()))
	if decodeErr != nil || len(raw) < 4 {
		return err.Error()
	}
	for _, meta := range []*bind.MetaData{attestationoracle.AttestationOracleMetaData, oabpescrow.OabpEscrowMetaData} {
		parsed, abiErr := meta.GetAbi()
		if abiErr != nil {
			return err.Error()
		}
		for name, e := range parsed.Errors {
			if !bytes.Equal(e.ID[:4], raw[:4]) {
				continue
			}
			args, unpackErr := e.Inputs.Unpack(raw[4:])
			if unpackErr != nil {
				return name
			}
			return fmt.Sprintf("%s%v", name, args)
		}
	}
	return err.Error()
}
