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

// ErrClosed says that no key opens what is stored: it was sealed with another one, or
// belongs to somebody else, or is damaged.
var ErrClosed = errors.New("SECRET_KEY does not open what is stored")

// Keys seal texts, each for a name. The first of them seals, and all open. The zero
// Keys seal nothing, and open what is not sealed. They may be used concurrently.
type Keys struct{ all []cipher.AEAD }

// What the name of a kind of sealing begins, so that another kind can follow, and what
// a key is made for. Base64 because stores keep texts.
const (
	mark    = "sealed:"
	version = mark + "1:" // AES-256-GCM, its key by HKDF-SHA256; nonce and text in Base64
	purpose = "othellobot installations 1"
	keySize = 32
)

// encoding is strict unpadded Base64: one spelling per value.
var encoding = base64.RawStdEncoding.Strict()

// NewKeys makes keys of secrets, which should be random, and as long as such a key.
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

// seal gives the text in which data is stored under a name, as it is without a key.
func (k Keys) seal(name string, data []byte) []byte {
	if len(k.all) == 0 {
		return data
	}
	return encoding.AppendEncode([]byte(version), k.all[0].Seal(nil, nil, data, []byte(name)))
}

// open gives the data that is stored in a text under a name, and whether seal would
// still store it so.
func (k Keys) open(name string, text []byte) (data []byte, current bool, err error) {
	sealed, ok := bytes.CutPrefix(text, []byte(version))
	switch {
	case !ok && bytes.HasPrefix(text, []byte(mark)):
		return nil, false, ErrClosed
	case !ok:
		return text, len(k.all) == 0, nil
	}
	raw, err := encoding.AppendDecode(nil, sealed)
	if err != nil {
		return nil, false, ErrClosed
	}
	for i, key := range k.all {
		if data, err := key.Open(nil, nil, raw, []byte(name)); err == nil {
			return data, i == 0, nil
		}
	}
	return nil, false, ErrClosed
}
