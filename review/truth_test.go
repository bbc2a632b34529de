package review_test

import (
	"fmt"
	"slices"
	"testing"

	"othellobot/engine"
	"othellobot/review"
	"othellobot/rules"
)

// scene is what a moment speaks of: a move of a game, the better one, and the moves that follow each.
type scene struct {
	facts      turnFacts
	best       int
	game       []int // the move and those that followed it in the game
	line, then []int // the move and the better move, each with best play
}

func sceneOf(facts []turnFacts, r review.Review, at review.Moment) scene {
	c := scene{facts: facts[at.Number-1], best: int(r.Moves[at.Number-1].Best), line: ints(at.Line), then: ints(at.BestLine)}
	for _, f := range facts[at.Number-1:] {
		c.game = append(c.game, f.square)
	}
	return c
}

func ints(squares []rules.Square) (list []int) {
	for _, s := range squares {
		list = append(list, int(s))
	}
	return list
}

// falsehood returns what is wrong with a reason, by counting squares, or an empty text.
func (c *scene) falsehood(t *testing.T, s *engine.Searcher, m review.Move, why review.Reason) string {
	t.Helper()
	n, us, them := c.facts.before, c.facts.side, foe(c.facts.side)
	played, better := n.after(c.facts.square), n.after(c.best)
	at := int(why.At)
	check := func(holds bool, what string) string {
		if holds {
			return ""
		}
		return fmt.Sprintf("%v says that %s: %+v", why.Kind, what, why)
	}
	counted := func(count, instead int) string {
		return check(why.Count == count && why.Instead == instead, fmt.Sprintf("it counted %d and %d", count, instead))
	}
	switch why.Kind {
	case review.NoReason:
		return ""
	case review.Thrown:
		if count, instead, ok := c.results(t, s); ok {
			return counted(count, instead) + check(sign(why.Count) < sign(why.Instead), "the result changed")
		}
		return check(false, "the result is proved")
	case review.WipedOut:
		return check(played.wipesOut(us) && !better.wipesOut(us), "the other side can take all discs")
	case review.CornerGiven:
		return check(isCorner(at) && played.mover == them && played.may(them, at), "the other side can take the corner") +
			check(!better.may(them, at), "the better move prevents it")
	case review.CornerAvailable:
		return check(at == c.best && isCorner(at) && !isCorner(c.facts.square), "the better move takes a corner")
	case review.CornerOpened:
		return check(n.besideEmpty(c.facts.square) == at, "the move is beside an empty corner") +
			check(letsInto(n, c.game[:min(8, len(c.game))], at) || letsInto(n, c.line, at), "the move lets the other side take it") +
			check(n.besideEmpty(c.best) < 0, "the better move is not next to an empty corner")
	case review.Mobility:
		return counted(len(played.moves(them)), len(better.moves(them))) + check(why.Count > why.Instead, "there are more")
	case review.NextToCorner:
		return check(n.besideEmpty(c.facts.square) == at, "the move is beside an empty corner")
	case review.FewMoves:
		return counted(movesAt(n, c.line, us), movesAt(n, c.then, us)) + check(why.Count < why.Instead, "there are fewer")
	case review.Greedy:
		return counted(len(n.turned(us, c.facts.square)), len(n.turned(us, c.best))) +
			check(why.Count > why.Instead, "the move turns more")
	case review.CornerLost:
		return check(takes(n, c.line, them, at) && !takes(n, c.then, them, at), "only the move loses the corner")
	case review.CornerMissed:
		return check(takes(n, c.then, us, at) && !takes(n, c.line, us, at), "only the better move gets the corner")
	case review.Frontier:
		return counted(played.frontier(us), better.frontier(us)) + check(why.Count > why.Instead, "there are more")
	}
	return fmt.Sprintf("an unknown reason %v", why.Kind)
}

func sign(n int) int { return max(-1, min(n, 1)) }

// results returns the proved results after the move and after the better one. With few empty squares, a slow search
// of all lines proves them, otherwise the engine.
func (c *scene) results(t *testing.T, s *engine.Searcher) (played, better int, ok bool) {
	t.Helper()
	of := func(square int) (int, bool) {
		next := c.facts.before.after(square)
		margin, proved := 0, true
		switch {
		case next.over():
			margin = next.margin(next.mover)
		case next.count(0) <= 8:
			margin = next.proved(-64, 64)
		default:
			found := s.Solve(t.Context(), next.position(), engine.GoalMargin, engine.Limits{Nodes: 50_000_000})
			margin, proved = int(found.Value), found.Exact
		}
		if next.mover != c.facts.side {
			margin = -margin
		}
		return margin, proved
	}
	played, one := of(c.facts.square)
	better, two := of(c.best)
	return played, better, one && two
}

// takes reports whether a side plays on a square in a line, after its first move.
func takes(n naive, line []int, side byte, square int) bool {
	for i, move := range line {
		if i > 0 && move == square && n.mover == side {
			return true
		}
		n = n.after(move)
	}
	return false
}

// letsInto reports whether the other side takes a corner in a line by turning over the disc of the first move.
func letsInto(n naive, line []int, corner int) bool {
	side := n.mover
	for _, move := range line {
		if move == corner && n.mover != side {
			return slices.Contains(n.turned(n.mover, corner), line[0])
		}
		n = n.after(move)
	}
	return false
}

// movesAt returns the number of moves of a side at its next turn in a line, after the first move, or -1.
func movesAt(n naive, line []int, side byte) int {
	for i, move := range line {
		if i > 0 && n.mover == side {
			return len(n.moves(side))
		}
		n = n.after(move)
	}
	return -1
}

// wipesOut reports whether the side to move can take all discs of a side at once.
func (n *naive) wipesOut(side byte) bool {
	return n.mover != side && slices.ContainsFunc(n.moves(n.mover), func(square int) bool {
		next := n.after(square)
		return next.count(side) == 0
	})
}

// frontier counts the discs of a side that touch an empty square.
func (n *naive) frontier(side byte) (sum int) {
	for square, disc := range n.discs {
		touches := slices.ContainsFunc([]int{-1, 0, 1}, func(rows int) bool {
			return slices.ContainsFunc([]int{-1, 0, 1}, func(columns int) bool {
				row, column := square/8+rows, square%8+columns
				return row >= 0 && row < 8 && column >= 0 && column < 8 && n.discs[8*row+column] == 0
			})
		})
		if disc == side && touches {
			sum++
		}
	}
	return sum
}

// wrongCost returns what is wrong with a proved cost, or an empty text.
func (c *scene) wrongCost(m review.Move) string {
	f := c.facts
	if played, better := f.values[f.square], f.values[c.best]; m.Exact && f.exact() && (m.Value != played || m.BestValue != better || m.Lost() != f.cost) {
		return fmt.Sprintf("worth %v and %v, proved %v and %v", m.Value, m.BestValue, played, better)
	}
	return ""
}

// doubtful reports whether a longer search, too, finds that the better move is no better.
func (c *scene) doubtful(t *testing.T, s *engine.Searcher) bool {
	t.Helper()
	f := c.facts
	return f.values[c.best] <= f.values[f.square] &&
		valuedLonger(t, s, &f.before, c.best) <= valuedLonger(t, s, &f.before, f.square)
}
