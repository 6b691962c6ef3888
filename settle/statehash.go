package settle

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"fmt"
)

// StateDigest hashes all derived rows, table by table and in key order (keys
// compared as bytes): SHA-256 over each row's table, key and JSON, length
// delimited. Two states with the same digest are the same. rows must yield the
// rows of a table in key order.
func StateDigest(rows func(t Table, yield func(Row) error) error) (h Hash, err error) {
	d := sha256.New()
	put := func(b []byte) {
		var n [8]byte
		binary.BigEndian.PutUint64(n[:], uint64(len(b)))
		d.Write(n[:])
		d.Write(b)
	}
	d.Write([]byte("oabp.state.v1"))
	for _, t := range Tables() {
		err := rows(t, func(r Row) error {
			b, err := json.Marshal(r)
			if err != nil {
				return fmt.Errorf("encoding %s %s: %w", t, r.Key(), err)
			}
			put([]byte(t))
			put([]byte(r.Key()))
			put(b)
			return nil
		})
		if err != nil {
			return Hash{}, err
		}
	}
	d.Sum(h[:0])
	return h, nil
}
