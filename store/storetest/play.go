package storetest

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"othellobot/game"
	"othellobot/rules"
)

// play holds the tools of a case.
type play struct {
	*testing.T
	Subject
	table *game.Table // over the store
	ids   game.ID     // the last one given
}

// id is a new one.
func (p *play) id() game.ID {
	p.ids++
	return p.ids
}

// place is one of many.
func place(n int) game.Place { return game.Place(fmt.Sprintf("p/team/%03d/", n)) }

func (p *play) openGame(at game.Place) game.Game { return game.NewOpen(p.id(), at, ana, noon) }

// duel is one of ana, Black, and bo, White.
func (p *play) duel(at game.Place) game.Game {
	return game.NewDuel(p.id(), at, ana, bo, rules.Black, noon)
}

func (p *play) challenge(at game.Place, by, to game.Player) game.Game {
	return game.NewChallenge(p.id(), at, by, to, rules.Black, noon)
}

func (p *play) room(at game.Place) game.Room {
	p.Helper()
	room, err := p.Store.Load(p.Context(), at, "")
	p.must(err)
	return room
}

// add has a table put the game into its place.
func (p *play) add(g game.Game) game.Game {
	p.Helper()
	return p.do(g.Place, game.Proposal{New: &g, Now: g.Since()}).Game
}

// act has a player change a game, which must succeed.
func (p *play) act(g game.Game, by game.Player, now time.Time, operation game.Operation) game.Game {
	p.Helper()
	return p.do(g.Place, game.Proposal{Game: g.ID, By: by, Now: now, Operation: operation}).Game
}

// do has a table make what is proposed, at noon unless it says when, which must succeed.
func (p *play) do(at game.Place, proposal game.Proposal) game.Outcome {
	p.Helper()
	if proposal.Now.IsZero() {
		proposal.Now = noon
	}
	out, err := p.table.Do(p.Context(), p.room(at), proposal)
	p.must(err)
	return out
}

// move has the player to move make a move.
func (p *play) move(g game.Game, now time.Time) game.Game {
	p.Helper()
	return p.act(g, "", now, playFirst)
}

// playFirst has the player to move play the first of their squares. In an open
// game that is the holder of the side, or the starter.
func playFirst(g game.Game, _ game.Player, now time.Time) (game.Game, []game.Event, error) {
	position := g.Position()
	by := g.Player(position.ToMove)
	if by == game.Nobody {
		by = g.Starter
	}
	return g.Play(by, position.Legal().First(), now)
}

// played is a duel that has gone far enough to count.
func (p *play) played(at game.Place, black, white game.Player) game.Game {
	p.Helper()
	g := game.NewDuel(p.id(), at, black, white, rules.Black, noon)
	for range game.EarlyMoves + 1 {
		var err error
		g, _, err = playFirst(g, "", noon)
		p.must(err)
	}
	return g
}

// end puts a duel into a place that has gone far enough to count, and has the loser resign it.
func (p *play) end(at game.Place, one, other, loser game.Player, now time.Time) game.Game {
	p.Helper()
	return p.act(p.add(p.played(at, one, other)), loser, now, game.Game.Resign)
}

// forget has a table take a player out of everything.
func (p *play) forget(who game.Player, now time.Time) error {
	return p.table.Forget(p.Context(), p.Store, p.Store, who, now)
}

// watched is a store that notes the changes it is to save.
type watched struct {
	game.Store
	saved   *[]game.Change
	refuses bool // and stores none
}

func (w watched) Save(ctx context.Context, c game.Change) error {
	*w.saved = append(*w.saved, c)
	if w.refuses {
		return game.ErrNotStored
	}
	return w.Store.Save(ctx, c)
}

// planned is the change that a table would make of a proposal.
func (p *play) planned(at game.Place, proposal game.Proposal) game.Change {
	p.Helper()
	if proposal.Now.IsZero() {
		proposal.Now = noon
	}
	var changes []game.Change
	table := game.NewTable(watched{p.Store, &changes, true}, timing)
	_, err := table.Do(p.Context(), p.room(at), proposal)
	p.want("what is planned", err, game.ErrNotStored)
	if len(changes) == 0 {
		p.Fatal("nothing is planned")
	}
	return changes[0]
}

func (p *play) save(c game.Change) error { return p.Store.Save(p.Context(), c) }

func (p *play) must(err error) {
	p.Helper()
	if err != nil {
		p.Fatal(err)
	}
}

// want fails the test unless the error is the one wanted.
func (p *play) want(what string, got, want error) {
	p.Helper()
	if !errors.Is(got, want) {
		p.Errorf("%s: %v, want %v", what, got, want)
	}
}

// wantSame fails the test unless both are the same.
func (p *play) wantSame(what string, want, got any) {
	p.Helper()
	if d := diff(want, got); d != "" {
		p.Errorf("%s (-want +got):\n%s", what, d)
	}
}

// wantGames fails the test unless the room of a place has just these games.
func (p *play) wantGames(at game.Place, want ...game.Game) {
	p.Helper()
	var got []game.Game
	for g := range p.room(at).Games() {
		got = append(got, *g)
	}
	p.wantSame("the games in "+string(at), want, got)
}

// wantEmpty fails the test unless nothing is kept of a place.
func (p *play) wantEmpty(at game.Place) {
	p.Helper()
	p.wantSame("the room", game.Room{Place: at}, p.room(at))
}

// diff says in what two values that hold games differ.
func diff(want, got any) string {
	own := cmp.Exporter(func(t reflect.Type) bool { return strings.HasSuffix(t.PkgPath(), "/game") })
	return cmp.Diff(want, got, own, cmpopts.EquateEmpty(), cmpopts.SortSlices(func(a, b game.Slot) bool {
		return a.Game < b.Game || a.Game == b.Game && a.Name < b.Name
	}))
}
