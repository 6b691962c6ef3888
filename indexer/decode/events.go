package decode

import "github.com/oabp/oabpd/settle"

// event is the form of one event: how many topics it has behind the first, how
// many words its data begin with, and how both are read.
type event struct {
	kind      settle.LogKind
	signature string
	topic     settle.Hash
	indexed   int
	words     int
	read      func(l *settle.Log, topics, data *words)
}

func of(kind settle.LogKind, signature string, indexed, head int, read func(l *settle.Log, t, d *words)) event {
	return event{kind, signature, settle.Keccak256([]byte(signature)), indexed, head, read}
}

// says is an event of the escrow's system: all that it says goes to Log.Event.
func says[E settle.ChainEvent](signature string, indexed, head int, read func(e *E, t, d *words)) event {
	var zero E
	return of(zero.LogKind(), signature, indexed, head, func(l *settle.Log, t, d *words) {
		var e E
		read(&e, t, d)
		l.Event = e
	})
}

// tokenEvents are the token's: ERC-20, EIP-3009, and those of a token whose issuer can
// pause it (USDC).
func tokenEvents() []event {
	return []event{
		of(settle.LogTransfer, "Transfer(address,address,uint256)", 2, 1, func(l *settle.Log, t, d *words) {
			l.From, l.To, l.Value = t.address(), t.address(), d.amount(32)
		}),
		of(settle.LogAuthorizationUsed, "AuthorizationUsed(address,bytes32)", 2, 0, func(l *settle.Log, t, _ *words) {
			l.From, l.Ref = t.address(), t.word()
		}),
		of(settle.LogPause, "Pause()", 0, 0, func(*settle.Log, *words, *words) {}),
		of(settle.LogUnpause, "Unpause()", 0, 0, func(*settle.Log, *words, *words) {}),
	}
}

// payEvents are the pay contract's (contracts.md decision 13).
func payEvents() []event {
	leg := func(l *settle.Log, t, d *words) {
		l.Ref, l.To, l.Value, l.From = t.word(), t.address(), d.amount(32), d.address()
	}
	return []event{
		of(settle.LogInstructionPaid, "InstructionPaid(bytes32,address,uint256,address)", 2, 2, leg),
		of(settle.LogInstructionLegRefused, "InstructionLegRefused(bytes32,address,uint256,address)", 2, 2, leg),
		of(settle.LogDepositFlushed, "DepositFlushed(bytes32,address,uint256)", 2, 1, func(l *settle.Log, t, d *words) {
			l.Ref, l.From, l.Value = t.word(), t.address(), d.amount(32)
		}),
		of(settle.LogDepositRefunded, "DepositRefunded(bytes32,address,address,uint256)", 3, 1, func(l *settle.Log, t, d *words) {
			l.Ref, l.From, l.To, l.Value = t.word(), t.address(), t.address(), d.amount(32)
		}),
	}
}

// contractEvents are those of a contract of the escrow's system.
func contractEvents(r settle.ContractRole) []event {
	switch r {
	case settle.RoleEscrow:
		return escrowEvents()
	case settle.RoleAgents:
		return agentsEvents()
	case settle.RoleVote:
		return voteEvents()
	case settle.RoleOracles:
		return oraclesEvents()
	case settle.RoleAttestationOracle:
		return attestationEvents()
	case settle.RoleReputation:
		return reputationEvents()
	}
	return nil
}

func topicsOf(evs []event) []settle.Hash {
	var ts []settle.Hash
	for _, ev := range evs {
		ts = append(ts, ev.topic)
	}
	return ts
}
