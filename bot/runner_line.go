package bot

import (
	"context"
	"sync"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/rules"
)

// lineLength is how many games may wait for the engine. Others are found again
// when they are due again.
const lineLength = 1024

// tenantLength is how many of them may be of one tenant.
const tenantLength = lineLength / 4

// line is where games wait for the engine to find its move: each once, and no
// platform, no tenant and no player longer than others because of how many games
// they play. Other processes have lines of their own, and may think about the same
// game if it waits long; the first move counts. The methods may be called
// concurrently.
type line struct {
	ready chan struct{} // holds one for each task that may be taken

	mu      sync.Mutex
	busy    chan struct{} // closed when the last game has left; nil if there is none
	tasks   turns[game.Task]
	games   map[game.ID]bool // true until the engine's move is found
	unfound int              // how many are true
}

func newLine() *line {
	return &line{ready: make(chan struct{}, lineLength), games: make(map[game.ID]bool)}
}

// join lets a task wait, unless its game does already or too many do.
func (l *line) join(t game.Task) {
	l.mu.Lock()
	defer l.mu.Unlock()
	platform, tenant := tenantOf(t.Game.Place)
	if _, known := l.games[t.Game.ID]; known || l.tasks.waits == lineLength || l.tasks.in(platform, tenant) == tenantLength {
		return
	}
	l.tasks.add(t, platform, tenant, string(opponentOfEngine(t.Game)))
	if len(l.games) == 0 {
		l.busy = make(chan struct{})
	}
	l.games[t.Game.ID] = true
	l.unfound++
	l.ready <- struct{}{} // which has room for all that wait
}

// next waits for a task and takes it; false once ctx is done. After that nothing of
// its game waits until [line.leave].
func (l *line) next(ctx context.Context) (game.Task, bool) {
	select {
	case <-l.ready:
	case <-ctx.Done():
		return game.Task{}, false
	}
	return l.take(), true
}

// poll is next for those who do not wait: false if nothing does.
func (l *line) poll() (game.Task, bool) {
	select {
	case <-l.ready:
		return l.take(), true
	default:
		return game.Task{}, false
	}
}

func (l *line) take() game.Task {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.tasks.take()
}

// found says that the engine's move in the game is found, and yet to be made.
func (l *line) found(id game.ID) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.games[id] {
		l.games[id] = false
		l.unfound--
	}
}

// firstIs reports whether there is no other game whose move is to be found before that
// of this one.
func (l *line) firstIs(id game.ID) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.unfound == 0 || l.unfound == 1 && l.games[id]
}

// leave says that the game's task is done, or given up.
func (l *line) leave(id game.ID) {
	l.found(id)
	l.mu.Lock()
	defer l.mu.Unlock()
	if _, known := l.games[id]; !known {
		return
	}
	delete(l.games, id)
	if len(l.games) == 0 {
		close(l.busy)
		l.busy = nil
	}
}

// length is how many games wait, or are thought about.
func (l *line) length() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.games)
}

// empty waits until no game is in the line, or taken out of it. The error is that of ctx.
func (l *line) empty(ctx context.Context) error {
	l.mu.Lock()
	busy := l.busy
	l.mu.Unlock()
	if busy != nil {
		select {
		case <-busy:
		case <-ctx.Done():
		}
	}
	return ctx.Err()
}

// turns holds what waits of several parties, which may be made of parties themselves,
// and gives one of each in turn.
type turns[T any] struct {
	name    string
	waits   int // how much
	own     []T
	parties map[string]*turns[T] // for whom something waits
	order   []*turns[T]          // of the parties but served, the next first
	served  *turns[T]            // who had the last turn, and lets go first who comes now; or nil
}

// in is how much waits for a party, which is named by the parties around it first.
func (t *turns[T]) in(names ...string) int {
	for _, name := range names {
		if t = t.parties[name]; t == nil {
			return 0
		}
	}
	return t.waits
}

// add lets something wait for a party.
func (t *turns[T]) add(what T, names ...string) {
	t.waits++
	if len(names) == 0 {
		t.own = append(t.own, what)
		return
	}
	party := t.parties[names[0]]
	if party == nil {
		if t.parties == nil {
			t.parties = make(map[string]*turns[T])
		}
		party = &turns[T]{name: names[0]}
		t.parties[party.name] = party
		t.order = append(t.order, party)
	}
	party.add(what, names[1:]...)
}

// take takes that whose turn it is. Something must wait.
func (t *turns[T]) take() T {
	t.waits--
	if len(t.own) > 0 {
		first := t.own[0]
		t.own = t.own[1:]
		return first
	}
	if t.served != nil {
		t.order = append(t.order, t.served)
	}
	party := t.order[0]
	t.order, t.served = t.order[1:], nil
	first := party.take()
	if party.waits > 0 {
		t.served = party
	} else {
		delete(t.parties, party.name)
	}
	return first
}

// tenantOf is whose place it is.
func tenantOf(at game.Place) (platform, tenant string) {
	place, _ := chat.ParsePlace(string(at)) // what is none is in a line of its own
	return place.Platform, place.Tenant().String()
}

// opponentOfEngine is the person who plays against the engine.
func opponentOfEngine(g game.Game) game.Player {
	if black := g.Player(rules.Black); black != game.Engine {
		return black
	}
	return g.Player(rules.White)
}
