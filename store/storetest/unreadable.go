package storetest

import (
	"errors"
	"fmt"
	"time"

	"othellobot/game"
)

func unreadable() []testCase {
	return []testCase{
		{"a game that cannot be read keeps back no other of its place", unreadableInRoom},
		{"a game that cannot be read keeps back nothing that is due", unreadableDue},
		{"a game that cannot be read makes way and is forgotten in time", unreadableDiscarded},
		{"a game that cannot be read keeps nobody from being forgotten elsewhere", unreadableNames},
		{"whoever is named in a game of a newer version is forgotten there in time", newerNames},
		{"one game of twenty that cannot be read leaves the others their reminders", unreadableAmongMany},
		{"a game of a newer version is left to it", newerLeft},
		{"a game of a newer version that is over keeps nothing from beginning", newerOver},
	}
}

// damaged is a duel that cannot be read.
func (p *play) damaged(at game.Place) game.ID {
	p.Helper()
	g := p.duel(at)
	p.must(p.commit(begin(g)))
	p.Rewrite(p.T, g.ID, `"duel"`, `"teams"`)
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
	if found, err := p.Store.Unfinished(p.Context(), ana, 9); len(found) > 0 || err != nil {
		p.Errorf("the game is found as %+v, %v", found, err)
	}
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
	empty := p.damaged(here)
	begun := p.add(p.duel("p/team/played/"))
	p.must(p.commit(p.step(begun)))
	p.Rewrite(p.T, begun.ID, `"duel"`, `"teams"`)
	g := p.add(p.duel(there))
	p.must(p.table.Forget(p.Context(), p.Store, p.Store, ana, noon))
	if last := p.room(there).Last; last == nil || last.ID != g.ID || last.Player(0) != game.Nobody {
		p.Errorf("the other game is %+v", last)
	}
	for _, at := range []game.Place{here, begun.Place} {
		if room := p.room(at); len(room.Unreadable) > 0 || room.Active != nil || room.Last != nil {
			p.Errorf("%s is %+v", at, room)
		}
	}
	_, _, err := p.Store.Drawn(p.Context(), empty)
	p.want("a game without moves", err, game.ErrUnknown)
	if left, _, err := p.Store.Drawn(p.Context(), begun.ID); len(left.Moves) != 1 || len(left.Players()) > 0 || err != nil {
		p.Errorf("of a game with a move there is left %+v, %v", left, err)
	}
	again := game.NewDuel(begun.ID, there, ana, bo, 0, noon)
	p.clean(noon.Add(timing.Retention - time.Millisecond))
	p.want("while it is kept", p.commit(begin(again)), game.ErrStale)
	p.clean(noon.Add(timing.Retention))
	p.must(p.commit(begin(again)))
}

// Whoever is named in a game of a newer version is forgotten there once somebody can read it.
func newerNames(p *play) {
	g := p.newer(here)
	err := p.table.Forget(p.Context(), p.Store, p.Store, ana, noon)
	if !p.Shared {
		p.must(err) // nobody can
		return
	}
	p.want("as long as nobody can read a game", err, game.ErrUnforgotten)
	p.Rewrite(p.T, g.ID, `"format":9,"mode":["duel"]`, `"format":1,"mode":"duel"`)
	later := noon.Add(game.AskAgain)
	for _, want := range []int{1, 0} {
		found, err := p.Store.Doubtful(p.Context(), later, later.Add(game.AskAgain), 9, game.Mourned(everywhere))
		p.must(err)
		if len(found) != want {
			p.Fatalf("kept in mind is %+v", found)
		}
		for _, t := range found {
			p.must(p.table.Forget(p.Context(), p.Store, p.Store, t.Person(), later))
		}
		later = later.Add(game.AskAgain)
	}
	if last := p.room(here).Last; last == nil || last.ID != g.ID || last.Player(0) != game.Nobody {
		p.Errorf("the game is %+v", last)
	}
}

