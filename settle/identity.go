package settle

import (
	"encoding/hex"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Limits of identities.
const (
	// MaxProviderLen and MaxSubjectLen are in bytes.
	MaxProviderLen = 32
	MaxSubjectLen  = 255
	// MaxIdentities is how many one agent may have.
	MaxIdentities = 10
)

// Identity is how a person signs in: what a provider calls them, as an agent of
// kind human. It is personal data: it lies beside the journal, and is erased by
// deleting it.
type Identity struct {
	// Provider is who vouches for the person, such as github; lower-case, at most
	// MaxProviderLen bytes.
	Provider string
	// Index is the keyed digest of provider and subject, by which it is found. Who
	// lacks the key cannot test a guess against it.
	Index Hash
	// Subject is the provider's lasting id of the person, encrypted for SealID.
	Subject []byte
	Agent   string
	// LinkedAt is in Unix milliseconds.
	LinkedAt int64
}

// ID is the identity's public name: idn_ and 16 hex digits of its index.
func (i Identity) ID() string { return "idn_" + hex.EncodeToString(i.Index[:8]) }

// SealID is what the ciphertext of a subject is bound to: it opens for this
// provider and index only.
func (i Identity) SealID() string { return "identity:" + i.Provider + ":" + i.Index.String() }

// CheckIdentity refuses what no provider vouches for: a provider that is no short
// lower-case name, or a subject that is empty, longer than MaxSubjectLen, or no
// text that can be seen. Subjects are compared byte by byte. The error does not
// repeat the subject.
func CheckIdentity(provider, subject string) error {
	for k, r := range provider {
		if !(r >= 'a' && r <= 'z' || k > 0 && (r >= '0' && r <= '9' || r == '-' || r == '_')) {
			return fmt.Errorf("a provider's name has lower-case letters, digits, - and _, and begins with a letter")
		}
	}
	if provider == "" || len(provider) > MaxProviderLen {
		return fmt.Errorf("a provider's name has 1 to %d characters", MaxProviderLen)
	}
	if subject == "" || len(subject) > MaxSubjectLen || !utf8.ValidString(subject) || strings.ContainsFunc(subject, unicode.IsControl) {
		return fmt.Errorf("a subject has 1 to %d bytes of text", MaxSubjectLen)
	}
	return nil
}
