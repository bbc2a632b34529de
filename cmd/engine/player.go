package main

import (
	"context"
	"time"

	"othellobot/engine"
	"othellobot/rules"
)

type player struct {
	level    int              // a level of package engine, or 0 for full strength
	searcher *engine.Searcher // keeps its tables between moves at full strength
	limits   engine.Limits    // of each move at full strength
	time     time.Duration    // of each move at full strength; 0 means unlimited
	book     *engine.Book     // nil if the book is off
}

const playerMemory = 32 << 20 // bytes of tables

func newPlayer(level int) player {
	p := player{level: level, searcher: engine.NewSearcher(engine.Trained(), playerMemory)}
	if level == 0 {
		p.searcher.KeepTables() // not for a level, whose moves must not depend on earlier searches
	}
	return p
}

// playerFlags adds the flags of a player. The returned function makes the player after
// the flags are parsed. Its error is a usage error.
func playerFlags(c *call) func() (player, error) {
	level := c.flags.Int("level", 0, "the level, 1 to 16, as in the bot; 0 for full strength")
	positions := c.flags.Uint64("positions", 0, "at full strength: positions for a move, the same on every machine")
	milliseconds := c.flags.Int("ms", 0, "at full strength: milliseconds for a move; 1000 if nothing else is said")
	book := bookFlag(c)
	return func() (player, error) {
		p := newPlayer(*level)
		p.limits.Nodes, p.time = *positions, time.Duration(*milliseconds)*time.Millisecond
		set := 0
		for _, is := range []bool{*level != 0, *positions != 0, *milliseconds != 0} {
			if is {
				set++
			}
		}
		if set > 1 || *level < 0 || *level > engine.Levels || *milliseconds < 0 {
			return p, usagef("one of -level 1 to %d, -positions and -ms", engine.Levels)
		}
		if set == 0 {
			p.time = time.Second
		}
		var err error
		p.book, err = bookOf(*book)
		return p, err
	}
}

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
		return p.searcher.Play(ctx, position, engine.Level(p.level), seed), ctx.Err()
	}
	thinking, limits := ctx, p.limits
	limits.CheapEndings = true
	if p.time > 0 {
		var cancel context.CancelFunc
		thinking, cancel = context.WithTimeout(ctx, p.time)
		defer cancel()
	}
	return p.searcher.Think(thinking, position, limits).Square, ctx.Err()
}

func bookFlag(c *call) *string {
	return c.flags.String("book", "on", "play from the opening book: on or off")
}

func bookOf(flag string) (*engine.Book, error) {
	switch flag {
	case "on":
		return engine.OwnBook(), nil
	case "off":
		return nil, nil // no book
	}
	return nil, usagef("the book is on or off, not %q", flag)
}
