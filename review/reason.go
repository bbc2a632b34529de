package review

import (
	"othellobot/rules"
)

// Kind says why a move is worse than the best.
type Kind uint8

// The kinds of reasons. Where several hold, the first of them counts, but for OnlyWin,
// which counts before all others.
const (
	NoReason     Kind = iota
	CornerGiven       // the other side could take a corner that it could not before, and did
	CornerOpened      // an X or C square, from which the other side got to the corner
	Stability         // the other side got discs that nobody can flip any more
	PassForced        // the side had to pass
	PassMissed        // the best move would have made the other side pass
	Parity            // an even region was entered, and the other side had its last move
	EdgeOpened        // the other side was let onto an edge
	Mobility          // the other side had more moves
	Greedy            // too many discs were flipped
	OnlyWin           // no other move but the best would have won
)

var kindNames = [...]string{
	"none", "corner given", "corner opened", "stability", "pass forced", "pass missed", "parity", "edge opened", "mobility", "greedy", "only win",
}

// String names the kind.
func (k Kind) String() string { return kindNames[k] }

// Reason is what can be said against a move, compared with the best.
type Reason struct {
	Kind    Kind
	At      rules.Square   // the corner, or the square that the other side plays next
	By      []rules.Square // CornerOpened: the moves that lead there
	Count   int            // moves, discs or flips after the move; OnlyWin: how many moves there were
	Instead int            // the same after the best move
	Fewer   int            // Greedy: how many moves fewer the best leaves the other side
}

// scene is a move beside the best in its place, each with the line that follows from
// it.
type scene struct {
	before       rules.Position
	solved       bool
	played, best branch
}

// branch is a line from the position before it.
type branch struct {
	moves     []rules.Square
	positions []rules.Position // after each of the moves
}

func newScene(p rules.Position, played, best []rules.Square, solved bool) scene {
	return scene{p, solved, newBranch(p, played), newBranch(p, best)}
}

func newBranch(p rules.Position, moves []rules.Square) branch {
	b := branch{moves: moves}
	for _, square := range moves {
		p, _ = p.Play(square) // lines are legal
		b.positions = append(b.positions, p)
	}
	return b
}

// side made the move, other is who profits.
func (s scene) side() rules.Color  { return s.before.ToMove }
func (s scene) other() rules.Color { return s.before.ToMove.Opponent() }

// move is the first of a branch, after the position behind it.
func (b branch) move() rules.Square    { return b.moves[0] }
func (b branch) after() rules.Position { return b.positions[0] }

// mover is who makes move i of a branch.
func (s scene) mover(b branch, i int) rules.Color {
	if i == 0 {
		return s.side()
	}
	return b.positions[i-1].ToMove
}

// next is the index of the first move of a side behind the branch's own, and false if
// there is none.
func (s scene) next(b branch, side rules.Color) (int, bool) {
	for i := 1; i < len(b.moves); i++ {
		if s.mover(b, i) == side {
			return i, true
		}
	}
	return 0, false
}

// plays is the index at which a side plays a square, negative if it does not.
func (s scene) plays(b branch, side rules.Color, square rules.Square) int {
	for i := 1; i < len(b.moves); i++ {
		if b.moves[i] == square && s.mover(b, i) == side {
			return i
		}
	}
	return -1
}

// reasons are all that hold, the most telling first.
func reasons(s scene) (list []Reason) {
	for _, find := range []func(scene) (Reason, bool){
		cornerGiven, cornerOpened, stabilityGiven, passForced, passMissed, parityLost, edgeOpened, mobilityGiven, greedy,
	} {
		if r, ok := find(s); ok {
			list = append(list, r)
		}
	}
	return list
}

func cornerGiven(s scene) (Reason, bool) {
	o := s.other()
	given := s.played.after().LegalFor(o) & corners &^ s.before.LegalFor(o) &^ s.best.after().LegalFor(o)
	for c := range given.Squares() {
		if s.plays(s.played, o, c) > 0 {
			return Reason{Kind: CornerGiven, At: c}, true
		}
	}
	return Reason{}, false
}

