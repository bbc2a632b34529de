package review

import (
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"othellobot/rules"
)

// TestReasonsAreTrue checks every reason against its definition, applied square by square
// to random games and lines: 1,000, or 10,000 with OTHELLO_LONG.
func TestReasonsAreTrue(t *testing.T) {
	scenes, long := 1000, os.Getenv("OTHELLO_LONG") != ""
	if long {
		scenes = 10_000
	}
	dice := rand.New(rand.NewPCG(1, 2))
	seen := make(map[Kind]int)
	for range scenes {
		p := randomPosition(dice)
		squares := slices.Collect(p.Legal().Squares())
		dice.Shuffle(len(squares), func(i, j int) { squares[i], squares[j] = squares[j], squares[i] })
		played, best := randomLine(dice, p, squares[0]), randomLine(dice, p, squares[1])
		s := newSlowScene(p, played, best)
		m := Move{Empties: p.Empties().Len(), Exact: dice.IntN(4) == 0, Value: -2, BestValue: 2}
		want := s.kind(m)
		if want == NoReason {
			want = s.hiddenKind()
		}
		got := reason(newComparison(p, played, best), m)
		seen[got.Kind]++
		s.checkFigures(t, got)
		if got.Kind != want {
			t.Fatalf("%v, by the definitions %v\n%s %v\n%s | %s", got, want,
				p.FormatBoard(), p.ToMove, rules.FormatTranscript(played), rules.FormatTranscript(best))
		}
	}
	for kind := range WipedOut + 1 {
		if seen[kind] == 0 && kind.String() != "" && long {
			t.Errorf("%v never holds", kind)
		}
	}
}

// TestAgainstIsTrue checks that the reasons which Against finds match their definitions, and
// that Against misses no more important one.
func TestAgainstIsTrue(t *testing.T) {
	dice := rand.New(rand.NewPCG(3, 4))
	said := 0
	for range 1000 {
		p := randomPosition(dice)
		squares := slices.Collect(p.Legal().Squares())
		best := squares[dice.IntN(len(squares))]
		others := p.Legal() &^ rules.SetOf(best)
		other, why, ok := Against(p, best, others)
		if ok {
			said++
			newSlowScene(p, []rules.Square{other}, []rules.Square{best}).checkFigures(t, why)
		}
		for square := range others.Squares() {
			s := newSlowScene(p, []rules.Square{square}, []rules.Square{best})
			kind := s.plainKind()
			if kind != NoReason && (!ok || kind < why.Kind) || ok && square == other && kind != why.Kind {
				t.Fatalf("%v against %v of %v: %v, %v; against %v there is %v", best, other, p, ok, why, square, kind)
			}
		}
	}
	if said < 700 {
		t.Errorf("reasons in only %d of 1000 positions", said)
	}
}

func randomPosition(dice *rand.Rand) rules.Position {
	for {
		p := rules.Start()
		for range 4 + dice.IntN(52) {
			if p.Over() {
				break
			}
			p, _ = p.Play(randomMove(dice, p))
		}
		if !p.Over() && p.Legal().Len() > 1 {
			return p
		}
	}
}

// randomMove prefers corners, because many reasons are about corners.
func randomMove(dice *rand.Rand, p rules.Position) rules.Square {
	squares := slices.Collect(p.Legal().Squares())
	for _, s := range squares {
		if corners.Has(s) && dice.IntN(2) == 0 {
			return s
		}
	}
	return squares[dice.IntN(len(squares))]
}

func randomLine(dice *rand.Rand, p rules.Position, first rules.Square) []rules.Square {
	line := []rules.Square{first}
	for p, _ = p.Play(first); !p.Over() && len(line) < maxLine; p, _ = p.Play(line[len(line)-1]) {
		line = append(line, randomMove(dice, p))
	}
	return line
}

type slowScene struct {
	board   rules.Position
	us      rules.Color
	empties int
	m, b    []rules.Square
}

