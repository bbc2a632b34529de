package runner

import (
	"context"
	"sync"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/internal/fair"
	"othellobot/rules"
)

// Limits on the waiting games. The runner later finds a refused game again.
const (
	queueLength  = 1024            // all games
	tenantLength = queueLength / 4 // games of one tenant
)

// Queue holds games that wait for the engine's move, each once. Platforms, tenants and players take
// turns. A game can be in the queues of several processes; the table accepts only the first move. The
// methods are safe for concurrent use.
type Queue struct {
	ready chan struct{} // holds one entry for each waiting task

	mu      sync.Mutex
	empty   chan struct{} // closed while games is empty
	tasks   fair.Queue[game.Task]
	games   map[game.ID]bool // false once the engine's move is found
	unfound int              // number of true entries in games
}

// NewQueue returns an empty queue.
func NewQueue() *Queue {
	q := &Queue{ready: make(chan struct{}, queueLength), empty: make(chan struct{}), games: make(map[game.ID]bool)}
	close(q.empty)
	return q
}

// join adds a task, unless its game is in the queue already or the queue is full.
func (q *Queue) join(t game.Task) {
	q.mu.Lock()
	defer q.mu.Unlock()
	platform, tenant := tenantOf(t.Game.Place)
	if _, known := q.games[t.Game.ID]; known || q.tasks.Len() == queueLength || q.tasks.Count(platform, tenant) == tenantLength {
		return
	}
	q.tasks.Add(t, platform, tenant, string(opponentOfEngine(t.Game)))
	if len(q.games) == 0 {
		q.empty = make(chan struct{})
	}
	q.games[t.Game.ID] = true
	q.unfound++
	q.ready <- struct{}{} // never blocks
}

// next waits for a task and takes it. It reports false once ctx is done. The game cannot join again
// until [Queue.leave].
func (q *Queue) next(ctx context.Context) (game.Task, bool) {
	select {
	case <-q.ready:
	case <-ctx.Done():
		return game.Task{}, false
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.tasks.Take()
}

func (q *Queue) markFound(id game.ID) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.games[id] {
		q.games[id] = false
		q.unfound--
	}
}

func (q *Queue) isFirst(id game.ID) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.unfound == 0 || q.unfound == 1 && q.games[id]
}

// leave removes a game whose task [Queue.next] returned. The game can then join again.
func (q *Queue) leave(id game.ID) {
	q.markFound(id)
	q.mu.Lock()
	defer q.mu.Unlock()
	if delete(q.games, id); len(q.games) == 0 {
		close(q.empty)
	}
}

// Len returns the number of games in the queue, with those whose move is being found or stored.
func (q *Queue) Len() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.games)
}

// WaitEmpty waits until no game is in the queue. It returns the error of ctx.
func (q *Queue) WaitEmpty(ctx context.Context) error {
	q.mu.Lock()
	empty := q.empty
	q.mu.Unlock()
	select {
	case <-empty:
	case <-ctx.Done():
	}
	return ctx.Err()
}

// quickLevel is the highest level whose moves take only a few milliseconds.
const quickLevel = 13

// MovesSoon reports whether the engine is likely to move in the game within milliseconds.
func (q *Queue) MovesSoon(g game.Game) bool {
	return g.EngineToMove() && g.Level <= quickLevel && q.isFirst(g.ID)
}

func tenantOf(at game.Place) (platform, tenant string) {
	place, _ := chat.ParsePlace(string(at)) // places that cannot be parsed share a tenant
	return place.Platform, place.Tenant().String()
}

func opponentOfEngine(g game.Game) game.Player {
	if black := g.Player(rules.Black); black != game.Engine {
		return black
	}
	return g.Player(rules.White)
}

// think finds moves. A crew makes them, so that the engine does not wait for the store.
func (r *Runner) think(ctx context.Context, moves crew) {
	for {
		task, ok := r.Queue.next(ctx)
		if !ok {
			return
		}
		g, square := r.choose(ctx, task)
		if square == "" {
			r.Queue.leave(task.Game.ID)
			continue
		}
		r.Queue.markFound(task.Game.ID)
		moves.begin(ctx, func() {
			defer r.Queue.leave(task.Game.ID) // not earlier, so that no other thinker takes the game again
			defer r.survive(ctx, task)
			r.logFailure(ctx, r.perform(ctx, chat.OriginEngine, g, "move", square))
		})
	}
}

// choose returns square "" if it is no longer the engine's turn, or after a failure, which it logs.
func (r *Runner) choose(ctx context.Context, task game.Task) (g game.Game, square string) {
	defer r.survive(ctx, task)
	room, _, err := r.Table.Load(ctx, task.Game.Place, "")
	g, ok := room.Find(task.Game.ID)
	if err == nil && ok && g.EngineToMove() {
		chosen, failed := r.Engine.Choose(ctx, g.Position(), int(g.Level), uint64(g.ID)+uint64(g.Turn))
		if err = failed; err == nil {
			square = chosen.String()
		}
	}
	r.logFailure(ctx, err)
	return g, square
}
