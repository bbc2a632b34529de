package load

import (
	"sync"
	"testing"

	"othellobot/rules"
)

// ongoing is a game in a room, with the moves that are left to be played.
type ongoing struct {
	room
	now  rules.Position
	left []ply
}

// next has what is done next in the game ready to be sent.
func (g *ongoing) next() (delivery, error) {
	d, err := g.room.next(g.left[0])
	if err == nil && d.moves {
		g.now, g.left = g.left[0].after, g.left[1:]
	}
	return d, err
}

// youngGames has games begun on all sides, each with so many moves left at least.
func (r *rig) youngGames(tb testing.TB, n, left int) []*ongoing {
	tb.Helper()
	var failed failures
	games := make([]*ongoing, n)
	seeds := make([]uint64, 0, n)
	for seed := uint64(0); len(seeds) < n; seed++ {
		if len(wholeGame(seed)) >= left {
			seeds = append(seeds, seed)
		}
	}
	inParallel(n, func(i int) {
		games[i] = &ongoing{room: r.sides[i%len(r.sides)].meet(i / len(r.sides)), now: rules.Start(), left: wholeGame(seeds[i])}
		failed.note(games[i].begin())
	})
	failed.tell(tb)
	r.look(tb, games)
	return games
}

// upNext has what is done next in all games ready to be sent, once in each.
func upNext(tb testing.TB, games []*ongoing) []delivery {
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
// played.
func (r *rig) look(tb testing.TB, games []*ongoing) {
	tb.Helper()
	r.Settle()
	var failed failures
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
func oneOfEach(r *rig, games []*ongoing) (rooms []room) {
	middle := len(games) / 2
	for i := range r.sides {
		rooms = append(rooms, games[middle-middle%len(r.sides)+i].room)
	}
	return rooms
}
