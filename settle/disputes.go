package settle

import "slices"

// Disputes are the poster's awards of the escrow that a reorganization removed
// after they had released work, and for which the poster is disputed (R25): as
// long as the escrow can still award them, until it does; and once the reward has
// gone back, which nobody can make good on the chain, until an operator has
// cleared the incident.
func Disputes(s State, poster string) []*EscrowAward {
	return slices.DeleteFunc(FindRows[*EscrowAward](s, AwardsReverted(poster)), func(a *EscrowAward) bool {
		return !CanBeAwarded(s, a) && !slices.ContainsFunc(FindRows[*Incident](s, IncidentsOpen()), func(i *Incident) bool {
			return i.Kind == IncidentReverted && i.Instruction == a.Key()
		})
	})
}

// CanBeAwarded says that the escrow holds the reward of an award that is not on
// the chain, so that it can be awarded again.
func CanBeAwarded(s State, a *EscrowAward) bool {
	m := GetRow[EscrowMission](s, a.OnChain.String())
	if m == nil || m.DoneMask&Bit(a.Tranche) != 0 {
		return false
	}
	return m.Status == EscrowOpen || m.Status == EscrowActive || m.PendingMask&Bit(a.Tranche) != 0
}