func newSlowScene(p rules.Position, played, best []rules.Square) slowScene {
	return slowScene{p, p.ToMove, p.Empties().Len(), played, best}
}

// ply is a move of a line, with its side and the boards around it.
type ply struct {
	square        rules.Square
	side          rules.Color
	before, after rules.Position
}

func (s slowScene) plies(line []rules.Square) (list []ply) {
	at := s.board
	for _, square := range line {
		after, _ := at.Play(square)
		list = append(list, ply{square, at.ToMove, at, after})
		at = after
	}
	return list
}

var slowCorners = []rules.Square{0, 7, 56, 63}

func near(a, b rules.Square) bool {
	rows, columns := a.Row()-b.Row(), a.Column()-b.Column()
	return a != b && max(rows, -rows) <= 1 && max(columns, -columns) <= 1
}

func takes(list []ply, side rules.Color, square rules.Square) bool {
	return slices.ContainsFunc(list[1:], func(p ply) bool { return p.square == square && p.side == side })
}

// rule is a kind of reason and whether it holds by its definition.
type rule struct {
	kind  Kind
	holds bool
}

func firstOf(list ...rule) Kind {
	for _, r := range list {
		if r.holds {
			return r.kind
		}
	}
	return NoReason
}

// kind returns the reason by its definition, if it needs no line of the best move.
func (s slowScene) kind(m Move) Kind {
	thrown := m.Exact && (m.BestValue > 0 && m.Value <= 0 || m.BestValue == 0 && m.Value < 0)
	given, there, opened, beside := s.corners()
	more, wider := s.compared()
	onX := (s.m[0].Row() == 1 || s.m[0].Row() == 6) && (s.m[0].Column() == 1 || s.m[0].Column() == 6)
	flips := s.board.Flips(s.m[0]).Len() - s.board.Flips(s.b[0]).Len()
	return firstOf(
		rule{Thrown, thrown && m.Empties <= 10}, rule{WipedOut, s.wipedOut(s.m[0]) && !s.wipedOut(s.b[0])}, rule{CornerAvailable, there}, rule{CornerGiven, given}, rule{CornerOpened, opened},
		rule{Thrown, thrown}, rule{NextToCorner, beside && onX}, rule{Greedy, s.empties >= 20 && flips >= 3 && wider >= 1}, rule{Mobility, s.empties >= 13 && more >= 4},
	)
}

// hiddenKind returns the reason by its definition that both lines show.
func (s slowScene) hiddenKind() Kind {
	m, b, them := s.plies(s.m), s.plies(s.b), s.us.Opponent()
	nextM, okM := s.nextOfUs(m)
	nextB, okB := s.nextOfUs(b)
	few := okM && okB && s.empties >= 13 && nextM.before.LegalFor(s.us).Len() <= 4 &&
		nextM.before.LegalFor(s.us).Len()+2 <= nextB.before.LegalFor(s.us).Len()
	lost, missed := false, false
	for _, c := range slowCorners {
		lost = lost || takes(m, them, c) && !takes(b, them, c)
		missed = missed || takes(b, s.us, c) && !takes(m, s.us, c) && s.m[0] != c
	}
	_, _, _, beside := s.corners()
	more, wider := s.compared()
	return firstOf(
		rule{FewMoves, few}, rule{CornerLost, lost}, rule{CornerMissed, missed}, rule{NextToCorner, beside},
		rule{Mobility, s.empties >= 13 && more >= 2}, rule{Frontier, s.empties >= 13 && wider >= 2},
	)
}

// plainKind returns the reason by its definition that the boards after both moves show.
func (s slowScene) plainKind() Kind {
	given, there, _, beside := s.corners()
	more, wider := s.compared()
	return firstOf(
		rule{CornerAvailable, there}, rule{CornerGiven, given}, rule{Mobility, s.empties >= 13 && more >= 2}, rule{NextToCorner, beside},
		rule{Frontier, s.empties >= 13 && wider >= 2},
	)
}

