package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"sync/atomic"
	"time"

	"othellobot/lab/train"
	"othellobot/puzzle"
	"othellobot/rules"
)

// mostPuzzles of a grade fit into a stock.
const mostPuzzles = math.MaxUint16

// makePuzzles plays games until their puzzles fill a stock, and writes it.
func makePuzzles(ctx context.Context, c call) error {
	out := c.flags.String("out", "", "`file` to write, once all puzzles are found")
	count := c.flags.Int("count", 3650, "how many puzzles of each grade are wanted")
	seed := c.flags.Uint64("seed", 1, "of all chance")
	workers := c.flags.Int("workers", 1, "how many games are played at a time; the file does not depend on it")
	easy := c.flags.Bool("easy", false, "find easy ones alone; the others are those of the program")
	weightsFile := c.flags.String("weights", "", "`file` of weights; those of the program if empty")
	if err := c.parse(0, 0); err != nil {
		return err
	}
	switch {
	case *out == "":
		return fmt.Errorf("puzzles: -out is missing")
	case *count < 1 || *count > mostPuzzles:
		return fmt.Errorf("puzzles: -count %d", *count)
	case *workers < 1:
		return fmt.Errorf("puzzles: -workers %d", *workers)
	}
	weights, err := readWeights(*weightsFile)
	if err != nil {
		return err
	}
	file, err := os.OpenFile(*out, os.O_CREATE|os.O_WRONLY, 0o666) // an old stock stays until there is a new one
	if err != nil {
		return err
	}
	defer file.Close()
	s := newShelf(*count)
	if *easy {
		s.keep(puzzle.Medium, puzzle.Hard)
	}
	if err := s.fill(ctx, c.stderr, *workers, func() *miner { return newMiner(weights, *seed) }); err != nil {
		return err
	}
	s.shuffle(*seed)
	stock := puzzle.Stock(s.problems)
	if err := file.Truncate(0); err != nil {
		return err
	}
	if _, err := file.Write(stock); err != nil {
		return err
	}
	fmt.Fprintf(c.stdout, "%s of %d games, %d bytes\n", s.contents(), s.games, len(stock))
	return file.Close()
}

// shelf holds the puzzles that have been found.
type shelf struct {
	count, games int
	problems     [puzzle.Grades][]puzzle.Problem
	kept         [puzzle.Grades]bool                 // they are those of the program, none is wanted
	with         [puzzle.Grades][mostEmpties + 1]int // how many, by empty squares
	corners      int                                 // won by one, of the lowest grade
	modest       int                                 // won by a move that does not flip the most, likewise
	seen         map[puzzle.Problem]bool             // shapes
	wanted       atomic.Pointer[wanted]
}

func newShelf(count int) *shelf {
	s := &shelf{count: count, seen: make(map[puzzle.Problem]bool)}
	s.want()
	return s
}

// keep puts all puzzles of the program that have these grades on the shelf.
func (s *shelf) keep(grades ...puzzle.Grade) {
	for _, grade := range grades {
		s.kept[grade] = true
		for n := range puzzle.Count(grade) {
			shown := puzzle.At(grade, n+1)
			p := shown.Position
			problem := puzzle.Problem{Own: p.Discs(p.ToMove), Opp: p.Discs(p.ToMove.Opponent()), Best: shown.Best, Margin: shown.Margin}
			s.problems[grade] = append(s.problems[grade], canonical(problem))
			s.seen[shape(problem)] = true
		}
	}
	s.want()
}

// want makes known which puzzles are still wanted: of none with a certain number of empty
// squares more than their share.
func (s *shelf) want() {
	var w wanted
	for grade, problems := range s.problems {
		for empties := range w[grade] {
			w[grade][empties] = !s.kept[grade] && len(problems) < s.count && s.with[grade][empties] < s.share(puzzle.Grade(grade), empties)
		}
	}
	s.wanted.Store(&w)
}

// share is how many puzzles of a grade may have so many empty squares: an eighth, for hard ones
// have seven to fourteen; easy ones have four to six, and half of them five.
func (s *shelf) share(grade puzzle.Grade, empties int) int {
	parts := 8
	if grade == puzzle.Easy {
		switch empties {
		case 4, 6:
			parts = 4
		case 5:
			parts = 2
		default:
			return 0
		}
	}
	return (s.count + parts - 1) / parts
}

