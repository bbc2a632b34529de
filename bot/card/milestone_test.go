package card

import (
	"reflect"
	"testing"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/words"
)

// TestMilestone checks that only the rarest fact about a win is announced.
func TestMilestone(t *testing.T) {
	const ana, bo game.Player = "p//ana", "p//bo"
	name := words.Name(ana)
	for what, tt := range map[string]struct {
		against game.Player
		verdict game.Verdict
		tally   game.Tally
		want    words.Message
	}{
		"the first of all":         {bo, game.BlackWon, game.Tally{Number: 1, ByBlack: 1, Wins: 1}, words.FirstWin{Player: name}},
		"the first against bo":     {bo, game.BlackWon, game.Tally{Number: 1, ByBlack: 1, Wins: 2}, nil},
		"the first at a level":     {game.Engine, game.BlackWon, game.Tally{Number: 4, ByBlack: 1, ByWhite: 3, Run: 1, Wins: 1}, words.FirstWinAtLevel{Player: name}},
		"the tenth":                {bo, game.BlackWon, game.Tally{Number: 9, ByBlack: 5, Wins: 10}, words.ManyWins{Player: name, Wins: 10}},
		"the hundredth at a level": {game.Engine, game.BlackWon, game.Tally{Number: 1, ByBlack: 1, Run: 1, Wins: 100}, words.ManyWins{Player: name, Wins: 100}},
		"the eleventh":             {bo, game.BlackWon, game.Tally{Number: 9, ByBlack: 5, Wins: 11}, nil},
		"the third in a row":       {game.Engine, game.BlackWon, game.Tally{Number: 8, ByBlack: 5, Run: 3, Wins: 7}, words.ThreeInARow{Player: name, Level: 4}},
		"the fourth in a row":      {game.Engine, game.BlackWon, game.Tally{Number: 9, ByBlack: 6, Run: 4, Wins: 8}, nil},
		"the engine's first":       {game.Engine, game.WhiteWon, game.Tally{Number: 1, ByWhite: 1}, nil},
		"of somebody forgotten":    {game.Nobody, game.WhiteWon, game.Tally{Number: 1, ByWhite: 1, Wins: 1}, nil},
		"a draw":                   {bo, game.NobodyWon, game.Tally{Number: 1}, nil},
		"a game that counts not":   {game.Nobody, game.NobodyWon, game.Tally{}, nil},
	} {
		f := game.Finished{Black: ana, White: tt.against, Level: 4, Verdict: tt.verdict, Tally: tt.tally}
		if got := milestone(f); !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%s: %#v, want %#v", what, got, tt.want)
		}
	}
}

func TestNextLevel(t *testing.T) {
	v := &Viewer{All: words.Load().Default()}
	for _, tt := range []struct {
		level uint8
		run   int
		want  string
	}{
		{2, 2, ""}, {2, 3, "Level 3"}, {2, 9, "Level 3"}, {9, 3, "Level 10"}, {10, 3, ""}, {0, 0, ""},
	} {
		var got []chat.Button
		if got = v.nextLevel(game.Finished{Level: tt.level, Tally: game.Tally{Run: tt.run}}); len(got) == 0 {
			got = []chat.Button{{}}
		}
		if got[0].Label != tt.want {
			t.Errorf("after %d wins in a row against level %d: %q, want %q", tt.run, tt.level, got[0].Label, tt.want)
		}
	}
}
