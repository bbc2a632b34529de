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
	// s1 White wins by 2 discs with [b2 a5 e8 d8]
	// e8 -4
	// d8 -6
}
