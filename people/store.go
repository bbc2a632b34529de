package people

import (
	"context"
	"slices"
	"strings"

	"othellobot/game"
)

// Documents keep what is stored of people, as a [Store] does. Its methods may be called concurrently, and by several processes
// if the store is shared. Where no error is named, they fail with one of their own.
type Documents interface {
	// Kept reads a document of a player. If nothing is stored, it has a player and a kind only.
	Kept(ctx context.Context, p game.Player, kind Kind) (Kept, error)

	// Keep stores the next version of a document and what comes with it, all or nothing. It fails
	// with [game.ErrStale] if the version before is not the one stored, or if the game of
	// the change does not name the player. Any other error leaves open whether the change is stored
	// or will be, unless it is [game.ErrNotStored].
	Keep(ctx context.Context, c Change) error

	// Listed finds up to most people on the list of a tenant, in any order, with their choices.
	Listed(ctx context.Context, list string, most int) ([]Kept, error)

	// Solvers finds up to most players who have solved a puzzle and may be named for it in
	// a place, those with the fewest wrong moves first, else in the order of their names.
	Solvers(ctx context.Context, at game.Place, grade uint8, number, most int) ([]Solver, error)
}

// Kind names one of the documents of a person. A store deletes choices once nothing else is kept of
// the person, and the others once nothing has changed them for [game.Timing.Retention].
type Kind string

// The kinds, as stores write them down.
const (
	ChoicesKind   Kind = "choices"
	PuzzlesKind   Kind = "puzzles"
	ExercisesKind Kind = "exercises"
)

// Kept is a document of a player.
type Kept struct {
	Player  game.Player
	Kind    Kind
	Version int64  // grows with every change, see [game.NextVersion]; 0 if nothing is stored
	Touched int64  // when it changed last, or was seen to be still of use, in Unix milliseconds
	List    string // of choices: the tenants on whose lists the player is, with spaces between
	Doc     string // JSON; empty if nothing is stored
}

// On reports whether the player is on the list of a tenant.
func (k Kept) On(list string) bool { return slices.Contains(strings.Fields(k.List), list) }

// Unlisted returns the document without the list of a tenant.
func (k Kept) Unlisted(list string) Kept {
	k.List = strings.Join(slices.DeleteFunc(strings.Fields(k.List), func(other string) bool { return other == list }), " ")
	return k
}

// Change is a document in its next version.
type Change struct {
	Kept
	Before int64   // the version of what was stored before; 0 for nothing
	Game   game.ID // the change is refused unless this game names the player; 0 for no condition
	Tried  Tried   // the puzzle that has changed, if one has
}

// Tried is the newest puzzle of a player in a grade. A store forgets who has solved the puzzles before
// the previous one.
type Tried struct {
	Grade  uint8
	Number int // 0 for none
	Wrong  int // wrong moves
	// Place is where the player may be named from now on for having solved it, instead of where
	// they could before. It is empty if that has not changed.
	Place game.Place
}

// Solver is a player who has solved a puzzle, and the number of wrong moves before.
type Solver struct {
	Player game.Player
	Wrong  int
}

// Store keeps everything: games, and what is kept of people.
type Store interface {
	game.Store
	Documents
}

// Ports are the parts of a [Store], each for those who need it.
type Ports struct {
	Table      *game.Table // over its rooms
	Agenda     game.Agenda
	Results    game.Results
	Ladders    game.Ladders
	Tombstones game.Tombstones
	People     Documents
}

// PortsOf returns the parts of one store.
func PortsOf(kept Store, timing game.Timing) Ports {
	return Ports{game.NewTable(kept, timing), kept, kept, kept, kept, kept}
}
