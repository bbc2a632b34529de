package review

import (
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"othellobot/rules"
)

// TestReasonsAreTrue holds every reason against its definition, carried out once more
// on a board of squares that knows nothing of this package, for moves of random games and
// lines: ten thousand of them with OTHELLO_LONG.
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
		found := reasons(newScene(p, played, best))
		var got []Kind
		for _, r := range found {
			got = append(got, r.Kind)
			seen[r.Kind]++
			s.checkFigures(t, r)
		}
		if !slices.Equal(got, want) {
			t.Fatalf("%v, by the definitions %v\n%s %v\n%s | %s", got, want,
				p.FormatBoard(rules.AlphabetXO), p.ToMove, rules.FormatTranscript(played), rules.FormatTranscript(best))
		}
	}
	for kind := CornerGiven; kind < Result; kind++ {
		if seen[kind] == 0 && long {
			t.Errorf("%v never holds", kind)
		}
	}
}

// TestAgainstIsTrue holds what is said against a move by the board of squares, and that
// nothing is kept back.
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
				kinds = []Kind{CornerThere}
			}
			if len(kinds) > 0 && (!ok || kinds[0] < why.Kind) || ok && square == other && kinds[0] != why.Kind {
				t.Fatalf("%v against %v of %v: %v, %v; against %v there is %v", best, other, p, ok, why, square, kinds)
			}
		}
	}
	if said < 700 {
		t.Errorf("something is said of %d of 1000", said)
	}
}

// randomPosition is one of a random game, with a choice of moves.
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

// randomMove takes a corner where there is one: most lines of reasons lead there.
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
	for p, _ = p.Play(first); !p.Over() && len(line) < mostLine; p, _ = p.Play(line[len(line)-1]) {
		line = append(line, randomMove(dice, p))
	}
	return line
}

// slow is a board by squares, row by row, with 1 for Black, -1 for White and 0 for
// nothing.
type slow [8][8]int

func slowBoard(p rules.Position) (b slow) {
	for s := range rules.NoSquare {
		if disc, ok := p.Disc(s); ok {
			b[s.Row()][s.Column()] = slowSide(disc)
		}
	}
	return b
}

func slowSide(c rules.Color) int {
	if c == rules.Black {
		return 1
	}
	return -1
}

type slowSquare struct{ row, column int }

func (s slowSquare) square() rules.Square { return rules.SquareAt(s.column, s.row) }

func slowMoves(moves []rules.Square) (list []slowSquare) {
	for _, s := range moves {
		list = append(list, slowSquare{s.Row(), s.Column()})
	}
	return list
}

func (s slowSquare) onBoard() bool {
	return s.row >= 0 && s.row < 8 && s.column >= 0 && s.column < 8
}

func (s slowSquare) step(rows, columns int) slowSquare {
	return slowSquare{s.row + rows, s.column + columns}
}

func (b *slow) at(s slowSquare) int { return b[s.row][s.column] }

// flips are the discs that a move turns over.
func (b *slow) flips(s slowSquare, side int) (flipped []slowSquare) {
	if b.at(s) != 0 {
		return nil
	}
	for rows := -1; rows <= 1; rows++ {
		for columns := -1; columns <= 1; columns++ {
			if rows == 0 && columns == 0 {
				continue
			}
			var run []slowSquare
			to := s.step(rows, columns)
			for to.onBoard() && b.at(to) == -side {
				run, to = append(run, to), to.step(rows, columns)
			}
			if to.onBoard() && b.at(to) == side {
				flipped = append(flipped, run...)
			}
		}
	}
	return flipped
}

func (b *slow) play(s slowSquare, side int) slow {
	next := *b
	for _, f := range b.flips(s, side) {
		next[f.row][f.column] = side
	}
	next[s.row][s.column] = side
	return next
}

func (b *slow) legal(side int) (moves []slowSquare) {
	for row := range 8 {
		for column := range 8 {
			if s := (slowSquare{row, column}); len(b.flips(s, side)) > 0 {
				moves = append(moves, s)
			}
		}
	}
	return moves
}

// slowScene is a move m beside the best one b, each with its line.
type slowScene struct {
	board   slow
	us      int
	empties int
	m, b    []slowSquare
}

func newSlowScene(p rules.Position, played, best []rules.Square) slowScene {
	return slowScene{board: slowBoard(p), us: slowSide(p.ToMove), empties: p.Empties().Len(), m: slowMoves(played), b: slowMoves(best)}
}

// ply is a move of a line with who makes it, and the boards around it.
type ply struct {
	square        slowSquare
	side          int
	before, after slow
}

// plies replays a line; a side that cannot move passes.
func (s slowScene) plies(line []slowSquare) (list []ply) {
	board, side := s.board, s.us
	for _, square := range line {
		if len(board.legal(side)) == 0 {
			side = -side
		}
		after := board.play(square, side)
		list = append(list, ply{square, side, board, after})
		board, side = after, -side
	}
	return list
}

var slowCorners = []slowSquare{{0, 0}, {0, 7}, {7, 0}, {7, 7}}

func near(a, b slowSquare) bool {
	return a != b && max(a.row-b.row, b.row-a.row) <= 1 && max(a.column-b.column, b.column-a.column) <= 1
}

func takes(list []ply, side int, square slowSquare) bool {
	return slices.ContainsFunc(list[1:], func(p ply) bool { return p.square == square && p.side == side })
}

