package people

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"

	"othellobot/game"
)

// Documents stores the documents of people. It is safe for concurrent use, also by several processes
// if the store is shared. Methods may also return errors of the store that are not named here.
type Documents interface {
	// LoadDocument reads a player's document. If nothing is stored, only Player and Kind are set.
	LoadDocument(ctx context.Context, p game.Player, kind Kind) (Document, error)

	// SaveDocument stores a change completely or not at all. It fails with [game.ErrStale] if c.Before is not the
	// stored version, or if c.Game does not name the player. After other errors the change may be stored, now or
	// later, unless the error is [game.ErrNotStored].
	SaveDocument(ctx context.Context, c Change) error

	// Listed returns up to most people on a tenant's list with their choices, in any order.
	Listed(ctx context.Context, list string, most int) ([]Document, error)

	// Solvers returns up to most players who solved a puzzle and may be named for it in a place. Players
	// with the fewest wrong moves come first, and equal players are in the order of their names.
	Solvers(ctx context.Context, at game.Place, grade uint8, number, most int) ([]Solver, error)
}

// Kind names one of a person's documents. A store deletes a document [game.Timing.Retention] after its last
// change. It deletes choices after twice as long, if it keeps nothing else of the person.
type Kind string

// Stores keep these names, so they must not change.
const (
	ChoicesKind   Kind = "choices"
	PuzzlesKind   Kind = "puzzles"
	ExercisesKind Kind = "exercises"
)

type Document struct {
	Player  game.Player
	Kind    Kind
	Version int64  // grows with every change, see [game.NextVersion]; 0 if nothing is stored
	Touched int64  // time of the last change, in Unix milliseconds; a store may renew it, so that choices stay longer
	List    string // for choices: the tenants on whose lists the player is, separated by spaces
	Doc     string // JSON; empty if nothing is stored
}

// IsOnList reports whether the player is on the list of a tenant.
func (k Document) IsOnList(list string) bool { return slices.Contains(strings.Fields(k.List), list) }

// WithoutList returns the document without a tenant in List.
func (k Document) WithoutList(list string) Document {
	k.List = strings.Join(slices.DeleteFunc(strings.Fields(k.List), func(other string) bool { return other == list }), " ")
	return k
}

// Change is the next version of a document.
type Change struct {
	Document
	Before int64          // the version that the change replaces; 0 if nothing is stored
	Game   game.ID        // if not 0, the change is refused unless this game names the player
	Tried  PuzzleProgress // the changed puzzle, if any
}

// PuzzleProgress is a player's progress in their newest puzzle of a grade. When a store saves it, the store
// forgets that the player solved puzzles before Number-1.
type PuzzleProgress struct {
	Grade  uint8
	Number int        // 0 if no puzzle changed
	Wrong  int        // wrong moves
	Place  game.Place // where the player may now be named as a solver; empty if that place stays the same
}

// Solver is a player who has solved a puzzle, with the number of wrong moves.
type Solver struct {
	Player game.Player
	Wrong  int
}

// Store stores everything: games and documents of people.
type Store interface {
	game.Store
	Documents
}

// Ports holds the parts of a [Store], so that users get only the part they need.
type Ports struct {
	Table      *game.Table // built from the rooms
	Agenda     game.Agenda
	Results    game.PlayerRecords
	Ladders    game.Ladders
	Tombstones game.Tombstones
	People     Documents
}

func PortsOf(kept Store, timing game.Timing) Ports {
	return Ports{game.NewTable(kept, timing), kept, kept, kept, kept, kept}
}

const maxAttempts = 16

// read returns a player's document and its content.
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

// update changes a player's document by compare-and-swap, unless edit changes nothing. It calls edit again
// after each conflict. It fails as edit does, with [game.ErrStale] after too many conflicts, or with a
// [*game.StoreError].
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
