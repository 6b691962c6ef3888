package seal

import (
	"io"

	"github.com/oabp/oabpd/settle"
)

// Sealer makes, opens and keeps envelopes: the port that the use cases seal
// through.
type Sealer struct {
	*Keyset
	// Salt gives the envelopes' random salts.
	Salt io.Reader
}

// Make builds the envelope of inline content, with its content hash. What the
// submitter can mend is refused with settle.CodeInvalid.
func (s Sealer) Make(content string, evidence []byte) (envelope []byte, hash settle.Hash, err error) {
	envelope, hash, err = Make(content, evidence, s.Salt)
	if isRefusal(err) {
		return nil, settle.Hash{}, settle.Errorf(settle.CodeInvalid, "%v", err)
	}
	return envelope, hash, err
}

// Open reads an envelope.
func (s Sealer) Open(envelope []byte) (settle.Content, error) {
	e, err := Parse(envelope)
	if err != nil {
		return settle.Content{}, err
	}
	return settle.Content{Text: e.Content, Evidence: e.Evidence}, nil
}
