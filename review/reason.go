package review

import (
	"slices"

	"othellobot/rules"
)

// Kind is a kind of reason why a move is worse than the best.
type Kind uint8

// The kinds of reasons, the most important first. Most apply to many more mistakes than good moves
// (lab/mill/README.md). Parity, stable discs and passes apply equally often to both, and are left out.
// [CornerLeft], [NextToCorner], [Frontier] and small differences in moves are easy to see. They count
// only if no other reason applies, except [OnlyWin] and [Result].
const (
	NoReason        Kind = iota
	OnlyWin              // only the best move wins
	CornerGiven          // the move opens a corner, and the other side takes it later
	CornerAvailable      // the best move takes a corner
	CornerOpened         // the move is to an X or C square, and the other side takes its corner later
	CornerLeft           // only after the move can the other side take a corner at once
	Mobility             // the other side has more moves
	NextToCorner         // the move is to an X or C square next to an empty corner
	FewMoves             // the side has fewer moves at its next turn
	Greedy               // the move flips too many discs
	EdgeOpened           // the move lets the other side onto an edge
	CornerLost           // some moves later the other side takes a corner
	Squeezed             // some moves later the side has fewer moves, compared with the other side
	CornerMissed         // only after the best move does the side take a corner later
	Frontier             // more discs of the side touch empty squares
	Result               // the proved results of both moves between perfect players
)

var kindNames = [...]string{
	"none", "only win", "corner given", "corner there", "corner opened", "corner left", "mobility", "beside", "few moves",
	"greedy", "edge opened", "corner lost", "squeezed", "corner missed", "frontier", "result",
}

func (k Kind) String() string { return kindNames[k] }

// Reason is a fact that speaks against a move, compared with the best.
type Reason struct {
	Kind    Kind
	At      rules.Square   // the corner, or the square that the other side plays next
	By      []rules.Square // CornerOpened: the moves that lead there
	Count   int            // the number of what Kind compares: moves, flips or discs; OnlyWin: legal moves; Result: the margin
	Instead int            // the same for the best move
	// Squeezed: the numbers of moves of the other side at the ends of the two lines. Greedy: Against
	// is how many more moves the other side has after the move than after the best one.
	Against, AgainstInstead int
}

// comparison is a move and the best move in its place, each with its line.
type comparison struct {
	before       rules.Position
	played, best branch
}

type branch struct {
	moves     []rules.Square
	movers    []rules.Color    // the side that makes each of the moves
	positions []rules.Position // after each of the moves
}

func newComparison(p rules.Position, played, best []rules.Square) comparison {
	return comparison{p, newBranch(p, played), newBranch(p, best)}
}

func newBranch(p rules.Position, moves []rules.Square) branch {
	b := branch{moves: moves}
	for _, square := range moves {
		b.movers = append(b.movers, p.ToMove)
		p, _ = p.Play(square) // lines are legal
		b.positions = append(b.positions, p)
	}
	return b
}

func (s comparison) side() rules.Color  { return s.before.ToMove }
func (s comparison) other() rules.Color { return s.before.ToMove.Opponent() }

func (b branch) move() rules.Square    { return b.moves[0] }
func (b branch) after() rules.Position { return b.positions[0] }

// next returns the index of a side's next move after the first, or 0.
func (b branch) next(side rules.Color) int { return slices.Index(b.movers[1:], side) + 1 }

// plays returns the index of a side's move on a square after the first move, or 0.
func (b branch) plays(side rules.Color, square rules.Square) int {
	if i := slices.Index(b.moves[1:], square) + 1; b.movers[i] == side {
		return i
	}
	return 0
}

const (
	manyMoves = 4 // an important difference in numbers of moves
	someMoves = 2 // a difference in numbers of moves that counts if no other reason does
)

// reasons returns all important reasons or, without any, the plain ones.
func reasons(s comparison) []Reason {
	telling := s.collect(
		cornerGiven, cornerAvailable, cornerOpened, mobilityGiven, fewMoves(manyMoves), greedy, edgeOpened,
		cornerLost, squeezed(manyMoves), cornerMissed,
	)
	if len(telling) > 0 {
		return telling
	}
	return plain(s)
}

func (s comparison) collect(kinds ...func(comparison) (Reason, bool)) (list []Reason) {
	for _, find := range kinds {
		if r, ok := find(s); ok {
			list = append(list, r)
		}
	}
	return list
}

func cornerGiven(s comparison) (Reason, bool) {
	o := s.other()
	for c := range (s.cornersLeft() &^ s.before.LegalFor(o)).Squares() {
		if s.played.plays(o, c) > 0 {
			return Reason{Kind: CornerGiven, At: c}, true
		}
	}
	return Reason{}, false
}

