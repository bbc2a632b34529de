package app

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"

	"othellobot/internal/app/config"
	"othellobot/internal/app/gallery"
	"othellobot/store"
)

// pictureKey names what the addresses of pictures are signed with. It is made once for all
// processes that share the store, and for as long as the store lasts: addresses stand in
// messages.
const pictureKey = "key of pictures"

// newGallery serves pictures from the public address of the bot. It is nil where there is
// none.
func newGallery(ctx context.Context, c config.Config, installs store.Installs) (*gallery.Gallery, error) {
	if c.PublicURL == "" {
		return nil, nil
	}
	var random [32]byte
	_, _ = rand.Read(random[:]) // never fails, https://pkg.go.dev/crypto/rand#Read
	_, err := installs.Swap(ctx, pictureKey, nil, []byte(hex.EncodeToString(random[:])))
	key, unread := installs.Load(ctx, pictureKey)
	if err := errors.Join(err, unread); err != nil {
		return nil, fmt.Errorf("the key of pictures: %w", err)
	}
	return gallery.New(c.PublicURL, key, c.FloodLimits), nil
}
