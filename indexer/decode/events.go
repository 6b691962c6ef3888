package decode

import "github.com/oabp/oabpd/settle"

// event is the form of one event and where its words go.
type event struct {
	kind      settle.LogKind
	signature string
	topic     settle.Hash
	indexed   []field
	data      []field
}

// tokenEvents are the token's: ERC-20, EIP-3009.
func tokenEvents() []event {
	return []event{
		of(settle.LogTransfer, "Transfer(address,address,uint256)",
			[]field{toFrom, toTo}, []field{toValue}),
		of(settle.LogAuthorizationUsed, "AuthorizationUsed(address,bytes32)",
			[]field{toFrom, toRef}, nil),
	}
}

// payEvents are the pay contract's (contracts.md decision 13).
func payEvents() []event {
	return []event{
		of(settle.LogInstructionPaid, "InstructionPaid(bytes32,address,uint256,address)",
			[]field{toRef, toTo}, []field{toValue, toFrom}),
		of(settle.LogInstructionLegRefused, "InstructionLegRefused(bytes32,address,uint256,address)",
			[]field{toRef, toTo}, []field{toValue, toFrom}),
		of(settle.LogDepositFlushed, "DepositFlushed(bytes32,address,uint256)",
			[]field{toRef, toFrom}, []field{toValue}),
		of(settle.LogDepositRefunded, "DepositRefunded(bytes32,address,address,uint256)",
			[]field{toRef, toFrom, toTo}, []field{toValue}),
	}
}

func of(kind settle.LogKind, signature string, indexed, data []field) event {
	return event{kind, signature, settle.Keccak256([]byte(signature)), indexed, data}
}

func topicsOf(evs []event) []settle.Hash {
	var ts []settle.Hash
	for _, ev := range evs {
		ts = append(ts, ev.topic)
	}
	return ts
}
