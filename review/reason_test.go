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
		want := s.kinds()
		found := reasons(newComparison(p, played, best))
		var got []Kind
		for _, r := range found {
			got = append(got, r.Kind)
			seen[r.Kind]++
			s.checkFigures(t, r)
		}
		if !slices.Equal(got, want) {
			t.Fatalf("%v, by the definitions %v\n%s %v\n%s | %s", got, want,
				p.FormatBoard(), p.ToMove, rules.FormatTranscript(played), rules.FormatTranscript(best))
		}
	}
	for kind := CornerGiven; kind < Result; kind++ {
		if seen[kind] == 0 && long {
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
			kinds := s.plainKinds()
			if slices.Contains(slowCorners, s.b[0]) && !slices.Contains(slowCorners, s.m[0]) {
				kinds = []Kind{CornerAvailable}
			}
			if len(kinds) > 0 && (!ok || kinds[0] < why.Kind) || ok && square == other && kinds[0] != why.Kind {
				t.Fatalf("%v against %v of %v: %v, %v; against %v there is %v", best, other, p, ok, why, square, kinds)
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

// kinds returns the reasons by their definitions, in order: the important ones or,
// without any, the plain ones.
func (s slowScene) kinds() []Kind {
	if telling, _ := s.allKinds(); len(telling) > 0 {
		return telling
	}
	return s.plainKinds()
}

func (s slowScene) plainKinds() []Kind {
	_, plain := s.allKinds()
	return plain
}

func (s slowScene) allKinds() (list, plain []Kind) {
	m, b, them := s.plies(s.m), s.plies(s.b), s.us.Opponent()
	could, canM, canB := s.board.LegalFor(them), m[0].after.LegalFor(them), b[0].after.LegalFor(them)
	add := func(kind Kind, holds bool) {
		if holds {
			list = append(list, kind)
		}
	}
	addPlain := func(kind Kind, holds bool) {
		if holds {
			plain = append(plain, kind)
		}
	}
	given, possible, opened, nearM, nearB := false, false, false, false, false
	for _, c := range slowCorners {
		empty, left := s.board.Empties().Has(c), canM.Has(c) && !canB.Has(c)
		possible = possible || left
		given = given || left && !could.Has(c) && takes(m, them, c)
		opened = opened || empty && near(m[0].square, c) && takes(m, them, c) && !takes(b, them, c)
		nearM = nearM || empty && near(m[0].square, c)
		nearB = nearB || empty && near(b[0].square, c)
	}
	add(CornerGiven, given)
	add(CornerAvailable, slices.Contains(slowCorners, s.b[0]) && !slices.Contains(slowCorners, s.m[0]))
	add(CornerOpened, opened && !nearB)
	addPlain(CornerLeft, possible)

	nextM, okM := s.nextOfUs(m)
	nextB, okB := s.nextOfUs(b)
	counts := okM && okB && s.empties >= 13
	oursM, oursB := 0, 0
	if counts {
		oursM, oursB = nextM.before.LegalFor(s.us).Len(), nextB.before.LegalFor(s.us).Len()
	}
	add(Mobility, counts && canM.Len() >= canB.Len()+4 && oursM <= oursB)
	add(FewMoves, counts && oursM+4 <= oursB)
	addPlain(Mobility, s.empties >= 13 && canM.Len() >= canB.Len()+2)
	addPlain(NextToCorner, nearM && !nearB)
	addPlain(FewMoves, counts && oursM+2 <= oursB)

	flips, instead := s.board.Flips(s.m[0]).Len(), s.board.Flips(s.b[0]).Len()
	wider := slowFrontier(m[0].after, s.us) - slowFrontier(b[0].after, s.us)
	add(Greedy, s.empties >= 20 && flips >= instead+3 && wider >= 2 && canM.Len() >= canB.Len()+2)

	edge := false
	if len(m) > 1 && m[1].side == them {
		for _, in := range []func(rules.Square) bool{
			func(q rules.Square) bool { return q.Row() == 0 }, func(q rules.Square) bool { return q.Row() == 7 },
			func(q rules.Square) bool { return q.Column() == 0 }, func(q rules.Square) bool { return q.Column() == 7 },
		} {
			there := func(q rules.Square) bool { return in(q) && !slices.Contains(slowCorners, q) }
			edge = edge || there(m[1].square) && !slices.ContainsFunc(slices.Collect((could|canB).Squares()), there)
		}
	}
	add(EdgeOpened, edge)

	lost, missed := false, false
	for _, c := range slowCorners {
		lost = lost || takes(m, them, c) && !takes(b, them, c)
		missed = missed || takes(b, s.us, c) && !takes(m, s.us, c) && s.m[0] != c
	}
	add(CornerLost, lost)
	balance := func(list []ply) int {
		end := list[len(list)-1].after
		return end.LegalFor(s.us).Len() - end.LegalFor(them).Len()
	}
	late := s.empties >= 20 && len(m) == 8 && len(b) == 8
	add(Squeezed, late && balance(m)+4 <= balance(b))
	addPlain(Squeezed, late && balance(m)+2 <= balance(b))
	addPlain(Frontier, s.empties >= 13 && wider >= 2)
	add(CornerMissed, missed)
	return list, plain
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
	case CornerGiven, CornerLeft:
		bad = !slices.Contains(slowCorners, r.At) || !m[0].after.LegalFor(them).Has(r.At)
	case CornerAvailable:
		bad = s.b[0] != r.At
	case NextToCorner:
		bad = !slices.Contains(slowCorners, r.At) || !s.board.Empties().Has(r.At) || !near(s.m[0], r.At)
	case Frontier:
		bad = r.Count != slowFrontier(m[0].after, s.us) || r.Instead != slowFrontier(b[0].after, s.us)
	case CornerOpened:
		bad = r.By[len(r.By)-1] != r.At || !slices.Equal(r.By, s.m[1:1+len(r.By)])
	case Mobility:
		bad = r.Count != m[0].after.LegalFor(them).Len() || r.Instead != b[0].after.LegalFor(them).Len()
	case Greedy:
		bad = r.Count != s.board.Flips(s.m[0]).Len() || r.Instead != s.board.Flips(s.b[0]).Len() ||
			r.Against != m[0].after.LegalFor(them).Len()-b[0].after.LegalFor(them).Len()
	case FewMoves:
		next, _ := s.nextOfUs(m)
		other, _ := s.nextOfUs(b)
		bad = r.Count != next.before.LegalFor(s.us).Len() || r.Instead != other.before.LegalFor(s.us).Len()
	case Squeezed:
		end, other := m[7].after, b[7].after
		bad = r.Count != end.LegalFor(s.us).Len() || r.Against != end.LegalFor(them).Len() || r.Instead != other.LegalFor(s.us).Len() || r.AgainstInstead != other.LegalFor(them).Len()
	case CornerLost:
		bad = !takes(m, them, r.At)
	case CornerMissed:
		bad = !takes(b, s.us, r.At)
	case EdgeOpened:
		bad = r.At != s.m[1]
	}
	if bad {
		t.Errorf("%v says %+v", r.Kind, r)
	}
}
