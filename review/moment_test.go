package review

import (
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"othellobot/engine"
	"othellobot/rules"
)

// TestMomentsAndReasons reviews beginners' games: ten, or 300 with OTHELLO_LONG. The moments of a side must include three or four of its mistakes, or all if it made
// fewer, and one from each stage, unless other moments are close. All reasons must match their definitions.
func TestMomentsAndReasons(t *testing.T) {
	games, limits := 10, Limits{Positions: 3000, SolveEmpties: 12, SolvePositions: 1 << 18}
	if os.Getenv("OTHELLO_LONG") != "" {
		games, limits = 300, Standard()
	}
	judge, moments, silent := engine.NewJudge(), 0, 0
	for n := range games {
		r := beginnersReview(t, judge, uint64(n), limits)
		var at []int
		for _, m := range r.Moments {
			at = append(at, m.Number)
			moments++
			if m.Reason.Kind == NoReason {
				silent++
			}
			r.checkReason(t, m)
		}
		for _, side := range []rules.Color{rules.Black, rules.White} {
			r.checkChoice(t, side, at)
		}
	}
	t.Logf("%d games, %d moments, %d without a reason", games, moments, silent)
	if 5*silent > moments {
		t.Errorf("%d of %d moments have no reason", silent, moments)
	}
}

func (r Review) checkChoice(t *testing.T, side rules.Color, at []int) {
	t.Helper()
	var mistakes, shown int
	var made, seen [3]bool
	for i, m := range r.Moves {
		if m.Color != side || m.Best == m.Square {
			continue
		}
		stage := 2
		if m.Empties > 40 {
			stage = 0
		} else if m.Empties > 20 {
			stage = 1
		}
		if slices.Contains(at, i+1) {
			shown++
			seen[stage] = true
		}
		if m.Label() > Inaccuracy {
			mistakes++
			// A mistake at the border of a stage may be too near to a moment of the other stage.
			made[stage] = made[stage] || !slices.ContainsFunc(at, func(n int) bool { return max(n-i-1, i+1-n) < momentDistance })
		}
	}
	if shown < min(3, mistakes) || shown > 4 {
		t.Errorf("%v sees %d of %d mistakes", side, shown, mistakes)
	}
	for stage := range 3 {
		if made[stage] && !seen[stage] {
			t.Errorf("%v sees nothing of stage %d: %v", side, stage, at)
		}
	}
}

func (r Review) checkReason(t *testing.T, m Moment) {
	t.Helper()
	p, move := r.Positions()[m.Number-1], r.Moves[m.Number-1]
	squares := r.Squares()[m.Number-1:]
	seen := newSlowScene(p, squares[:min(8, len(squares))], []rules.Square{move.Best})
	lines := newSlowScene(p, m.Line, m.BestLine)
	want := seen.kind(move)
	s := seen
	if want == NoReason {
		want, s = lines.kind(move), lines
	}
	if want == NoReason {
		want = lines.hiddenKind()
	}
	if m.Reason.Kind != want {
		t.Errorf("move %d: %v, by the definitions %v", m.Number, m.Reason.Kind, want)
	}
	if want == Thrown && (r.playedOut(p, m.Line) != m.Reason.Count || r.playedOut(p, m.BestLine) != m.Reason.Instead) {
		t.Errorf("%+v of %+v", m.Reason, move)
	}
	s.checkFigures(t, m.Reason)
}

// playedOut plays a line from p, then best play to the end. It returns the result for the side to move in p.
func (r Review) playedOut(p rules.Position, line []rules.Square) int {
	side := p.ToMove
	for _, square := range line {
		p, _ = p.Play(square)
	}
	return solvedSlowly(p, side, -64, 64)
}

func solvedSlowly(p rules.Position, side rules.Color, low, high int) int {
	if p.Over() {
		score := p.FinalScore()
		return score.Of(side) - score.Of(side.Opponent())
	}
	for square := range p.Legal().Squares() {
		next, _ := p.Play(square)
		value := solvedSlowly(next, side, low, high)
		if p.ToMove == side {
			low = max(low, value)
		} else {
			high = min(high, value)
		}
		if low >= high {
			break
		}
	}
	if p.ToMove == side {
		return low
	}
	return high
}

func beginnersReview(t *testing.T, judge Judge, seed uint64, l Limits) Review {
	t.Helper()
	r, err := Of(t.Context(), judge, rules.Start(), beginnersGame(t, seed), l)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// beginnersGame returns a game whose players each move at random, by childsMove or by level 2.
func beginnersGame(t *testing.T, seed uint64) (moves []rules.Square) {
	s := engine.NewSearcher(engine.Trained(), 1<<20)
	dice := rand.New(rand.NewPCG(seed, 1))
	levels := [2]int{int(seed % 3), int(seed / 3 % 3)}
	for p := rules.Start(); !p.Over(); {
		square := anyOf(dice, p.Legal())
		switch levels[p.ToMove] {
		case 1:
			square = childsMove(p, seed)
		case 2:
			square = s.Play(t.Context(), p, engine.Level(2), seed)
		}
		moves = append(moves, square)
		p, _ = p.Play(square) // it is legal
	}
	return moves
}

func anyOf(dice *rand.Rand, squares rules.Bitboard) rules.Square {
	return slices.Collect(squares.Squares())[dice.IntN(squares.Len())]
}

// childsMove returns a random move. A move's weight is the square of the number of discs that it
// turns over, and a corner counts as one disc more.
func childsMove(p rules.Position, seed uint64) rules.Square {
	var drawn []rules.Square
	for s := range p.Legal().Squares() {
		charm := p.Flips(s).Len()
		if rules.SetOf(0, 7, 56, 63).Has(s) {
			charm++
		}
		drawn = append(drawn, slices.Repeat([]rules.Square{s}, charm*charm)...)
	}
	dice := rand.New(rand.NewPCG(seed^uint64(p.Black), uint64(p.White)))
	return drawn[dice.IntN(len(drawn))]
}
