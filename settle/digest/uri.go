package digest

import (
	"strconv"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/money"
)

// TransferURI is the EIP-681 request for a plain token transfer, as a wallet
// reads it from a QR code. Addresses are in their EIP-55 form, the amount is in
// token units.
func TransferURI(token settle.Address, chainID uint64, to settle.Address, amount money.Amount) string {
	return "ethereum:" + token.Checksum() + "@" + strconv.FormatUint(chainID, 10) +
		"/transfer?address=" + to.Checksum() + "&uint256=" + amount.String()
}
