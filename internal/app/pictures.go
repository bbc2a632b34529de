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

// pictureKey is the name of a key in the store of installations. The key signs the URLs of pictures. All
// processes that share the store share the key. It never changes, because old messages contain the URLs.
const pictureKey = "key of pictures"

// newGallery returns a gallery at the bot's public URL, or nil if the bot has none. It creates the key
// if the store does not have one yet.
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
