package game_test

import (
	"testing"

	"othellobot/game"
	"othellobot/rating"
)

// BiggestGain and Upset consider only games that changed ratings. They ignore forgotten players and players
// without a place in the ladder.
func TestRatedWeek(t *testing.T) {
	rated := func(winner, loser game.Player, won, lost rating.Points) game.Finished {
		f := game.Finished{Black: winner, White: loser, Verdict: game.BlackWon}
		f.Rated.Worth = rating.Counts
		f.Rated.Black = game.Swing{Before: won * rating.Point, After: (won + 20) * rating.Point, Placed: true}
		f.Rated.White = game.Swing{Before: lost * rating.Point, After: (lost - 20) * rating.Point, Placed: true}
		return f
	}
	without := func(change func(*game.Finished)) game.Finished {
		f := rated("cy", "ana", 1000, 1900)
		change(&f)
		return f
	}
	log := []game.Finished{
		rated("bo", "ana", 1500, 1600), rated("bo", "cy", 1520, 1500), rated("cy", "bo", 1400, 1550), rated("ana", "bo", 1580, 1530),
		rated("ana", "cy", 1600, 1410), rated("ana", "bo", 1620, 1500),
		without(func(f *game.Finished) { f.Rated.Annulled = true }),
		without(func(f *game.Finished) { f.Rated.Worth = rating.Repeated }),
		without(func(f *game.Finished) { f.Rated.Black.Placed = false; f.Rated.White.After = f.Rated.White.Before }),
		without(func(f *game.Finished) { f.Black, f.Rated.White.After = game.Nobody, f.Rated.White.Before }),
	}
	if who, by := game.BiggestGain(log); who != "ana" || by != 40*rating.Point {
		t.Errorf("%s climbed by %d", who, by)
	}
	if f, by, ok := game.Upset(log); !ok || f.Winner() != "cy" || f.Black != "cy" || by != 150*rating.Point {
		t.Errorf("the upset is %v, %+v by %d", ok, f, by)
	}
	if who, _ := game.BiggestGain(log[6:]); who != game.Nobody {
		t.Errorf("by nothing %s climbed", who)
	}
	if f, _, ok := game.Upset([]game.Finished{rated("bo", "ana", 1551, 1600), {}}); ok {
		t.Errorf("the upset is %+v", f)
	}
}
