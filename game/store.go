package game

import (
	"context"
	"encoding/json"
	"time"

	"othellobot/rating"
)

// Store is what keeps all that belongs to games: each of its parts is as small as its users. The methods
// of all parts may be called concurrently, and by several processes if the store is shared.
// Where no error is named, they fail with one of their own. What they are given and what
// they return is read-only.
type Store interface {
	Rooms
	Agenda
	Results
	Ladders
	Tombstones
}

// Rooms keep the rooms of a [Table], and the games that are over.
type Rooms interface {
	// Load reads a place. Where nothing is stored, the room has a name only. If the room knows
	// the delivery, what that has changed is as durable as the store makes it.
	Load(ctx context.Context, at Place, delivery Delivery) (Room, error)

	// Save stores a change, all or nothing. It fails with [ErrStale] if the room is not stored in
	// the version Before. Any other error leaves open whether the change is stored or will be, unless
	// it is [ErrNotStored].
	Save(ctx context.Context, c Change) error

	// Rooms finds up to most rooms, in the order of their names.
	Rooms(ctx context.Context, which WhichRooms, most int) ([]Room, error)

	// Past finds up to most games that are over, the latest first. One that cannot be
	// read comes with an Err.
	Past(ctx context.Context, which WhichPast, most int) ([]Past, error)

	// Vote stores a vote in the place of an earlier one by the same voter in the same turn,
	// and makes the room due by Recount. A vote for the same square as before keeps its time. It
	// fails with [ErrDuplicate] if the voter's delivery is known in that turn, and with [ErrStale]
	// unless the room is stored in that version. Any other error leaves open whether it is stored or
	// will be, unless it is [ErrNotStored].
	Vote(ctx context.Context, c Cast) error

	// Votes are the votes in a game from one turn to another, both included, in the order
	// of their turns, times and voters.
	Votes(ctx context.Context, id ID, from, to uint32) ([]Vote, error)
}

// WhichRooms selects rooms by one of its fields.
type WhichRooms struct {
	Player  Player // named in a game of the room, or has voted in one
	Channel Place  // a game runs there; the channel's own and those of its threads
}

// WhichPast selects games that are over, by one of its first three fields.
type WhichPast struct {
	Game   ID
	Player Player // who is named in them
	Place  Place  // and its threads

	From, To time.Time // between which they ended, the end excluded; of a Place only
}

// Change holds everything that one action changes, to be stored in one transaction.
type Change struct {
	Before int64 // the version of the room that the change was made of; 0 if nothing was stored
	Room   Room  // as it is to be, in the next version
	Due    int64 // when something is due in the room, in Unix milliseconds; [Never] if the room is to be deleted
	Stays  int64 // a time stored for that stays if it is after this and not after Due, see [Change.DueOver]
	Posted Day   // for which the place has now got its puzzle; 0 if that has not changed
	Steps  []Step
	Past   []Past // games that are over, to be kept apart from the room, or replaced or deleted there
	Names  []Naming
	Light  bool // nobody waits for the disk: what is stored survives the process, but perhaps not the machine
	Now    time.Time
}

// Never is later than everything, in Unix milliseconds.
const Never = 1<<63 - 1

// Step is the change of one game.
type Step struct {
	Before *Game // as the change found it; nil if it begins
	After  *Game // in the next version
}

// Past is a game that is over, as it is kept apart from its room.
type Past struct {
	Game     Game
	Slots    []Slot    // as they were when the game left its room
	Finished *Finished // what records hold of it, if it counts; filled in by [Rooms.Past]

	Unread json.RawMessage // the document if it cannot be read: Game has an id and a place only
	Err    error           // why it cannot; [ErrNewer] if others can
	Gone   bool            // in a [Change]: it is to be deleted, with its names and votes
}

// Naming adds a player to the names of a game, or removes one.
type Naming struct {
	Player  Player // Nobody: all who are named in the game or have voted in it, unless it is a [Past]
	Game    ID     // 0, of Nobody: all games of the place that are no [Past], but for votes
	Removed bool
}

