package puzzle

import (
	"math/rand/v2"
	"os"
	"runtime"
	"strings"
	"sync"
	"testing"

	"othellobot/engine"
	"othellobot/rules"
)

func problemsOf(t testing.TB, grade Grade) (problems []Problem) {
	t.Helper()
	s := embedded()
	for n := range s.counts[grade] {
		p, err := s.problem(grade, n)
		if err != nil {
			t.Fatalf("%v: %v", ID{grade, n + 1}, err)
		}
		problems = append(problems, p)
	}
	return problems
}

// sample calls try for the first puzzles of each grade and for every n-th of the others. It
// takes fewer in a short test, and all with OTHELLO_LONG.
func sample(first, every int, try func(g Grade, n int)) {
	switch {
	case os.Getenv("OTHELLO_LONG") != "":
		every = 1
	case testing.Short():
		every *= 4
	}
	for g := range Grade(Grades) {
		for n := 1; n <= Count(g); n++ {
			if n <= first || n%every == 0 {
				try(g, n)
			}
		}
	}
}

func TestStock(t *testing.T) {
	if size := len(stockFile); size > 250_000 {
		t.Errorf("the stock has %d bytes", size)
	}
	for g := range Grade(Grades) {
		if Count(g) < 3650 {
			t.Errorf("%d puzzles are %v", Count(g), g)
		}
		corners, odd := 0, 0
		for _, p := range problemsOf(t, g) {
			odd += p.Empties().Len() & 1
			if Corners.Has(p.Best) {
				corners++
			}
		}
		if most := Count(g) / 10; corners > most || g > Easy && corners > 0 {
			t.Errorf("%d %v ones are won by a corner", corners, g)
		}
		if share := float64(odd) / float64(Count(g)); share < 0.4 || share > 0.6 {
			t.Errorf("%.2f of the %v ones have an odd number of empty squares", share, g)
		}
	}
}

func TestStockRoundTrip(t *testing.T) {
	if string(EncodeStock([Grades][]Problem{problemsOf(t, Easy), problemsOf(t, Medium), problemsOf(t, Hard)})) != stockFile {
		t.Error("the stock changes when it is read and written")
	}
}

// TestOnlyOneMoveWins checks with an independent naive solver that exactly one move wins, by the
// stated margin. Above Easy, at least two other moves must be tempting.
func TestOnlyOneMoveWins(t *testing.T) {
	type task struct {
		Puzzle
		onePly rules.Square
	}
	tasks := make(chan task)
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for p := range tasks {
				prove(t, p.Puzzle, p.onePly)
			}
		})
	}
	searcher := engine.NewSearcher(engine.Trained(), 1<<20)
	sample(4, 250, func(g Grade, n int) {
		p := At(g, n)
		tasks <- task{p, searcher.Think(t.Context(), p.Position, engine.Limits{Depth: 1}).Square}
	})
	close(tasks)
	workers.Wait()
}

func prove(t *testing.T, p Puzzle, onePly rules.Square) {
	side, legal, empties := p.Position.ToMove, p.Position.Legal(), p.Position.Empties().Len()
	bounds := [4]int{6, 14, 4, 12}
	if p.Grade == Easy {
		bounds = [4]int{4, 6, 3, 4}
	}
	if empties < bounds[0] || empties > bounds[1] || legal.Len() < bounds[2] || legal.Len() > bounds[3] {
		t.Errorf("%v: %d moves, %d empty squares", p, legal.Len(), empties)
	}
	if p.Margin < 2 || p.Margin > 18 {
		t.Errorf("%v: won by %d", p, p.Margin)
	}
	most, tempting := 0, 0
	for m := range legal.Squares() {
		most = max(most, p.Position.Flips(m).Len())
	}
	for m := range legal.Squares() {
		next, _ := p.Position.Play(m)
		if m == p.Best {
			if v := solved(next, side, p.Margin-1, p.Margin+1); v != p.Margin {
				t.Errorf("%v: %v wins by %d or so, want %d", p, m, v, p.Margin)
			}
			continue
		}
		if solved(next, side, 0, 1) > 0 {
			t.Errorf("%v: %v wins, too", p, m)
		}
		onEdge := m.Row() == 0 || m.Row() == 7 || m.Column() == 0 || m.Column() == 7
		if (onEdge || p.Position.Flips(m).Len() == most || m == onePly) && (empties-1 <= 6 || next.ToMove != side && defences(next) == 1) {
			tempting++
		}
	}
	if !legal.Has(p.Best) || tempting < 2 && p.Grade > Easy {
		t.Errorf("%v: %v is legal: %t, %d others tempt", p, p.Best, legal.Has(p.Best), tempting)
	}
}

func defences(p rules.Position) (count int) {
	for m := range p.Legal().Squares() {
		if next, _ := p.Play(m); solved(next, p.ToMove, -1, 0) >= 0 {
			count++
		}
	}
	return count
}

// TestGrades repeats the searches that define the grades. Nine in ten must agree: on a turned board a search
// may choose another of two equal moves, and improved weights may see a little more.
func TestGrades(t *testing.T) {
	searcher := engine.NewSearcher(engine.Trained(), 1<<20)
	asked, right := 0, 0
	sample(20, 20, func(g Grade, n int) {
		p := At(g, n)
		finds := func(plies int) bool {
			return searcher.Think(t.Context(), p.Position, engine.Limits{Depth: plies}).Square == p.Best
		}
		asked++
		switch one := finds(1); {
		case one && g == Easy, !one && g == Medium && finds(4), !one && g == Hard && !finds(4) && !finds(6):
			right++
		}
	})
	t.Logf("%d of %d", right, asked)
	if 10*right < 9*asked {
		t.Errorf("%d of %d puzzles have the grade that the searches give them", right, asked)
	}
}

