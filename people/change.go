package people

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"othellobot/game"
)

// maxAttempts limits how often a change is tried while others change the same document.
const maxAttempts = 16

// read returns a document of a player, and what it holds. Fields that are not known are ignored.
// Its error is a [*game.StoreError].
func read[T any](ctx context.Context, of Documents, p game.Player, kind Kind) (kept Kept, doc T, err error) {
	kept, err = of.Kept(ctx, p, kind)
	if err == nil {
		doc, err = parse[T](kept)
	}
	if err != nil {
		return kept, doc, &game.StoreError{Err: err}
	}
	return kept, doc, nil
}

func parse[T any](kept Kept) (doc T, err error) {
	if kept.Doc != "" {
		err = json.Unmarshal([]byte(kept.Doc), &doc)
	}
	return doc, err
}

// update changes a document of a player by compare-and-swap. It calls edit again whenever another
// change came first, and stores nothing if edit leaves everything as it is. The errors are those of
// edit, [game.ErrStale] if others were faster time and again, and a [*game.StoreError].
func update[T any](ctx context.Context, of Documents, p game.Player, kind Kind, now time.Time, edit func(c *Change, doc *T) error) error {
	for range maxAttempts {
		kept, doc, err := read[T](ctx, of, p, kind)
		if err != nil {
			return err
		}
		kept.Doc = format(doc) // so that documents of other versions of the program compare equal
		c := Change{Kept: kept, Before: kept.Version}
		if err := edit(&c, &doc); err != nil {
			return err
		}
		if c.Doc = format(doc); c.Kept == kept {
			return nil
		}
		c.Version = game.NextVersion(kept.Version, now)
		c.Touched = now.UnixMilli()
		err = of.Keep(ctx, c)
		if err == nil {
			return nil
		}
		if !errors.Is(err, game.ErrStale) {
			return &game.StoreError{Err: err, Unknown: !errors.Is(err, game.ErrNotStored)}
		}
	}
	return game.ErrStale
}

func format(doc any) string {
	text, err := json.Marshal(doc)
	if err != nil {
		panic(err) // documents hold nothing that cannot be written
	}
	return string(text)
}
