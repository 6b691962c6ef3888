package settle

import (
	"encoding/json"
	"strconv"
)

// encodeBody is json.Marshal of a fact's body. Blocks of plain token logs, of which
// a backfill has many, are written without reflection, to the same bytes.
func encodeBody(b Body) ([]byte, error) {
	if a, ok := b.(BlockApplied); ok && a.Audit == nil && !a.hasEvents() {
		return a.appendJSON(nil)
	}
	return json.Marshal(b)
}

// jsonPerLog is about what a transaction of one log takes.
const jsonPerLog = 440

// appendJSON appends the block as JSON; it must have no Audit, and no Event.
func (b *BlockApplied) appendJSON(to []byte) ([]byte, error) {
	if to == nil {
		to = make([]byte, 0, 512+jsonPerLog*len(b.Txs))
	}
	to = strconv.AppendUint(append(to, `{"block":{"number":`...), b.Block.Number, 10)
	to = appendHexMember(to, `,"hash":"`, b.Block.Hash[:])
	to = appendHexMember(to, `},"parent":"`, b.Parent[:])
	to = strconv.AppendInt(append(to, `,"time":`...), b.Time, 10)
	to = append(to, `,"txs":`...)
	if b.Txs == nil {
		to = append(to, "null"...)
	} else {
		to = append(to, '[')
		for i := range b.Txs {
			if i > 0 {
				to = append(to, ',')
			}
			to = b.Txs[i].appendJSON(to)
		}
		to = append(to, ']')
	}
	if b.Source != "" {
		source, err := json.Marshal(b.Source)
		if err != nil {
			return nil, err
		}
		to = append(append(to, `,"source":`...), source...)
	}
	return append(to, '}'), nil
}

func (t *TxLogs) appendJSON(to []byte) []byte {
	to = appendHexMember(to, `{"hash":"`, t.Hash[:])
	to = strconv.AppendUint(append(to, `,"index":`...), uint64(t.Index), 10)
	to = append(to, `,"logs":`...)
	if t.Logs == nil {
		return append(to, "null}"...)
	}
	to = append(to, '[')
	for i := range t.Logs {
		if i > 0 {
			to = append(to, ',')
		}
		to = t.Logs[i].appendJSON(to)
	}
	return append(to, "]}"...)
}

func (l *Log) appendJSON(to []byte) []byte {
	to = strconv.AppendUint(append(to, `{"i":`...), uint64(l.Index), 10)
	to = appendHexMember(to, `,"tx":"`, l.TxHash[:])
	to = strconv.AppendUint(append(to, `,"txi":`...), uint64(l.TxIndex), 10)
	to = appendHexMember(to, `,"emitter":"`, l.Emitter[:])
	to = strconv.AppendUint(append(to, `,"kind":`...), uint64(l.Kind), 10)
	if !l.From.IsZero() {
		to = appendHexMember(to, `,"from":"`, l.From[:])
	}
	if !l.To.IsZero() {
		to = appendHexMember(to, `,"to":"`, l.To[:])
	}
	if !l.Value.IsZero() {
		to = append(append(to, `,"value":"`...), l.Value.String()...)
		to = append(to, '"')
	}
	if !l.Ref.IsZero() {
		to = appendHexMember(to, `,"ref":"`, l.Ref[:])
	}
	return append(to, '}')
}

// appendHexMember appends what stands before a hex text, the text, and its end.
func appendHexMember(to []byte, before string, b []byte) []byte {
	return append(appendHex(append(to, before...), b), '"')
}