// errFull ends the search for more.
var errFull = errors.New("all puzzles are found")

// fill has games played, so many at a time, until no more puzzles are wanted.
func (s *shelf) fill(ctx context.Context, stderr io.Writer, workers int, newMiner func() *miner) error {
	told := newTeller(stderr, 0, 0)
	defer told.clear()
	err := train.InOrder(ctx, workers, 0, math.MaxUint64, func() func(context.Context, uint64) ([]graded, error) {
		m := newMiner()
		return func(ctx context.Context, n uint64) ([]graded, error) { return m.game(ctx, n, s.wanted.Load()) }
	}, func(found []graded) error {
		s.games++
		s.take(found)
		told.say(s.progress)
		if s.missing() == 0 {
			return errFull
		}
		return nil
	})
	if errors.Is(err, errFull) {
		return nil
	}
	return err
}

// take puts the puzzles of one game on the shelf that are wanted: the hardest, and
// of these the first. What a miner was told may be out of date.
func (s *shelf) take(found []graded) {
	var best *graded
	for i := range found {
		if f := &found[i]; s.wants(f) && (best == nil || f.grade > best.grade) {
			best = f
		}
	}
	if best == nil {
		return
	}
	if puzzle.Corners.Has(best.Best) {
		s.corners++
	}
	if modest(best) {
		s.modest++
	}
	s.seen[shape(best.Problem)] = true
	s.problems[best.grade] = append(s.problems[best.grade], best.Problem)
	s.with[best.grade][best.Empties().Len()]++
	s.want()
}

// wants reports whether a puzzle is wanted: one of a shape that is not there yet, and in
// the lowest grade one that is won by a corner, or by a modest move, in one of ten at most.
func (s *shelf) wants(f *graded) bool {
	return s.wanted.Load()[f.grade][f.Empties().Len()] && !s.seen[shape(f.Problem)] &&
		!(puzzle.Corners.Has(f.Best) && 10*(s.corners+1) > s.count) && !(modest(f) && 10*(s.modest+1) > s.count)
}

// modest reports whether an easy puzzle is won by a move that flips fewer discs than another.
func modest(f *graded) bool {
	p := rules.Position{Black: f.Own, White: f.Opp}
	flipped := p.Flips(f.Best).Len()
	for move := range p.Legal().Squares() {
		if f.grade == puzzle.Easy && p.Flips(move).Len() > flipped {
			return true
		}
	}
	return false
}

// missing is how many puzzles are to be found yet.
func (s *shelf) missing() (n int) {
	for grade, problems := range s.problems {
		if !s.kept[grade] {
			n += s.count - len(problems)
		}
	}
	return n
}

// shuffle brings the puzzles of each grade into an order that does not tell how
// hard they were to find.
func (s *shelf) shuffle(seed uint64) {
	for grade, problems := range s.problems {
		if s.kept[grade] {
			continue
		}
		dice := rand.New(rand.NewPCG(seed, math.MaxUint64-uint64(grade)))
		dice.Shuffle(len(problems), func(i, j int) { problems[i], problems[j] = problems[j], problems[i] })
	}
}

// contents says how many puzzles of each grade there are.
func (s *shelf) contents() string {
	var parts []string
	for grade, problems := range s.problems {
		parts = append(parts, fmt.Sprintf("%d %v", len(problems), puzzle.Grade(grade)))
	}
	return strings.Join(parts, ", ")
}

// progress says how far the work has come in so much time, which ends with the rarest
// grade.
func (s *shelf) progress(took time.Duration) string {
	line := fmt.Sprintf("%s of %d each, %d games, %.0f/s", s.contents(), s.count, s.games, float64(s.games)/took.Seconds())
	var left time.Duration
	for _, problems := range s.problems {
		if len(problems) == 0 {
			return line
		}
		left = max(left, time.Duration(float64(took)/float64(len(problems))*float64(s.count-len(problems))))
	}
	return fmt.Sprintf("%s, %v left", line, left.Round(time.Second))
}
