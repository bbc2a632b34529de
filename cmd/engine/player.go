package main

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"othellobot/engine"
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
}

// playerMemory is the size of a player's tables.
const playerMemory = 32 << 20

// parsePlayer reads the description of a player: "level=3" or, with a tenth of its
// budgets, "level=3,budget=0.1"; or how its search is bounded, "depth=8,exact=14",
// "nodes=100000" or "time=50ms"; with "weights=FILE" for other weights.
func parsePlayer(text string) (player, error) {
	p := player{budget: 1}
	weights := ""
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
	w, err := readWeights(weights)
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
	if p.level != 0 {
		return p.fresh.Play(ctx, position, engine.Level(p.level).Scaled(p.budget), seed), ctx.Err()
	}
	thinking := ctx
	if p.time > 0 {
		var cancel context.CancelFunc
		thinking, cancel = context.WithTimeout(ctx, p.time)
		defer cancel()
	}
	return p.searcher.Think(thinking, position, p.limits).Square, ctx.Err()
}
