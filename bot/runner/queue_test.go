package runner

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"othellobot/game"
	"othellobot/rules"
)

// waiting returns an engine's turn in game n of a player. Even and odd games have different
// colours.
func waiting(who game.Player, n int) game.Task {
	color := rules.Color(n % 2)
	return game.Task{Kind: game.TaskEngine, Game: game.NewDuel(game.ID(n), "p/t/c/", who, game.Engine, color, time.Time{})}
}

// served takes all waiting tasks, and returns their players and games in order.
func served(t *testing.T, l *Queue) (who []game.Player, games []game.ID) {
	for l.tasks.Len() > 0 {
		task, ok := l.next(t.Context())
		if !ok {
			t.Fatal("nothing in a queue that is not empty")
		}
		who, games = append(who, opponentOfEngine(task.Game)), append(games, task.Game.ID)
		l.leave(task.Game.ID)
	}
	return who, games
}

func TestLineIsFair(t *testing.T) {
	l := NewQueue()
	for n := 1; n <= 4; n++ {
		l.join(waiting("ana", n))
	}
	l.join(waiting("bo", 10))
	l.join(waiting("cy", 20))
	l.join(waiting("bo", 11))
	_, games := served(t, l)
	if want := []game.ID{1, 10, 20, 2, 11, 3, 4}; !slices.Equal(games, want) {
		t.Errorf("served %v, want %v", games, want)
	}
	l.join(waiting("ana", 5))
	if who, _ := served(t, l); !slices.Equal(who, []game.Player{"ana"}) {
		t.Errorf("served %v after all had gone", who)
	}
}

// TestLineIsFairToTenants checks that no platform or tenant waits longer because another one plays
// more.
func TestLineIsFairToTenants(t *testing.T) {
	l := NewQueue()
	at := func(place game.Place, who game.Player, n int) {
		task := waiting(who, n)
		task.Game.Place = place
		l.join(task)
	}
	for n := 1; n <= 200; n++ {
		at("p/big/c/", game.Player(fmt.Sprint("p", n)), n)
	}
	at("p/small/c/", "ana", 201)
	at("p//channel/", "bo", 202)
	at("q//other/", "cy", 203)
	_, games := served(t, l)
	if want := []game.ID{1, 203, 201, 202}; !slices.Equal(games[:4], want) {
		t.Errorf("served %v first, want %v", games[:4], want)
	}
}

func TestLineTakesAGameOnce(t *testing.T) {
	l := NewQueue()
	for range 3 {
		l.join(waiting("ana", 1))
	}
	if l.tasks.Len() != 1 {
		t.Errorf("%d wait, of one game", l.tasks.Len())
	}
	l.next(t.Context())
	if l.join(waiting("ana", 1)); l.tasks.Len() != 0 {
		t.Error("a game waits that is thought about")
	}
	l.leave(1)
	if l.join(waiting("ana", 1)); l.tasks.Len() != 1 {
		t.Error("a game that has left may not come back")
	}
}

func TestLineIsBounded(t *testing.T) {
	l := NewQueue()
	for n := range queueLength + 10 {
		l.join(waiting(game.Player(fmt.Sprint("p", n%7)), n+1))
	}
	if l.tasks.Len() != tenantLength {
		t.Errorf("%d of one tenant wait", l.tasks.Len())
	}
	for n := range queueLength + 10 {
		task := waiting(game.Player(fmt.Sprint("p", n%7)), queueLength+11+n)
		task.Game.Place = game.Place(fmt.Sprint("p/t", n%9, "/c/"))
		l.join(task)
	}
	if l.tasks.Len() != queueLength {
		t.Errorf("%d wait", l.tasks.Len())
	}
	served(t, l)
	if len(l.games) != 0 {
		t.Errorf("an empty line holds %d games", len(l.games))
	}
}

func TestLineEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if task, ok := NewQueue().next(ctx); ok {
		t.Errorf("%v in an empty line", task)
	}
}

func TestLineHasALength(t *testing.T) {
	l := NewQueue()
	for n := 1; n <= 3; n++ {
		l.join(waiting("ana", n))
	}
	if got := l.Len(); got != 3 {
		t.Errorf("three games wait, and the length is %d", got)
	}
	task, _ := l.next(t.Context())
	if got := l.Len(); got != 3 {
		t.Errorf("one is thought about, and the length is %d", got)
	}
	l.leave(task.Game.ID)
	if got := l.Len(); got != 2 {
		t.Errorf("one has left, and the length is %d", got)
	}
}

func TestLineTellsWhoIsFirst(t *testing.T) {
	l := NewQueue()
	if !l.firstIs(1) {
		t.Error("a game is not the first in an empty line")
	}
	l.join(waiting("ana", 1))
	if !l.firstIs(1) || l.firstIs(2) {
		t.Error("the only game in the line is not the first")
	}
	l.join(waiting("bo", 2))
	l.next(t.Context())
	l.found(1)
	if l.firstIs(1) || !l.firstIs(2) {
		t.Error("a game whose move is found is before the one that waits")
	}
	l.leave(2)
	if l.leave(1); !l.firstIs(3) {
		t.Error("a game is not the first when all have left")
	}
}
