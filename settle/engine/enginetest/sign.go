package enginetest

import (
	"encoding/json"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/digest"
)

// Sign is the signature of an address, if the actor is its true owner; else one
// that does not verify.
func (w *World) Sign(by *Actor, addr settle.Address, h settle.Hash) []byte {
	if w.owners[addr] != by {
		return sign(by.Wallets[0], h)
	}
	return sign(addr, h)
}

// Link proves to an actor's account that it controls an address.
func (w *World) Link(a *Actor, addr settle.Address) error {
	nonce, _, err := w.Engine.Nonce(w.Ctx)
	w.must(err, "getting a nonce")
	msg, _ := json.Marshal(signInMessage{Address: addr, Nonce: nonce, Link: a.Agent})
	_, err = w.Engine.LinkAddress(w.Ctx, settle.Caller{Agent: a.Agent}, string(msg), string(w.Sign(a, addr, settle.Keccak256(msg))))
	if err == nil {
		w.proofs = append(w.proofs, Proof{Address: addr, Poster: a.Agent})
		if _, again := w.linkedAt[addr]; !again {
			w.linkedAt[addr] = w.applied()
		}
	}
	return err
}

// SignIn signs in by an address.
func (w *World) SignIn(a *Actor, addr settle.Address) (settle.SignedIn, error) {
	nonce, _, err := w.Engine.Nonce(w.Ctx)
	w.must(err, "getting a nonce")
	msg, _ := json.Marshal(signInMessage{Address: addr, Nonce: nonce})
	return w.Engine.SignIn(w.Ctx, string(msg), string(w.Sign(a, addr, settle.Keccak256(msg))))
}

// Prove presents, with a poster's credentials, what signer can sign as addr.
func (w *World) Prove(poster, signer *Actor, addr settle.Address, id string) error {
	h := settle.Keccak256([]byte("no instruction"))
	if i := w.Instruction(id); i != nil {
		h = digest.Domain{ChainID: i.ChainID, VerifyingContract: i.PayContract}.Payer(i.Digest, addr)
	}
	_, again, err := w.Engine.ProvePayer(w.Ctx, poster.Agent, id, addr, w.Sign(signer, addr, h))
	if err == nil && !again {
		w.proofs = append(w.proofs, Proof{Address: addr, Poster: poster.Agent, Instruction: id})
	}
	return err
}

// Direct presents, with a poster's credentials, signer's Direct for a log.
func (w *World) Direct(poster, signer *Actor, as settle.Address, id string, tx settle.Hash, index uint32) error {
	i := w.Instruction(id)
	h := digest.Domain{ChainID: i.ChainID, VerifyingContract: i.PayContract}.Direct(tx, index, i.Digest)
	_, err := w.Engine.Direct(w.Ctx, poster.Agent, id, tx, index, w.Sign(signer, as, h))
	if err == nil {
		w.noteDirected(id, tx, index)
	}
	return err
}

// noteDirected remembers what a Direct may have moved: from whom and to whom.
func (w *World) noteDirected(id string, tx settle.Hash, index uint32) {
	w.State(func(s settle.Tx) {
		for _, t := range settle.FindRows[*settle.Transfer](s, settle.TransfersOfTx(tx)) {
			if t.LogIndex != index || t.Void {
				continue
			}
			w.directed[t.Key()+" "+id] = true
			for _, a := range settle.FindRows[*settle.Allocation](s, settle.AllocationsOfTransfer(t.Key())) {
				w.directed[a.Instruction] = true
			}
		}
	})
}
