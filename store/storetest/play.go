package storetest

import (
	"errors"
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
	room, _, err := p.Store.Load(p.Context(), at, "")
	if err != nil {
		p.Fatal(err)
	}
	return room
}

// add has a table put the game into its place.
func (p *play) add(g game.Game) game.Game {
	p.Helper()
	return p.propose(g.Place, game.Proposal{New: &g, Now: g.Since()}).Game
}

// change has a table change a game by an operation, which must succeed.
func (p *play) change(g game.Game, now time.Time, operation game.Operation) game.Game {
	p.Helper()
	return p.propose(g.Place, game.Proposal{Game: g.ID, Now: now, Operation: operation}).Game
}

// propose has a table make what is proposed, which must succeed.
func (p *play) propose(at game.Place, proposal game.Proposal) game.Outcome {
	p.Helper()
	out, err := p.table.Do(p.Context(), p.room(at), proposal)
	if err != nil {
		p.Fatal(err)
	}
	return out
}

// move has the player to move make a move.
func (p *play) move(g game.Game, now time.Time) game.Game {
	p.Helper()
	return p.change(g, now, func(g game.Game, _ game.Player, _ time.Time) (game.Game, []game.Event, error) {
		return firstMove(g, now)
	})
}

// resign ends a duel.
func (p *play) resign(g game.Game, by game.Player, now time.Time) game.Game {
	p.Helper()
	return p.change(g, now, func(g game.Game, _ game.Player, _ time.Time) (game.Game, []game.Event, error) {
		return g.Resign(by, now)
	})
}

func (p *play) stop(g game.Game, by game.Player, now time.Time) game.Game {
	p.Helper()
	return p.change(g, now, func(g game.Game, _ game.Player, _ time.Time) (game.Game, []game.Event, error) {
		return g.Stop(by, true, now)
	})
}

func (p *play) decline(g game.Game, by game.Player, now time.Time) game.Game {
	p.Helper()
	return p.change(g, now, func(g game.Game, _ game.Player, _ time.Time) (game.Game, []game.Event, error) {
		return g.Decline(by, now)
	})
}

func (p *play) accept(g game.Game, by game.Player, now time.Time) game.Game {
	p.Helper()
	return p.change(g, now, func(g game.Game, _ game.Player, _ time.Time) (game.Game, []game.Event, error) {
		return g.Accept(by, now)
	})
}

// firstMove has the player to move play the first of their squares. In an open
// game that is whoever holds the side, or its starter.
func firstMove(g game.Game, now time.Time) (game.Game, []game.Event, error) {
	position := g.Position()
	by := g.Player(position.ToMove)
	if by == game.Nobody {
		by = g.Starter
	}
	return g.Play(by, position.Legal().First(), now)
}

// commit gives the store a change.
func (p *play) commit(c game.Change) error {
	if c.Now.IsZero() {
		c.Now = noon
	}
	_, err := p.Store.Commit(p.Context(), c)
	return err
}

// begin is the change that puts games into their place.
func begin(games ...game.Game) game.Change {
	c := game.Change{Place: games[0].Place, Now: noon}
	for _, g := range games {
		g.Version = 1
		c.Steps = append(c.Steps, game.Step{After: &g, Due: g.At})
	}
	return c
}

// step is the change of a game by a move.
func (p *play) step(before game.Game) game.Change {
	p.Helper()
	after, _, err := firstMove(before, noon)
	if err != nil {
		p.Fatal(err)
	}
	after.Version++
	return game.Change{Place: before.Place, Steps: []game.Step{{Before: &before, After: &after, Due: after.At}}, Now: noon}
}

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

// diff tells in what two values that hold games differ.
func diff(want, got any) string {
	return cmp.Diff(want, got, cmp.AllowUnexported(game.Game{}), cmpopts.EquateEmpty(), cmpopts.SortSlices(func(a, b game.Slot) bool {
		return a.Game < b.Game || a.Game == b.Game && a.Name < b.Name
	}))
}
