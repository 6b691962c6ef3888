package decode

import "github.com/oabp/oabpd/settle"

// maxAttesters is the most attesters of an AttestationOracle.
const maxAttesters = 32

// agentsEvents are OabpAgents' (IOabpAgents).
func agentsEvents() []event {
	return []event{
		says("AgentRegistered(address,uint256,bytes32,string)", 2, 2, func(e *settle.EventAgentRegistered, t, d *words) {
			e.Agent, e.ERC8004ID, e.ProfileHash, e.URI = t.address(), settle.Uint256(t.word()), d.word(), d.text(maxURI)
		}),
		says("AgentUpdated(address,uint256,bytes32,string)", 2, 2, func(e *settle.EventAgentUpdated, t, d *words) {
			e.Agent, e.ERC8004ID, e.ProfileHash, e.URI = t.address(), settle.Uint256(t.word()), d.word(), d.text(maxURI)
		}),
		says("AgentDeactivated(address)", 1, 0, func(e *settle.EventAgentDeactivated, t, _ *words) {
			e.Agent = t.address()
		}),
	}
}

// oraclesEvents are OabpOracles' (IOabpOracles, Ownable2Step).
func oraclesEvents() []event {
	return []event{
		says("OracleAllowed(address,bool,bytes32)", 1, 2, func(e *settle.EventOracleAllowed, t, d *words) {
			e.Oracle, e.Allowed, e.CodeHash = t.address(), d.bool(), d.word()
		}),
		says("OwnershipTransferStarted(address,address)", 2, 0, func(e *settle.EventOwnershipTransferStarted, t, _ *words) {
			e.PreviousOwner, e.NewOwner = t.address(), t.address()
		}),
		says("OwnershipTransferred(address,address)", 2, 0, func(e *settle.EventOwnershipTransferred, t, _ *words) {
			e.PreviousOwner, e.NewOwner = t.address(), t.address()
		}),
	}
}

// attestationEvents are AttestationOracle's (IAttestationOracle).
func attestationEvents() []event {
	return []event{
		says("AttestersSet(uint256,address[])", 0, 2, func(e *settle.EventAttestersSet, _, d *words) {
			e.Threshold, e.Attesters = uint8(d.number(1)), array(d, maxAttesters, (*words).address)
		}),
		says("Attested(bytes32,uint8,address,bytes32,uint256,address[])", 3, 3, func(e *settle.EventAttested, t, d *words) {
			e.MissionID, e.Tranche, e.Agent = t.word(), t.tranche(), t.address()
			e.SubmissionHash, e.Position, e.Signers = d.word(), d.number(8), array(d, maxAttesters, (*words).address)
		}),
	}
}

// reputationEvents are OabpReputation's (IOabpReputation).
func reputationEvents() []event {
	return []event{
		says("ReputationExported(bytes32,uint8,uint256,address,uint256)", 3, 2, func(e *settle.EventReputationExported, t, d *words) {
			e.MissionID, e.Tranche, e.AgentID = t.word(), t.tranche(), settle.Uint256(t.word())
			e.Agent, e.Gross = d.address(), d.amount(uint256)
		}),
		says("BlockAnchored(uint256,bytes32)", 1, 1, func(e *settle.EventBlockAnchored, t, d *words) {
			e.BlockNumber, e.BlockHash = t.number(8), d.word()
		}),
	}
}
