package load

import (
	"sync"
	"testing"

	"othellobot/rules"
)

// ongoing is a running game in a room, with the moves left to play.
type ongoing struct {
	room
	now  rules.Position
	left []ply
}

// next prepares the game's next delivery.
func (g *ongoing) next() (delivery, error) {
	d, err := g.room.next(g.left[0])
	if err == nil && d.moves {
		g.now, g.left = g.left[0].after, g.left[1:]
	}
	return d, err
}

// youngGames begins n games, spread over all sides, each with at least left moves.
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
	failed.report(tb)
	r.look(tb, games)
	return games
}

// nextDeliveries prepares the next delivery of each game.
func nextDeliveries(tb testing.TB, games []*ongoing) []delivery {
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

// look waits for the bot and checks each game's newest board with [room.shows].
func (r *rig) look(tb testing.TB, games []*ongoing) {
	tb.Helper()
	r.Settle()
	var failed failures
	for _, g := range games {
		failed.note(g.shows(g.now))
	}
	failed.report(tb)
}

// inParallel calls do n times, eight calls at a time.
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

// oneOfEach returns one room of each side.
func oneOfEach(r *rig, games []*ongoing) (rooms []room) {
	middle := len(games) / 2
	for i := range r.sides {
		rooms = append(rooms, games[middle-middle%len(r.sides)+i].room)
	}
	return rooms
}
