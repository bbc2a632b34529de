package storetest

import (
	"fmt"
	"time"

	"othellobot/game"
	"othellobot/rules"
)

func duels() []testCase {
	return []testCase{
		{"duels are those of the players in the seats", duelsOfSeats},
		{"a refusal is remembered for its time", duelsRefused},
	}
}

func (p *play) duels(of game.Player, now time.Time) game.Duels {
	p.Helper()
	d, err := p.Store.Duels(p.Context(), of, now)
	p.must(err)
	return d
}

// wantDuels compares a player's duels with how many run, and with the challenges
// that are open and refused, in any order.
func (p *play) wantDuels(of game.Player, running int, open, refused []game.Game) {
	p.Helper()
	got := sorted(p.duels(of, noon))
	if len(got.Running) != running {
		p.Errorf("%q has %d duels, want %d", of, len(got.Running), running)
	}
	p.wantSame(fmt.Sprintf("the challenges of %q", of), game.Duels{Running: got.Running, Open: open, Refused: refused}, got)
}

func duelsOfSeats(p *play) {
	at := func(n int) game.Place { return game.Place(fmt.Sprintf("p/t/%d/", n)) }
	duel := p.add(p.duel(at(1)))
	p.add(game.NewDuel(p.id(), at(2), ana, game.Engine, rules.Black, noon))
	alone := p.add(game.NewDuel(p.id(), at(3), bo, game.Nobody, rules.Black, noon))
	toCy, toAna := p.add(p.challenge(at(4), ana, cy)), p.add(p.challenge(at(5), bo, ana))
	open := p.add(p.openGame(at(6)))
	p.wantDuels(ana, 2, []game.Game{toCy, toAna}, nil)
	p.wantDuels(bo, 2, []game.Game{toAna}, nil)
	p.wantDuels(cy, 0, []game.Game{toCy}, nil)
	p.wantDuels(den, 0, nil, nil)
	p.wantDuels(game.Engine, 0, nil, nil)
	p.wantDuels(game.Nobody, 0, nil, nil)

	declined := p.decline(toCy, cy, noon)
	p.accept(toAna, ana, noon)
	p.change(alone, noon, func(g game.Game, _ game.Player, _ time.Time) (game.Game, []game.Event, error) {
		return g.Join(cy, noon)
	})
	p.wantDuels(ana, 3, nil, []game.Game{declined})
	p.wantDuels(bo, 3, nil, nil)
	p.wantDuels(cy, 1, nil, []game.Game{declined})

	p.resign(duel, ana, noon)
	// Who opened a game that became another's duel is not in it.
	open = p.change(open, noon, func(g game.Game, _ game.Player, _ time.Time) (game.Game, []game.Event, error) {
		return g.Play(den, g.Position().Legal().First(), noon)
	})
	p.change(open, noon, func(g game.Game, _ game.Player, _ time.Time) (game.Game, []game.Event, error) {
		return g.Engage(den, 1, noon)
	})
	p.wantDuels(ana, 2, nil, []game.Game{declined})
	p.wantDuels(bo, 2, nil, nil)
	p.wantDuels(den, 1, nil, nil)
}

func duelsRefused(p *play) {
	declined := p.decline(p.add(p.challenge(here, ana, bo)), bo, noon)
	p.decline(p.add(p.challenge(there, ana, bo)), ana, noon) // withdrawn
	p.wantDuels(ana, 0, nil, []game.Game{declined})
	if d := p.duels(ana, noon.Add(game.DeclinePeace-time.Millisecond)); len(d.Refused) != 1 {
		p.Errorf("forgiven too early: %+v", d)
	}
	if d := p.duels(ana, noon.Add(game.DeclinePeace)); len(d.Refused) != 0 {
		p.Errorf("refused for ever: %+v", d)
	}
}

// played is a duel that has gone far enough to count.
func (p *play) played(at game.Place, black, white game.Player) game.Game {
	p.Helper()
	g := game.NewDuel(p.id(), at, black, white, rules.Black, noon)
	for range game.EarlyMoves + 1 {
		var err error
		g, _, err = firstMove(g, noon)
		p.must(err)
	}
	return g
}

// end puts a duel into a place that has gone far enough to count, and ends it by one of the
// players.
func (p *play) end(at game.Place, one, other game.Player, now time.Time, how func(g game.Game, _ game.Player, _ time.Time) (game.Game, []game.Event, error)) game.Game {
	p.Helper()
	return p.change(p.add(p.played(at, one, other)), now, how)
}

func resigned(by game.Player, now time.Time) game.Operation {
	return func(g game.Game, _ game.Player, _ time.Time) (game.Game, []game.Event, error) {
		return g.Resign(by, now)
	}
}
