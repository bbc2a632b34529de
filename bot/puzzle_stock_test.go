package bot_test

import (
	"context"

	"othellobot/engine"
	"othellobot/puzzle"
	"othellobot/review"
	"othellobot/rules"
)

type problem struct {
	board  string
	toMove rules.Color
	best   string
	margin int
}

// problems are the puzzles of the tests, by grade. They do not change when the program gets other
// puzzles.
var problems = [puzzle.Grades][]problem{
	{
		{"-OOOOOO---OXXO-XOXOOOXXXOXXOOOXXOXOOOXOXXXXXXOO-OOXXOOOOOOOOOOOO", rules.White, "b2", 10},
		{"OOOOOOOXXXOOOOO-XXOOOXOOXXOOOOOOXOOXOOOOXOOOXOOOXXOXXX-OX-XXXO--", rules.Black, "h2", 10},
		{"XXXXXXXXX-OOOOXOXXOOXOXOXOXOXOXOXOXXXOXO-XXXXOXO-XOOOOOO--OOOOOO", rules.Black, "b2", 6},
	},
	{
		{"XXXXXXXXXXOXOOOO-XOXOOOO-XOXOOOO-XOXOOOXXXXXXOXXO-OOOXX--XXX-OXX", rules.White, "a5", 2},
		{"O-XXXX--OOOOOX--OOXOXOOOOOOOXOOO-OXOXOOOX-XXOOOO-XXOOXO--X-OOOOO", rules.Black, "a5", 2},
	},
	{
		{"O--OX---XOOXXX--XXXOXXXXXXOOOOXOXXXXXXO-XXOOXOO-XXOOOOO-XXXXXXX-", rules.Black, "c1", 2},
		{"--O-X------OXX--XXXXXXXXXOXXXOXXXXOXXXOXXXOXXXOX--XXOOOX-XXXXXXX", rules.White, "a7", 2},
	},
}

// stock returns a puzzle of [problems].
func stock(grade puzzle.Grade, number int) puzzle.Puzzle {
	all := problems[grade]
	p := all[(number-1)%len(all)]
	position, err := rules.ParseBoard(p.board, p.toMove)
	if err != nil {
		panic(err)
	}
	best, err := rules.ParseSquare(p.best)
	if err != nil {
		panic(err)
	}
	return puzzle.Puzzle{ID: puzzle.ID{Grade: grade, Number: number}, Position: position, Best: best, Margin: p.margin}
}

// solver lends the solver of an engine.
func solver(e *engine.Engine) func(context.Context, func(review.Judge) error) error {
	return func(ctx context.Context, question func(review.Judge) error) error {
		return e.Solving(ctx, func(j *engine.Judge) error { return question(j) })
	}
}