// kinds are the reasons by their definitions, in their order: those that tell, or else
// those that are plain.
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
	m, b, them := s.plies(s.m), s.plies(s.b), -s.us
	could, canM, canB := s.board.legal(them), m[0].after.legal(them), b[0].after.legal(them)
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
		left := slices.Contains(canM, c) && !slices.Contains(canB, c)
		possible = possible || left
		given = given || left && !slices.Contains(could, c) && takes(m, them, c)
		opened = opened || s.board.at(c) == 0 && near(m[0].square, c) && takes(m, them, c) && !takes(b, them, c)
		nearM = nearM || s.board.at(c) == 0 && near(m[0].square, c)
		nearB = nearB || s.board.at(c) == 0 && near(b[0].square, c)
	}
	add(CornerGiven, given)
	add(CornerThere, slices.Contains(slowCorners, s.b[0]) && !slices.Contains(slowCorners, s.m[0]))
	add(CornerOpened, opened && !nearB)
	addPlain(CornerLeft, possible)

	nextM, okM := s.nextOfUs(m)
	nextB, okB := s.nextOfUs(b)
	counts := okM && okB && s.empties >= 13
	oursM, oursB := 0, 0
	if counts {
		oursM, oursB = len(nextM.before.legal(s.us)), len(nextB.before.legal(s.us))
	}
	add(Mobility, counts && len(canM) >= len(canB)+4 && oursM <= oursB)
	add(FewMoves, counts && oursM+4 <= oursB)
	addPlain(Mobility, s.empties >= 13 && len(canM) >= len(canB)+2)
	addPlain(Beside, nearM && !nearB)
	addPlain(FewMoves, counts && oursM+2 <= oursB)

	flips, instead := len(s.board.flips(s.m[0], s.us)), len(s.board.flips(s.b[0], s.us))
	wider := m[0].after.frontier(s.us) - b[0].after.frontier(s.us)
	add(Greedy, s.empties >= 20 && flips >= instead+3 && wider >= 2 && len(canM) >= len(canB)+2)

	edge := false
	if len(m) > 1 && m[1].side == them {
		for _, in := range []func(slowSquare) bool{
			func(q slowSquare) bool { return q.row == 0 }, func(q slowSquare) bool { return q.row == 7 },
			func(q slowSquare) bool { return q.column == 0 }, func(q slowSquare) bool { return q.column == 7 },
		} {
			there := func(q slowSquare) bool { return in(q) && !slices.Contains(slowCorners, q) }
			edge = edge || there(m[1].square) && !slices.ContainsFunc(could, there) && !slices.ContainsFunc(canB, there)
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
		return len(end.legal(s.us)) - len(end.legal(them))
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

func (b *slow) frontier(side int) (n int) {
	for row := range 8 {
		for column := range 8 {
			q := slowSquare{row, column}
			if b.at(q) != side {
				continue
			}
			touches := false
			for r := -1; r <= 1; r++ {
				for c := -1; c <= 1; c++ {
					to := q.step(r, c)
					touches = touches || to.onBoard() && b.at(to) == 0
				}
			}
			if touches {
				n++
			}
		}
	}
	return n
}

// checkFigures holds what a reason says against the board.
func (s slowScene) checkFigures(t *testing.T, r Reason) {
	t.Helper()
	m, b, them := s.plies(s.m), s.plies(s.b), -s.us
	bad := false
	switch r.Kind {
	case CornerGiven, CornerLeft:
		bad = !slices.Contains(slowCorners, slowMoves([]rules.Square{r.At})[0]) || !slices.Contains(m[0].after.legal(them), slowMoves([]rules.Square{r.At})[0])
	case CornerThere:
		bad = s.b[0].square() != r.At
	case Beside:
		at := slowMoves([]rules.Square{r.At})[0]
		bad = !slices.Contains(slowCorners, at) || s.board.at(at) != 0 || !near(s.m[0], at)
	case Frontier:
		bad = r.Count != m[0].after.frontier(s.us) || r.Instead != b[0].after.frontier(s.us)
	case CornerOpened:
		bad = r.By[len(r.By)-1] != r.At || !slices.Equal(slowMoves(r.By), s.m[1:1+len(r.By)])
	case Mobility:
		bad = r.Count != len(m[0].after.legal(them)) || r.Instead != len(b[0].after.legal(them))
	case Greedy:
		bad = r.Count != len(s.board.flips(s.m[0], s.us)) || r.Instead != len(s.board.flips(s.b[0], s.us)) ||
			r.Against != len(m[0].after.legal(them))-len(b[0].after.legal(them))
	case FewMoves:
		next, _ := s.nextOfUs(m)
		other, _ := s.nextOfUs(b)
		bad = r.Count != len(next.before.legal(s.us)) || r.Instead != len(other.before.legal(s.us))
	case Squeezed:
		end, other := m[7].after, b[7].after
		bad = r.Count != len(end.legal(s.us)) || r.Against != len(end.legal(them)) || r.Instead != len(other.legal(s.us)) || r.AgainstInstead != len(other.legal(them))
	case CornerLost:
		bad = !takes(m, them, slowSquare{r.At.Row(), r.At.Column()})
	case CornerMissed:
		bad = !takes(b, s.us, slowSquare{r.At.Row(), r.At.Column()})
	case EdgeOpened:
		bad = r.At != s.m[1].square()
	}
	if bad {
		t.Errorf("%v says %+v", r.Kind, r)
	}
}
