// Package signed makes texts for URLs that only holders of a key can make: signatures, and tokens that
// also hide their text. The same text always gives the same signature and token.
//
// It must never store a text or know its meaning.
package signed

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
)

// Key signs and seals texts. It is safe for concurrent use.
type Key struct {
	secret, nonces []byte
	aead           cipher.AEAD
}

// NewKey returns the key of a secret of at least 32 random bytes.
func NewKey(secret []byte) *Key {
	derive := func(use string) []byte {
		key, _ := hkdf.Key(sha256.New, secret, nil, use, 32) // fails only for longer keys
		return key
	}
	block, _ := aes.NewCipher(derive("tokens")) // never fails for 32 bytes
	aead, _ := cipher.NewGCM(block)             // never fails for AES
	return &Key{secret, derive("nonces of tokens"), aead}
}

// Sign returns the signature of a text, 22 letters for a URL.
func (k *Key) Sign(text string) string { return encoding.EncodeToString(sum(k.secret, text)[:16]) }

// Verify reports whether Sign returns the signature for the text. It takes equally long for all
// signatures of the same length.
func (k *Key) Verify(text, signature string) bool {
	return hmac.Equal([]byte(signature), []byte(k.Sign(text)))
}

// Seal returns the token of a text, at most 39 letters longer than four thirds of it. The nonce follows
// from the text, so that the text alone decides the token.
func (k *Key) Seal(text string) string {
	nonce := sum(k.nonces, text)[:k.aead.NonceSize()]
	return encoding.EncodeToString(k.aead.Seal(nonce, nonce, []byte(text), nil))
}

// Open returns the text of a token, or false if Seal has not made the token.
func (k *Key) Open(token string) (text string, ok bool) {
	data, err := encoding.DecodeString(token)
	size := k.aead.NonceSize()
	if err != nil || len(data) < size || encoding.EncodeToString(data) != token { // the decoder skips line breaks
		return "", false
	}
	opened, err := k.aead.Open(nil, data[:size], data[size:], nil)
	return string(opened), err == nil
}

var encoding = base64.RawURLEncoding

func sum(key []byte, text string) []byte {
	mac := hmac.New(sha256.New, key)
	_, _ = mac.Write([]byte(text)) // never fails, https://pkg.go.dev/hash#Hash
	return mac.Sum(nil)
}
