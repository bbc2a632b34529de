package card

import (
	"testing"
	"time"

	"othellobot/game"
	"othellobot/rules"
)

func TestResult(t *testing.T) {
	ana, bo := game.Player("p//ana"), game.Player("p//bo")
	duel := func(opponent game.Player, color rules.Color) game.Game {
		g := game.NewDuel(1, "", ana, opponent, color, time.Time{})
		g.Level = 2
		return g
	}
	alone, _ := played(t, open(), moves(t, "d3c3"))
	both := alone
	both.Seats = []game.Seat{{Player: ana, Color: rules.Black}, {Player: bo, Color: rules.White}}
	// board returns a position with that number of discs of each colour.
	board := func(black, white int) rules.Position {
		var p rules.Position
		for s := range rules.NoSquare {
			switch {
			case int(s) < black:
				p.Black |= rules.SetOf(s)
			case int(s) < black+white:
				p.White |= rules.SetOf(s)
			}
		}
		return p
	}
	const dash = "\u2060–\u2060"
	for name, c := range map[string]struct {
		game  game.Game
		board rules.Position
		want  string
	}{
		"a duel":                    {duel(bo, rules.Black), board(40, 24), "ana wins, 40" + dash + "24. Well fought, bo."},
		"a duel with empties":       {duel(bo, rules.White), board(30, 20), "Neither side can move. bo wins, 44" + dash + "20. On the board it is 30" + dash + "20; empty squares count for the winner. Well fought, ana."},
		"a draw":                    {duel(bo, rules.Black), board(32, 32), "A draw, 32" + dash + "32. Well played, ana and bo."},
		"a draw with empties":       {duel(bo, rules.Black), board(30, 30), "Neither side can move. A draw, 32" + dash + "32. On the board it is 30" + dash + "30; the empty squares are shared. Well played, ana and bo."},
		"the bot wins":              {duel(game.Engine, rules.Black), board(19, 45), "The bot (level 2) wins, 45" + dash + "19. Well fought, ana."},
		"the bot loses":             {duel(game.Engine, rules.White), board(19, 45), "ana wins, 45" + dash + "19. Well played, ana: level 2 is beaten!"},
		"a draw with the bot":       {duel(game.Engine, rules.White), board(32, 32), "A draw, 32" + dash + "32. Well played, ana!"},
		"nobody known":              {open(), board(40, 24), "Black wins, 40" + dash + "24."},
		"a draw of nobody known":    {open(), board(32, 32), "A draw, 32" + dash + "32."},
		"one who played both sides": {alone, board(24, 40), "White wins, 40" + dash + "24."},
		"a game for everybody":      {both, board(24, 40), "bo (White) wins, 40" + dash + "24. Well fought, ana."},
		"forgotten in the meantime": {duel(game.Nobody, rules.Black), board(24, 40), "Somebody wins, 40" + dash + "24. Well fought, ana."},
	} {
		if got := english().All.Text(Result(c.game, c.board)...).String(); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