// Agenda keeps what is due, as a [Store] does.
type Agenda interface {
	// Due takes what is due by now in the places whose names begin with one of the prefixes, up
	// to most of each kind: half of them what waits the longest, half what fell due last, so that
	// nothing waits for a backlog. Nothing is handed out again before until, unless it has
	// changed. What [Room.Due] says is not due yet is put off and left out.
	Due(ctx context.Context, now, until time.Time, most int, prefixes []string) (Due, error)

	// Next is when something will be due in the places whose names begin with one of the
	// prefixes, and false if nothing will. It may be too early, never too late.
	Next(ctx context.Context, prefixes []string) (time.Time, bool, error)

	// Pace reserves n moments, [DailyApart] from each other, and returns the first. All who name
	// the same pace share its moments.
	Pace(ctx context.Context, name string, n int, now time.Time) (time.Time, error)

	// LastPosted is the latest date for which a place of a tenant has got its puzzle, which
	// most likely told how that of the day before is solved; 0 if none has.
	LastPosted(ctx context.Context, t Tenant) (Day, error)

	// Clean deletes some hundred old rows: games that ended
	// [Timing.Retention] ago, documents of people that nothing has changed for as long, what
	// they have chosen if nothing else is kept of them and that was twice as long ago; and under
	// one confirmed tombstone all that is stored of its places and tenants, and who may be named
	// there. If nothing of that is left, it deletes the tombstone once its [PurgeRest] is
	// over. It reports whether there is more to delete [PurgePause] later.
	Clean(ctx context.Context, now time.Time) (more bool, err error)
}

// Due lists rooms and tombstones that are due.
type Due struct {
	Rooms      []Room
	Tombstones []Tombstone // that are not confirmed and whose Confirm has come
}

// Results keep what people have come to, as a [Store] does.
type Results interface {
	// Records are those of a player in all tenants, in no order: the sums of what is kept
	// of finished games. They are kept until they are forgotten, or the tenant is.
	Records(ctx context.Context, p Player) ([]Record, error)

	// Forget deletes some hundred rows of what is kept of a player beside rooms and games: votes,
	// all documents of the person, and their name in records and finished games. The records of
	// their opponents keep the games as against [Nobody], and what names nobody is deleted. It
	// reports whether there may be more. At the end it makes sure that nothing of it can be read
	// in the store's own files any more; if ctx ends before, the store sees to that later.
	Forget(ctx context.Context, p Player, now time.Time) (more bool, err error)
}

// Ladders keep how people are rated in each tenant, as a [Store] does. What they keep is the
// fold of a log, which is all finished games that [Finished.Rates], each since the commit of the
// [Step] that finishes it, and as long as the tenant is there.
type Ladders interface {
	// Ratings are those of some people in a tenant, without those who have none, in no order.
	// Of two people, met are the last rated results between them that were not annulled, the
	// latest first, no more than [rating.Memory].
	Ratings(ctx context.Context, in Tenant, people ...Player) (ratings []Rating, met []rating.Result, err error)

	// Top is who is best in a tenant of those who have played in a season or since, as a
	// player sees it, with up to most people of each kind.
	Top(ctx context.Context, in Tenant, since rating.Season, p Player, most int) (Top, error)

	// Annul takes rated games and what followed from them out of the ratings: one game, or all games
	// of a player. If these.Back is set, it makes them count again instead. It returns the
	// games that it changes.
	Annul(ctx context.Context, in Tenant, these Annulment) ([]Finished, error)

	// Hide sets whether others see a player on the ladder of a tenant.
	Hide(ctx context.Context, in Tenant, p Player, hidden bool) error
}

// Tombstones keep what seems to be gone, as a [Store] does, until it is or is back.
type Tombstones interface {
	// Bury stores a tombstone. Where one stands on the same prefix, it stays as it is, but is
	// confirmed, perhaps again, if the new one is no earlier than its Confirm and no tombstone stands
	// on its tenant: what a tenant may come back to stays whole. Confirm is then when it was
	// confirmed last. Unless the error is [ErrNotStored], it may be stored or will be.
	Bury(ctx context.Context, t Tombstone) error

	// Revive deletes the tombstones on a place and on its tenant that are not confirmed.
	// There may be none.
	Revive(ctx context.Context, name string) error
}

// Cast is a vote to be stored, in the version of its room that it was made for.
type Cast struct {
	Vote
	Place    Place
	Room     int64    // the version of the room
	Delivery Delivery // by which a repetition is recognised; may be empty
	Recount  int64    // when something is due for the game at the latest, in Unix milliseconds
}
