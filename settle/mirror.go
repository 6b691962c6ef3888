package settle

// mirrorRow is a row that mirrors a contract's storage.
type mirrorRow interface {
	Row
	// of is the contract.
	of() Address
}

func (m *EscrowMission) of() Address    { return m.Contract }
func (e *EscrowEntry) of() Address      { return e.Contract }
func (c *EscrowCommitment) of() Address { return c.Contract }
func (c *EscrowCredit) of() Address     { return c.Contract }
func (b *EscrowBook) of() Address       { return b.Contract }
func (v *VoteVoter) of() Address        { return v.Contract }
func (p *VotePoll) of() Address         { return p.Contract }
func (c *VoteChoice) of() Address       { return c.Contract }
func (b *VoteBallot) of() Address       { return b.Contract }
func (b *VoteBook) of() Address         { return b.Contract }
func (a *ChainAgent) of() Address       { return a.Contract }
func (o *Oracle) of() Address           { return o.Contract }
func (l *OracleList) of() Address       { return l.Contract }
func (a *Attesters) of() Address        { return a.Contract }
func (e *Exported) of() Address         { return e.Contract }
func (a *Anchor) of() Address           { return a.Contract }

func newMirrorRow(t Table) mirrorRow {
	switch t {
	case TableEscrowMission:
		return &EscrowMission{}
	case TableEscrowEntry:
		return &EscrowEntry{}
	case TableEscrowCommitment:
		return &EscrowCommitment{}
	case TableEscrowCredit:
		return &EscrowCredit{}
	case TableEscrowBook:
		return &EscrowBook{}
	case TableVoteVoter:
		return &VoteVoter{}
	case TableVotePoll:
		return &VotePoll{}
	case TableVoteChoice:
		return &VoteChoice{}
	case TableVoteBallot:
		return &VoteBallot{}
	case TableVoteBook:
		return &VoteBook{}
	case TableChainAgent:
		return &ChainAgent{}
	case TableOracle:
		return &Oracle{}
	case TableOracleList:
		return &OracleList{}
	case TableAttesters:
		return &Attesters{}
	case TableExported:
		return &Exported{}
	case TableAnchor:
		return &Anchor{}
	}
	panic("unknown table " + string(t))
}
