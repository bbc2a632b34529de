package game

import (
	"context"
	"slices"
	"time"
)

// Store is what keeps everything: each of its parts is as small as its users. The methods
// of all parts may be called concurrently, and by several processes if the store is shared.
// Where no error is named, they fail with one of their own. What they are given and what
// they return is read-only.
type Store interface {
	Rooms
	Agenda
	People
	Ladders
	Tombstones
}

// Ports are the parts of a [Store], each for those who need it, and a table over its rooms.
type Ports struct {
	Table      *Table
	Rooms      Rooms
	Agenda     Agenda
	People     People
	Ladders    Ladders
	Tombstones Tombstones
}

// PortsOf are the parts of one store.
func PortsOf(kept Store, timing Timing) Ports {
	return Ports{NewTable(kept, timing), kept, kept, kept, kept, kept}
}

// Rooms keep the games of a [Table], as a [Store] does.
type Rooms interface {
	// Load reads a place, and what was changed by the delivery unless that is empty.
	// A place where nothing is stored is a room that has a name only.
	Load(ctx context.Context, at Place, delivery Delivery) (Room, Seen, error)

	// Commit stores a change, all or nothing, and returns the messages that the slots
	// of the change held before it, by their game, name and [Ref]; of one without a Ref
	// that is reserved anew its Former, and others are left out. What becomes of the slots is [Slot.Changed]. Commit fails with
	// [ErrDuplicate] if the delivery is known, and with [ErrStale] if a game is not
	// stored in the version that the change was made of, if a second game would run in
	// the place, if a player would have a second challenge open there, or if a confirmed
	// tombstone stands on the place. Any other
	// error leaves open whether the change is stored or will be, unless it is
	// [ErrNotStored]. A commit that is repeated changes nothing.
	Commit(ctx context.Context, c Change) ([]Slot, error)

	// Note stores what [NoteAmong] makes of the slots of a game, and returns what that
	// says of the message. If other processes may use the store, it takes the board of a
	// game that is over for final. It does not wait for the disk: what it stores survives the process,
	// but perhaps not the machine.
	Note(ctx context.Context, n Note) (Standing, error)

	// Drawn reads a game and its slots, also one that no room has any more. It fails
	// with [ErrUnknown] if the game is not stored.
	Drawn(ctx context.Context, id ID) (Game, []Slot, error)

	// Duels finds a player's duels.
	Duels(ctx context.Context, p Player, now time.Time) (Duels, error)

	// Unfinished finds up to most games and challenges that name a player, or in which
	// they have voted, and that are not over, wherever they are. One that cannot be read is left out.
	Unfinished(ctx context.Context, p Player, most int) ([]Unfinished, error)

	// RunningIn finds up to most games that run in a channel and its threads, in the order
	// of the names of their places. One that cannot be read is left out.
	RunningIn(ctx context.Context, channel Place, most int) ([]Unfinished, error)

	// Vote stores a vote in the place of an earlier one by the same voter in the same turn,
	// and has something due for the game by Recount. A vote for the same square as before
	// keeps its time. It fails with [ErrDuplicate] if the delivery is known, and with
	// [ErrStale] unless the game runs in that version until the vote is stored, in a place
	// without a confirmed tombstone. Any other
	// error leaves open whether it is stored or will be, unless it is [ErrNotStored].
	Vote(ctx context.Context, c Cast) error

	// Votes are the votes in a game from one turn to another, both included, in the order
	// of their turns, times and voters.
	Votes(ctx context.Context, id ID, from, to uint32) ([]Vote, error)
}

// DeliveryMemory is how long a delivery is known at least.
const DeliveryMemory = 24 * time.Hour

// Change holds everything that one action changes, to be stored in one transaction.
type Change struct {
	Place    Place
	Steps    []Step
	Slots    []SlotChange // of the games in Steps, each slot at most once
	Discard  []ID         // games of the place that cannot be read, which no longer belong to its room
	Settings *Settings    // of the place; nil if they stay as they are
	DailyDue int64        // when those settings bring the next puzzle of the day, in Unix milliseconds; 0 for never
	Asked    Day          // the date in that place, noted as [Agenda.Asked] does if the settings change
	Delivery Delivery     // by which a repetition of the action is recognised; may be empty
	Now      time.Time    // when the action came
}

// Step is the change of one game.
type Step struct {
	Before *Game // as the change found it; nil if it begins
	After  *Game // in the next version, or in the same if nothing but Due changes
	Due    int64 // when something is due for it next, or when it is to be forgotten, in Unix milliseconds
}

// GameVersion names one version of a game; zero is none.
type GameVersion struct {
	Game    ID
	Version uint32
}

// Seen says whether a delivery has changed something, and what.
type Seen struct {
	Known  bool
	Latest GameVersion // what its change made; zero if that was about settings alone
}

// Latest is the version of a game that the change makes, the last if there are
// several, and zero if it is about settings alone.
func (c Change) Latest() GameVersion {
	for _, s := range slices.Backward(c.Steps) {
		if s.Before == nil || s.Before.Version != s.After.Version {
			return GameVersion{Game: s.After.ID, Version: s.After.Version}
		}
	}
	return GameVersion{}
}

// Unfinished is a game that is not over, with the slots that it has.
type Unfinished struct {
	Game  Game
	Slots []Slot
}

// Duels are the duels of one player in all places.
type Duels struct {
	Running []Game
	Open    []Game // unanswered challenges, made or received
	Refused []Game // challenges declined within [DeclinePeace]
}
