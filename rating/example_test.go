package rating_test

import (
	"fmt"

	"othellobot/rating"
)

func Example() {
	const ana, ben = 1, 2
	log := []rating.Result{
		{Black: ana, White: ben, Winner: rating.Black, Opening: 7},
		{Black: ben, White: ana, Winner: rating.Black, Opening: 8},
		{Black: ana, White: ben, Winner: rating.Black, Opening: 7}, // repeats the first game, so it does not count
	}
	ladder := rating.NewLadder(log...)
	for _, player := range []rating.PlayerID{ana, ben} {
		state := ladder.Of(player)
		fmt.Println(state.Rating.Whole(), "±", state.Deviation.Whole(), "after", state.Games, "games")
	}
	// Output:
	// 1432 ± 261 after 2 games
	// 1568 ± 261 after 2 games
}

// Stakes are the changes of a rating that the next game can bring.
func ExampleStakes() {
	black, white := rating.New(), rating.New()
	ofBlack, _ := rating.Stakes(black, white, 0)
	fmt.Println(ofBlack.Win.Whole(), ofBlack.Draw.Whole(), ofBlack.Loss.Whole())
	// Output: 165 2 -160
}
