package storetest

import (
	"errors"
	"time"

	"othellobot/game"
	"othellobot/people"
)

var unreadableCases = []testCase{
	{"an unreadable game blocks nothing else and stays as it is", unreadableInRoom},
	{"names in an unreadable room are dropped when a new game starts there", unreadableWhole},
	{"a player is forgotten in unreadable games", unreadableNames},
	{"a room written by a newer version is left alone", newerLeft},
	{"a player is forgotten in a room of a newer version once it can be read", newerNames},
}

func (p *caseRun) damage(at game.Place) {
	p.Helper()
	p.Rewrite(p.T, at, `"mode":"duel"`, `"mode":"teams"`)
}

// supersede makes a room look as if a newer program had written it.
func (p *caseRun) supersede(at game.Place) {
	p.Helper()
	p.Rewrite(p.T, at, `"format":1,`, `"format":9,`)
}

func (p *caseRun) restore(at game.Place) {
	p.Helper()
	p.Rewrite(p.T, at, `"mode":"teams"`, `"mode":"duel"`)
	p.Rewrite(p.T, at, `"format":9,`, `"format":1,`)
}

func unreadableInRoom(p *caseRun) {
	g := p.add(p.duel(here))
	p.damage(here)
	settings := game.Settings{Theme: "moon"}
	p.do(here, game.Proposal{Settings: &settings, Delivery: "d"})
	p.wantGames(here)
	p.wantDuels(ana, 0)
	if room := p.room(here); len(room.Unreadable) != 1 || room.Unreadable[0] != g.ID || room.Settings != settings || !room.Knows("d") {
		p.Errorf("the room is %+v", room)
	}
	p.add(p.duel(there))
	p.wantDue(noon.Add(game.UnreadableRetry), here, there)
	p.restore(here)
	p.wantGames(here, g)
	p.damage(here)
	other := p.add(p.openGame(here))
	p.restore(here)
	p.wantGames(here, other)
}

func unreadableWhole(p *caseRun) {
	over, lost := p.end(here, ana, bo, bo, noon), p.add(p.duel(here))
	p.Rewrite(p.T, here, `{"format":1,`, `{"format":"one",`)
	p.wantGames(here, p.add(p.openGame(here)))
	keep := func(id game.ID) error {
		return p.Store.SaveDocument(p.Context(), people.Change{Document: keptOf(ana, people.ExercisesKind), Game: id})
	}
	p.want("an exercise of the game that was lost", keep(lost.ID), game.ErrStale)
	p.must(keep(over.ID))
}

func unreadableNames(p *caseRun) {
	begun, over := p.add(p.duel(there)), p.end(elsewhere, ana, bo, bo, noon)
	others := p.add(game.NewDuel(p.id(), elsewhere, cy, den, 0, noon))
	p.damage(there)
	p.damage(elsewhere)
	if found := p.past(game.PastFilter{Game: over.ID}, 9); len(found) != 1 || found[0].Err == nil || found[0].Game.ID != over.ID || found[0].Game.Place != elsewhere {
		p.Errorf("the game is found as %+v", found)
	}
	p.must(p.forget(ana, noon))
	p.wantNamed(ana, 0)
	p.wantSame("what others play", []game.ID{others.ID}, p.room(elsewhere).Unreadable)
	for _, g := range []game.Game{begun, over} {
		_, _, err := p.table.FindGame(p.Context(), g.Place, g.ID)
		p.want("a game that nobody can read", err, game.ErrUnknown)
	}
}

func newerLeft(p *caseRun) {
	g := p.add(p.duel(here))
	p.supersede(here)
	if room := p.room(here); !room.Newer || room.Active != nil {
		p.Errorf("the room is %+v", room)
	}
	_, err := p.table.Do(p.Context(), p.room(here), game.Proposal{New: new(p.openGame(here)), ReplaceIdle: true, Now: noon})
	p.want("another game there", err, game.ErrNewer)
	for n := range 3 { // the room stays due, because another program may be able to read it
		tasks, err := p.table.Due(p.Context(), p.Store, noon.Add(day+time.Duration(n)*time.Minute), 9, everywhere)
		if len(tasks) != 1 || tasks[0].Game.Place != here || !errors.Is(tasks[0].Err, game.ErrNewer) || err != nil {
			p.Fatalf("due: %+v, %v", tasks, err)
		}
	}
	p.restore(here)
	p.wantGames(here, g)
}

func newerNames(p *caseRun) {
	for n, at := range []game.Place{here, there} {
		p.end(at, ana, bo, bo, noon)
		p.add(game.NewDuel(p.id(), at, []game.Player{ana, cy}[n], den, 0, noon))
		p.supersede(at)
		p.want("as long as a game cannot be read", p.forget(ana, noon), game.ErrForgetPending)
		p.restore(at)
		if tombs := p.claimTombstones(noon.Add(time.Hour), 9); len(tombs) != 1 || tombs[0].Person() != ana {
			p.Fatalf("the tombstones are %+v", tombs)
		}
		p.must(p.forget(ana, noon))
		p.wantNamed(ana, 0)
	}
}
