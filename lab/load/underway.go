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
func (r *rig) gamesUnderWay(tb testing.TB, n, left int) []*underWay {
	tb.Helper()
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
	failed.tell(tb)
	return games
}

// youngGames has games begun on all sides, each with so many moves left at least.
func (r *rig) youngGames(tb testing.TB, n, left int) []*underWay {
	tb.Helper()
	var failed failures
	games := make([]*underWay, n)
	seeds := make([]uint64, 0, n)
	for seed := uint64(0); len(seeds) < n; seed++ {
		if len(wholeGame(seed)) >= left {
			seeds = append(seeds, seed)
		}
	}
	inParallel(n, func(i int) {
		games[i] = &underWay{room: r.sides[i%len(r.sides)].meet(i / len(r.sides)), now: rules.Start(), left: wholeGame(seeds[i])}
		failed.note(games[i].begin())
	})
	failed.tell(tb)
	r.look(tb, games)
	return games
}

// upNext has what is done next in all games ready to be sent, once in each.
func upNext(tb testing.TB, games []*underWay) []delivery {
	tb.Helper()
	all := make([]delivery, len(games))
	for i, g := range games {
		var err error
		if all[i], err = g.next(); err != nil {
			tb.Fatal(err)
		}
	}
	return all
}

// look waits for the newest board of each game, and holds it against what was
// played. Boards that a shortcut has kept from people are asked for.
func (r *rig) look(tb testing.TB, games []*underWay) {
	tb.Helper()
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
	failed.tell(tb)
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

// oneOfEach gives a room in the middle of a game on each side.
func oneOfEach(r *rig, games []*underWay) (rooms []room) {
	middle := len(games) / 2
	for i := range r.sides {
		rooms = append(rooms, games[middle-middle%len(r.sides)+i].room)
	}
	return rooms
}
