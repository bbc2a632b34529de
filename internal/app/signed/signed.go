// Package signed makes the parts of URLs that only the bot can make: marks, which sign a text that
// anyone may read, and sealed texts, which hide it. Processes with the same key accept each other's.
//
// The package must never know what a text means, nor keep anything: the text says all.
package signed

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
)

// Key is a secret of at least 32 random bytes.
type Key []byte

var encoding = base64.RawURLEncoding

// Mark returns a signature of text, 22 letters for a URL. Compare it with [hmac.Equal].
func (k Key) Mark(text string) string { return encoding.EncodeToString(k.sum(text)[:16]) }

func (k Key) sum(text string) []byte {
	mac := hmac.New(sha256.New, k)
	_, _ = mac.Write([]byte(text)) // never fails, https://pkg.go.dev/hash#Hash
	return mac.Sum(nil)
}

// Sealer seals texts of one purpose, and opens no others. It is safe for concurrent use.
type Sealer struct {
	nonces Key
	aead   cipher.AEAD
}

// Sealer returns the sealer of a purpose.
func (k Key) Sealer(purpose string) *Sealer {
	keys, err := hkdf.Key(sha256.New, k, nil, "othellobot "+purpose, 2*32)
	if err != nil {
		panic(err) // only for longer keys, or in FIPS mode for a key under 14 bytes
	}
	block, _ := aes.NewCipher(keys[:32]) // never fails for this size
	aead, _ := cipher.NewGCM(block)      // never fails for AES
	return &Sealer{keys[32:], aead}
}

// Seal returns text as letters for a URL that do not reveal it, 38 and a third more than text. The nonce
// follows from the text, so the same text gives the same letters.
func (s *Sealer) Seal(text string) string {
	nonce := s.nonces.sum(text)[:s.aead.NonceSize()]
	return encoding.EncodeToString(s.aead.Seal(nonce, nonce, []byte(text), nil))
}

// Open returns the text that Seal sealed, or false.
func (s *Sealer) Open(sealed string) (text string, ok bool) {
	raw, err := encoding.DecodeString(sealed)
	size := s.aead.NonceSize()
	if err != nil || len(raw) < size || encoding.EncodeToString(raw) != sealed { // the decoder skips line breaks
		return "", false
	}
	opened, err := s.aead.Open(nil, raw[:size], raw[size:], nil)
	return string(opened), err == nil
}
