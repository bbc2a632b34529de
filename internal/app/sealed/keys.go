package sealed

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/sha256"
	"encoding/base64"
	"errors"
)

// ErrUnreadable reports that no key opens the stored text. The text was sealed with another key or under
// another name, or it is damaged.
var ErrUnreadable = errors.New("SECRET_KEY does not decrypt the stored value")

// Keys encrypts data under a name, and opens it only under the same name. The first key encrypts; every
// key can open. The zero Keys leaves data in plain text, and opens only plain text. It is safe for
// concurrent use.
type Keys struct{ all []cipher.AEAD }

// A sealed text begins with its version, so that a later program can use another format. It is in
// Base64 because stores hold text.
const (
	mark    = "sealed:"
	version = mark + "1:" // AES-256-GCM with a key by HKDF-SHA256; nonce and ciphertext in Base64
	purpose = "othellobot installations 1"
	keySize = 32
)

var encoding = base64.RawStdEncoding.Strict()

// NewKeys derives keys from secrets. A secret should consist of at least 32 random bytes.
func NewKeys(secrets ...string) (Keys, error) {
	var k Keys
	for _, secret := range secrets {
		key, err := hkdf.Key(sha256.New, []byte(secret), nil, purpose, keySize)
		if err != nil {
			return Keys{}, err
		}
		block, err := aes.NewCipher(key)
		if err != nil {
			return Keys{}, err
		}
		aead, err := cipher.NewGCMWithRandomNonce(block)
		if err != nil {
			return Keys{}, err
		}
		k.all = append(k.all, aead)
	}
	return k, nil
}

// seal returns the text to store for data under a name. Without a key, that is data itself.
func (k Keys) seal(name string, data []byte) []byte {
	if len(k.all) == 0 {
		return data
	}
	return encoding.AppendEncode([]byte(version), k.all[0].Seal(nil, nil, data, []byte(name)))
}

// open returns the data in a text stored under a name. current reports whether seal would use the same
// key now.
func (k Keys) open(name string, text []byte) (data []byte, current bool, err error) {
	sealed, ok := bytes.CutPrefix(text, []byte(version))
	switch {
	case !ok && bytes.HasPrefix(text, []byte(mark)):
		return nil, false, ErrUnreadable
	case !ok:
		return text, len(k.all) == 0, nil
	}
	raw, err := encoding.AppendDecode(nil, sealed)
	if err != nil {
		return nil, false, ErrUnreadable
	}
	for i, key := range k.all {
		if data, err := key.Open(nil, nil, raw, []byte(name)); err == nil {
			return data, i == 0, nil
		}
	}
	return nil, false, ErrUnreadable
}
