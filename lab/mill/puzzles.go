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

// mostPuzzles is the maximum number of puzzles of a grade in a stock.
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
	file, err := os.OpenFile(*out, os.O_CREATE|os.O_WRONLY, 0o666) // an old stock stays until the new one is complete
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
	stock := puzzle.EncodeStock(s.problems)
	if err := file.Truncate(0); err != nil {
		return err
	}
	if _, err := file.Write(stock); err != nil {
		return err
	}
	fmt.Fprintf(c.stdout, "%s of %d games, %d bytes\n", s.contents(), s.games, len(stock))
	return file.Close()
}

// shelf holds the puzzles found so far.
type shelf struct {
	count, games int
	problems     [puzzle.Grades][]puzzle.Problem
	kept         [puzzle.Grades]bool                 // grades with the built-in puzzles, for which no more are wanted
	with         [puzzle.Grades][mostEmpties + 1]int // counts by number of empty squares
	corners      int                                 // easy puzzles won by a corner
	modest       int                                 // easy puzzles won by a move that does not flip the most discs
	seen         map[puzzle.Problem]bool             // the shapes of all puzzles
	wanted       atomic.Pointer[wanted]
}

func newShelf(count int) *shelf {
	s := &shelf{count: count, seen: make(map[puzzle.Problem]bool)}
	s.want()
	return s
}

// keep puts all built-in puzzles of these grades on the shelf.
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

// want publishes which puzzles are still wanted. No number of empty squares gets more
// than its share.
func (s *shelf) want() {
	var w wanted
	for grade, problems := range s.problems {
		for empties := range w[grade] {
			w[grade][empties] = !s.kept[grade] && len(problems) < s.count && s.with[grade][empties] < s.share(puzzle.Grade(grade), empties)
		}
	}
	s.wanted.Store(&w)
}

// share returns the maximum number of puzzles of a grade with the given number of empty
// squares. For medium and hard puzzles, that is an eighth of the count. For easy puzzles, it is
// half of the count with five empty squares, and a quarter with four or six.
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

// errFull ends the search for puzzles.
var errFull = errors.New("all puzzles are found")

// fill plays games with the given number of workers until no more puzzles are wanted.
func (s *shelf) fill(ctx context.Context, stderr io.Writer, workers int, newMiner func() *miner) error {
	progress := newProgress(stderr, 0, 0)
	defer progress.clear()
	err := train.InOrder(ctx, workers, 0, math.MaxUint64, func() func(context.Context, uint64) ([]graded, error) {
		m := newMiner()
		return func(ctx context.Context, n uint64) ([]graded, error) { return m.game(ctx, n, s.wanted.Load()) }
	}, func(found []graded) error {
		s.games++
		s.take(found)
		progress.say(s.progress)
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

// take puts at most one wanted puzzle of a game on the shelf: the hardest one, and among
// equals the first. It checks again, because the miner's list may be outdated.
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

// wants reports whether a puzzle is wanted. Its shape must be new. Among easy puzzles, at
// most a tenth may be won by a corner, and at most a tenth by a modest move.
func (s *shelf) wants(f *graded) bool {
	return s.wanted.Load()[f.grade][f.Empties().Len()] && !s.seen[shape(f.Problem)] &&
		!(puzzle.Corners.Has(f.Best) && 10*(s.corners+1) > s.count) && !(modest(f) && 10*(s.modest+1) > s.count)
}

// modest reports whether the winning move of an easy puzzle flips fewer discs than
// another move.
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

// missing returns how many puzzles the grades still need.
func (s *shelf) missing() (n int) {
	for grade, problems := range s.problems {
		if !s.kept[grade] {
			n += s.count - len(problems)
		}
	}
	return n
}

// shuffle reorders the puzzles of each grade, so that puzzles that are hard to find do not all
// come last.
func (s *shelf) shuffle(seed uint64) {
	for grade, problems := range s.problems {
		if s.kept[grade] {
			continue
		}
		dice := rand.New(rand.NewPCG(seed, math.MaxUint64-uint64(grade)))
		dice.Shuffle(len(problems), func(i, j int) { problems[i], problems[j] = problems[j], problems[i] })
	}
}

// contents returns the number of puzzles of each grade as text.
func (s *shelf) contents() string {
	var parts []string
	for grade, problems := range s.problems {
		parts = append(parts, fmt.Sprintf("%d %v", len(problems), puzzle.Grade(grade)))
	}
	return strings.Join(parts, ", ")
}

// progress returns the progress after the given time. The rarest grade decides the time
// left.
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
