package chaintest

import (
	"sync"

	"github.com/oabp/oabpd/indexer"
)

// Network is one model chain behind several nodes. Each node shows the model
// chain, unless it is held (it goes on showing what it showed then) or strays (it
// has a branch of its own); lag, delay and faults are each node's too. It is safe
// for concurrent use, but for Nodes and Model, which never change.
type Network struct {
	// Model is what is true. It answers too, but no test asks it.
	Model *Node
	Nodes []*Node

	mu   sync.Mutex
	away []bool // held or strayed
}

// NewNetwork makes a network of nodes that all show a genesis block.
func NewNetwork(chainID, seed uint64, nodes int) *Network {
	n := &Network{Model: NewNode(chainID, seed), away: make([]bool, nodes)}
	for i := range nodes { // no two stray to the same branch
		n.Nodes = append(n.Nodes, NewNode(chainID, seed+uint64(i)+1))
	}
	n.spread()
	return n
}

// spread shows the model to all nodes that follow it.
func (n *Network) spread() {
	n.mu.Lock()
	defer n.mu.Unlock()
	for i, node := range n.Nodes {
		if !n.away[i] {
			node.Follow(n.Model)
		}
	}
}

// Mine appends one block to the model.
func (n *Network) Mine(logs ...indexer.RawLog) indexer.Head {
	h := n.Model.Mine(logs...)
	n.spread()
	return h
}

// Reorg is Node.Reorg of the model.
func (n *Network) Reorg(depth int, blocks ...[]indexer.RawLog) {
	n.Model.Reorg(depth, blocks...)
	n.spread()
}

// Show is Node.Show of the model.
func (n *Network) Show(blocks ...Block) {
	n.Model.Show(blocks...)
	n.spread()
}

// Hold makes a node keep what it shows now, whatever becomes of the model.
func (n *Network) Hold(node int) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.away[node] = true
}

// Stray makes a node leave the model: of what it shows it replaces the newest
// depth blocks by others, one for each element of blocks.
func (n *Network) Stray(node, depth int, blocks ...[]indexer.RawLog) {
	n.Hold(node)
	n.Nodes[node].Reorg(depth, blocks...)
}

// Return makes a node show the model again.
func (n *Network) Return(node int) {
	n.mu.Lock()
	n.away[node] = false
	n.mu.Unlock()
	n.spread()
}

// Heal ends every fault, lag, delay and branch. It returns how often faults have
// hit since the healing before.
func (n *Network) Heal() (hits int) {
	for i, node := range n.Nodes {
		hits += node.Heal()
		node.Slow(0)
		node.Prune(0, false)
		n.Return(i)
	}
	return hits
}
