package config

import "crypto/ed25519"

// forgeable reports whether anyone can forge signatures for the key, such as the key of all zeros. If
// the key is a point of small order, the signature with R = identity and S = 0 is valid for at least
// one message in eight.
func forgeable(key ed25519.PublicKey) bool {
	forged := make([]byte, ed25519.SignatureSize)
	forged[0] = 1
	for n := range 256 {
		if ed25519.Verify(key, []byte{byte(n)}, forged) {
			return true
		}
	}
	return false
}
