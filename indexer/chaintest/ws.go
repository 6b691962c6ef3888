package chaintest

import "github.com/oabp/oabpd/settle"

// Subscribe gives the hash of every new head from now on, until stop. Hashes
// that nobody takes are dropped.
func (n *Node) Subscribe() (heads <-chan settle.Hash, stop func()) {
	c := make(chan settle.Hash, 16)
	n.mu.Lock()
	defer n.mu.Unlock()
	n.subs[c] = true
	return c, func() {
		n.mu.Lock()
		defer n.mu.Unlock()
		delete(n.subs, c)
	}
}

// announce tells subscribers of a new head; n.mu is held.
func (n *Node) announce(h settle.Hash) {
	for c := range n.subs {
		select {
		case c <- h:
		default:
		}
	}
}
