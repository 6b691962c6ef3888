package settle

// NeverPaid says what an address is if nobody can own what is paid to it: the
// token, a contract of the settlement, or an address without a key (R8). Empty
// means that it may be a payee.
func (s Settings) NeverPaid(a Address) string {
	switch {
	case a.IsZero():
		return "the zero address"
	case a == s.Token:
		return "the token contract"
	case isBurn(a):
		return "a burn address"
	}
	for _, p := range s.KnownPay() {
		if a == p.Address || a == p.DepositImpl {
			return "a settlement contract"
		}
	}
	for _, c := range s.KnownContracts() {
		if a == c.Address {
			return "a settlement contract"
		}
	}
	return ""
}

// isBurn: the customary addresses that nobody holds a key of: 0x…dEaD and the
// precompiles' range.
func isBurn(a Address) bool {
	for _, b := range a[:18] {
		if b != 0 {
			return false
		}
	}
	return a[18] == 0 || (a[18] == 0xde && a[19] == 0xad)
}
