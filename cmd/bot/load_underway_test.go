package main

import (
	"fmt"
	"sync"
	"testing"

	"othellobot/adapters/discord/discordtest"
	"othellobot/rules"
)

// movesOfGame is how many moves of one game are measured: so few that each is
// answered long before the next.
const movesOfGame = 12

// underWay is a game in a channel, with the moves that are left to be played.
type underWay struct {
	discordtest.Where
	now  rules.Position
	left []ply
}

// gamesUnderWay has games played as far as there are enough moves left to be
// measured, some only begun and some nearly over.
func (r *rig) gamesUnderWay(b *testing.B, n int) []underWay {
	b.Helper()
	var failed failures
	games := make([]underWay, n)
	inParallel(n, func(i int) {
		plies := wholeGame(uint64(i))
		played := i * (len(plies) - movesOfGame) / n
		w := r.Channel(fmt.Sprintf("channel-%d", i))
		r.Command(w, "ana", "start")
		now := rules.Start()
		for _, m := range plies[:played] {
			if in := r.move(w, m); in.Callback() != discordtest.CallbackMessage {
				failed.note(fmt.Errorf("%s is answered with %d", m.square, in.Callback()))
			}
			now = m.after
		}
		games[i] = underWay{w, now, plies[played:]}
	})
	failed.tell(b)
	return games
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

// recordedMove is a move that is ready to be sent.
type recordedMove struct {
	recording
	ply
}

// answeredBy says what is wrong with the answer, if anything is.
func (m recordedMove) answeredBy(answer []byte) error { return showsMove(answer, m.ply) }

// recordMoves gives the next moves of all games, one of each game by turns.
func (r *rig) recordMoves(games []underWay) []recordedMove {
	var moves []recordedMove
	recordings := r.record(func() {
		for k := range movesOfGame {
			for _, g := range games {
				moves = append(moves, recordedMove{ply: g.left[k]})
				r.move(g.Where, g.left[k])
			}
		}
	})
	for i := range moves {
		moves[i].recording = recordings[i]
	}
	return moves
}
