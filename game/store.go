package game

import (
	"context"
	"slices"
	"time"
)

// Store keeps what a [Table] is told. Its methods may be called concurrently,
// also by tables of other processes if they share it, and fail with an error of
// their own where none is named. What they return is read-only.
type Store interface {
	// Load reads what is known of a place; of one where nothing is, that is its
	// name.
	Load(ctx context.Context, at Place) (Room, error)

	// Commit stores a change, all or nothing. It is [ErrDuplicate] if its delivery
	// is known, and [ErrStale] if what is stored is not what the change was made
	// of, if a second game would run in its place, or if somebody would have a
	// second challenge open there. Any other error leaves open whether the change
	// is stored. A commit that is repeated changes nothing.
	Commit(ctx context.Context, c Change) error

	// Note replaces the messages that show a game. It is [ErrStale] if they are not
	// before, where nil is whatever they are, and [ErrUnknown] if the game is gone.
	Note(ctx context.Context, at Place, id ID, before *Messages, after Messages) error

	// Delivered tells what was made by that delivery within [DeliveryMemory], and
	// false if nothing was.
	Delivered(ctx context.Context, delivery string, now time.Time) (Made, bool, error)

	// Duels is what the store knows of a player's duels.
	Duels(ctx context.Context, p Player, now time.Time) (Duels, error)

	// Tally counts the duels of two players in a place that either of them won, as
	// far as they are still kept.
	Tally(ctx context.Context, at Place, one, other Player) (byOne, byOther int, err error)

	// Named finds every game that names a player, also those that no room has any
	// more. If there are many it may give some, and the others once those name the
	// player no more.
	Named(ctx context.Context, p Player) ([]Game, error)

	// Due takes up to most games for which something is due by now, the longest
	// waiting first, in the places whose names begin with one of the prefixes. None
	// of them is handed out again before until, unless it has changed.
	Due(ctx context.Context, now, until time.Time, most int, prefixes []string) ([]Pending, error)

	// Next is when something will be due in those places, and false if nothing
	// will. It may be too early.
	Next(ctx context.Context, prefixes []string) (time.Time, bool, error)

	// Purge forgets every place whose name begins with the prefix, with all that is
	// stored of it: games, settings and messages. There may be none.
	Purge(ctx context.Context, prefix string) error

	// Clean forgets what is due to be forgotten by now: finished games, settings of
	// silent places and deliveries. It names the places that are not as they were.
	Clean(ctx context.Context, now time.Time) ([]Place, error)
}

// Change is what one action changes, to be stored in one transaction.
type Change struct {
	Place    Place
	Steps    []Step
	Settings *Settings // the place's settings, if they change
	Delivery string    // the action's delivery id; may be empty
	Now      time.Time // when the action came
}

// Made is what a change has made: the version of its last game, or nothing if it
// was one of the settings only.
type Made struct {
	Game    ID
	Version uint32
}

// Makes is what the change makes, if it is stored.
func (c Change) Makes() Made {
	if len(c.Steps) == 0 || c.Settings != nil {
		return Made{}
	}
	last := c.Steps[len(c.Steps)-1].After
	return Made{Game: last.ID, Version: last.Version}
}

// Step is the change of one game.
type Step struct {
	Before *Game // as the change found it; nil if it begins
	After  *Game // with the next version, or the same if only Due changes
	Due    int64 // when something is due for it next, or it is to be forgotten, in Unix milliseconds
}

// Pending is a game for which something is due, and how its place reminds
// players.
type Pending struct {
	Game  Game
	Pings Pings
}

// Messages are those that show one game.
type Messages struct {
	Shown []Posted // one for each slot at most
	Down  []Down   // those taken down last, oldest first
}

// Record is a game as a store keeps it.
type Record struct {
	Game     Game
	Messages Messages
}

// NewRoom is the room of a place, made of what a store keeps of it: the running
// game, the one that ended last, challenges, and those declined; in any order.
func NewRoom(at Place, s Settings, records []Record) Room {
	r := Room{Place: at, Settings: s}
	for _, record := range records {
		g := &record.Game
		switch {
		case g.Phase == Playing:
			r.Active = g
		case g.Phase == Challenged, g.Result.Reason == Declined:
			r.Challenges = append(r.Challenges, g)
		case r.Last == nil || r.Last.At < g.At:
			r.Last = g
		}
		r.shown = append(r.shown, record.Messages.Shown...)
		r.down = append(r.down, record.Messages.Down...)
	}
	slices.SortFunc(r.Challenges, oldestFirst)
	return r
}

// Kept reports whether the room of its place has the game: it has not the
// challenges that were withdrawn or lapsed, which nobody asks for again.
func (g *Game) Kept() bool {
	return g.Phase != Over || g.Result.Reason != Withdrawn && g.Result.Reason != Lapsed
}

// Players are the people that the game names, each once.
func (g *Game) Players() []Player {
	var players []Player
	add := func(p Player) {
		if p != Nobody && p != Engine && !slices.Contains(players, p) {
			players = append(players, p)
		}
	}
	add(g.Starter)
	for _, s := range g.Seats {
		add(s.Player)
	}
	if g.Ask != nil {
		add(g.Ask.By)
	}
	if g.Result != nil {
		add(g.Result.By)
	}
	return players
}

// Won is who won a duel of two people and who lost it, and false if nobody did.
func (g *Game) Won() (winner, loser Player, ok bool) {
	if g.Mode != Duel || g.Result == nil || !g.Result.Decided {
		return Nobody, Nobody, false
	}
	winner, loser = g.Player(g.Result.Winner), g.Player(g.Result.Winner.Opponent())
	ok = winner != Nobody && winner != Engine && loser != Nobody && loser != Engine
	return winner, loser, ok
}
