package review_test

import (
	"slices"
	"testing"

	"othellobot/engine"
)

// turnFacts is what plain counting, and a search of its own, say about a move of a game.
type turnFacts struct {
	number  int // of the move, from 1
	side    byte
	square  int
	empties int // before the move
	values  map[int]float64
	before  naive
	reply   int // the next move if the other side makes it, or -1

	best int // the best move, or square itself
	cost float64
}

func (f *turnFacts) exact() bool { return f.empties <= valueProved }

// factsOf returns what is true of each move of a game.
func factsOf(t *testing.T, s *engine.Searcher, transcript string) []turnFacts {
	t.Helper()
	positions, moves := replayed(t, transcript)
	list := make([]turnFacts, len(moves))
	for i, square := range moves {
		n := positions[i]
		f := turnFacts{number: i + 1, side: n.mover, square: square, empties: n.count(0), before: n, reply: -1, best: square}
		if i+1 < len(moves) && positions[i+1].mover != n.mover {
			f.reply = moves[i+1]
		}
		f.values = valued(t, s, &n)
		if best, value := bestOf(f.values); value > f.values[square] {
			f.best, f.cost = best, value-f.values[square]
		}
		list[i] = f
	}
	return list
}

// cornersGiven returns the corners that the other side may take at once after a move, but not before it, and not
// after the move instead.
func (n *naive) cornersGiven(square, instead int) (list []int) {
	played, better, other := n.after(square), n.after(instead), foe(n.mover)
	for _, corner := range []int{0, 7, 56, 63} {
		if played.mover == other && played.may(other, corner) && !n.may(other, corner) && !better.may(other, corner) {
			list = append(list, corner)
		}
	}
	return list
}

// movesNext returns how many moves the side to move will have at its next turn after a move and the best reply.
// It is 0 if that side must pass.
func (n *naive) movesNext(t *testing.T, s *engine.Searcher, square int) int {
	t.Helper()
	next := n.after(square)
	if next.mover == n.mover || next.over() {
		return len(next.moves(n.mover))
	}
	reply, _ := bestOf(valued(t, s, &next))
	next = next.after(reply)
	return len(next.moves(n.mover))
}

func (f *turnFacts) givesTakenCorner() bool {
	return f.best != f.square && slices.Contains(f.before.cornersGiven(f.square, f.best), f.reply)
}

// keepsWin reports whether a move keeps a proved win, and so is no mistake.
func (f *turnFacts) keepsWin() bool { return f.exact() && f.values[f.square] > 0 }

func (f *turnFacts) throwsWin() bool {
	return f.exact() && f.values[f.best] > 0 && f.values[f.square] <= 0
}

// takesTooMany reports whether a move with many empty squares turns over far more discs than the best one, and gives
// its side more discs than the other.
func (f *turnFacts) takesTooMany() bool {
	more := len(f.before.turned(f.side, f.square)) - len(f.before.turned(f.side, f.best))
	return f.empties >= 20 && more >= 3
}

func (f *turnFacts) runsOut(t *testing.T, s *engine.Searcher) bool {
	t.Helper()
	if f.best == f.square || f.empties < 13 {
		return false
	}
	left := f.before.movesNext(t, s, f.square)
	return left <= 2 && f.before.movesNext(t, s, f.best) >= left+3
}
