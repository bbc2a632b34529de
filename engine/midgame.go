package engine

import "othellobot/rules"

// spot is a board with what is kept up to judge it.
type spot struct {
	board
	features
}

func spotOf(b board) spot { return spot{b, featuresOf(b)} }

func (p *spot) pass() spot { return spot{p.board.pass(), p.features.pass()} }

// after is the spot after a move on s that turns over the discs given.
func (p *spot) after(s rules.Square, flipped rules.Bitboard) spot {
	return spot{p.board.after(s, flipped), p.features.after(s, flipped)}
}

// option is a move that a search in the middle of the game considers.
type option struct {
	spot                  // after the move, seen by the opponent
	moves  rules.Bitboard // the opponent's
	square rules.Square
	order  int32 // the highest is searched first
}

// Where a search in the middle of the game changes its ways, in plies of depth.
const (
	tableDepth = 2 // from here on values are kept
	judgeDepth = 3 // from here on moves are ordered by judgement, below by mobility
)

// judge is the value of p without looking ahead.
func (s *Searcher) judge(p *spot) int { return s.weights.judge(p, p.moves()) }

// look is the value of p, where the side to move has the given moves, after
// depth more moves, passes not counted, in 1/valueUnit disc: exactly if it lies
// between alpha and beta, else as a bound on the right side of them (principal
// variation search, https://www.chessprogramming.org/Principal_Variation_Search).
func (s *Searcher) look(p *spot, moves rules.Bitboard, depth, alpha, beta int) int {
	s.nodes++
	empties := p.empties().Len()
	switch {
	case s.stop():
		return 0
	case depth >= empties:
		return s.certain(p.board, moves, empties, alpha, beta)
	case depth <= 0:
		return s.weights.judge(p, moves)
	case moves == 0:
		next := p.pass()
		if moves = next.moves(); moves == 0 {
			return valueUnit * p.margin()
		}
		return -s.look(&next, moves, depth, -beta, -alpha)
	case depth == 1:
		return s.lookOnce(p, moves, alpha, beta)
	}
	first := rules.NoSquare
	if e := s.guesses.find(p.board); e != nil {
		if int(e.depth) >= depth {
			switch {
			case e.lower == e.upper || int(e.lower) >= beta:
				return int(e.lower)
			case int(e.upper) <= alpha:
				return int(e.upper)
			}
		}
		first = e.move
	}
	if alpha+1 == beta {
		if v, dared := s.leaveOut(p, moves, empties, depth, alpha); dared {
			return v
		}
	}
	list := s.optionsOf(p, moves, empties, depth, first)
	begun := s.nodes
	best, move := -infiniteGuess, rules.NoSquare
	for i := range list {
		o := pickOption(list[i:])
		v := s.tryOption(o, depth, max(alpha, best), beta, i == 0)
		if v > best {
			best, move = v, o.square
			if v >= beta {
				break
			}
		}
	}
	if !s.halted {
		s.guesses.keep(p.board, depth, alpha, beta, best, move, s.nodes-begun)
	}
	return best
}

// infiniteGuess is above every value of a search.
const infiniteGuess = infinite * valueUnit

// tryOption is the value of an option to the side that takes it. All but the
// first are at first only asked whether they beat alpha.
func (s *Searcher) tryOption(o *option, depth, alpha, beta int, first bool) int {
	if !first && alpha+1 < beta {
		v := -s.look(&o.spot, o.moves, depth-1, ^alpha, -alpha)
		if v <= alpha || v >= beta {
			return v
		}
	}
	return -s.look(&o.spot, o.moves, depth-1, -beta, -alpha)
}

// lookOnce is look with a depth of one.
func (s *Searcher) lookOnce(p *spot, moves rules.Bitboard, alpha, beta int) int {
	best := -infiniteGuess
	for ; moves != 0 && best < beta; moves &= moves - 1 {
		at := moves.First()
		next := p.after(at, p.flips(at))
		s.nodes++
		best = max(best, -s.judge(&next))
	}
	return best
}

// certain is look to the end of the game.
func (s *Searcher) certain(b board, moves rules.Bitboard, empties, alpha, beta int) int {
	low, high := floorDiv(alpha, valueUnit), -floorDiv(-beta, valueUnit)
	v, _ := s.full(b, moves, empties, max(low, -infinite), min(high, infinite))
	return valueUnit * v
}

// floorDiv is n/d rounded down.
func floorDiv(n, d int) int {
	q := n / d
	if n%d < 0 {
		q--
	}
	return q
}

// optionsOf makes the list of moves of p, with first in front.
func (s *Searcher) optionsOf(p *spot, moves rules.Bitboard, empties, depth int, first rules.Square) []option {
	list := s.options[empties][:0]
	for ; moves != 0; moves &= moves - 1 {
		at := moves.First()
		list = list[:len(list)+1]
		o := &list[len(list)-1]
		o.spot = p.after(at, p.flips(at))
		o.moves = o.board.moves()
		o.square = at
		switch {
		case at == first:
			o.order = knownOrder
		case depth >= judgeDepth:
			o.order = -int32(s.weights.judge(&o.spot, o.moves)) - int32(o.moves.Len())
		default:
			o.order = -int32(o.moves.Len() + (o.moves & corners).Len())
		}
	}
	return list
}

// pickOption brings the most promising option to the front.
func pickOption(list []option) *option {
	best := 0
	for i := 1; i < len(list); i++ {
		if list[i].order > list[best].order {
			best = i
		}
	}
	if best > 0 {
		list[0], list[best] = list[best], list[0]
	}
	return &list[0]
}
