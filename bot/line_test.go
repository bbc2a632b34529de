package bot

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"othellobot/game"
	"othellobot/rules"
)

// waiting is an engine's turn in game n of a player, who has either colour.
func waiting(who game.Player, n int) game.Task {
	color := rules.Color(n % 2)
	return game.Task{Kind: game.TaskEngine, Game: game.NewDuel(game.ID(n), "p/t/c/", who, game.Engine, color, time.Time{})}
}

// served takes all that waits and tells whose games they were.
func served(t *testing.T, l *line) (who []game.Player, games []game.ID) {
	for l.length() > 0 {
		task, ok := l.next(t.Context())
		if !ok {
			t.Fatal("nothing in a line that is not empty")
		}
		who, games = append(who, opponentOfEngine(task.Game)), append(games, task.Game.ID)
		l.leave(task.Game.ID)
	}
	return who, games
}

func TestLineIsFair(t *testing.T) {
	l := newLine()
	for n := range 4 {
		l.join(waiting("ana", n))
	}
	l.join(waiting("bo", 10))
	l.join(waiting("cy", 20))
	l.join(waiting("bo", 11))
	_, games := served(t, l)
	if want := []game.ID{0, 10, 20, 1, 11, 2, 3}; !slices.Equal(games, want) {
		t.Errorf("served %v, want %v", games, want)
	}
	l.join(waiting("ana", 5))
	if who, _ := served(t, l); !slices.Equal(who, []game.Player{"ana"}) {
		t.Errorf("served %v after all had gone", who)
	}
}

func TestLineTakesAGameOnce(t *testing.T) {
	l := newLine()
	for range 3 {
		l.join(waiting("ana", 1))
	}
	if l.length() != 1 {
		t.Errorf("%d wait, of one game", l.length())
	}
	l.next(t.Context())
	if l.join(waiting("ana", 1)); l.length() != 0 {
		t.Error("a game waits that is thought about")
	}
	l.leave(1)
	if l.join(waiting("ana", 1)); l.length() != 1 {
		t.Error("a game that has left may not come back")
	}
}

func TestLineIsBounded(t *testing.T) {
	l := newLine()
	for n := range lineLength + 10 {
		l.join(waiting(game.Player(fmt.Sprint("p", n%7)), n))
	}
	if l.length() != lineLength {
		t.Errorf("%d wait", l.length())
	}
	served(t, l)
	if len(l.tasks) != 0 || len(l.turns) != 0 || len(l.games) != 0 {
		t.Errorf("an empty line holds %d, %d and %d", len(l.tasks), len(l.turns), len(l.games))
	}
}

func TestLineEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if task, ok := newLine().next(ctx); ok {
		t.Errorf("%v in an empty line", task)
	}
}
