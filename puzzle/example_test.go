package puzzle_test

import (
	"context"
	"fmt"
	"log"

	"othellobot/engine"
	"othellobot/puzzle"
)

func Example() {
	p := puzzle.At(puzzle.Easy, 1)
	answer, err := p.Answer(context.Background(), engine.NewJudge(), p.Best)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(p.ID, p.Position.ToMove, "wins by", answer.Margin, "discs with", answer.Line)
	for _, other := range answer.Moves[1:] {
		fmt.Println(other.Square, other.Margin)
	}
	// Output:
	// b1 White wins by 4 discs with [a2 e8 a8 b7]
	// a8 -14
	// b7 -20
}
