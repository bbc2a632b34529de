package runner

import (
	"context"
	"sync"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/internal/fair"
	"othellobot/rules"
)

// queueLength is how many games may wait for the engine. Others are found again
// when they are due again.
const queueLength = 1024

// tenantLength is how many of them may be of one tenant.
const tenantLength = queueLength / 4

// Queue is where games wait for the engine to find its move: each once, and no
// platform, no tenant and no player longer than others because of how many games
// they play. Other processes have queues of their own, and may think about the same
// game if it waits long; the first move counts. The methods may be called
// concurrently.
type Queue struct {
	ready chan struct{} // holds one for each task that may be taken

	mu      sync.Mutex
	busy    chan struct{} // closed when the last game has left; nil if there is none
	tasks   fair.Queue[game.Task]
	games   map[game.ID]bool // true until the engine's move is found
	unfound int              // how many are true
}

// NewQueue makes an empty queue.
func NewQueue() *Queue {
	return &Queue{ready: make(chan struct{}, queueLength), games: make(map[game.ID]bool)}
}

// join lets a task wait, unless its game does already or too many do.
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
	q.ready <- struct{}{} // which has room for all that wait
}

// next waits for a task and takes it; false once ctx is done. After that nothing of
// its game waits until [Queue.leave].
func (q *Queue) next(ctx context.Context) (game.Task, bool) {
	select {
	case <-q.ready:
	case <-ctx.Done():
		return game.Task{}, false
	}
	return q.take(), true
}

// poll is next for those who do not wait: false if nothing does.
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
	t, _ := q.tasks.Take() // of what next and poll have counted
	return t
}

// found says that the engine's move in the game is found, and yet to be made.
func (q *Queue) found(id game.ID) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.games[id] {
		q.games[id] = false
		q.unfound--
	}
}

// firstIs reports whether there is no other game whose move is to be found before that
// of this one.
func (q *Queue) firstIs(id game.ID) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.unfound == 0 || q.unfound == 1 && q.games[id]
}

// leave says that the game's task is done, or given up.
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

// Len is how many games wait, or are thought about.
func (q *Queue) Len() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.games)
}

// Empty waits until no game is in the queue, or taken out of it. The error is that of ctx.
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

// quickLevel is the highest level at which a move takes a few milliseconds. Higher ones
// take tens of them, or hundreds.
const quickLevel = 8

// MovesSoon reports whether the engine's move in the game is likely to follow within
// milliseconds.
func (q *Queue) MovesSoon(g game.Game) bool {
	return g.EngineToMove() && g.Level <= quickLevel && q.firstIs(g.ID)
}

// tenantOf is whose place it is.
func tenantOf(at game.Place) (platform, tenant string) {
	place, _ := chat.ParsePlace(string(at)) // one that cannot be read is a tenant of its own
	return place.Platform, place.Tenant().String()
}

// opponentOfEngine is the person who plays against the engine.
func opponentOfEngine(g game.Game) game.Player {
	if black := g.Player(rules.Black); black != game.Engine {
		return black
	}
	return g.Player(rules.White)
}
