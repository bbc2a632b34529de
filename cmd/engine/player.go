package main

import (
	"context"
	"time"

	"othellobot/engine"
	"othellobot/rules"
)

// player chooses moves for a controller.
type player struct {
	level    int              // one of package engine's levels, or 0 for full strength
	searcher *engine.Searcher // keeps its tables between the moves of a game
	fresh    *engine.Searcher // forgets them, so that a level's move depends on nothing else
	limits   engine.Limits    // of each move at full strength
	time     time.Duration    // of each move at full strength; 0 means unlimited
	book     *engine.Book     // nil if the book is off
}

// playerMemory is the size of a player's tables.
const playerMemory = 32 << 20

// newPlayer returns a player of the weights without limits.
func newPlayer(w *engine.Weights) player {
	p := player{searcher: engine.NewSearcher(w, playerMemory), fresh: engine.NewSearcher(w, playerMemory)}
	p.searcher.Keep()
	return p
}

// limit sets the limits of each move at full strength and turns to it.
func (p *player) limit(l engine.Limits, t time.Duration) {
	p.level, p.limits, p.time = 0, l, t
}

// move chooses a move for the side to move, which must have one.
func (p player) move(ctx context.Context, position rules.Position, seed uint64) (rules.Square, error) {
	if legal := position.Legal(); legal.Len() == 1 {
		return legal.First(), ctx.Err()
	}
	if p.book != nil && (p.level == 0 || engine.Level(p.level).Book) {
		if known, ok := p.book.Choose(position, seed); ok {
			return known.Square, ctx.Err()
		}
	}
	if p.level != 0 {
		return p.fresh.Play(ctx, position, engine.Level(p.level), seed), ctx.Err()
	}
	thinking, limits := ctx, p.limits
	limits.Even = true
	if p.time > 0 {
		var cancel context.CancelFunc
		thinking, cancel = context.WithTimeout(ctx, p.time)
		defer cancel()
	}
	return p.searcher.Think(thinking, position, limits).Square, ctx.Err()
}

// bookFlag adds the flag for the book.
func bookFlag(c *call) *string {
	return c.flags.String("book", "on", "play from the opening book: on or off")
}

// bookOf returns the opening book, or nil if it is off.
func bookOf(flag string) (*engine.Book, error) {
	switch flag {
	case "on":
		return engine.OwnBook(), nil
	case "off":
		return nil, nil // none
	}
	return nil, usagef("the book is on or off, not %q", flag)
}