func TestSolvedAtFirstTry(t *testing.T) {
	searcher := engine.NewSearcher(engine.Trained(), 1<<20)
	for _, test := range []struct {
		grade       Grade
		level       int
		least, most float64
	}{
		{Easy, 2, 0.5, 1},
		{Easy, 4, 0.85, 1},
		{Hard, 6, 0, 0.4},
	} {
		right := 0
		for n := 1; n <= Count(test.grade); n++ {
			if p := At(test.grade, n); searcher.Play(t.Context(), p.Position, engine.Level(test.level), uint64(n)) == p.Best {
				right++
			}
		}
		share := float64(right) / float64(Count(test.grade))
		t.Logf("level %d solves %d of %d %v ones, %.3f", test.level, right, Count(test.grade), test.grade, share)
		if share < test.least || share > test.most {
			t.Errorf("level %d solves %.3f of the %v ones", test.level, share, test.grade)
		}
	}
}

func TestAt(t *testing.T) {
	images := make(map[[2]int]int)
	for g := range Grade(Grades) {
		problems := problemsOf(t, g)
		for n := 1; n <= len(problems); n++ {
			p := At(g, n)
			if p.ID != (ID{g, n}) || p != At(g, n) {
				t.Fatalf("%v is %+v", ID{g, n}, p)
			}
			shown := Problem{p.Position.Discs(p.Position.ToMove), p.Position.Discs(p.Position.ToMove.Opponent()), p.Best, p.Margin}
			found := false
			for s := range rules.Symmetries {
				if problems[n-1].image(s) == shown {
					images[[2]int{int(s), int(p.Position.ToMove)}]++
					found = true
				}
			}
			if !found {
				t.Errorf("%v is not number %d of the stock", p, n)
			}
		}
		count := Count(g)
		for _, n := range []int{-count, 0, count + 1, 7 * count, 1 << 40} {
			index := ((n-1)%count + count) % count
			if p := At(g, n); p != problems[index].turned(ID{g, n}) {
				t.Errorf("%v %d is not number %d of the stock", g, n, index+1)
			}
		}
	}
	for image, times := range images {
		if total := 3 * Count(Easy); len(images) != 16 || times < total/32 || times > total/8 {
			t.Errorf("%d of %d are turned by %d with side %d to move", times, total, image[0], image[1])
		}
	}
}

func TestBrokenStock(t *testing.T) {
	sound := problemsOf(t, Easy)[0]
	stockOf := func(p Problem) string { return string(EncodeStock([Grades][]Problem{{p}, {sound}, {sound}})) }
	with := func(change func(p *Problem)) string {
		p := sound
		change(&p)
		return stockOf(p)
	}
	whole := stockOf(sound)
	first := len(whole) - 3*recordSize
	for name, file := range map[string]string{
		"nothing":                 "",
		"another file":            strings.ToUpper(whole),
		"half a header":           whole[:headerSize-1],
		"too short":               whole[:len(whole)-1],
		"too long":                whole + "x",
		"a grade without puzzles": string(EncodeStock([Grades][]Problem{{sound}, {}, {sound}})),
		"no square has this":      whole[:first] + "\xf3" + whole[first+1:],
		"in the last squares":     whole[:first+boardSize-1] + "\x51" + whole[first+boardSize:],
		"a margin of nothing":     with(func(p *Problem) { p.Margin = 0 }),
		"an odd margin":           with(func(p *Problem) { p.Margin = 3 }),
		"too high a margin":       with(func(p *Problem) { p.Margin = 20 }),
		"a move to a disc":        with(func(p *Problem) { p.Best = p.Own.First() }),
		"a move off the board":    with(func(p *Problem) { p.Best = rules.NoSquare }),
		"a full board":            with(func(p *Problem) { p.Own |= p.Empties() }),
		"an empty board":          with(func(p *Problem) { p.Own, p.Opp = 0, 0 }),
		"hardly a move":           with(func(p *Problem) { p.Own, p.Opp = p.Own|p.Opp, 0 }),
	} {
		s, err := open(file)
		if err == nil {
			_, err = s.problem(Easy, 0)
		}
		if err == nil {
			t.Errorf("%s: not refused", name)
		}
	}
	if _, err := open(whole); err != nil {
		t.Error(err)
	}
}

// FuzzStock reads arbitrary stocks. Every puzzle is refused, or is valid and written back unchanged.
func FuzzStock(f *testing.F) {
	small := EncodeStock([Grades][]Problem{problemsOf(f, Easy)[:2], problemsOf(f, Medium)[:1], problemsOf(f, Hard)[:1]})
	f.Add(string(small))
	f.Add(string(small[:len(small)-1]))
	dice := rand.New(rand.NewPCG(1, 2))
	for range 20 {
		broken := []byte(string(small))
		broken[dice.IntN(len(broken))] ^= 1 << dice.IntN(8)
		f.Add(string(broken))
	}
	f.Fuzz(func(t *testing.T, file string) {
		s, err := open(file)
		if err != nil {
			return
		}
		var problems [Grades][]Problem
		for g := range Grade(Grades) {
			for n := range s.counts[g] {
				p, err := s.problem(g, n)
				if err != nil {
					return
				}
				problems[g] = append(problems[g], p)
				if !(rules.Position{Black: p.Own, White: p.Opp}).Legal().Has(p.Best) || p.Own&p.Opp != 0 {
					t.Errorf("%+v", p)
				}
			}
		}
		if again := string(EncodeStock(problems)); again != file {
			t.Errorf("%q is written as %q", file, again)
		}
	})
}
