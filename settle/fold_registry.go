package settle

import "slices"

// foldRegistry does what IOabpAgents, IOabpOracles, IAttestationOracle and
// IOabpReputation say of each event.
func (c *chainTx) foldRegistry(l Log) bool {
	switch e := l.Event.(type) {
	case EventAgentRegistered:
		c.Put(&ChainAgent{Contract: l.Emitter, Agent: e.Agent, RegisteredAt: c.b.Time, RegisteredBlock: c.b.Block.Number,
			ERC8004ID: e.ERC8004ID, ProfileHash: e.ProfileHash, URI: e.URI, At: c.pos(l)})
		return true
	case EventAgentUpdated:
		old := GetRow[ChainAgent](c, PairKey(l.Emitter, e.Agent))
		if old == nil {
			return false
		}
		a := *old
		a.ERC8004ID, a.ProfileHash, a.URI, a.At = e.ERC8004ID, e.ProfileHash, e.URI, c.pos(l)
		c.Put(&a)
		return true
	case EventAgentDeactivated:
		known := c.Get(TableChainAgent, PairKey(l.Emitter, e.Agent)) != nil
		c.Delete(TableChainAgent, PairKey(l.Emitter, e.Agent))
		return known
	case EventOracleAllowed:
		if !e.Allowed {
			c.Delete(TableOracle, PairKey(l.Emitter, e.Oracle))
			return true
		}
		c.Put(&Oracle{Contract: l.Emitter, Oracle: e.Oracle, CodeHash: e.CodeHash, At: c.pos(l)})
		return true
	case EventOwnershipTransferStarted:
		return c.editList(l, e.PreviousOwner, func(o *OracleList) { o.PendingOwner = e.NewOwner })
	case EventOwnershipTransferred:
		return c.editList(l, e.PreviousOwner, func(o *OracleList) { o.Owner, o.PendingOwner = e.NewOwner, Address{} })
	case EventAttestersSet:
		c.Put(&Attesters{Contract: l.Emitter, Threshold: e.Threshold, Attesters: slices.Clone(e.Attesters)})
		return true
	case EventAttested:
		return true // nothing is stored: the escrow's own events follow
	case EventReputationExported:
		return c.exported(l, e)
	case EventBlockAnchored:
		c.Put(&Anchor{Contract: l.Emitter, Number: e.BlockNumber, BlockHash: e.BlockHash})
		return true
	}
	return false
}

func (c *chainTx) editList(l Log, owner Address, edit func(*OracleList)) bool {
	o := OracleList{Contract: l.Emitter}
	if old := GetRow[OracleList](c, o.Key()); old != nil {
		o = *old
	}
	known := o.Owner == owner
	edit(&o)
	c.Put(&o)
	return known
}

func (c *chainTx) exported(l Log, e EventReputationExported) bool {
	x := Exported{Contract: l.Emitter, Mission: e.MissionID}
	if old := GetRow[Exported](c, x.Key()); old != nil {
		x = *old
	}
	octet, bit := 31-e.Tranche/8, byte(1)<<(e.Tranche%8)
	fresh := x.Mask[octet]&bit == 0
	x.Mask[octet] |= bit
	x.Awards = append(slices.Clone(x.Awards), ExportedTo{Tranche: e.Tranche, AgentID: e.AgentID, Agent: e.Agent, At: c.pos(l)})
	c.Put(&x)
	return fresh
}
