package game

import (
	"context"
	"encoding/json"
	"time"

	"othellobot/rating"
)

// Store stores games and everything that belongs to them. All methods are safe for concurrent use, also by
// several processes. They may return errors not named here. Callers and stores must not modify arguments and
// results.
type Store interface {
	Rooms
	Agenda
	PlayerRecords
	Ladders
	Tombstones
}

// Rooms stores rooms and finished games.
type Rooms interface {
	// Load reads a place. If nothing is stored, the room has only its Place and the fields that no document
	// holds. If the room knows the delivery, its change is as durable as the store can make it.
	Load(ctx context.Context, at Place, delivery Delivery) (Room, error)

	// Versions returns the versions of the places' rooms, without places where nothing is stored.
	Versions(ctx context.Context, at []Place) (map[Place]int64, error)

	// Save stores a change completely or not at all. It fails with [ErrStale] if c.Before is not the stored version.
	// After any other error except [ErrNotStored] the change may be stored, now or later.
	Save(ctx context.Context, c Change) error

	// Rooms returns up to most rooms, ordered by place.
	Rooms(ctx context.Context, which RoomFilter, most int) ([]Room, error)

	// Past returns up to most finished games, latest first. A game that cannot be read has an Err.
	Past(ctx context.Context, which PastFilter, most int) ([]Past, error)

	// Vote stores a vote. It replaces the voter's earlier vote in the same turn, unless the square is the same. Vote
	// makes the room due at c.Recount or earlier. It fails with [ErrStale] if c.Room is not the stored version, with
	// [ErrDuplicate] if one of the voter's last votes in the turn had the same delivery, and otherwise as Save does.
	Vote(ctx context.Context, c VoteChange) error

	// Votes returns the votes in a game from one turn to another, inclusive, ordered by turn, time and voter.
	Votes(ctx context.Context, id ID, from, to uint32) ([]Vote, error)
}

// RoomFilter selects rooms by one of its fields.
type RoomFilter struct {
	Player    Player // the player is named or has voted in a game of the room
	RunningIn Place  // a game is running in this channel or in one of its threads
}

// PastFilter selects finished games by one of its first three fields.
type PastFilter struct {
	Game   ID
	Player Player // the player is named in the game
	Place  Place  // the place or one of its threads

	From, To time.Time // for a Place: when the game ended; To is exclusive
}

// Change holds all changes of one action. A store applies it in one transaction.
type Change struct {
	Before       int64 // the version of the room before the change; 0 if nothing was stored
	Room         Room  // the room after the change, in its next version
	Due          int64 // time of the room's next task, in Unix milliseconds; [Never] deletes the room
	KeepDueAfter int64 // see [Change.StoredDue]
	Posted       Day   // the date of the daily post that the place has just received; 0 if none
	Steps        []Step
	Past         []Past // finished games to add, replace or delete
	Names        []NameChange
	Async        bool // the store need not wait for the disk: if the machine fails, the change may be lost
	Now          time.Time
}

// Never is later than every time in Unix milliseconds.
const Never = 1<<63 - 1

// Past is a finished game, stored apart from its room.
type Past struct {
	Game     Game
	Slots    []Slot    // the slots when the game left its room
	Finished *Finished // the record of the game, if it counts; set by [Rooms.Past]

	Unread  json.RawMessage // the document if it cannot be read; then only ID and Place of Game are set
	Err     error           // why the document cannot be read, or nil
	Deleted bool            // in a [Change]: delete the game with its names and votes
}

// NameChange adds a player's name to a game, or removes it.
type NameChange struct {
	Player  Player // Nobody means everyone who is named or has voted in the game, unless the game is a [Past]
	Game    ID     // 0, with Nobody, means all games of the place that are not a [Past]; votes in them stay
	Removed bool
}

