package game

import (
	"cmp"
	"context"
	"errors"
	"math"
	"time"

	"othellobot/rules"
)

// VoteRequest is a person's choice of the move that the channel should play.
type VoteRequest struct {
	By       Player
	Square   rules.Square
	At       *Moment // the moment for which the square was chosen; nil for the current state of the game
	Now      time.Time
	Delivery Delivery
	Trial    bool // nothing is stored: the error is [ErrTrial] if the vote could be stored
}

// Vote stores a vote in a game of the room and returns that game. The vote replaces an earlier one by the
// same player in the same turn. Vote fails as [Game.MayVote], [Game.In] and [Table.Do] do.
func (t *Table) Vote(ctx context.Context, room Room, id ID, w VoteRequest) (Game, error) {
	var pending error // the error of an earlier attempt whose vote may still be stored
	for range maxAttempts {
		g, err := w.findGame(room, id)
		if err == nil && w.Trial {
			err = ErrTrial
		}
		if err != nil {
			return g, refusalUnlessPending(pending, err)
		}
		c := VoteChange{
			Vote:  Vote{Game: g.ID, Turn: g.Turn, Voter: w.By, Square: w.Square, At: w.Now.UnixMilli()},
			Place: g.Place, Room: room.Version, Delivery: w.Delivery, Recount: g.nextCount(w.Now),
		}
		err = t.rooms.Vote(ctx, c)
		switch {
		case err == nil, errors.Is(err, ErrDuplicate) && pending != nil:
			t.announceDue(g.Place, c.Recount)
			return g, nil
		case errors.Is(err, ErrDuplicate):
			return g, err
		case !errors.Is(err, ErrStale) && (pending != nil || errors.Is(err, ErrNotStored)):
			return g, &StoreError{Err: err, Unknown: pending != nil}
		case !errors.Is(err, ErrStale):
			pending = err
		}
		fresh, err := t.rooms.Load(ctx, room.Place, "")
		if err != nil {
			return g, refusalUnlessPending(pending, &StoreError{Err: err})
		}
		room = fresh
	}
	return Game{}, refusalUnlessPending(pending, ErrStale)
}

func (w VoteRequest) findGame(room Room, id ID) (Game, error) {
	g, ok := room.Find(id)
	err := cmp.Or(errIf(room.Condemned, ErrCondemned), errIf(!ok, room.MissingError()))
	if err == nil && w.At != nil {
		err = g.In(*w.At)
	}
	if err == nil {
		err = g.MayVote(w.Square)
	}
	return g, err
}

// Votes returns the votes of the current turn, and of the rounds that [Game.EverybodyVoted] needs.
func (t *Table) Votes(ctx context.Context, g Game) ([]Vote, error) {
	return t.rooms.Votes(ctx, g.ID, g.firstRegularTurn(), g.Turn)
}

// AllVotes returns all votes in a game, in order of turns and times.
func (t *Table) AllVotes(ctx context.Context, g Game) ([]Vote, error) {
	return t.rooms.Votes(ctx, g.ID, 0, math.MaxInt32)
}
