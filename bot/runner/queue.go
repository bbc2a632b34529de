package runner

import (
	"context"
	"sync"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/internal/fair"
	"othellobot/rules"
)

// queueLength limits the games that wait for the engine. Further games are found again when they
// are due again.
const queueLength = 1024

// tenantLength limits the waiting games of one tenant.
const tenantLength = queueLength / 4

// Queue holds games that wait for the engine's move, each once. It is fair: no platform, tenant or
// player waits longer because others play more. Other processes have their own queues, and may
// think about the same game if it waits long; the first move counts. The methods are safe for
// concurrent use.
type Queue struct {
	ready chan struct{} // holds one entry for each waiting task

	mu      sync.Mutex
	busy    chan struct{} // closed when the last game has left; nil if the queue is empty
	tasks   fair.Queue[game.Task]
	games   map[game.ID]bool // true until the engine's move is found
	unfound int              // number of true entries in games
}

// NewQueue returns an empty queue.
func NewQueue() *Queue {
	return &Queue{ready: make(chan struct{}, queueLength), games: make(map[game.ID]bool)}
}

// join adds a task, unless its game is in the queue already or the queue is full.
func (q *Queue) join(t game.Task) {
	q.mu.Lock()
	defer q.mu.Unlock()
	platform, tenant := tenantOf(t.Game.Place)
	if _, known := q.games[t.Game.ID]; known || q.tasks.Len() == queueLength || q.tasks.In(platform, tenant) == tenantLength {
		return
	}
	q.tasks.Add(t, platform, tenant, string(opponentOfEngine(t.Game)))
	if len(q.games) == 0 {
		q.busy = make(chan struct{})
	}
	q.games[t.Game.ID] = true
	q.unfound++
	q.ready <- struct{}{} // has capacity for all waiting tasks
}

// next waits for a task and takes it. It reports false once ctx is done. The game cannot join again
// until [Queue.leave].
func (q *Queue) next(ctx context.Context) (game.Task, bool) {
	select {
	case <-q.ready:
	case <-ctx.Done():
		return game.Task{}, false
	}
	return q.take(), true
}

// poll takes a task without waiting. It reports false if no task waits.
func (q *Queue) poll() (game.Task, bool) {
	select {
	case <-q.ready:
		return q.take(), true
	default:
		return game.Task{}, false
	}
}

func (q *Queue) take() game.Task {
	q.mu.Lock()
	defer q.mu.Unlock()
	t, _ := q.tasks.Take() // next or poll has counted it
	return t
}

// found reports that the engine's move in the game is found, but not made yet.
func (q *Queue) found(id game.ID) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.games[id] {
		q.games[id] = false
		q.unfound--
	}
}

// firstIs reports whether no other game must get its move before this one.
func (q *Queue) firstIs(id game.ID) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.unfound == 0 || q.unfound == 1 && q.games[id]
}

// leave removes a game whose task is done or given up.
func (q *Queue) leave(id game.ID) {
	q.found(id)
	q.mu.Lock()
	defer q.mu.Unlock()
	if _, known := q.games[id]; !known {
		return
	}
	delete(q.games, id)
	if len(q.games) == 0 {
		close(q.busy)
		q.busy = nil
	}
}

// Len returns the number of games that wait or are being thought about.
func (q *Queue) Len() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.games)
}

// Empty waits until no game is in the queue or being thought about. It returns the error of ctx.
func (q *Queue) Empty(ctx context.Context) error {
	q.mu.Lock()
	busy := q.busy
	q.mu.Unlock()
	if busy != nil {
		select {
		case <-busy:
		case <-ctx.Done():
		}
	}
	return ctx.Err()
}

// quickLevel is the highest level whose moves take only a few milliseconds. Higher levels take tens
// or hundreds of milliseconds.
const quickLevel = 8

// MovesSoon reports whether the engine is likely to move in the game within milliseconds.
func (q *Queue) MovesSoon(g game.Game) bool {
	return g.EngineToMove() && g.Level <= quickLevel && q.firstIs(g.ID)
}

// tenantOf returns the platform and the tenant of a place.
func tenantOf(at game.Place) (platform, tenant string) {
	place, _ := chat.ParsePlace(string(at)) // an unreadable place counts as its own tenant
	return place.Platform, place.Tenant().String()
}

// opponentOfEngine returns the person who plays against the engine.
func opponentOfEngine(g game.Game) game.Player {
	if black := g.Player(rules.Black); black != game.Engine {
		return black
	}
	return g.Player(rules.White)
}
