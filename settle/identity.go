package settle

// Limits of an identity's parts, in bytes.
const (
	MaxProviderLen = 32
	MaxSubjectLen  = 255
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
	// Subject is the provider's lasting id of the person, encrypted.
	Subject []byte
	Agent   string
	// LinkedAt is in Unix milliseconds.
	LinkedAt int64
}
