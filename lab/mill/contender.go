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
	level    int              // a level of package engine; 0 for a search with limits
	budget   float64          // factor of the level's budgets
	searcher *engine.Searcher // keeps its tables between the moves of a game
	fresh    *engine.Searcher // forgets its tables, so that a level's move depends only on the position
	limits   engine.Limits    // if level is 0
	time     time.Duration    // processor time for a move if level is 0; 0 means unlimited
	book     *engine.Book     // nil if the book is off
	program  *program         // plays instead if set
	beginner bool             // plays as [beginnersMove] instead
	used     *time.Duration   // processor time for moves, except a program's
}

// searchMemory is the size of a searcher's tables, in bytes.
const searchMemory = 32 << 20

// parseContender parses the description of a contender. A level is "level=3" or, with a
// tenth of its budgets, "level=3,budget=0.1". A search has limits: "depth=8,exact=14",
// "nodes=100000" or, in processor time, "time=50ms". Both take "weights=FILE" for other
// weights.
//
// Levels use the book as in the bot, unless "book=off" is given. Searches use it only
// with "book=on". Another engine that speaks GTP is "program=COMMAND LINE,time=50ms";
// "beginner" plays without a search.
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
			p.limits.ExactEmpties, err = strconv.Atoi(value)
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
	p.searcher.KeepTables()
	return p, nil
}

// move chooses a move for the side to move, which must have a legal move.
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
		return p.fresh.Play(ctx, position, p.strength(), seed), ctx.Err()
	}
	limits := p.limits
	limits.CheapEndings = true
	if p.time > 0 {
		limits.Yield = within(p.time)
	}
	return p.searcher.Think(ctx, position, limits).Square, ctx.Err()
}

// strength returns the strength of the level with its position budgets multiplied by p.budget.
func (p contender) strength() engine.Strength {
	st := engine.Level(p.level)
	for _, budget := range []*uint64{&st.Nodes, &st.Solving} {
		if *budget > 0 { // 0 is unlimited
			*budget = max(1, uint64(p.budget*float64(*budget)))
		}
	}
	return st
}

// fromBook returns a book move, or false if the contender has no book or the book lacks
// the position. Levels without a book in the bot have no book here.
func (p contender) fromBook(position rules.Position, seed uint64) (engine.RatedMove, bool) {
	if p.book == nil || p.level != 0 && !engine.Level(p.level).Book {
		return engine.RatedMove{}, false
	}
	return p.book.Choose(position, seed)
}

// Values of the book setting.
const (
	bookOn  = "on"
	bookOff = "off"
)

// bookOf returns the built-in book, or nil if it is off.
func bookOf(said string) (*engine.Book, error) {
	switch said {
	case bookOn:
		return engine.OwnBook(), nil
	case bookOff:
		return nil, nil // no book
	}
	return nil, fmt.Errorf("the book is on or off, not %q", said)
}

// timedMove works like move, and adds its processor time to used.
func (p contender) timedMove(ctx context.Context, position rules.Position, seed uint64) (rules.Square, error) {
	begun := processorUsed()
	defer func() { *p.used += processorUsed() - begun }()
	return p.move(ctx, position, seed)
}

// end must be called after the last move. It returns the processor time that the
// contender has used.
func (p contender) end() (time.Duration, error) {
	if p.program != nil {
		return p.program.end()
	}
	return *p.used, nil
}

// begin must be called before each game. The game starts after the opening.
func (p contender) begin(opening []rules.Square) error {
	if p.program != nil {
		return p.program.begin(opening)
	}
	if p.searcher != nil {
		p.searcher.Forget()
	}
	return nil
}

// watch must be called after each move of the opponent.
func (p contender) watch(side rules.Color, square rules.Square) error {
	if p.program != nil {
		return p.program.play(side, square)
	}
	return nil
}
