package main

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"othellobot/engine"
	"othellobot/engine/weightfile"
	"othellobot/rules"
)

// player chooses moves in a match or for a controller.
type player struct {
	level    int              // of package engine's levels; 0 for all that the limits allow
	budget   float64          // what part of the level's budgets it has
	searcher *engine.Searcher // keeps its tables between the moves of a game
	fresh    *engine.Searcher // forgets them, so that a level's move depends on nothing else
	limits   engine.Limits    // if there is no level
	time     time.Duration    // for a move without a level; 0 for no bound
	wall     bool             // time is that of the clock on the wall, not the processor's
	book     *engine.Book     // nil for none
	program  *program         // plays instead, if there is one
	beginner bool             // plays as [beginnersMove] does instead
	used     *time.Duration   // processor time for moves, but for a program's
}

// playerMemory is the size of a player's tables.
const playerMemory = 32 << 20

// parsePlayer reads the description of a player: "level=3" or, with a tenth of its
// budgets, "level=3,budget=0.1"; or how its search is bounded,
// "depth=8,exact=14", "nodes=100000" or, of the processor's time,
// "time=50ms"; with "weights=FILE" for other weights. Levels play from the book as in the
// bot unless "book=off" is said, searches do not unless "book=on" is. Another engine that speaks GTP is
// "program=COMMAND LINE,time=50ms"; "beginner" thinks not at all.
func parsePlayer(text string) (player, error) {
	p := player{budget: 1, used: new(time.Duration)}
	if text == "beginner" {
		p.beginner = true
		return p, nil
	}
	weights, commandLine, withBook := "", "", ""
	for field := range strings.SplitSeq(text, ",") {
		key, value, _ := strings.Cut(field, "=")
		var err error
		switch key {
		case "level":
			p.level, err = strconv.Atoi(value)
		case "budget":
			p.budget, err = strconv.ParseFloat(value, 64)
		case "depth":
			p.limits.Depth, err = strconv.Atoi(value)
		case "exact":
			p.limits.Exact, err = strconv.Atoi(value)
		case "nodes":
			p.limits.Nodes, err = strconv.ParseUint(value, 10, 64)
		case "time":
			p.time, err = time.ParseDuration(value)
		case "weights":
			weights = value
		case "book":
			withBook = value
		case "program":
			if commandLine = value; value == "" {
				err = errors.New("program= names none")
			}
		default:
			err = fmt.Errorf("%q says nothing about a player", field)
		}
		if err != nil {
			return player{}, &usageError{err}
		}
	}
	if p.level != 0 && p.time != 0 {
		return player{}, usagef("%q: a level's move does not depend on the time", text)
	}
	if withBook == "" {
		withBook = bookOff
		if p.level != 0 {
			withBook = bookOn
		}
	}
	var err error
	if p.book, err = bookOf(withBook); err != nil {
		return player{}, err
	}
	if commandLine != "" {
		p.program, err = startProgram(commandLine, p.time)
		return p, err
	}
	w, err := weightfile.Read(weights)
	if err != nil {
		return player{}, err
	}
	p.searchWith(w)
	return p, nil
}

// searchWith gives a player its searchers.
func (p *player) searchWith(w *engine.Weights) {
	p.searcher, p.fresh = engine.NewSearcher(w, playerMemory), engine.NewSearcher(w, playerMemory)
	p.searcher.Keep()
}

// move chooses a move for the side to move, which must have one.
func (p player) move(ctx context.Context, position rules.Position, seed uint64) (rules.Square, error) {
	if p.program != nil {
		return p.program.move(position.ToMove)
	}
	if legal := position.Legal(); legal.Len() == 1 {
		return legal.First(), ctx.Err()
	}
	if p.beginner {
		return beginnersMove(position, seed), ctx.Err()
	}
	if known, ok := p.fromBook(position, seed); ok {
		return known.Square, ctx.Err()
	}
	if p.level != 0 {
		return p.fresh.Play(ctx, position, engine.Level(p.level).Scaled(p.budget), seed), ctx.Err()
	}
	thinking, limits := ctx, p.limits
	limits.Even = true
	if p.time > 0 {
		if p.wall {
			var cancel context.CancelFunc
			thinking, cancel = context.WithTimeout(ctx, p.time)
			defer cancel()
		} else {
			limits.Yield = within(p.time)
		}
	}
	return p.searcher.Think(thinking, position, limits).Square, ctx.Err()
}

// fromBook is a move of the book, if the player has one and it has the position. Levels
// that have none in the bot have none here.
func (p player) fromBook(position rules.Position, seed uint64) (engine.Rated, bool) {
	if p.book == nil || p.level != 0 && !engine.Level(p.level).Book {
		return engine.Rated{}, false
	}
	return p.book.Choose(position, seed)
}

// What is said about the opening book.
const (
	bookOn  = "on"
	bookOff = "off"
)

// bookFlag adds the flag for the book.
func bookFlag(c *call) *string {
	return c.flags.String("book", bookOn, "play from the opening book: on or off")
}

// bookOf is the book of the program, or nil if it is off.
func bookOf(said string) (*engine.Book, error) {
	switch said {
	case bookOn:
		return engine.OwnBook(), nil
	case bookOff:
		return nil, nil // none
	}
	return nil, usagef("the book is on or off, not %q", said)
}

// timedMove is move that adds to the time used.
func (p player) timedMove(ctx context.Context, position rules.Position, seed uint64) (rules.Square, error) {
	begun := processorUsed()
	defer func() { *p.used += processorUsed() - begun }()
	return p.move(ctx, position, seed)
}

// end is to be called at last and gives the processor time that the player has used.
func (p player) end() (time.Duration, error) {
	if p.program != nil {
		return p.program.end()
	}
	return *p.used, nil
}

// begin is to be called before a game from the position behind the opening.
func (p player) begin(opening []rules.Square) error {
	if p.program != nil {
		return p.program.begin(opening)
	}
	if p.searcher != nil {
		p.searcher.Forget()
	}
	return nil
}

// watch is to be called when the opponent has moved.
func (p player) watch(side rules.Color, square rules.Square) error {
	if p.program != nil {
		return p.program.play(side, square)
	}
	return nil
}
