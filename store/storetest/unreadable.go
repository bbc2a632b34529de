package storetest

import (
	"time"

	"othellobot/game"
)

func unreadable() []testCase {
	return []testCase{
		{"a game that cannot be read keeps back no other of its place", unreadableInRoom},
		{"a game that cannot be read keeps back nothing that is due", unreadableDue},
		{"a game that cannot be read makes way and is forgotten in time", unreadableDiscarded},
		{"a game that cannot be read keeps nobody from being forgotten elsewhere", unreadableNames},
	}
}

// damaged is a duel that cannot be read.
func (p *play) damaged(at game.Place) game.ID {
	p.Helper()
	g := p.duel(at)
	p.must(p.commit(begin(g)))
	p.Damage(p.T, g.ID)
	return g.ID
}

func unreadableInRoom(p *play) {
	challenge := p.challenge(here, cy, den)
	p.must(p.commit(begin(challenge)))
	challenge.Version = 1
	id := p.damaged(here)
	for range 2 {
		p.wantSame("the room", game.Room{Place: here, Challenges: []*game.Game{&challenge}, Unreadable: []game.ID{id}}, p.room(here))
	}
	declined := p.decline(challenge, den, noon)
	p.wantSame("the room", game.Room{Place: here, Challenges: []*game.Game{&declined}, Unreadable: []game.ID{id}}, p.room(here))
	p.wantDuels(ana, 0, nil, nil)
}

func unreadableDue(p *play) {
	id := p.damaged(here)
	g := p.add(p.duel(there))
	at := noon.Add(game.PingDelay)
	due := func(after time.Duration, want ...game.ID) {
		p.Helper()
		pending := p.due(at.Add(after), 9, everywhere...)
		p.wantSame("due", want, ids(pending))
		for _, d := range pending {
			if unreadable := d.Game.ID == id; unreadable != (d.Err != nil) || unreadable && d.Game.Place != here {
				p.Errorf("%s, game %d: %v", d.Game.Place, d.Game.ID, d.Err)
			}
		}
	}
	due(0, id, g.ID)
	due(0)
	due(time.Minute, g.ID)
	due(game.UnreadableRest-time.Millisecond, g.ID)
	due(game.UnreadableRest, id)
}

func unreadableDiscarded(p *play) {
	id := p.damaged(here)
	g := p.add(p.openGame(here))
	p.wantSame("the room", game.Room{Place: here, Active: &g}, p.room(here))
	if pending := p.due(noon.Add(day), 9, everywhere...); len(pending) > 0 {
		p.Errorf("due are %+v", pending)
	}
	p.stop(g, ana, noon)
	again := game.NewDuel(id, there, ana, bo, 0, noon)
	p.clean(noon.Add(timing.Retention - time.Millisecond))
	p.want("while it is kept", p.commit(begin(again)), game.ErrStale)
	p.clean(noon.Add(timing.Retention))
	p.must(p.commit(begin(again)))
}

func unreadableNames(p *play) {
	p.damaged(here)
	g := p.add(p.duel(there))
	if err := p.table.Forget(p.Context(), ana, noon); err == nil {
		p.Error("ana is forgotten, though nobody can take her out of a game")
	}
	if last := p.room(there).Last; last == nil || last.ID != g.ID || last.Player(0) != game.Nobody {
		p.Errorf("the other game is %+v", last)
	}
	p.must(p.Store.Purge(p.Context(), string(here)))
	p.must(p.table.Forget(p.Context(), ana, noon))
}
