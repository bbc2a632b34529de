package review

import (
	"slices"

	"othellobot/rules"
)

// Kind is a kind of reason why a move is worse than the best.
type Kind uint8

// The kinds of reasons. Their numbers are stored, so a kind that goes leaves a gap. Most apply to many more mistakes
// than good moves (lab/mill/README.md). Parity, stable discs and passes apply equally often to both, and are left out.
const (
	NoReason        Kind = iota
	Thrown               // the move gives a proved win or draw away
	CornerGiven          // only after the move can the other side take a corner at once
	CornerAvailable      // the best move takes a corner
	CornerOpened         // the move is to an X or C square, and the other side uses its disc to take the corner later
	_
	Mobility     // the other side has more moves
	NextToCorner // the move is to an X or C square next to an empty corner
	FewMoves     // the side has fewer moves at its next turn
	Greedy       // the move flips too many discs
	_
	CornerLost // some moves later the other side takes a corner
	_
	CornerMissed // only after the best move does the side take a corner later
	Frontier     // more discs of the side touch empty squares
	_
	WipedOut // only after the move can the other side take all discs at once
)

var kindNames = [...]string{
	NoReason: "none", Thrown: "thrown", CornerGiven: "corner given", CornerAvailable: "corner there", CornerOpened: "corner opened",
	Mobility: "mobility", NextToCorner: "beside", FewMoves: "few moves", Greedy: "greedy", CornerLost: "corner lost",
	CornerMissed: "corner missed", Frontier: "frontier",
	WipedOut: "wiped out",
}

func (k Kind) String() string { return kindNames[k] }

// Reason is a fact that speaks against a move, compared with the best.
type Reason struct {
	Kind    Kind
	At      rules.Square // the corner
	Count   int          // the number of what Kind compares: moves, flips or discs; Thrown: the final lead
	Instead int          // the same for the best move
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
	manyMoves = 4  // an important difference in numbers of moves
	someMoves = 2  // a difference in numbers of moves that counts if no other reason does
	lastMoves = 10 // empty squares; with as many or fewer, the result counts before all else
)

// visible returns the most important reason that can be seen from the moves of s and the board after the best move.
func visible(s comparison, m Move) Reason {
	thrown := func(comparison) (Reason, bool) {
		return Reason{Kind: Thrown, Count: int(m.Value), Instead: int(m.BestValue)}, m.Threw()
	}
	if r := s.first(thrown); m.Empties <= lastMoves && r.Kind != NoReason {
		return r
	}
	return s.first(wipedOut, cornerAvailable, cornerGiven, cornerOpened, thrown, xSquare, greedy, moreAnswers(manyMoves))
}

// reason returns the most important reason. The lines of s must be best play.
func reason(s comparison, m Move) Reason {
	if r := visible(s, m); r.Kind != NoReason {
		return r
	}
	return s.first(fewMoves, cornerLost, cornerMissed, nextToCorner, moreAnswers(someMoves), widerFrontier)
}

// first returns the first reason that holds, or none.
func (s comparison) first(kinds ...func(comparison) (Reason, bool)) Reason {
	for _, find := range kinds {
		if r, ok := find(s); ok {
			return r
		}
	}
	return Reason{}
}

func wipedOut(s comparison) (Reason, bool) {
	takesAll := func(b branch) bool {
		for square := range b.after().LegalFor(s.other()).Squares() {
			if s.side() != b.after().ToMove && b.after().Discs(s.side())&^b.after().Flips(square) == 0 {
				return true
			}
		}
		return false
	}
	return Reason{Kind: WipedOut}, takesAll(s.played) && !takesAll(s.best)
}

func cornerGiven(s comparison) (Reason, bool) {
	o := s.other()
	played, best := s.played.after().LegalFor(o)&corners, s.best.after().LegalFor(o)&corners
	return Reason{Kind: CornerGiven}.at((played &^ best).First(), played.Len() > best.Len())
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
		if i := s.played.plays(o, c); i > 0 && s.best.plays(o, c) == 0 && s.played.positions[i-1].Flips(c).Has(s.played.move()) {
			return Reason{Kind: CornerOpened, At: c}, true
		}
	}
	return Reason{}, false
}

const mobilityEnds = 13 // empty squares; with fewer, mobility does not count

// moreAnswers returns a reason that holds if the other side has at least many moves more.
func moreAnswers(many int) func(comparison) (Reason, bool) {
	return func(s comparison) (Reason, bool) {
		o := s.other()
		r := Reason{Kind: Mobility, Count: s.played.after().LegalFor(o).Len(), Instead: s.best.after().LegalFor(o).Len()}
		return r, s.before.Empties().Len() >= mobilityEnds && r.Count >= r.Instead+many
	}
}

func fewMoves(s comparison) (Reason, bool) {
	ours, instead, ok := s.movesNext()
	return Reason{Kind: FewMoves, Count: ours, Instead: instead}, ok && ours <= manyMoves && ours+someMoves <= instead
}

// movesNext returns the number of moves of the side at its next turn, unless mobility no longer counts.
func (s comparison) movesNext() (played, best int, ok bool) {
	i, j := s.played.next(s.side()), s.best.next(s.side())
	if i == 0 || j == 0 || s.before.Empties().Len() < mobilityEnds {
		return 0, 0, false
	}
	return s.played.positions[i-1].Legal().Len(), s.best.positions[j-1].Legal().Len(), true
}

const (
	manyFlips    = 3
	manyFrontier = 2
	greedyEnds   = 20 // empty squares
)

func greedy(s comparison) (Reason, bool) {
	us := s.side()
	flips, instead := s.before.Flips(s.played.move()).Len(), s.before.Flips(s.best.move()).Len()
	wider := frontier(s.played.after(), us).Len() > frontier(s.best.after(), us).Len()
	return Reason{Kind: Greedy, Count: flips, Instead: instead}, wider && s.before.Empties().Len() >= greedyEnds && flips >= instead+manyFlips
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
