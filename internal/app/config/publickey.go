package config

import "crypto/ed25519"

// forgeable reports whether anyone can forge signatures for the key, such as the key of all zeros. For
// the few points of small order, the signature with R = identity and S = 0 is valid for at least one
// message in eight. Nobody uses such a key.
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
