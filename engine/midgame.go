package engine

import "othellobot/rules"

// node is a board with its evaluation features, updated incrementally.
type node struct {
	board
	features
}

func nodeOf(b board) node { return node{b, featuresOf(b)} }

func (p *node) pass() node { return node{p.board.pass(), p.features.pass()} }

// play sets p to the result of a legal move on s at the node from. It returns the moves of the side
// to move in p and those of the other side.
func (p *node) play(from *node, s rules.Square) (moves, theirs rules.Bitboard) {
	if vectors {
		return playVectors(p, from, int(s&63))
	}
	flipped := from.flips(s)
	p.board = from.board.after(s, flipped)
	p.features.after(&from.features, s, flipped)
	return p.moves(), p.board.pass().moves()
}

// option is a move that a midgame search considers.
type option struct {
	node                  // after the move, from the view of the opponent
	moves  rules.Bitboard // of the opponent
	static int            // value for the opponent, without looking ahead
	square rules.Square
	order  int32 // the highest is searched first
}

const (
	infiniteValue = infinite * valueUnit // above every value of a search
	etcDepth      = 4                    // the least depth, in plies, for looking up all children before any is searched
	mobilityOrder = 2                    // subtracted from an option's order for each move of the opponent, in 1/valueUnit disc
)

// pvs returns the value of p after depth more moves, passes not counted, in 1/valueUnit disc.
// Outside the window from alpha to beta, the value is a bound. moves are the legal moves, and
// static is the evaluation of p. The method is principal variation search
// (https://www.chessprogramming.org/Principal_Variation_Search).
func (s *Searcher) pvs(p *node, moves rules.Bitboard, static, depth, alpha, beta int) int {
	s.nodes++
	empties := p.empties().Len()
	switch {
	case s.stop():
		return 0
	case depth >= empties:
		return s.pvsToEnd(p.board, moves, empties, alpha, beta)
	case depth <= 0:
		return static
	case moves == 0:
		next := p.pass()
		if moves = next.moves(); moves == 0 {
			return valueUnit * p.margin()
		}
		return -s.pvs(&next, moves, -static, depth, -beta, -alpha)
	}
	if alpha+1 == beta {
		if v, cut := s.staticCut(static, empties, depth, alpha); cut {
			return v
		}
	}
	first := rules.NoSquare
	hash := hashOf(p.board)
	if f, found := s.midTable.find(p.board, hash); found {
		if f.depth() >= depth {
			switch {
			case f.lower() == f.upper() || f.lower() >= beta:
				return f.lower()
			case f.upper() <= alpha:
				return f.upper()
			}
		}
		first = f.move()
	}
	if depth == 1 {
		v, move := s.onePly(p, moves, first, beta)
		s.midTable.keep(p.board, hash, depth, alpha, beta, v, move, 1)
		return v
	}
	if alpha+1 == beta {
		if v, cut := s.probCut(p, moves, static, empties, depth, alpha); cut {
			return v
		}
	}
	begun := s.nodes
	best, move := -infiniteValue, rules.NoSquare
	if moves.Has(first) {
		one := s.optionsOf(p, 1<<(first&63), empties)
		best, move = s.tryOption(&one[0], depth, alpha, beta, true), first
		moves &^= 1 << (first & 63)
	}
	if moves != 0 && best < beta && !s.halted {
		list := s.optionsOf(p, moves, empties)
		if depth >= etcDepth {
			if v, ok := s.midCutoff(list, depth-1, beta); ok {
				return v
			}
		}
		for i := range list {
			o := pickOption(list[i:])
			v := s.tryOption(o, depth, max(alpha, best), beta, move == rules.NoSquare)
			if v > best {
				best, move = v, o.square
				if v >= beta {
					break
				}
			}
		}
	}
	if !s.halted {
		s.midTable.keep(p.board, hash, depth, alpha, beta, best, move, s.nodes-begun)
	}
	return best
}

// midCutoff is [Searcher.transpositionCutoff] for midgame searches.
func (s *Searcher) midCutoff(list []option, depth, beta int) (int, bool) {
	for i := range list {
		o := &list[i]
		if f, found := s.midTable.find(o.board, hashOf(o.board)); found && f.depth() >= depth && -f.upper() >= beta {
			return -f.upper(), true
		}
	}
	return 0, false
}

// tryOption is [Searcher.try] for midgame searches.
func (s *Searcher) tryOption(o *option, depth, alpha, beta int, first bool) int {
	if !first && alpha+1 < beta {
		v := -s.pvs(&o.node, o.moves, o.static, depth-1, ^alpha, -alpha)
		if v <= alpha || v >= beta {
			return v
		}
	}
	return -s.pvs(&o.node, o.moves, o.static, depth-1, -beta, -alpha)
}

// onePly is pvs to depth 1. It also returns the best move.
func (s *Searcher) onePly(p *node, moves rules.Bitboard, first rules.Square, beta int) (best int, move rules.Square) {
	best, move = -infiniteValue, rules.NoSquare
	var known rules.Bitboard
	if moves.Has(first) {
		known = 1 << (first & 63)
	}
	moves &^= known
	var next node
	for _, set := range [...]rules.Bitboard{known, moves & corners, moves &^ (corners | besideCorners), moves & besideCorners} {
		for ; set != 0 && best < beta; set &= set - 1 {
			at := set.First()
			s.nodes++
			replies, theirs := next.play(p, at)
			if v := -s.weights.evaluate(&next, replies, theirs); v > best {
				best, move = v, at
			}
		}
	}
	return best, move
}

// pvsToEnd is [Searcher.pvs] to the end of the game.
func (s *Searcher) pvsToEnd(b board, moves rules.Bitboard, empties, alpha, beta int) int {
	low, high := alpha>>valueShift, -(-beta >> valueShift) // rounded outward
	v, _ := s.exactPVS(b, moves, empties, max(low, -infinite), min(high, infinite))
	return valueUnit * v
}

func (s *Searcher) optionsOf(p *node, moves rules.Bitboard, empties int) []option {
	list := s.options[empties][:0]
	for ; moves != 0; moves &= moves - 1 {
		list = list[:len(list)+1]
		o := &list[len(list)-1]
		o.square = moves.First()
		var theirs rules.Bitboard
		o.moves, theirs = o.node.play(p, o.square)
		o.static = s.weights.evaluate(&o.node, o.moves, theirs)
		o.order = -int32(o.static + mobilityOrder*o.moves.Len())
	}
	return list
}

// pickOption is [pick] for options.
func pickOption(list []option) *option {
	best := 0
	for i := range list {
		if list[i].order > list[best].order {
			best = i
		}
	}
	if best > 0 {
		list[0], list[best] = list[best], list[0]
	}
	return &list[0]
}
