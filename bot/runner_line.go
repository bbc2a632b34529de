package bot

import (
	"cmp"
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

	mu    sync.Mutex
	tasks turns
	games map[game.ID]bool // true for those that wait, false for those that were taken and have not left
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
	l.games[t.Game.ID] = true
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
	l.mu.Lock()
	defer l.mu.Unlock()
	t := l.tasks.take()
	l.games[t.Game.ID] = false
	return t, true
}

// leave says that the game's task is done, or given up.
func (l *line) leave(id game.ID) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.games, id)
}

// turns holds tasks of several parties, which may be made of parties themselves, and
// gives one of each in turn.
type turns struct {
	name    string
	waits   int // how many tasks
	own     []game.Task
	parties map[string]*turns // that have tasks
	order   []*turns          // of the parties but served, the next first
	served  *turns            // who had the last turn, and lets go first who comes now; or nil
}

// in is how many tasks a party has, which is named by the parties around it first.
func (t *turns) in(names ...string) int {
	for _, name := range names {
		if t = t.parties[name]; t == nil {
			return 0
		}
	}
	return t.waits
}

// add gives a task to a party.
func (t *turns) add(task game.Task, names ...string) {
	t.waits++
	if len(names) == 0 {
		t.own = append(t.own, task)
		return
	}
	party := t.parties[names[0]]
	if party == nil {
		if t.parties == nil {
			t.parties = make(map[string]*turns)
		}
		party = &turns{name: names[0]}
		t.parties[party.name] = party
		t.order = append(t.order, party)
	}
	party.add(task, names[1:]...)
}

// take takes the task of whose turn it is. There must be one.
func (t *turns) take() game.Task {
	t.waits--
	if len(t.own) > 0 {
		task := t.own[0]
		t.own = t.own[1:]
		return task
	}
	if t.served != nil {
		t.order = append(t.order, t.served)
	}
	party := t.order[0]
	t.order, t.served = t.order[1:], nil
	task := party.take()
	if party.waits > 0 {
		t.served = party
	} else {
		delete(t.parties, party.name)
	}
	return task
}

// tenantOf is whose place it is: a team's, or if it has none, the channel's own.
func tenantOf(at game.Place) (platform, tenant string) {
	place, err := chat.ParsePlace(string(at))
	if err != nil {
		return "", string(at)
	}
	return place.Platform, cmp.Or(place.Team, place.Channel)
}

// opponentOfEngine is the person who plays against the engine.
func opponentOfEngine(g game.Game) game.Player {
	if black := g.Player(rules.Black); black != game.Engine {
		return black
	}
	return g.Player(rules.White)
}
