package store_test

import (
	"database/sql"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"othellobot/game"
	"othellobot/rules"
	"othellobot/store"
)

// TestPagesOfAMove checks the number of pages that a move with its note writes: the room's page,
// plus a few for page splits and for the indexes of due rooms.
func TestPagesOfAMove(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	t.Parallel() // it mostly waits for notes
	const channels, begun, moves = 100, 8, 50
	path := filepath.Join(t.TempDir(), "othello.db")
	s, err := store.Open(t.Context(), "sqlite:"+path, timing, slog.New(slog.DiscardHandler))
	noError(t, err)
	defer s.Close()
	db, err := sql.Open("sqlite", "file:"+path+"?_pragma=query_only(1)")
	noError(t, err)
	defer db.Close()
	random := rand.New(rand.NewPCG(1, 2))
	table, now, number := game.NewTable(s, timing), noon, 0
	place := func(channel int) game.Place { return game.Place(fmt.Sprintf("discord/1457886152622/%d/", channel)) }
	move := func(at game.Place) (note func()) {
		number++
		now = now.Add(time.Duration(random.IntN(100)) * time.Millisecond)
		p := game.Proposal{Delivery: game.Delivery(fmt.Sprintf("discord:%d", 1457886152622080032+number<<22)), Now: now, Display: reserve}
		room, _, err := table.Load(t.Context(), at, p.Delivery)
		noError(t, err)
		if g := room.Active; g != nil {
			p.Game, p.By, p.Operation = g.ID, g.Player(g.Position().ToMove), game.Play(g.Position().Legal().First())
		} else {
			begins := game.NewDuel(game.ID(random.Uint64()>>8), at, "discord//1457886152622080032", "discord//1457886152622080033", rules.Black, now)
			p.New = &begins
		}
		out, err := table.Do(t.Context(), room, p)
		noError(t, err)
		board := out.Slots[0]
		shown := game.Note{
			Place: at, Game: out.Game.ID, Slot: board.Name, Post: board.Post, Shown: board.Want,
			Ref: game.Ref(fmt.Sprint(at, 1457886152622080032+number<<22)), Now: now,
		}
		return func() {
			if _, err := table.Note(t.Context(), shown); err != nil {
				t.Error(err)
			}
		}
	}
	for range begun {
		var notes sync.WaitGroup
		for i := range channels {
			notes.Go(move(place(i)))
		}
		notes.Wait()
	}
	total, counted, before := 0, 0, framesOf(t, db)
	for range moves {
		move(place(random.IntN(channels)))()
		after := framesOf(t, db)
		if after > before { // otherwise the journal was restarted
			total, counted = total+after-before, counted+1
		}
		before = after
	}
	each := float64(total) / float64(counted)
	t.Logf("a move writes %.2f pages, %.1f kB", each, each*frame/1000)
	if each > 5 {
		t.Errorf("a move writes %.2f pages", each)
	}
}
