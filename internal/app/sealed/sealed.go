// Package sealed encrypts the data that adapters keep for each installation, such as tokens. Only the
// configuration has the keys, so a copy of the database does not reveal the data. [Installs] wraps a
// store and seals with [Keys].
//
// It must never delete or replace data that no key opens: the right key may come back.
package sealed

import (
	"bytes"
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"log/slog"
	"slices"
	"sync"

	"othellobot/store"
)

// Installs keeps installations sealed in a store. It is safe for concurrent use.
type Installs struct {
	next       store.Installs
	keys       Keys
	plainNames []string // entries of other packages, which stay in plain text
	log        *slog.Logger

	mu     sync.Mutex // guards closed
	closed map[string]bool
}

// NewInstalls returns Installs that seal with keys and store in next. Names omits the entries in
// plainNames, and Reseal never seals them.
func NewInstalls(next store.Installs, keys Keys, log *slog.Logger, plainNames ...string) *Installs {
	return &Installs{next: next, keys: keys, plainNames: plainNames, log: log, closed: make(map[string]bool)}
}

// Load returns the data saved under a name, or nil if the name is unknown. It fails with [ErrUnreadable]
// if no key opens the data.
func (s *Installs) Load(ctx context.Context, name string) ([]byte, error) {
	text, err := s.next.Load(ctx, name)
	if err != nil || text == nil {
		return nil, err
	}
	data, _, err := s.keys.open(name, text)
	s.note(ctx, name, err)
	return data, err
}

// Save seals data and stores it under the name.
func (s *Installs) Save(ctx context.Context, name string, data []byte) error {
	err := s.next.Save(ctx, name, s.keys.seal(name, data))
	if err == nil {
		s.note(ctx, name, nil)
	}
	return err
}

// Delete removes an entry. [Installs.Unreadable] no longer counts it.
func (s *Installs) Delete(ctx context.Context, name string) error {
	err := s.next.Delete(ctx, name)
	if err == nil {
		s.note(ctx, name, nil)
	}
	return err
}

// Names returns the names of the installations.
func (s *Installs) Names(ctx context.Context) ([]string, error) {
	names, err := s.next.Names(ctx)
	return slices.DeleteFunc(names, func(name string) bool { return slices.Contains(s.plainNames, name) }), err
}

// Unreadable returns the number of installations that no key could open when they were last loaded.
func (s *Installs) Unreadable() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.closed)
}

// Reseal seals every installation with the first key, and finds what no key opens. It logs failures,
// and leaves the entries concerned unchanged.
func (s *Installs) Reseal(ctx context.Context) {
	names, err := s.Names(ctx)
	renewed := 0
	for _, name := range names {
		done, failure := s.reseal(ctx, name)
		if done {
			renewed++
		}
		err = errors.Join(err, failure)
	}
	if renewed > 0 {
		s.log.InfoContext(ctx, "sealed the tokens of workspaces", "workspaces", renewed)
	}
	if err != nil && ctx.Err() == nil {
		s.log.WarnContext(ctx, "cannot seal the tokens of all workspaces", "error", err)
	}
}

func (s *Installs) reseal(ctx context.Context, name string) (done bool, err error) {
	text, err := s.next.Load(ctx, name)
	if err != nil || text == nil {
		return false, err
	}
	data, current, err := s.keys.open(name, text)
	s.note(ctx, name, err)
	if err != nil || current {
		return false, nil // note has logged the error
	}
	return s.next.Swap(ctx, name, text, s.keys.seal(name, data)) // Swap stores nothing if another process has saved meanwhile
}

func (s *Installs) note(ctx context.Context, name string, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err == nil {
		delete(s.closed, name)
		return
	}
	if !s.closed[name] {
		s.closed[name] = true
		s.log.ErrorContext(ctx, "the tokens of a workspace cannot be opened, so it is not served; nothing is deleted", "error", err, "closed", len(s.closed))
	}
}

// ErrUnreadable reports that a stored text was sealed with another key or under another name, or is damaged.
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
		block, _ := aes.NewCipher(key)                 // never fails for this keySize
		aead, _ := cipher.NewGCMWithRandomNonce(block) // never fails for AES
		k.all = append(k.all, aead)
	}
	return k, nil
}

// seal returns data itself if there is no key.
func (k Keys) seal(name string, data []byte) []byte {
	if len(k.all) == 0 {
		return data
	}
	return encoding.AppendEncode([]byte(version), k.all[0].Seal(nil, nil, data, []byte(name)))
}

// open returns the data in a text. current reports whether seal would use the same key now.
func (k Keys) open(name string, text []byte) (data []byte, current bool, err error) {
	if !bytes.HasPrefix(text, []byte(mark)) {
		return text, len(k.all) == 0, nil
	}
	sealed, ok := bytes.CutPrefix(text, []byte(version))
	raw, err := encoding.AppendDecode(nil, sealed)
	if ok && err == nil {
		for i, key := range k.all {
			if data, err := key.Open(nil, nil, raw, []byte(name)); err == nil {
				return data, i == 0, nil
			}
		}
	}
	return nil, false, ErrUnreadable
}