func cornerOpened(s scene) (Reason, bool) {
	o := s.other()
	empty := s.before.Empties() & corners
	if besideCorner(s.best.move())&empty != 0 {
		return Reason{}, false
	}
	for c := range (besideCorner(s.played.move()) & empty).Squares() {
		if i := s.plays(s.played, o, c); i > 0 && s.plays(s.best, o, c) < 0 {
			return Reason{Kind: CornerOpened, At: c, By: s.played.moves[1 : i+1]}, true
		}
	}
	return Reason{}, false
}

// manyStable is how many stable discs more make a difference.
const manyStable = 3

func stabilityGiven(s scene) (Reason, bool) {
	o := s.other()
	i, ok := s.next(s.played, o)
	if !ok {
		return Reason{}, false
	}
	there := len(s.best.positions) - 1
	if j, ok := s.next(s.best, o); ok {
		there = j
	}
	count, instead := stable(s.played.positions[i], o).Len(), stable(s.best.positions[there], o).Len()
	if count < instead+manyStable {
		return Reason{}, false
	}
	return Reason{Kind: Stability, At: s.played.moves[i], Count: count, Instead: instead}, true
}

func passForced(s scene) (Reason, bool) {
	count, instead := s.passes(s.played), s.passes(s.best)
	return Reason{Kind: PassForced, Count: count, Instead: instead}, count > instead
}

// passes is how often the side has to pass within a branch, before its last move.
func (s scene) passes(b branch) int {
	n := 0
	for i := 2; i < len(b.moves); i++ {
		if s.mover(b, i-1) == s.other() && s.mover(b, i) == s.other() {
			n++
		}
	}
	return n
}

func passMissed(s scene) (Reason, bool) {
	o, best := s.other(), s.best.after()
	missed := !best.Over() && best.LegalFor(o).IsEmpty() && !s.played.after().LegalFor(o).IsEmpty()
	return Reason{Kind: PassMissed}, missed
}

// lastPlies is when the last move of a region begins to count.
const lastPlies = 20

func parityLost(s scene) (Reason, bool) {
	empties := s.before.Empties()
	if !s.solved || empties.Len() > lastPlies {
		return Reason{}, false
	}
	region, other := regionOf(empties, s.played.move()), regionOf(empties, s.best.move())
	if region == empties || region.Len()%2 != 0 || other.Len()%2 == 0 {
		return Reason{}, false
	}
	filled := region
	for i, square := range s.played.moves {
		if filled &^= rules.SetOf(square); filled.IsEmpty() {
			return Reason{Kind: Parity, At: square, Count: region.Len()}, s.mover(s.played, i) == s.other()
		}
	}
	return Reason{}, false
}

func edgeOpened(s scene) (Reason, bool) {
	o := s.other()
	i, ok := s.next(s.played, o)
	if !ok || i != 1 {
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

// What makes a difference in mobility, and until when.
const (
	manyMoves    = 4
	mobilityEnds = 13 // empty squares
)

func mobilityGiven(s scene) (Reason, bool) {
	o, us := s.other(), s.side()
	count, instead := s.played.after().LegalFor(o).Len(), s.best.after().LegalFor(o).Len()
	if s.before.Empties().Len() < mobilityEnds || count < instead+manyMoves {
		return Reason{}, false
	}
	i, ok := s.next(s.played, us)
	j, okBest := s.next(s.best, us)
	if !ok || !okBest || s.played.positions[i-1].Legal().Len() > s.best.positions[j-1].Legal().Len() {
		return Reason{}, false
	}
	return Reason{Kind: Mobility, Count: count, Instead: instead}, true
}

// What makes a move greedy, and until when.
const (
	manyFlips    = 3
	manyFrontier = 2
	fewMoves     = 2
	greedyEnds   = 20 // empty squares
)

func greedy(s scene) (Reason, bool) {
	o, us := s.other(), s.side()
	played, best := s.played.after(), s.best.after()
	flips, instead := s.before.Flips(s.played.move()).Len(), s.before.Flips(s.best.move()).Len()
	fewer := played.LegalFor(o).Len() - best.LegalFor(o).Len()
	wider := frontier(played, us).Len() - frontier(best, us).Len()
	if s.before.Empties().Len() < greedyEnds || flips < instead+manyFlips || wider < manyFrontier || fewer < fewMoves {
		return Reason{}, false
	}
	return Reason{Kind: Greedy, Count: flips, Instead: instead, Fewer: fewer}, true
}
