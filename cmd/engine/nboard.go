package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"othellobot/engine"
	"othellobot/engine/analysis"
	"othellobot/record"
	"othellobot/rules"
)

// nboard plays and gives hints by the NBoard protocol, versions 1 and 2
// (https://github.com/weltyc/ntest/blob/master/instructions/Protocol.htm).
type nboard struct {
	call
	searcher *engine.Searcher
	book     *engine.Book // nil if the book is off; never used for hints, nor at depths below nboardDepth
	version  int
	depth    int
	position rules.Position
	passDue  bool // the opponent of the side to move must pass first
}

// The default depth, and the limits for solving.
const (
	nboardDepth = 10
	nboardSolve = 6  // the depth plus this is the maximum number of empty squares for solving
	deepestEnd  = 24 // upper limit of that maximum
)

// playNBoard answers commands until quit or the end of the input. A ping or quit ends all earlier
// searches; other commands wait for them.
func playNBoard(ctx context.Context, c call) error {
	book := bookFlag(&c)
	if err := c.parse(0, 0); err != nil {
		return err
	}
	known, err := bookOf(*book)
	if err != nil {
		return err
	}
	n := &nboard{
		call: c, book: known, searcher: engine.NewSearcher(engine.Trained(), playerMemory),
		version: 1, depth: nboardDepth, position: rules.Start(),
	}
	n.searcher.KeepTables()
	orders := make(chan order, 1<<10)
	var broken error
	go func() {
		defer close(orders)
		broken = read(ctx, c.stdin, orders)
	}()
	for {
		select {
		case given, ok := <-orders:
			if !ok {
				return broken
			}
			if given.word == "quit" {
				return nil
			}
			n.answer(given)
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// order is a line of input: a word and its arguments.
type order struct {
	ctx        context.Context // done once a later line cancels searches
	word, rest string
}

// read sends each line of the input as an order. A ping or quit cancels all earlier searches,
// running or waiting.
func read(ctx context.Context, from io.Reader, to chan<- order) error {
	in := bufio.NewScanner(from)
	in.Buffer(nil, 1<<20)
	searches, callOff := context.WithCancel(ctx)
	for in.Scan() {
		word, rest, _ := strings.Cut(strings.TrimSpace(in.Text()), " ")
		if word == "ping" || word == "quit" {
			callOff()
			searches, callOff = context.WithCancel(ctx)
		}
		to <- order{searches, word, strings.TrimSpace(rest)}
	}
	context.AfterFunc(ctx, callOff) // the end of the input does not cancel the last searches
	return in.Err()
}

func (n *nboard) say(format string, args ...any) { fmt.Fprintf(n.stdout, format+"\n", args...) }

// answer runs a command. It ignores unknown commands.
func (n *nboard) answer(given order) {
	rest := given.rest
	switch given.word {
	case "nboard":
		if v, err := strconv.Atoi(rest); err == nil {
			n.version = v
		}
	case "set":
		n.set(rest)
	case "move":
		n.move(rest)
	case "hint":
		n.hint(given.ctx, rest)
	case "go":
		n.think(given.ctx)
	case "ping":
		n.say("pong %s", rest)
	case "learn":
		n.say("learned")
	default:
		if len(given.word) == 2 && rest == "" { // the first versions of NBoard sent moves like this
			n.move(given.word)
		}
	}
}

func (n *nboard) set(rest string) {
	what, value, _ := strings.Cut(rest, " ")
	switch what {
	case "depth":
		if d, err := strconv.Atoi(strings.TrimSpace(value)); err == nil && d >= 1 {
			n.depth = min(d, 60)
			n.say("set myname othellobot%d", n.depth)
		}
	case "game":
		games, err := record.ReadGGF(value)
		switch {
		case err != nil:
			n.say("status cannot read the game: %v", err)
			return
		case len(games) != 1:
			n.say("status cannot read the game: there are %d", len(games))
			return
		}
		n.position, n.passDue = games[0].Start, false
		for _, s := range games[0].Moves {
			n.play(s)
		}
		n.passDue = n.passDue && !games[0].Passed
	}
}

func (n *nboard) play(s rules.Square) {
	next, err := n.position.Play(s)
	if err != nil {
		return
	}
	n.passDue = !next.Over() && next.ToMove == n.position.ToMove
	n.position = next
}

// move makes a move that NBoard sent. An evaluation and a time may follow the square.
func (n *nboard) move(text string) {
	text, _, _ = strings.Cut(text, "/")
	square, err := rules.ParseSquare(text)
	switch {
	case n.passDue && (strings.EqualFold(text, "pa") || strings.EqualFold(text, "pass")):
		n.passDue = false
	case err != nil || n.passDue || !n.position.Legal().Has(square):
		n.say("status illegal move %s", text)
	default:
		n.play(square)
	}
}

func (n *nboard) limits(depth int) engine.Limits {
	return engine.Limits{Depth: depth, ExactEmpties: min(n.depth+nboardSolve, deepestEnd)}
}

// hint reports the best moves at growing depths. text holds the maximum number of moves.
func (n *nboard) hint(ctx context.Context, text string) {
	most, err := strconv.Atoi(text)
	if err != nil || most < 1 {
		most = 1
	}
	n.say("status thinking")
	a := analysis.Analyst{Weights: engine.Trained(), Searcher: n.searcher, Limits: n.limits(n.depth)}
	begun := time.Now()
	if !n.position.Over() {
		for _, l := range a.Depths(n.position.Empties().Len()) {
			lines := a.Lines(ctx, n.position, l)
			if ctx.Err() != nil {
				break
			}
			for _, line := range lines[:min(most, len(lines))] {
				n.sayLine(a.BestPlay(ctx, n.position, line.Square, l), line)
			}
			n.say("nodestats %d %.2f", a.Nodes, time.Since(begun).Seconds())
		}
	}
	n.say("status")
}

// sayLine reports a move and its value. If a pass comes first, the line begins with the
// pass.
func (n *nboard) sayLine(play string, line analysis.Line) {
	depth, value := strconv.Itoa(line.Depth), line.Value
	if line.Exact {
		depth = "100%"
	}
	if n.passDue {
		play, value = "PA"+play, 0-value
	}
	n.say("search %s %.2f 0 %s", play, value, depth)
}

// think chooses a move but does not make it: NBoard sends it back as a move command.
func (n *nboard) think(ctx context.Context) {
	if n.passDue || n.position.Over() {
		n.say("=== PA")
		return
	}
	if n.book != nil && n.depth >= nboardDepth {
		if known, ok := n.book.Choose(n.position, 1); ok {
			n.sayMove(known, 0)
			return
		}
	}
	n.say("status thinking")
	begun := time.Now()
	found := n.searcher.Think(ctx, n.position, n.limits(n.depth))
	took := time.Since(begun).Seconds()
	n.say("nodestats %d %.2f", found.Nodes, took)
	n.sayMove(engine.RatedMove{Square: found.Square, Value: found.Value}, took)
	n.say("status")
}

func (n *nboard) sayMove(chosen engine.RatedMove, took float64) {
	between := "/"
	if n.version >= 2 {
		between = " "
	}
	n.say("=== %v%s%.2f%s%.2f", chosen.Square, between, chosen.Value, between, took)
}