// Agenda stores due times and returns what is due.
type Agenda interface {
	// Due claims up to most due rooms, and up to most due tombstones, of places whose names begin with one of the
	// prefixes. Half of the rooms are the longest overdue. The other half fell due last, so that new tasks do not wait
	// for a backlog. Due returns an unchanged room again only after until. It postpones a room whose [Room.Due] is later
	// than now, instead of returning it.
	Due(ctx context.Context, now, until time.Time, most int, prefixes []string) (Due, error)

	// Next returns the time when the next room is due in places whose names begin with one of the prefixes, or
	// false if there is none. The time may be too early, but never too late.
	Next(ctx context.Context, prefixes []string) (time.Time, bool, error)

	// ReserveDailyTimes reserves n moments as in [DailyTimes] and returns the first. Callers with the same name never get the same
	// moment.
	ReserveDailyTimes(ctx context.Context, name string, n int, now time.Time) (time.Time, error)

	// LastPosted returns the date of the latest daily post that a place of the tenant has received, or 0.
	// That post most likely showed the solution of the day before.
	LastPosted(ctx context.Context, t Tenant) (Day, error)

	// Clean deletes some hundred old rows:
	//   - games that ended [Timing.Retention] ago,
	//   - documents of people that have not changed for as long,
	//   - choices of people without any other stored data, after twice as long,
	//   - everything in the places under one confirmed tombstone and, [PurgeGrace] after its
	//     confirmation, the tombstone.
	//
	// It reports whether there may be more to delete, after a pause of [PurgePause].
	Clean(ctx context.Context, now time.Time) (more bool, err error)
}

// Due lists rooms and tombstones that are due.
type Due struct {
	Rooms      []Room
	Tombstones []Tombstone // unconfirmed tombstones whose Confirm has passed
}

// PlayerRecords stores the results of people's games.
type PlayerRecords interface {
	// Records returns a player's records in all tenants. They stay until the player or the tenant is forgotten.
	Records(ctx context.Context, p Player) ([]Record, error)

	// Forget deletes some hundred rows of a player: votes, documents and records. It replaces the player's name in the
	// records of opponents and finished games by [Nobody]. It reports whether there may be more. At the end it erases
	// the data from the store's own files, too. If ctx ends before that, the store does it later.
	Forget(ctx context.Context, p Player, now time.Time) (more bool, err error)
}

// Ladders stores the ratings in each tenant, computed from a log of all games for which [Finished.IsRated] is
// true. A game enters the log with the [Step] that finishes it, and stays as long as the tenant.
type Ladders interface {
	// Ratings returns the ratings of the given people who have one, in any order. For two people, met holds up to
	// [rating.Memory] of the last rated results between them, latest first and without annulled games.
	Ratings(ctx context.Context, in Tenant, people ...Player) (ratings []Rating, met []rating.Result, err error)

	// Top returns the best players who have played in the season or later, up to most in each list, as p sees them.
	Top(ctx context.Context, in Tenant, since rating.Season, p Player, most int) (Top, error)

	// Annul removes rated games from the ratings, or makes them count again. It returns the changed games.
	Annul(ctx context.Context, in Tenant, these Annulment) ([]Finished, error)

	// SetHidden sets whether the ladder of a tenant hides a player from others.
	SetHidden(ctx context.Context, in Tenant, p Player, hidden bool) error
}

// Tombstones stores each [Tombstone] until its data is deleted or a sign of life removes it.
type Tombstones interface {
	// Bury stores a tombstone, unless the prefix has one. If t.Since is not before the stored Confirm, Bury confirms the
	// stored tombstone, perhaps again, and sets its Confirm to t.Since. While a tenant has a tombstone, Bury confirms no
	// tombstone of its places, so that a tenant that returns keeps them. Bury fails as [Rooms.Save] does.
	Bury(ctx context.Context, t Tombstone) error

	// Revive deletes the unconfirmed tombstones on a place or person, and on the place's tenant.
	Revive(ctx context.Context, name string) error
}

// VoteChange is a vote to store.
type VoteChange struct {
	Vote
	Place    Place
	Room     int64    // the version of the room
	Delivery Delivery // identifies a repeated action; may be empty
	Recount  int64    // latest time of the room's next task, in Unix milliseconds
}
