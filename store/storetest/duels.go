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
		{"wins are counted", winsCounted},
		{"wins count as long as their games are kept", winsForgotten},
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

// end puts a duel of two people into a place, and ends it by one of them.
func (p *play) end(at game.Place, one, other game.Player, now time.Time, how func(g game.Game, _ game.Player, _ time.Time) (game.Game, []game.Event, error)) game.Game {
	p.Helper()
	return p.change(p.add(game.NewDuel(p.id(), at, one, other, rules.Black, noon)), now, how)
}

func resigned(by game.Player, now time.Time) game.Operation {
	return func(g game.Game, _ game.Player, _ time.Time) (game.Game, []game.Event, error) {
		return g.Resign(by, now)
	}
}

func (p *play) wantTally(at game.Place, one, other game.Player, byOne, byOther int) {
	p.Helper()
	a, b, err := p.Store.Tally(p.Context(), at, one, other)
	if a != byOne || b != byOther || err != nil {
		p.Errorf("%s %d, %s %d, %v; want %d and %d", one, a, other, b, err, byOne, byOther)
	}
}

func winsCounted(p *play) {
	p.wantTally(here, ana, bo, 0, 0)
	p.end(here, ana, bo, noon, resigned(bo, noon))
	p.end(here, bo, ana, noon, resigned(bo, noon))
	p.end(here, ana, bo, noon, resigned(ana, noon))
	p.end(here, ana, cy, noon, resigned(cy, noon))
	p.end(here, ana, game.Engine, noon, resigned(ana, noon))
	p.end(there, ana, bo, noon, resigned(ana, noon))
	p.end(here, ana, bo, noon, func(g game.Game, _ game.Player, _ time.Time) (game.Game, []game.Event, error) {
		return g.Stop(ana, true, noon)
	})
	p.end(here, ana, bo, noon.Add(8*day), func(g game.Game, _ game.Player, _ time.Time) (game.Game, []game.Event, error) {
		return g.Expire(timing.IdleExpiry, noon.Add(8*day))
	})
	p.change(p.add(almostOver(p.id(), here, noon)), noon, func(g game.Game, _ game.Player, _ time.Time) (game.Game, []game.Event, error) {
		return firstMove(g, noon)
	})
	p.decline(p.add(p.challenge(here, ana, bo)), bo, noon)
	p.add(p.duel(here))

	p.wantTally(here, ana, bo, 3, 1)
	p.wantTally(here, bo, ana, 1, 3)
	p.wantTally(here, cy, ana, 0, 1)
	p.wantTally(there, ana, bo, 0, 1)
	p.wantTally(here, ana, game.Engine, 0, 0)
	p.wantTally(here, ana, den, 0, 0)
}

func winsForgotten(p *play) {
	for n := range 3 {
		now := noon.Add(time.Duration(n) * day)
		p.end(here, ana, bo, now, resigned(bo, now))
	}
	for n, want := range []int{3, 2, 1, 0} {
		p.clean(noon.Add(timing.Retention + time.Duration(n)*day - time.Millisecond))
		p.wantTally(here, ana, bo, want, 0)
	}
}
