package main

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"othellobot/engine"
	"othellobot/rules"
)

// solveFile solves the positions of a file, a line each, and compares the results with
// the scores in the file. It fails if one differs.
func solveFile(ctx context.Context, c call) error {
	memory := c.flags.Int("memory", 256, "size of the tables in `MiB`")
	outcome := c.flags.Bool("outcome", false, "find only whether a position is won, drawn or lost (WLD)")
	from := c.flags.Int("from", 1, "first `line`")
	to := c.flags.Int("to", 1<<30, "last `line`")
	if err := c.parse(1, 1); err != nil {
		return err
	}
	if *memory < 1 {
		return usagef("solve: -memory %d", *memory)
	}
	file, err := os.Open(c.flags.Arg(0))
	if err != nil {
		return err
	}
	defer file.Close()

	s := solving{call: c, searcher: engine.NewSearcher(engine.Trained(), *memory<<20), goal: engine.GoalMargin}
	if *outcome {
		s.goal = engine.GoalOutcome
	}
	lines := bufio.NewScanner(file)
	for n := 1; lines.Scan() && ctx.Err() == nil; n++ {
		if n < *from || n > *to || lines.Text() == "" {
			continue
		}
		p, err := parseProblem(lines.Text())
		if err != nil {
			return fmt.Errorf("line %d: %w", n, err)
		}
		s.solve(ctx, n, p)
	}
	fmt.Fprintf(c.stdout, "%d solved, %d wrong, %.2f s, %d positions\n", s.solved, s.wrong, s.took.Seconds(), s.nodes)
	switch {
	case lines.Err() != nil:
		return lines.Err()
	case ctx.Err() != nil:
		return ctx.Err()
	case s.wrong > 0:
		return fmt.Errorf("%d wrong", s.wrong)
	}
	return nil
}

// solving holds the solver of a file and its totals.
type solving struct {
	call
	searcher      *engine.Searcher
	goal          engine.Goal
	solved, wrong int
	took          time.Duration
	nodes         uint64
}

func (s *solving) solve(ctx context.Context, line int, p problem) {
	begun := time.Now()
	found := s.searcher.Solve(ctx, p.position, s.goal, engine.Limits{})
	took := time.Since(begun)
	if !found.Exact {
		return
	}
	verdict := "ok"
	if len(p.scores) == 0 {
		verdict = "-"
	} else if want := slices.Max(slices.Collect(maps.Values(p.scores))); !isCorrect(found, s.goal, want, p.scores[found.Square]) {
		verdict = fmt.Sprintf("WRONG, want %+d", want)
		s.wrong++
	}
	s.solved++
	s.took += took
	s.nodes += found.Nodes
	fmt.Fprintf(s.stdout, "%3d  %2d empty  %v %+3.0f  %8.3f s %11d positions %5.1f million/s  %s\n", line,
		p.position.Empties().Len(), found.Square, found.Value, took.Seconds(), found.Nodes,
		float64(found.Nodes)/took.Seconds()/1e6, verdict)
}

func isCorrect(found engine.Result, goal engine.Goal, best, ofMove int) bool {
	if goal == engine.GoalOutcome {
		best, ofMove = cmp.Compare(best, 0), cmp.Compare(ofMove, 0)
	}
	return int(found.Value) == best && ofMove == best
}

// problem is a line of an OBF file: a board with the side to move, then the values of
// moves for that side in discs. Each move, such as "g8:+18", follows a semicolon. The
// scores may be missing.
type problem struct {
	position rules.Position
	scores   map[rules.Square]int
}

func parseProblem(line string) (problem, error) {
	board, rest, _ := strings.Cut(line, ";")
	fields := strings.Fields(board)
	if len(fields) != 2 || (fields[1] != "X" && fields[1] != "O") {
		return problem{}, fmt.Errorf("%q is not a board and a side", board)
	}
	toMove := rules.Black
	if fields[1] == "O" {
		toMove = rules.White
	}
	position, err := rules.ParseBoard(fields[0], toMove)
	if err != nil {
		return problem{}, err
	}
	p := problem{position, make(map[rules.Square]int)}
	for field := range strings.SplitSeq(rest, ";") {
		name, score, ok := strings.Cut(strings.TrimSpace(field), ":")
		square, err := rules.ParseSquare(name)
		if !ok || err != nil {
			continue // a pass, a comment, or nothing
		}
		if p.scores[square], err = strconv.Atoi(score); err != nil {
			return problem{}, fmt.Errorf("%s: %w", name, err)
		}
	}
	return p, nil
}
