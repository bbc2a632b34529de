package puzzle

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"othellobot/engine"
	"othellobot/rules"
)

// some returns perGrade puzzles of each grade, with at most mostEmpties empty squares.
func some(t testing.TB, perGrade, mostEmpties int) (puzzles []Puzzle) {
	t.Helper()
	for g := range Grade(Grades) {
		before := len(puzzles)
		for n := 1; n <= Count(g) && len(puzzles) < before+perGrade; n++ {
			if p := At(g, n); p.Position.Empties().Len() <= mostEmpties {
				puzzles = append(puzzles, p)
			}
		}
		if len(puzzles) < before+perGrade {
			t.Fatalf("only %d %v puzzles have at most %d empty squares", len(puzzles)-before, g, mostEmpties)
		}
	}
	return puzzles
}

func noError(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// TestAnswer calls Answer for every move of some puzzles. The naive solver must confirm the
// margin of the move and the perfect play in its line.
func TestAnswer(t *testing.T) {
	judge := engine.NewJudge()
	for _, p := range some(t, 6, 9) {
		for move := range p.Position.Legal().Squares() {
			a, err := p.Answer(t.Context(), judge, move)
			noError(t, err)
			if a.Square != move || a.Line[0] != move || !slices.Contains(a.Moves, a.RatedMove) || (a.Margin > 0) != (move == p.Best) {
				t.Errorf("%v: %+v of %v", p, a, move)
			}
			if a.Moves[0] != (RatedMove{p.Best, p.Margin}) || len(a.Moves) != p.Position.Legal().Len() {
				t.Errorf("%v: %v, won by %d: %v", p, p.Best, p.Margin, a.Moves)
			}
			at := p.Position
			for _, square := range a.Line {
				if at, err = at.Play(square); err != nil {
					t.Fatalf("%v: %v: %v", p, a.Line, err)
				}
				if got := naiveMargin(at, p.Position.ToMove); got != a.Margin {
					t.Errorf("%v: behind %v of %v it is %d, not %d", p, square, a.Line, got, a.Margin)
				}
			}
			if len(a.Line) != 1+LinePlies && !at.Over() {
				t.Errorf("%v: %v ends too soon", p, a.Line)
			}
		}
	}
}

// randomJudge picks random best moves. Forget restarts its random numbers.
type randomJudge struct {
	judge Judge
	dice  *rand.Rand
}

func (j *randomJudge) Forget() { j.dice = rand.New(rand.NewPCG(1, 2)) }

func (j *randomJudge) Solve(ctx context.Context, p rules.Position, positions uint64) (rules.Square, int, bool) {
	_, margin, _ := j.judge.Solve(ctx, p, positions)
	var best []rules.Square
	for move := range p.Legal().Squares() {
		if next, _ := p.Play(move); naiveMargin(next, p.ToMove) == margin {
			best = append(best, move)
		}
	}
	return best[j.dice.IntN(len(best))], margin, true
}

func TestAnswerRepeats(t *testing.T) {
	judge := &randomJudge{judge: engine.NewJudge()}
	judge.Forget()
	for _, p := range some(t, 3, 8) {
		first, err := p.Answer(t.Context(), judge, p.Best)
		noError(t, err)
		for move := range p.Position.Legal().Squares() {
			if _, err := p.Answer(t.Context(), judge, move); err != nil {
				t.Fatal(err)
			}
			again, err := p.Answer(t.Context(), judge, p.Best)
			if err != nil || !slices.Equal(again.Line, first.Line) || !slices.Equal(again.Moves, first.Moves) {
				t.Errorf("%v: %v, %v, and at first %v", p, again, err, first)
			}
		}
	}
}

func TestAnswerPasses(t *testing.T) {
	judge, passes := engine.NewJudge(), 0
	for g := range Grade(Grades) {
		for n := 1; n <= Count(g) && passes < 20*(1+int(g)); n++ {
			p := At(g, n)
			for move := range p.Position.Legal().Squares() {
				next, _ := p.Position.Play(move)
				if next.ToMove != p.Position.ToMove || next.Over() || next.Empties().Len() > 9 {
					continue
				}
				passes++
				a, err := p.Answer(t.Context(), judge, move)
				noError(t, err)
				if want := naiveMargin(next, p.Position.ToMove); a.Margin != want || (want > 0) != (move == p.Best) {
					t.Errorf("%v: %v leads to %d, want %d", p, move, a.Margin, want)
				}
			}
		}
	}
	if passes < 60 {
		t.Errorf("only %d moves make the opponent pass", passes)
	}
}

// tiredJudge calls done and gives up after a number of questions.
type tiredJudge struct {
	judge     Judge
	questions int
	done      func()
}

func (j *tiredJudge) Forget() { j.judge.Forget() }

func (j *tiredJudge) Solve(ctx context.Context, p rules.Position, positions uint64) (rules.Square, int, bool) {
	if j.questions--; j.questions < 0 {
		j.done()
		return rules.NoSquare, 0, false
	}
	return j.judge.Solve(ctx, p, positions)
}

// TestAnswerErrors asks about illegal moves, and uses judges that give up after different numbers of
// questions. The result must always be an error, never half an answer.
func TestAnswerErrors(t *testing.T) {
	p := some(t, 1, 10)[0]
	var illegal *rules.IllegalMoveError
	for _, move := range []rules.Square{p.Position.Black.First(), rules.NoSquare} {
		if _, err := p.Answer(t.Context(), engine.NewJudge(), move); !errors.As(err, &illegal) {
			t.Errorf("%v: %v", move, err)
		}
	}
	for questions := range p.Position.Legal().Len() {
		a, err := p.Answer(t.Context(), &tiredJudge{engine.NewJudge(), questions, func() {}}, p.Best)
		if !errors.Is(err, ErrUnsolved) || a.Line != nil {
			t.Errorf("%d questions answered: %+v, %v", questions, a, err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		if _, err := p.Answer(ctx, &tiredJudge{engine.NewJudge(), questions, cancel}, p.Best); !errors.Is(err, context.Canceled) {
			t.Errorf("cancelled after %d questions: %v", questions, err)
		}
	}
}

// BenchmarkAnswer answers wrong moves in puzzles with 14 empty squares. It reports the
// 99th percentile and the maximum of the times.
func BenchmarkAnswer(b *testing.B) {
	var puzzles []Puzzle
	for g := range Grade(Grades) {
		for n := 1; n <= Count(g); n++ {
			if p := At(g, n); p.Position.Empties().Len() == 14 {
				puzzles = append(puzzles, p)
			}
		}
	}
	judge := engine.NewJudge()
	var took []time.Duration
	for b.Loop() {
		p := puzzles[len(took)%len(puzzles)]
		wrong := (p.Position.Legal() &^ rules.SetOf(p.Best)).First()
		begun := time.Now()
		if _, err := p.Answer(b.Context(), judge, wrong); err != nil {
			b.Fatal(err)
		}
		took = append(took, time.Since(begun))
	}
	slices.Sort(took)
	b.ReportMetric(took[len(took)*99/100].Seconds()*1000, "p99-ms")
	b.ReportMetric(took[len(took)-1].Seconds()*1000, "max-ms")
}

func BenchmarkAt(b *testing.B) {
	b.ReportAllocs()
	for n := 0; b.Loop(); n++ {
		At(Hard, n)
	}
}

// solved returns the margin of p between perfect players for a side. It uses a plain alpha-beta search that
// shares no code with the engine. The value is exact between low and high, and otherwise the nearer bound.
// Moves that leave few answers come first, only to save time.
func solved(p rules.Position, side rules.Color, low, high int) int {
	if p.Over() {
		score := p.FinalScore()
		return max(low, min(score.Of(side)-score.Of(side.Opponent()), high))
	}
	if p.Legal().IsEmpty() {
		p.ToMove = p.ToMove.Opponent()
	}
	var room [32]rules.Position
	list := room[:0]
	for s := range p.Legal().Squares() {
		next, _ := p.Play(s) // it is legal
		list = append(list, next)
	}
	if p.Empties().Len() > 4 {
		slices.SortStableFunc(list, func(a, b rules.Position) int { return a.Legal().Len() - b.Legal().Len() })
	}
	for _, next := range list {
		v := solved(next, side, low, high)
		if p.ToMove == side {
			low = max(low, v)
		} else {
			high = min(high, v)
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

func naiveMargin(p rules.Position, side rules.Color) int { return solved(p, side, -64, 64) }

func TestNaive(t *testing.T) {
	for _, test := range []struct {
		board string
		side  rules.Color
		want  int
	}{
		{"X---------------------------------------------------------------", rules.Black, 64},
		{"X---------------------------------------------------------------", rules.White, -64},
		{"X-O-------------------------------------------------------------", rules.Black, 0},
		{"OX--------------------------------------------------------------", rules.Black, -64},
		{"XO--------------------------------------------------------------", rules.Black, 64},
		{"XO----XO--------------------------------------------------------", rules.Black, 0}, // c1f1, and no side can move
		{"XXOOOOOOXXOOOOO-XOXXOOOXOOXXOXOXOOOOXXOOXXOOXXO-XXOOOOXXXXXXXX-X", rules.White, 0},
	} {
		p, err := rules.ParseBoard(test.board, test.side)
		noError(t, err)
		if got := naiveMargin(p, test.side); got != test.want {
			t.Errorf("%s, %v to move: %d, want %d", test.board, test.side, got, test.want)
		}
	}
}
