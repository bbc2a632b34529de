package main

import (
	"context"
	"math/rand/v2"

	"othellobot/engine"
	"othellobot/lab/random"
	"othellobot/puzzle"
	"othellobot/rules"
)

// Settings of the miner: for its games, its searches, and its tests of positions.
const (
	minedRandom = 10 // random moves at the beginning
	minedMore   = 10 // maximum number of further random moves
	minedDepth  = 2  // plies looked ahead after the random moves; deeper players leave fewer puzzles
	minerMemory = 1 << 20

	// Outside these bounds of a four-ply search, in discs for the side to move, hardly
	// any position has exactly one winning move.
	minedLow, minedHigh = -10, 14

	anyReach = 128 // in discs: above every difference between moves

	easyBy = 12 // lead, in discs, of the winning move of an easy puzzle in a one-ply search
)

// miner finds puzzles in games of the engine against itself. It must not be used
// concurrently.
type miner struct {
	seed     uint64
	searcher *engine.Searcher
}

func newMiner(weights *engine.Weights, seed uint64) *miner {
	return &miner{seed, engine.NewSearcher(weights, minerMemory)}
}

// graded is a problem with its grade.
type graded struct {
	puzzle.Problem
	grade puzzle.Grade
}

// wanted marks the wanted puzzles, by grade and number of empty squares.
type wanted [puzzle.Grades][mostEmpties + 1]bool

// with reports whether any puzzle with this number of empty squares is wanted.
func (w *wanted) with(empties int) bool {
	for _, grade := range w {
		if grade[empties] {
			return true
		}
	}
	return false
}

// game plays game number n and returns its wanted puzzles. Whether a puzzle is found does not
// depend on which other puzzles are wanted. The error is that of ctx.
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

// choice returns the best move of a search to the given depth in plies.
func (m *miner) choice(ctx context.Context, p rules.Position, plies int) rules.Square {
	return m.searcher.Think(ctx, p, engine.Limits{Depth: plies}).Square
}

// examine returns the puzzle of a position, or false if the position is not a puzzle. Quick
// tests come first.
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
	margin := m.after(ctx, p, best, engine.GoalMargin)
	if margin > puzzle.MostMargin || !easy && !m.refutable(ctx, p, tempting) {
		return graded{}, false
	}
	problem := puzzle.Problem{Own: p.Discs(p.ToMove), Opp: p.Discs(p.ToMove.Opponent()), Best: best, Margin: margin}
	return graded{canonical(problem), grade}, true
}

// winner returns a winning move, or false if it finds none.
func (m *miner) winner(ctx context.Context, p rules.Position) (rules.Square, bool) {
	expected := m.searcher.Think(ctx, p, engine.Limits{Depth: 4})
	switch {
	case expected.Value < minedLow || expected.Value > minedHigh:
		return rules.NoSquare, false
	case m.after(ctx, p, expected.Square, engine.GoalOutcome) > 0:
		return expected.Square, true
	}
	ending := m.searcher.Solve(ctx, p, engine.GoalOutcome, engine.Limits{})
	return ending.Square, ending.Value > 0
}

// only reports whether no other move wins.
func (m *miner) only(ctx context.Context, p rules.Position, best rules.Square) bool {
	for _, other := range m.searcher.Rate(ctx, p, engine.Limits{Depth: 2}, anyReach) {
		if other.Square != best && m.after(ctx, p, other.Square, engine.GoalOutcome) > 0 {
			return false
		}
	}
	return true
}

// grade grades a puzzle by the searches that find its move. It reports false for a move
// that only the six-ply search finds, and for an easy one without a clear lead.
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

// refutable reports whether enough of the tempting moves have a refutation to show. A
// refutation is a single good reply, or an end of the game within the shown line.
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

// defences returns the number of moves that do not lose. 2 stands for 2 or more.
func (m *miner) defences(ctx context.Context, p rules.Position) (count int) {
	for move := range p.Legal().Squares() {
		if m.after(ctx, p, move, engine.GoalOutcome) >= 0 {
			count++
		}
		if count > 1 {
			break
		}
	}
	return count
}

// after returns the value of a move for the side that makes it.
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
