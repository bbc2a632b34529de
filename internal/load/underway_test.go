package load

import (
	"sync"
	"testing"

	"othellobot/rules"
)

// underWay is a game in a room, with the moves that are left to be played.
type underWay struct {
	room
	now  rules.Position
	left []ply
}

// next has what is done next in the game ready to be sent.
func (g *underWay) next() (delivery, error) {
	d, err := g.room.next(g.left[0])
	if err == nil && d.moves {
		g.now, g.left = g.left[0].after, g.left[1:]
	}
	return d, err
}

// gamesUnderWay has games played on all sides as far as there are so many moves
// left, some only begun and some nearly over.
func (r *rig) gamesUnderWay(b *testing.B, n, left int) []*underWay {
	b.Helper()
	var failed failures
	games := make([]*underWay, n)
	inParallel(n, func(i int) {
		plies := wholeGame(uint64(i))
		played := i * (len(plies) - left) / n
		games[i] = &underWay{room: r.sides[i%len(r.sides)].meet(i / len(r.sides)), now: rules.Start(), left: plies[played:]}
		failed.note(games[i].begin())
		for _, m := range plies[:played] {
			failed.note(games[i].play(m))
			games[i].now = m.after
		}
	})
	failed.tell(b)
	return games
}

// upNext has what is done next in all games ready to be sent, once in each.
func upNext(b *testing.B, games []*underWay) []delivery {
	b.Helper()
	all := make([]delivery, len(games))
	for i, g := range games {
		var err error
		if all[i], err = g.next(); err != nil {
			b.Fatal(err)
		}
	}
	return all
}

// look waits for the newest board of each game, and holds it against what was
// played. Boards that a shortcut has kept from people are asked for.
func (r *rig) look(b *testing.B, games []*underWay) {
	b.Helper()
	r.Settle()
	var failed failures
	if r.shortcut != nil {
		r.shortcut.on.Store(false)
		for _, g := range games {
			failed.note(g.recall())
		}
		r.Settle()
	}
	for _, g := range games {
		failed.note(g.shows(g.now))
	}
	failed.tell(b)
}

// inParallel does a thing n times, some at a time.
func inParallel(n int, do func(i int)) {
	next := make(chan int)
	var running sync.WaitGroup
	for range 8 {
		running.Go(func() {
			for i := range next {
				do(i)
			}
		})
	}
	for i := range n {
		next <- i
	}
	close(next)
	running.Wait()
}