// Of twenty games the first in the queue cannot be read. Each other one gets what is
// due for it, its place keeps its game, and where the bad one was one can begin.
func unreadableAmongMany(p *play) {
	const many = 20
	kinds := []func(at game.Place) game.Game{
		p.duel, // a reminder
		func(at game.Place) game.Game { return p.challenge(at, ana, bo) },                           // it lapses
		func(at game.Place) game.Game { return game.NewDuel(p.id(), at, game.Engine, bo, 0, noon) }, // the engine moves
		p.openGame, // it expires
	}
	want := map[game.ID]game.TaskKind{p.damaged(here): game.TaskUnreadable}
	for i := range many - 1 {
		kind := []game.TaskKind{game.TaskPing, game.TaskLapse, game.TaskEngine, game.TaskExpire}[i%4]
		g := p.add(kinds[i%4](game.Place(fmt.Sprintf("p/team/%d/", i))))
		want[g.ID] = kind
	}
	got := make(map[game.ID]game.TaskKind)
	now := noon.Add(timing.IdleExpiry)
	for range many {
		tasks, err := p.table.Due(p.Context(), p.Store, now, 4, everywhere)
		p.must(err)
		for _, t := range tasks {
			got[t.Game.ID] = t.Kind
			if (t.Err != nil) != (t.Kind == game.TaskUnreadable) {
				p.Errorf("task %d of game %d comes with %v", t.Kind, t.Game.ID, t.Err)
			}
		}
	}
	p.wantSame("what is due", want, got)
	g := p.add(p.openGame(here))
	p.wantSame("the room", game.Room{Place: here, Active: &g}, p.room(here))
}

// newer is a duel that a newer version keeps, in a form that this one cannot read.
func (p *play) newer(at game.Place) game.Game {
	p.Helper()
	g := p.duel(at)
	p.must(p.commit(begin(g)))
	p.Rewrite(p.T, g.ID, `"format":1,"mode":"duel"`, `"format":9,"mode":["duel"]`)
	g.Version = 1
	return g
}

func newerLeft(p *play) {
	g := p.newer(here)
	another := p.openGame(here)
	if !p.Shared { // nobody can read it
		p.wantSame("the room", game.Room{Place: here, Unreadable: []game.ID{g.ID}}, p.room(here))
		at := p.due(noon.Add(day), 9, everywhere...)
		if len(at) != 1 || at[0].Err == nil || errors.Is(at[0].Err, game.ErrNewer) {
			p.Errorf("due are %+v", at)
		}
		p.add(another)
		return
	}
	p.wantSame("the room", game.Room{Place: here, Newer: []game.Game{{ID: g.ID, Place: here, Phase: game.Playing}}}, p.room(here))
	_, err := p.table.Do(p.Context(), p.room(here), game.Proposal{New: &another, MakeWay: true, Now: noon})
	p.want("another game there", err, game.ErrNewer)
	_, err = p.table.Do(p.Context(), p.room(here), game.Proposal{Game: g.ID, Now: noon})
	p.want("a change of it", err, game.ErrNewer)
	_, _, err = p.Store.Drawn(p.Context(), g.ID)
	p.want("drawing it", err, game.ErrNewer)
	now := noon.Add(day)
	for range 3 { // each time anew, as for those who can read it
		pending := p.due(now, 9, everywhere...)
		if len(pending) != 1 || pending[0].Game.ID != g.ID || !errors.Is(pending[0].Err, game.ErrNewer) {
			p.Fatalf("due are %+v", pending)
		}
		now = now.Add(time.Minute)
	}
	p.Rewrite(p.T, g.ID, `"format":9,"mode":["duel"]`, `"format":1,"mode":"duel"`)
	p.wantSame("the room", game.Room{Place: here, Active: &g}, p.room(here))
}

func newerOver(p *play) {
	over := p.resign(p.add(p.duel(here)), ana, noon)
	p.Rewrite(p.T, over.ID, `"format":1`, `"format":9`)
	challenge := p.challenge(there, cy, den)
	p.must(p.commit(begin(challenge)))
	p.Rewrite(p.T, challenge.ID, `"format":1`, `"format":9`)
	for _, at := range []game.Place{here, there} {
		g := p.openGame(at)
		out, err := p.table.Do(p.Context(), p.room(at), game.Proposal{New: &g, Now: noon})
		p.must(err)
		if out.Game.Version != 1 {
			p.Errorf("%s has %+v", at, out.Game)
		}
	}
}
