package engine

import (
	"testing"

	"othellobot/rules"
)

// TestLadder plays matches with fixed seeds, half of the games with each
// colour, so that the counts never change unless the play does.
func TestLadder(t *testing.T) {
	tests := []struct {
		name         string
		a, b         strategy
		games, short int
		least, most  int // percent of the points for a; a draw is half a point
	}{
		{"level 3 – level 2", level(3), level(2), 40, 4, 90, 100},
		{"level 2 – level 1", level(2), level(1), 400, 100, 85, 100},
		{"level 2 – random", level(2), random, 400, 100, 90, 100},
		{"level 1 – random", level(1), random, 2000, 500, 60, 80},
		{"greedy – level 1", greedy, level(1), 2000, 500, 35, 50},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			games := test.games
			if testing.Short() {
				games = test.short
			}
			wins, draws, losses := match(t, test.a, test.b, games)
			t.Logf("%s: %d wins, %d draws, %d losses", test.name, wins, draws, losses)
			if share := 100 * (2*wins + draws) / (2 * games); share < test.least || share > test.most {
				t.Errorf("%d %% of the points, want %d to %d %%", share, test.least, test.most)
			}
		})
	}
}

// match plays a against b, changing colours after every game and the seed after
// every other, and counts for a.
func match(t testing.TB, a, b strategy, games int) (wins, draws, losses int) {
	for i := range games {
		seed := uint64(i / 2)
		black, white, side := a, b, rules.Black
		if i%2 == 1 {
			black, white, side = b, a, rules.White
		}
		positions := game(t, black, white, seed)
		winner, decided := positions[len(positions)-1].FinalScore().Leader()
		switch {
		case !decided:
			draws++
		case winner == side:
			wins++
		default:
			losses++
		}
	}
	return wins, draws, losses
}
