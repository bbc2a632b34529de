package game

import (
	"context"
	"errors"
	"math"
	"time"

	"othellobot/rules"
)

// Wish names the move that somebody wants the channel to play.
type Wish struct {
	By       Player
	Square   rules.Square
	At       *Moment // for which the square was chosen; nil for the game as it stands
	Now      time.Time
	Delivery Delivery
	Trial    bool // nothing is stored: the error is [ErrTrial] if it could be
}

// Vote stores a vote in a game of the room, in the place of an earlier one by the same
// player in the same turn, and returns the game that it is for. It fails with
// the errors of [Game.MayVote] and of [Game.In], with [ErrUnknown] or [ErrNewer] if the
// room does not have the game, with [ErrDuplicate] if the delivery is known, with
// [ErrStale] if others were faster time and again, [ErrCondemned] if a confirmed tombstone
// stands on the place, or with a [*StoreError].
func (t *Table) Vote(ctx context.Context, room Room, id ID, w Wish) (Game, error) {
	var loose error // why an attempt failed that may be stored yet
	for range maxAttempts {
		g, err := w.of(room, id)
		if err != nil {
			return g, unless(loose, err)
		}
		if w.Trial {
			return g, ErrTrial
		}
		c := Cast{
			Vote:  Vote{Game: g.ID, Turn: g.Turn, Voter: w.By, Square: w.Square, At: w.Now.UnixMilli()},
			Place: g.Place, Room: room.Version, Delivery: w.Delivery, Recount: g.nextCount(w.Now),
		}
		err = t.rooms.Vote(ctx, c)
		switch {
		case err == nil, errors.Is(err, ErrDuplicate) && loose != nil:
			t.announceDue(g.Place, c.Recount)
			return g, nil
		case errors.Is(err, ErrDuplicate):
			return g, err
		case !errors.Is(err, ErrStale) && (loose != nil || errors.Is(err, ErrNotStored)):
			return g, &StoreError{Err: err, Unknown: loose != nil}
		case !errors.Is(err, ErrStale):
			loose = err
		}
		fresh, err := t.rooms.Load(ctx, room.Place, "")
		if err != nil {
			return g, unless(loose, &StoreError{Err: err})
		}
		room = fresh
	}
	return Game{}, unless(loose, ErrStale)
}

// of is the game that the wish is for, if it may be voted in.
func (w Wish) of(room Room, id ID) (Game, error) {
	g, ok := room.Find(id)
	switch {
	case room.Condemned:
		return g, ErrCondemned
	case !ok:
		return g, room.Without()
	}
	if w.At != nil {
		if err := g.In(*w.At); err != nil {
			return g, err
		}
	}
	return g, g.MayVote(w.Square)
}

// Votes are the votes of the turn in which a voted game stands, and of the rounds whose
// voters are waited for.
func (t *Table) Votes(ctx context.Context, g Game) ([]Vote, error) {
	return t.rooms.Votes(ctx, g.ID, g.firstRegular(), g.Turn)
}

// AllVotes are the votes of all turns of a game, in the order of their time.
func (t *Table) AllVotes(ctx context.Context, g Game) ([]Vote, error) {
	return t.rooms.Votes(ctx, g.ID, 0, math.MaxInt32)
}
