package bot

import (
	"context"
	"sync"

	"othellobot/game"
	"othellobot/rules"
)

// lineLength is how many games may wait for the engine. Others are found again
// when they are due again.
const lineLength = 1024

// line is where games wait for the engine to find its move: each once, and those
// who play many games no longer than others. Other processes have lines of their
// own, and may think about the same game if it waits long; the first move counts.
// The methods may be called concurrently.
type line struct {
	ready chan struct{} // holds one for each task that may be taken

	mu    sync.Mutex
	tasks map[game.Player][]game.Task // that wait, by who plays against the engine
	turns []game.Player               // who has tasks there, the next first
	waits int                         // how many tasks
	games map[game.ID]bool            // true for those that wait, false for those that are thought about
}

func newLine() *line {
	return &line{
		ready: make(chan struct{}, lineLength),
		tasks: make(map[game.Player][]game.Task),
		games: make(map[game.ID]bool),
	}
}

// join lets a task wait, unless its game does already or the line is full.
func (l *line) join(t game.Task) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if _, known := l.games[t.Game.ID]; known || l.waits == lineLength {
		return
	}
	who := opponentOfEngine(t.Game)
	if len(l.tasks[who]) == 0 {
		l.turns = append(l.turns, who)
	}
	l.tasks[who] = append(l.tasks[who], t)
	l.games[t.Game.ID] = true
	l.waits++
	l.ready <- struct{}{} // which has room for all that wait
}

// next waits for a task and takes it, one of each player in turn; false once ctx
// is done. After that nothing of its game waits until [line.leave].
func (l *line) next(ctx context.Context) (game.Task, bool) {
	select {
	case <-l.ready:
	case <-ctx.Done():
		return game.Task{}, false
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	who := l.turns[0]
	l.turns = l.turns[1:]
	t := l.tasks[who][0]
	l.games[t.Game.ID] = false
	l.waits--
	if rest := l.tasks[who][1:]; len(rest) > 0 {
		l.tasks[who] = rest
		l.turns = append(l.turns, who)
	} else {
		delete(l.tasks, who)
	}
	return t, true
}

// leave says that nobody thinks about the game any more.
func (l *line) leave(id game.ID) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.games, id)
}

// opponentOfEngine is the person who plays against the engine.
func opponentOfEngine(g game.Game) game.Player {
	if black := g.Player(rules.Black); black != game.Engine {
		return black
	}
	return g.Player(rules.White)
}
