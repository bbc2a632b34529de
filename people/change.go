package people

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"othellobot/game"
)

// maxAttempts limits the attempts to change a document that other processes change, too.
const maxAttempts = 16

// read returns a player's document, and its content. Its error is a [*game.StoreError].
func read[T any](ctx context.Context, of Documents, p game.Player, kind Kind) (kept Document, doc T, err error) {
	kept, err = of.LoadDocument(ctx, p, kind)
	if err == nil {
		doc, err = parse[T](kept)
	}
	if err != nil {
		return kept, doc, &game.StoreError{Err: err}
	}
	return kept, doc, nil
}

func parse[T any](kept Document) (doc T, err error) {
	if kept.Doc != "" {
		err = json.Unmarshal([]byte(kept.Doc), &doc)
	}
	return doc, err
}

// update changes a player's document by compare-and-swap, unless edit changes nothing. It calls edit
// again after each conflict. It returns the error of edit, [game.ErrStale] after too many conflicts,
// or a [*game.StoreError].
func update[T any](ctx context.Context, of Documents, p game.Player, kind Kind, now time.Time, edit func(c *Change, doc *T) error) error {
	for range maxAttempts {
		kept, doc, err := read[T](ctx, of, p, kind)
		if err != nil {
			return err
		}
		kept.Doc = format(doc) // another version of the program may have written the same content differently
		c := Change{Document: kept, Before: kept.Version}
		if err := edit(&c, &doc); err != nil {
			return err
		}
		if c.Doc = format(doc); c.Document == kept {
			return nil
		}
		c.Version = game.NextVersion(kept.Version, now)
		c.Touched = now.UnixMilli()
		err = of.SaveDocument(ctx, c)
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
		panic(err) // every document type can be marshalled
	}
	return string(text)
}
