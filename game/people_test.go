package game

import (
	"slices"
	"testing"

	"othellobot/rules"
)

func TestPlayers(t *testing.T) {
	open := played(t, NewOpen(1, here, den, noon), "f5d6", ana, bo)
	asked := result(t)(open.Undo(ana, quarter))
	for name, tt := range map[string]struct {
		game Game
		want []Player
	}{
		"nobody":           {NewOpen(1, here, Nobody, noon), nil},
		"its starter":      {openGame(), []Player{ana}},
		"who moved":        {open, []Player{den, ana, bo}},
		"who asks":         {asked, []Player{den, ana, bo}},
		"the engine isn't": {engineDuel(), []Player{ana}},
		"an empty seat":    {NewDuel(1, here, ana, Nobody, rules.White, noon), []Player{ana}},
		"who stopped it":   {result(t)(duel().Stop(cy, true, noon)), []Player{ana, bo, cy}},
		"challenged":       {NewChallenge(1, here, ana, bo, rules.White, noon), []Player{ana, bo}},
	} {
		got := tt.game.Players()
		slices.Sort(got)
		slices.Sort(tt.want)
		if d := diff(tt.want, got); d != "" {
			t.Errorf("%s (-want +got):\n%s", name, d)
		}
	}
}
