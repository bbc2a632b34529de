package main

import (
	"context"
	"math/rand/v2"

	"othellobot/engine"
	"othellobot/lab/random"
	"othellobot/puzzle"
	"othellobot/rules"
)

// How the games are played in which puzzles are looked for.
const (
	minedRandom = 10 // moves at random at the beginning
	minedMore   = 10 // and so many more at most
	minedDepth  = 2  // plies looked ahead behind them; players who see more leave fewer puzzles
	minerMemory = 1 << 20

	// Where a search of four plies expects less or more, in discs for the side to move,
	// hardly any position has exactly one winning move.
	minedLow, minedHigh = -10, 14

	anyReach = 128 // in discs: no move is worse than another by more

	easyBy = 16 // discs by which a search of one ply prefers the winning move of an easy puzzle
)

// miner looks for puzzles in games of the engine against itself. It must not be used
// concurrently.
type miner struct {
	seed     uint64
	searcher *engine.Searcher
}

func newMiner(weights *engine.Weights, seed uint64) *miner {
	return &miner{seed, engine.NewSearcher(weights, minerMemory)}
}

// graded is a problem that has been found.
type graded struct {
	puzzle.Problem
	grade puzzle.Grade
}

// wanted says, by the grade and the number of empty squares, which puzzles are wanted.
type wanted [puzzle.Grades][mostEmpties + 1]bool

// with reports whether any with so many empty squares is.
func (w *wanted) with(empties int) bool {
	for _, grade := range w {
		if grade[empties] {
			return true
		}
	}
	return false
}

// game plays game number n and gives those of its puzzles that are wanted, which are the
// same whatever else is wanted. The error is that of ctx.
func (m *miner) game(ctx context.Context, n uint64, w *wanted) (all []graded, err error) {
	dice := rand.New(rand.NewPCG(m.seed, n))
	_, p := random.Opening(dice, minedRandom+dice.IntN(minedMore+1))
	for !p.Over() && p.Empties().Len() >= fewestEmpties && ctx.Err() == nil {
		if empties := p.Empties().Len(); empties <= mostEmpties && w.with(empties) {
			if found, ok := m.examine(ctx, p); ok && w[found.grade][empties] {
				all = append(all, found)
			}
		}
		p, _ = p.Play(m.choice(ctx, p, minedDepth))
	}
	return all, ctx.Err()
}

// choice is the move that a search of so many plies finds.
func (m *miner) choice(ctx context.Context, p rules.Position, plies int) rules.Square {
	return m.searcher.Think(ctx, p, engine.Limits{Depth: plies}).Square
}

// examine finds out whether a position makes a puzzle: what is quickly known first.
func (m *miner) examine(ctx context.Context, p rules.Position) (found graded, ok bool) {
	empties, moves := p.Empties().Len(), p.Legal().Len()
	easy := puzzle.Easy.Fits(empties, moves)
	if !easy && !puzzle.Hard.Fits(empties, moves) {
		return graded{}, false
	}
	best, ok := m.winner(ctx, p)
	if !ok {
		return graded{}, false
	}
	grade, ok := m.grade(ctx, p, best)
	if !ok || easy != (grade == puzzle.Easy) || !easy && puzzle.Corners.Has(best) {
		return graded{}, false
	}
	tempting := tempting(p, m.choice(ctx, p, 1)) &^ rules.SetOf(best)
	if !easy && tempting.Len() < fewestTempting || !m.only(ctx, p, best) {
		return graded{}, false
	}
	margin := m.after(ctx, p, best, engine.Margin)
	if margin > puzzle.MostMargin || !easy && !m.refutable(ctx, p, tempting) {
		return graded{}, false
	}
	problem := puzzle.Problem{Own: p.Discs(p.ToMove), Opp: p.Discs(p.ToMove.Opponent()), Best: best, Margin: margin}
	return graded{canonical(problem), grade}, true
}

// winner finds a move that wins, if there is one.
func (m *miner) winner(ctx context.Context, p rules.Position) (rules.Square, bool) {
	expected := m.searcher.Think(ctx, p, engine.Limits{Depth: 4})
	switch {
	case expected.Value < minedLow || expected.Value > minedHigh:
		return rules.NoSquare, false
	case m.after(ctx, p, expected.Square, engine.Outcome) > 0:
		return expected.Square, true
	}
	ending := m.searcher.Solve(ctx, p, engine.Outcome, engine.Limits{})
	return ending.Square, ending.Value > 0
}

// only reports whether no other move wins.
func (m *miner) only(ctx context.Context, p rules.Position, best rules.Square) bool {
	for _, other := range m.searcher.Rate(ctx, p, engine.Limits{Depth: 2}, anyReach) {
		if other.Square != best && m.after(ctx, p, other.Square, engine.Outcome) > 0 {
			return false
		}
	}
	return true
}

// grade tells by the searches that find the move. It reports false for one that is
// found by six plies only, and for an easy one that is hardly preferred.
func (m *miner) grade(ctx context.Context, p rules.Position, best rules.Square) (puzzle.Grade, bool) {
	switch best {
	case m.choice(ctx, p, 1):
		rated := m.searcher.Rate(ctx, p, engine.Limits{Depth: 1}, anyReach)
		return puzzle.Easy, rated[0].Square == best && rated[0].Value >= rated[1].Value+easyBy
	case m.choice(ctx, p, 4):
		return puzzle.Medium, true
	}
	return puzzle.Hard, best != m.choice(ctx, p, 6)
}

// refutable reports whether enough of these wrong moves have a refutation that can be
// shown: there is only one, or the game ends within the line that is shown.
func (m *miner) refutable(ctx context.Context, p rules.Position, tempting rules.Bitboard) bool {
	shown := 0
	for move := range tempting.Squares() {
		next, _ := p.Play(move)
		if next.Empties().Len() <= puzzle.LinePlies || next.ToMove != p.ToMove && m.defences(ctx, next) == 1 {
			shown++
		}
	}
	return shown >= fewestTempting
}

// defences is how many moves do not lose, two standing for any more.
func (m *miner) defences(ctx context.Context, p rules.Position) (count int) {
	for move := range p.Legal().Squares() {
		if m.after(ctx, p, move, engine.Outcome) >= 0 {
			count++
		}
		if count > 1 {
			break
		}
	}
	return count
}

// after values a move by the position behind it, for the side that makes it.
func (m *miner) after(ctx context.Context, p rules.Position, move rules.Square, goal engine.Goal) int {
	next, _ := p.Play(move)
	if next.Over() {
		score := next.FinalScore()
		return score.Of(p.ToMove) - score.Of(p.ToMove.Opponent())
	}
	value := int(m.searcher.Solve(ctx, next, goal, engine.Limits{}).Value)
	if next.ToMove != p.ToMove {
		value = -value
	}
	return value
}