func (s slowScene) corners() (given, there, opened, beside bool) {
	m, b, them := s.plies(s.m), s.plies(s.b), s.us.Opponent()
	more, nearM, nearB := 0, false, false
	for _, c := range slowCorners {
		if m[0].after.LegalFor(them).Has(c) {
			more++
		}
		if b[0].after.LegalFor(them).Has(c) {
			more--
		}
		empty := s.board.Empties().Has(c)
		opened = opened || empty && near(m[0].square, c) && takes(m, them, c) && !takes(b, them, c) && taken(m, c, s.m[0])
		nearM = nearM || empty && near(m[0].square, c)
		nearB = nearB || empty && near(b[0].square, c)
	}
	there = slices.Contains(slowCorners, s.b[0]) && !slices.Contains(slowCorners, s.m[0])
	return more > 0, there, opened && !nearB, nearM && !nearB
}

// taken reports whether the move on a corner in a line flips the disc on a square.
func taken(list []ply, corner, square rules.Square) bool {
	return slices.ContainsFunc(list, func(p ply) bool { return p.square == corner && p.before.Flips(corner).Has(square) })
}

// wipedOut reports whether the other side can take all discs at once after a move.
func (s slowScene) wipedOut(square rules.Square) bool {
	p, _ := s.board.Play(square)
	if p.ToMove == s.us {
		return false
	}
	return slices.ContainsFunc(slices.Collect(p.Legal().Squares()), func(reply rules.Square) bool {
		next, _ := p.Play(reply)
		return next.Discs(s.us).IsEmpty()
	})
}

// compared returns how many more moves the other side has, and how many more discs of the side touch empty squares.
func (s slowScene) compared() (moves, frontier int) {
	m, b, them := s.plies(s.m)[0].after, s.plies(s.b)[0].after, s.us.Opponent()
	return m.LegalFor(them).Len() - b.LegalFor(them).Len(), slowFrontier(m, s.us) - slowFrontier(b, s.us)
}

func (s slowScene) nextOfUs(list []ply) (ply, bool) {
	for _, p := range list[1:] {
		if p.side == s.us {
			return p, true
		}
	}
	return ply{}, false
}

func slowFrontier(p rules.Position, side rules.Color) (n int) {
	for disc := range p.Discs(side).Squares() {
		if slices.ContainsFunc(slices.Collect(p.Empties().Squares()), func(q rules.Square) bool { return near(disc, q) }) {
			n++
		}
	}
	return n
}

func (s slowScene) checkFigures(t *testing.T, r Reason) {
	t.Helper()
	m, b, them := s.plies(s.m), s.plies(s.b), s.us.Opponent()
	bad := false
	switch r.Kind {
	case CornerGiven:
		bad = !slices.Contains(slowCorners, r.At) || !m[0].after.LegalFor(them).Has(r.At) || b[0].after.LegalFor(them).Has(r.At)
	case CornerAvailable:
		bad = s.b[0] != r.At
	case NextToCorner:
		bad = !slices.Contains(slowCorners, r.At) || !s.board.Empties().Has(r.At) || !near(s.m[0], r.At)
	case Frontier:
		bad = r.Count != slowFrontier(m[0].after, s.us) || r.Instead != slowFrontier(b[0].after, s.us)
	case CornerOpened:
		bad = !takes(m, them, r.At)
	case Mobility:
		bad = r.Count != m[0].after.LegalFor(them).Len() || r.Instead != b[0].after.LegalFor(them).Len()
	case Greedy:
		bad = r.Count != s.board.Flips(s.m[0]).Len() || r.Instead != s.board.Flips(s.b[0]).Len()
	case FewMoves:
		next, _ := s.nextOfUs(m)
		other, _ := s.nextOfUs(b)
		bad = r.Count != next.before.LegalFor(s.us).Len() || r.Instead != other.before.LegalFor(s.us).Len()
	case CornerLost:
		bad = !takes(m, them, r.At)
	case CornerMissed:
		bad = !takes(b, s.us, r.At)
	}
	if bad {
		t.Errorf("%v says %+v", r.Kind, r)
	}
}
