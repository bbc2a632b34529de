package config

import "crypto/ed25519"

// forgeable reports whether anybody can sign for a public key, as for one of
// zeros: for the few keys whose multiples soon come around to nothing, the
// signature that is nothing itself is right for one text in eight or more. None
// of these belongs to anybody.
func forgeable(key ed25519.PublicKey) bool {
	nothing := make([]byte, ed25519.SignatureSize)
	nothing[0] = 1
	for n := range 256 {
		if ed25519.Verify(key, []byte{byte(n)}, nothing) {
			return true
		}
	}
	return false
}
