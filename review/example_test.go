package review_test

import (
	"context"
	"fmt"
	"log"

	"othellobot/engine"
	"othellobot/review"
	"othellobot/rules"
)

func Example() {
	moves, err := rules.ParseTranscript(lateGame)
	if err != nil {
		log.Fatal(err)
	}
	judge := engine.NewJudge()
	r, err := review.Of(context.Background(), judge, rules.Start(), moves, review.Limits{Positions: 5000, SolveEmpties: 10, SolvePositions: 100_000})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("accuracy: Black %.0f %%, White %.0f %%\n", r.Sides[rules.Black].Accuracy, r.Sides[rules.White].Accuracy)
	for _, moment := range r.Moments[:2] {
		move := r.Moves[moment.Number-1]
		fmt.Println(moment.Number, move.Color, move.Square, move.Label(), "better:", move.Best)
	}
	// Output:
	// accuracy: Black 72 %, White 74 %
	// 10 White f3 mistake better: f7
	// 13 Black c3 blunder better: h4
}