func cornerAvailable(s comparison) (Reason, bool) {
	return Reason{Kind: CornerAvailable}.at(s.best.move(), corners.Has(s.best.move()) && !corners.Has(s.played.move()))
}

func cornerOpened(s comparison) (Reason, bool) {
	o := s.other()
	empty := s.before.Empties() & corners
	if cornerNextTo(s.best.move())&empty != 0 {
		return Reason{}, false
	}
	for c := range (cornerNextTo(s.played.move()) & empty).Squares() {
		if i := s.played.plays(o, c); i > 0 && s.best.plays(o, c) == 0 {
			return Reason{Kind: CornerOpened, At: c, By: s.played.moves[1 : i+1]}, true
		}
	}
	return Reason{}, false
}

func edgeOpened(s comparison) (Reason, bool) {
	o := s.other()
	i := s.played.next(o)
	if i != 1 {
		return Reason{}, false
	}
	reply := s.played.moves[i]
	for _, edge := range edges {
		side := edge &^ corners
		if side.Has(reply) && (s.before.LegalFor(o)|s.best.after().LegalFor(o))&side == 0 {
			return Reason{Kind: EdgeOpened, At: reply}, true
		}
	}
	return Reason{}, false
}

const mobilityEnds = 13 // empty squares; with fewer, mobility does not count

func mobilityGiven(s comparison) (Reason, bool) {
	r, _ := moreAnswers(s)
	ours, oursInstead, ok := s.movesNext()
	return r, ok && r.Count >= r.Instead+manyMoves && ours <= oursInstead
}

func fewMoves(many int) func(comparison) (Reason, bool) {
	return func(s comparison) (Reason, bool) {
		ours, instead, ok := s.movesNext()
		return Reason{Kind: FewMoves, Count: ours, Instead: instead}, ok && ours+many <= instead
	}
}

// movesNext returns the number of moves of the side at its next turn, unless mobility no longer counts.
func (s comparison) movesNext() (played, best int, ok bool) {
	i, j := s.played.next(s.side()), s.best.next(s.side())
	if i == 0 || j == 0 || s.before.Empties().Len() < mobilityEnds {
		return 0, 0, false
	}
	return s.played.positions[i-1].Legal().Len(), s.best.positions[j-1].Legal().Len(), true
}

const squeezeEnds = 20 // empty squares; with fewer, later mobility does not count

func squeezed(many int) func(comparison) (Reason, bool) {
	return func(s comparison) (Reason, bool) {
		if s.before.Empties().Len() < squeezeEnds || len(s.played.moves) < maxLine || len(s.best.moves) < maxLine {
			return Reason{}, false
		}
		us, o := s.side(), s.other()
		end, endBest := s.played.positions[maxLine-1], s.best.positions[maxLine-1]
		r := Reason{
			Kind:  Squeezed,
			Count: end.LegalFor(us).Len(), Against: end.LegalFor(o).Len(),
			Instead: endBest.LegalFor(us).Len(), AgainstInstead: endBest.LegalFor(o).Len(),
		}
		return r, r.Count-r.Against+many <= r.Instead-r.AgainstInstead
	}
}

const (
	manyFlips    = 3
	manyFrontier = 2
	manyAgainst  = 2
	greedyEnds   = 20 // empty squares
)

func greedy(s comparison) (Reason, bool) {
	o, us := s.other(), s.side()
	played, best := s.played.after(), s.best.after()
	flips, instead := s.before.Flips(s.played.move()).Len(), s.before.Flips(s.best.move()).Len()
	more := played.LegalFor(o).Len() - best.LegalFor(o).Len()
	wider := frontier(played, us).Len() - frontier(best, us).Len()
	if s.before.Empties().Len() < greedyEnds || flips < instead+manyFlips || wider < manyFrontier || more < manyAgainst {
		return Reason{}, false
	}
	return Reason{Kind: Greedy, Count: flips, Instead: instead, Against: more}, true
}

func cornerLost(s comparison) (Reason, bool) {
	return Reason{Kind: CornerLost}.at(s.onlyIn(s.played, s.best, s.other()))
}

func cornerMissed(s comparison) (Reason, bool) {
	return Reason{Kind: CornerMissed}.at(s.onlyIn(s.best, s.played, s.side()))
}

// onlyIn returns a corner that a side takes after the first move of one, but nowhere in other.
func (s comparison) onlyIn(one, other branch, side rules.Color) (rules.Square, bool) {
	for c := range corners.Squares() {
		atOnce := side == s.side() && other.move() == c
		if one.plays(side, c) > 0 && other.plays(side, c) == 0 && !atOnce {
			return c, true
		}
	}
	return rules.NoSquare, false
}

func (r Reason) at(corner rules.Square, ok bool) (Reason, bool) {
	r.At = corner
	return r, ok
}
