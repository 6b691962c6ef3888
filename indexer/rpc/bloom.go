package rpc

import (
	"encoding/binary"

	"github.com/oabp/oabpd/settle"
)

const bloomBytes = 256

// bloomHas tests a header's filter (yellow paper, 4.4.3): three of 2048 bits,
// each given by 11 bits of the hash.
func bloomHas(bloom []byte, item []byte) bool {
	if len(bloom) != bloomBytes {
		return false
	}
	h := settle.Keccak256(item)
	for i := 0; i < 6; i += 2 {
		bit := binary.BigEndian.Uint16(h[i:]) & 2047
		if bloom[bloomBytes-1-bit/8]&(1<<(bit%8)) == 0 {
			return false
		}
	}
	return true
}

// mayHaveWatched says whether the filter admits a watched event.
func (c *Client) mayHaveWatched(bloom []byte) bool {
	for a, topics := range c.watches {
		if !bloomHas(bloom, a[:]) {
			continue
		}
		for t := range topics {
			if bloomHas(bloom, t[:]) {
				return true
			}
		}
	}
	return false
}
