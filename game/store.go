package game

import (
	"context"
	"slices"
	"time"
)

// Store keeps the games of a [Table]. Its methods may be called concurrently, and
// by tables of several processes if it is shared. Where no error is named, they fail
// with one of their own. What they are given and what they return is read-only.
type Store interface {
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

	// Note stores what [Slot.Noted] makes of a slot, and returns what that says of
	// the message. It does not wait for the disk: what it stores survives the process,
	// but perhaps not the machine.
	Note(ctx context.Context, n Note) (Standing, error)

	// Duels finds a player's duels.
	Duels(ctx context.Context, p Player, now time.Time) (Duels, error)

	// Unfinished finds up to most games and challenges that name a player, or in which
	// they have voted, and that are not over, wherever they are. One that cannot be read is left out.
	Unfinished(ctx context.Context, p Player, most int) ([]Unfinished, error)

	// Finished returns what records hold of a finished game since the commit of a [Step] that
	// [Step.Finishes] it. It fails with [ErrUnknown] if there is nothing; it is there at
	// least as long as the game is.
	Finished(ctx context.Context, id ID) (Finished, error)

	// Records are those of a player in all tenants, in no order: the sums of what is kept
	// of finished games. They are kept until [Store.Strike] or [Store.Purge], of a
	// tombstone on the tenant.
	Records(ctx context.Context, p Player) ([]Record, error)

	// Strike takes a player out of some hundred records and finished games. The records of
	// their opponents keep the games as against [Nobody], and what names nobody is deleted.
	// It reports whether there may be more. At the end it makes of games that name the
	// player and that nobody can read what [Salvaged] leaves of them.
	Strike(ctx context.Context, p Player, now time.Time) (more bool, err error)

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

	// ForgetVotes deletes all votes of a player.
	ForgetVotes(ctx context.Context, p Player) error

	// Named finds the games that name a player, including those that no room has any
	// more. If there are many it may find some of them, and the others when those no
	// longer name the player. It fails if only games are left that cannot be read.
	Named(ctx context.Context, p Player) ([]Game, error)

	// Due takes up to most games for which something is due by now, the longest
	// waiting first, in the places whose names begin with one of the prefixes. None
	// of them is handed out again before until, unless it has changed. A game that
	// cannot be read does not hold up the others: it comes with the reason, and again
	// after [UnreadableRest], but if that is [ErrNewer] as soon as others, so that
	// whoever can read it gets it.
	Due(ctx context.Context, now, until time.Time, most int, prefixes []string) ([]Pending, error)

	// DueSlots takes up to most slots whose messages are to be drawn again by now, the
	// longest waiting first, of games in the places whose names begin with one of the
	// prefixes, also of games that no room has any more. They are returned as
	// [Slot.Redrawn] makes them, but for those that nobody is to draw any more. Of
	// several who ask, one gets a slot.
	DueSlots(ctx context.Context, now time.Time, most int, prefixes []string) ([]DueSlot, error)

	// Drawn reads a game and its slots, also one that no room has any more. It fails
	// with [ErrUnknown] if the game is not stored.
	Drawn(ctx context.Context, id ID) (Game, []Slot, error)

	// Next is when something will be due in the places whose names begin with one of
	// the prefixes, a message that is to be drawn again and a puzzle included, and false if nothing
	// will. It may be too early, never too late.
	Next(ctx context.Context, prefixes []string) (time.Time, bool, error)

	// Puzzler reads what is kept of a player's puzzles of a grade, its player and grade
	// alone if nothing is.
	Puzzler(ctx context.Context, p Player, grade uint8) (Puzzler, error)

	// KeepPuzzler stores the next version of a puzzler. It fails with [ErrStale] if the
	// version before, 0 for nothing, is not stored, and with [ErrCondemned] if a confirmed
	// tombstone stands on the player's tenant or on a place where they are named. Any other
	// error leaves open whether it is stored or will be, unless it is [ErrNotStored].
	KeepPuzzler(ctx context.Context, p Puzzler) error

	// ForgetPuzzler deletes what is kept of a player's puzzles.
	ForgetPuzzler(ctx context.Context, p Player) error

	// Solvers finds up to most players who have solved a puzzle and may be named for it in
	// a place, those with the fewest wrong moves first, else in the order of their names.
	Solvers(ctx context.Context, at Place, grade uint8, number, most int) ([]Solver, error)

	// DueDailies takes up to most places that are to get the puzzle of the day by now, the
	// longest waiting first, among those whose names begin with one of the prefixes. None
	// of them is handed out again before until. Of several who ask, one gets a place, and
	// all who ask for the same prefixes get no more than [Paced] lets them.
	DueDailies(ctx context.Context, now, until time.Time, most int, prefixes []string) ([]DueDaily, error)

	// Posted notes for which date a place has got its puzzle, unless it is known for a
	// later one or has other settings now, and reports whether it has noted that. The next
	// one is due at [Posted.Next].
	Posted(ctx context.Context, p Posted) (bool, error)

	// Bury stores a tombstone. Where one stands on the same prefix, it stays as it is,
	// but is confirmed if the new one is no earlier than its Confirm and no tombstone
	// stands on a shorter prefix: what a tenant may come back to stays whole. Unless the
	// error is [ErrNotStored], it may be stored or will be.
	Bury(ctx context.Context, t Tombstone) error

	// Revive deletes every tombstone whose prefix begins the name given and that is not
	// confirmed. There may be none.
	Revive(ctx context.Context, name string) error

	// Doubtful takes up to most tombstones that are not confirmed and whose Confirm has
	// come by now, the longest waiting first, among those that begin with one of the
	// prefixes. None of them is handed out again before until.
	Doubtful(ctx context.Context, now, until time.Time, most int, prefixes []string) ([]Tombstone, error)

	// Purge deletes under one confirmed tombstone games and settings with all that is
	// stored of them, records and finished games of the tenant, and puzzlers whose names
	// begin with its prefix, no more than some hundred rows, and has no puzzler named in its
	// places. If nothing is left, it deletes the tombstone once its [PurgeRest] is over. It
	// reports whether more is to be deleted: under the same one [PurgePause] later.
	Purge(ctx context.Context, now time.Time) (more bool, err error)

	// Scrub makes sure that what was deleted or replaced until now can be read nowhere
	// any more, as far as the store's own files go. If ctx ends before, the store sees
	// to it later.
	Scrub(ctx context.Context) error

	// Clean forgets everything whose time is up by now: finished games, the settings
	// of silent places, puzzlers that nothing has changed for as long as finished games are
	// kept, and deliveries.
	Clean(ctx context.Context, now time.Time) error
}

// UnreadableRest is how long a game that cannot be read is left alone before it is
// tried again.
const UnreadableRest = time.Hour

// DeliveryMemory is how long a delivery is known at least.
const DeliveryMemory = 24 * time.Hour

// Change holds everything that one action changes, to be stored in one transaction.
type Change struct {
	Place    Place
	Steps    []Step
	Slots    []SlotChange // of the games in Steps, each slot at most once
	Discard  []ID         // games of the place that cannot be read, which no longer belong to its room
	Settings *Settings    // of the place; nil if they stay as they are
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

// Pending is a game for which something is due, with the reminders that its place
// wants.
type Pending struct {
	Game  Game // if Err is not nil, it has an id and a place only
	Pings Pings
	Err   error // why it cannot be read; [ErrNewer] if others can
}

// DueSlot is a slot whose message is to be drawn again.
type DueSlot struct {
	Place Place
	Slot  Slot
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
