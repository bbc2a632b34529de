// Package signed makes texts that only holders of a key can make: signatures, and tokens that also hide
// their text. The same text always gives the same signature and token.
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
	secret []byte
	nonces []byte
	aead   cipher.AEAD
}

// NewKey returns the key of a secret.
func NewKey(secret []byte) *Key {
	derive := func(use string) []byte {
		key, _ := hkdf.Key(sha256.New, secret, nil, use, 32) // fails only for longer keys
		return key
	}
	block, _ := aes.NewCipher(derive("tokens")) // 32 bytes are a valid key
	aead, _ := cipher.NewGCM(block)             // fails only for other block sizes
	return &Key{secret: secret, nonces: derive("nonces of tokens"), aead: aead}
}

// Sign returns the signature of a text, 22 characters that are safe in URLs.
func (k *Key) Sign(text string) string {
	return base64.RawURLEncoding.EncodeToString(sum(k.secret, text)[:16])
}

// Verify reports whether Sign returns the signature for the text. It takes equally long for all signatures.
func (k *Key) Verify(text, signature string) bool {
	return hmac.Equal([]byte(signature), []byte(k.Sign(text)))
}

// Seal returns a token for the text, safe in URLs. A nonce made from the text never comes twice for
// different texts, and gives equal tokens for equal texts.
func (k *Key) Seal(text string) string {
	nonce := sum(k.nonces, text)[:k.aead.NonceSize()]
	return base64.RawURLEncoding.EncodeToString(k.aead.Seal(nonce, nonce, []byte(text), nil))
}

// Open returns the text of a token, or false if Seal has not made the token.
func (k *Key) Open(token string) (string, bool) {
	data, err := base64.RawURLEncoding.Strict().DecodeString(token)
	if size := k.aead.NonceSize(); err == nil && len(data) > size {
		text, err := k.aead.Open(nil, data[:size], data[size:], nil)
		return string(text), err == nil
	}
	return "", false
}

func sum(key []byte, text string) []byte {
	mac := hmac.New(sha256.New, key)
	_, _ = mac.Write([]byte(text)) // never fails, https://pkg.go.dev/hash#Hash
	return mac.Sum(nil)
}
