package main

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"othellobot/engine"
	"othellobot/rules"
)

// contender plays in a match.
type contender struct {
	level    int              // of package engine's levels; 0 for all that the limits allow
	budget   float64          // what part of the level's budgets it has
	searcher *engine.Searcher // keeps its tables between the moves of a game
	fresh    *engine.Searcher // forgets them, so that a level's move depends on nothing else
	limits   engine.Limits    // if there is no level
	time     time.Duration    // of the processor, for a move without a level; 0 means unlimited
	book     *engine.Book     // nil for none
	program  *program         // plays instead, if there is one
	beginner bool             // plays as [beginnersMove] does instead
	used     *time.Duration   // processor time for moves, but for a program's
}

// searchMemory is the size of a contender's tables.
const searchMemory = 32 << 20

// parseContender reads the description of a contender: "level=3" or, with a tenth of its
// budgets, "level=3,budget=0.1"; or how its search is bounded,
// "depth=8,exact=14", "nodes=100000" or, of the processor's time,
// "time=50ms"; with "weights=FILE" for other weights. Levels play from the book as in the
// bot unless "book=off" is said, searches do not unless "book=on" is. Another engine that speaks GTP is
// "program=COMMAND LINE,time=50ms"; "beginner" thinks not at all.
func parseContender(text string) (contender, error) {
	p := contender{budget: 1, used: new(time.Duration)}
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
			err = fmt.Errorf("%q says nothing about a contender", field)
		}
		if err != nil {
			return contender{}, err
		}
	}
	if p.level != 0 && p.time != 0 {
		return contender{}, fmt.Errorf("%q: a level's move does not depend on the time", text)
	}
	if withBook == "" {
		withBook = bookOff
		if p.level != 0 {
			withBook = bookOn
		}
	}
	var err error
	if p.book, err = bookOf(withBook); err != nil {
		return contender{}, err
	}
	if commandLine != "" {
		p.program, err = startProgram(commandLine, p.time)
		return p, err
	}
	w, err := readWeights(weights)
	if err != nil {
		return contender{}, err
	}
	p.searcher, p.fresh = engine.NewSearcher(w, searchMemory), engine.NewSearcher(w, searchMemory)
	p.searcher.Keep()
	return p, nil
}

// move chooses a move for the side to move, which must have one.
func (p contender) move(ctx context.Context, position rules.Position, seed uint64) (rules.Square, error) {
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
	limits := p.limits
	limits.Even = true
	if p.time > 0 {
		limits.Yield = within(p.time)
	}
	return p.searcher.Think(ctx, position, limits).Square, ctx.Err()
}

// fromBook is a move of the book, if the contender has one and it has the position. Levels
// that have none in the bot have none here.
func (p contender) fromBook(position rules.Position, seed uint64) (engine.Rated, bool) {
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

// bookOf is the book of the program, or nil if it is off.
func bookOf(said string) (*engine.Book, error) {
	switch said {
	case bookOn:
		return engine.OwnBook(), nil
	case bookOff:
		return nil, nil // none
	}
	return nil, fmt.Errorf("the book is on or off, not %q", said)
}

// timedMove is move that adds to the time used.
func (p contender) timedMove(ctx context.Context, position rules.Position, seed uint64) (rules.Square, error) {
	begun := processorUsed()
	defer func() { *p.used += processorUsed() - begun }()
	return p.move(ctx, position, seed)
}

// end is to be called at last and gives the processor time that the contender has used.
func (p contender) end() (time.Duration, error) {
	if p.program != nil {
		return p.program.end()
	}
	return *p.used, nil
}

// begin is to be called before a game from the position behind the opening.
func (p contender) begin(opening []rules.Square) error {
	if p.program != nil {
		return p.program.begin(opening)
	}
	if p.searcher != nil {
		p.searcher.Forget()
	}
	return nil
}

// watch is to be called when the opponent has moved.
func (p contender) watch(side rules.Color, square rules.Square) error {
	if p.program != nil {
		return p.program.play(side, square)
	}
	return nil
}
