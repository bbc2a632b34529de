package engine

import (
	"context"
	"errors"
	"math"
	"testing"

	"othellobot/rules"
)

// TestJudgeForgets repeats questions after Forget. The answers must be those of a new judge.
func TestJudgeForgets(t *testing.T) {
	type answers struct {
		best  rules.Square
		value float64
		depth int
	}
	ask := func(j *Judge) (list []answers) {
		j.Forget()
		for _, p := range game(t, greedy, random, 5)[20:50] {
			if p.Over() {
				break
			}
			best, value, depth := j.Search(t.Context(), p, 0, 3000)
			list = append(list, answers{best, value, depth})
			if p.Empties().Len() < 12 {
				best, margin, solved := j.Solve(t.Context(), p, 20_000)
				list = append(list, answers{best, float64(margin), map[bool]int{true: 1}[solved]})
			}
		}
		return list
	}
	used := NewJudge()
	want := ask(NewJudge())
	for range 8 {
		got := ask(used)
		for i := range want {
			if got[i] != want[i] {
				t.Fatalf("question %d: %+v, from a new judge %+v", i+1, got[i], want[i])
			}
		}
	}
	if used.searcher.endTable.age < 30 {
		t.Error("too few questions to tell")
	}
}

// TestJudgeIsFair exchanges the colours of positions. The two values must differ by twice the
// bias for Black, which is 0 near the end.
func TestJudgeIsFair(t *testing.T) {
	for _, p := range game(t, greedy, random, 5)[:52] {
		if p.Over() {
			break
		}
		exchanged := rules.Position{Black: p.White, White: p.Black, ToMove: p.ToMove.Opponent()}
		j, other := NewJudge(), NewJudge()
		_, value, _ := j.Search(t.Context(), p, 2, 0)
		_, mirrored, _ := other.Search(t.Context(), exchanged, 2, 0)
		gap := value - mirrored
		if p.ToMove == rules.Black {
			gap = -gap
		}
		want := 2 * 1.1 * max(0, min(1, float64(p.Empties().Len()-20)/20))
		if math.Abs(gap-want) > 1e-9 {
			t.Errorf("%d empty: %v and %v", p.Empties().Len(), value, mirrored)
		}
	}
}

// TestJudgeSolvesOrNot checks that Solve solves an endgame and gives up at the start of a game.
func TestJudgeSolvesOrNot(t *testing.T) {
	j := NewJudge()
	p := position(t, "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X") // FForum 1
	if best, margin, solved := j.Solve(t.Context(), p, 1<<20); best.String() != "g8" || margin != 18 || !solved {
		t.Errorf("%v %d %v", best, margin, solved)
	}
	j.Forget()
	if _, _, solved := j.Solve(t.Context(), rules.Start(), 10_000); solved {
		t.Error("solved the game")
	}
}

// TestJudgeYields checks that Solve calls yield, and that it stops when yield fails.
func TestJudgeYields(t *testing.T) {
	errEnough := errors.New("enough")
	e := New(1, testMemory)
	p := position(t, "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X") // FForum 1
	for _, most := range []int{math.MaxInt, 3} {
		times := 0
		if err := e.WithJudge(t.Context(), func(context.Context) error {
			if times++; times > most {
				return errEnough
			}
			return nil
		}, func(j *Judge) error {
			j.Forget()
			_, margin, solved := j.Solve(t.Context(), p, 0)
			if want := most > 3; solved != want || want && margin != 18 {
				t.Errorf("%d times at most: %d %v", most, margin, solved)
			}
			return nil
		}); err != nil {
			t.Error(err)
		}
		if times <= 3 || most == 3 && times > 4 {
			t.Errorf("yielded %d times, %d at most", times, most)
		}
	}
}
