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

func waiting(who game.Player, n int) game.Task {
	color := rules.Color(n % 2)
	return game.Task{Kind: game.TaskEngine, Game: game.NewDuel(game.ID(n), "p/t/c/", who, game.Engine, color, time.Time{})}
}

func served(t *testing.T, q *Queue) (who []game.Player, games []game.ID) {
	for q.tasks.Len() > 0 {
		task, ok := q.next(t.Context())
		if !ok {
			t.Fatal("next returns nothing, but the queue is not empty")
		}
		who, games = append(who, opponentOfEngine(task.Game)), append(games, task.Game.ID)
		q.leave(task.Game.ID)
	}
	return who, games
}

func TestQueueIsFair(t *testing.T) {
	q := NewQueue()
	for n := 1; n <= 4; n++ {
		q.join(waiting("ana", n))
	}
	q.join(waiting("bo", 10))
	q.join(waiting("cy", 20))
	q.join(waiting("bo", 11))
	_, games := served(t, q)
	if want := []game.ID{1, 10, 20, 2, 11, 3, 4}; !slices.Equal(games, want) {
		t.Errorf("served %v, want %v", games, want)
	}
	q.join(waiting("ana", 5))
	if who, _ := served(t, q); !slices.Equal(who, []game.Player{"ana"}) {
		t.Errorf("served %v after the queue was empty", who)
	}
}

func TestQueueIsFairToTenants(t *testing.T) {
	q := NewQueue()
	at := func(place game.Place, who game.Player, n int) {
		task := waiting(who, n)
		task.Game.Place = place
		q.join(task)
	}
	for n := 1; n <= 200; n++ {
		at("p/big/c/", game.Player(fmt.Sprint("p", n)), n)
	}
	at("p/small/c/", "ana", 201)
	at("p//channel/", "bo", 202)
	at("q//other/", "cy", 203)
	_, games := served(t, q)
	if want := []game.ID{1, 203, 201, 202}; !slices.Equal(games[:4], want) {
		t.Errorf("served %v first, want %v", games[:4], want)
	}
}

func TestQueueHoldsGameOnce(t *testing.T) {
	q := NewQueue()
	for range 3 {
		q.join(waiting("ana", 1))
	}
	if q.tasks.Len() != 1 {
		t.Errorf("one game waits %d times", q.tasks.Len())
	}
	q.next(t.Context())
	if q.join(waiting("ana", 1)); q.tasks.Len() != 0 {
		t.Error("a game joins the queue while the engine thinks about it")
	}
	q.leave(1)
	if q.join(waiting("ana", 1)); q.tasks.Len() != 1 {
		t.Error("a game that has left cannot join again")
	}
}

func TestQueueIsBounded(t *testing.T) {
	q := NewQueue()
	for n := range queueLength + 10 {
		q.join(waiting(game.Player(fmt.Sprint("p", n%7)), n+1))
	}
	if q.tasks.Len() != tenantLength {
		t.Errorf("%d games of one tenant wait", q.tasks.Len())
	}
	for n := range queueLength + 10 {
		task := waiting(game.Player(fmt.Sprint("p", n%7)), queueLength+11+n)
		task.Game.Place = game.Place(fmt.Sprint("p/t", n%9, "/c/"))
		q.join(task)
	}
	if q.tasks.Len() != queueLength {
		t.Errorf("%d wait", q.tasks.Len())
	}
	served(t, q)
	if len(q.games) != 0 {
		t.Errorf("an empty queue holds %d games", len(q.games))
	}
}

func TestNextEndsWithContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if task, ok := NewQueue().next(ctx); ok {
		t.Errorf("%v in an empty queue", task)
	}
}

func TestQueueLen(t *testing.T) {
	q := NewQueue()
	for n := 1; n <= 3; n++ {
		q.join(waiting("ana", n))
	}
	waiting := q.Len()
	task, _ := q.next(t.Context())
	thinking := q.Len()
	q.leave(task.Game.ID)
	if got := [3]int{waiting, thinking, q.Len()}; got != [3]int{3, 3, 2} {
		t.Errorf("with three games, while the engine thinks and after one left the lengths are %v", got)
	}
}

func TestIsFirst(t *testing.T) {
	q := NewQueue()
	if !q.isFirst(1) {
		t.Error("a game is not the first in an empty queue")
	}
	q.join(waiting("ana", 1))
	if !q.isFirst(1) || q.isFirst(2) {
		t.Error("the only game in the queue is not the first")
	}
	q.join(waiting("bo", 2))
	q.next(t.Context())
	q.markFound(1)
	if q.isFirst(1) || !q.isFirst(2) {
		t.Error("a game whose move is found is before the one that waits")
	}
	q.leave(2)
	if q.leave(1); !q.isFirst(3) {
		t.Error("a game is not the first when all have left")
	}
}
