package storetest

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"testing"
	"time"

	"othellobot/game"
	"othellobot/rules"
	"othellobot/store/memory"
)

func models() []testCase {
	rounds := uint64(1)
	if os.Getenv("OTHELLO_LONG") == "1" {
		rounds = 40
	}
	var cases []testCase
	for seed := range rounds {
		cases = append(cases, testCase{
			fmt.Sprintf("a store answers like one in memory, seed %d", seed),
			func(p *caseRun) { likeMemory(p, seed) },
		})
	}
	return cases
}

// model chooses random operations by the content of its own store, which is in memory.
type model struct {
	*caseRun
	random *rand.Rand
	now    time.Time
	places []game.Place
	id     func() game.ID
}

// action is an operation. It must give the same answer on equal stores.
type action struct {
	what string
	at   game.Place
	do   func(of *caseRun) (any, error)
}

func (m *model) nextAction() action {
	at := m.places[m.random.IntN(len(m.places))]
	switch n := m.random.IntN(100); {
	case n < 20:
		return m.add(at)
	case n < 65:
		return m.change(at)
	case n < 75:
		return m.vote(at)
	case n < 80:
		s := game.Settings{
			Theme: []string{"", "moon"}[m.random.IntN(2)], Pings: game.Pings(m.random.IntN(3)), Language: []string{"", "fr"}[m.random.IntN(2)],
		}
		return m.propose(fmt.Sprintf("settings %+v", s), at, game.Proposal{Settings: &s})
	case n < 96:
		note, ok := randomNote(m.random, m.room(at), m.now)
		if !ok {
			return m.change(at)
		}
		return action{fmt.Sprintf("note %+v", note), at, func(of *caseRun) (any, error) { return of.table.Note(m.ctx(), note) }}
	case n < 98:
		who := everybody[m.random.IntN(4)]
		return action{"forget " + string(who), at, func(of *caseRun) (any, error) { return nil, of.forget(who, m.now) }}
	default:
		return m.tombstone(at)
	}
}

func (m *model) tombstone(at game.Place) action {
	prefix, loss := string(at), game.LossOfPlace
	if m.random.IntN(2) == 0 {
		prefix, loss = string(at.Tenant()), game.LossOfTenant
	}
	switch m.random.IntN(5) {
	case 0:
		return action{"revive " + prefix, at, func(of *caseRun) (any, error) { return nil, of.Store.Revive(m.ctx(), prefix) }}
	case 1, 2:
		return action{"bury " + prefix, at, func(of *caseRun) (any, error) {
			return nil, of.Store.Bury(m.ctx(), game.NewTombstone(prefix, loss, m.now))
		}}
	default:
		return action{"clean up", at, func(of *caseRun) (any, error) { return nil, clean(m.ctx(), of.Store, m.now) }}
	}
}

func (m *model) ctx() context.Context { return m.caseRun.Context() }

func (m *model) propose(what string, at game.Place, p game.Proposal) action {
	if m.random.IntN(3) == 0 {
		p.Delivery = game.Delivery(fmt.Sprint("d", m.random.IntN(40)))
	}
	p.Now = m.now
	return action{what + " in " + string(at), at, func(of *caseRun) (any, error) {
		room, known, err := of.table.Load(m.ctx(), at, p.Delivery)
		if known || err != nil {
			return known, err
		}
		return of.table.Do(m.ctx(), room, p)
	}}
}

func (m *model) add(at game.Place) action {
	kinds := newGames(m.id(), at, m.now)
	g := kinds[m.random.IntN(len(kinds))]
	return m.propose(fmt.Sprintf("game %d of mode %d in phase %d", g.ID, g.Mode, g.Phase), at, game.Proposal{
		New: &g, By: g.Starter, ReplaceIdle: m.random.IntN(2) == 0, Display: randomDisplay(m.random),
	})
}

func (m *model) change(at game.Place) action {
	room := m.room(at)
	games := slices.Collect(room.Games())
	if len(games) == 0 {
		return m.add(at)
	}
	g := games[m.random.IntN(len(games))]
	if room.Active != nil && m.random.IntN(2) == 0 {
		g = room.Active
	}
	proposal := game.Proposal{Game: g.ID, Display: randomDisplay(m.random)}
	if proposal.By, proposal.Operation = randomOperation(m.random, *g); m.random.IntN(8) == 0 {
		proposal.Operation = nil
	}
	return m.propose(fmt.Sprintf("change game %d", g.ID), at, proposal)
}

// vote returns a vote in the running game, or another action.
func (m *model) vote(at game.Place) action {
	g := m.room(at).Active
	if g == nil {
		return m.change(at)
	}
	w := game.VoteRequest{By: everybody[m.random.IntN(4)], Square: g.Position().Legal().First(), Now: m.now}
	if m.random.IntN(3) == 0 {
		w.Square = rules.Square(m.random.IntN(64))
	}
	if m.random.IntN(3) == 0 {
		w.Delivery = game.Delivery(fmt.Sprint("d", m.random.IntN(40)))
	}
	return action{fmt.Sprintf("vote %+v in game %d", w, g.ID), at, func(of *caseRun) (any, error) {
		return of.table.Vote(m.ctx(), of.room(at), g.ID, w)
	}}
}

// likeMemory runs the same actions on the store and on a store in memory.
func likeMemory(p *caseRun, seed uint64) {
	steps := 500
	if testing.Short() {
		steps = 150
	}
	reference := &caseRun{T: p.T, Subject: Subject{Store: memory.New(timing)}}
	reference.table = game.NewTable(reference.Store, timing)
	m := model{
		caseRun: reference, random: newRandom(seed, 5), now: noon,
		places: []game.Place{"p/t/a/", "p/t/b/", "p/t/b/1", "p/u/a/", "q/t/a/"}, id: p.id,
	}
	for n := range steps {
		m.pass()
		a := m.nextAction()
		want, refusal := a.do(reference)
		got, err := a.do(p)
		if fmt.Sprint(refusal) != fmt.Sprint(err) {
			p.Fatalf("step %d, %s: %v; want %v", n, a.what, err, refusal)
		}
		p.wantSame("what came of it", want, got)
		p.wantSame(string(a.at), m.room(a.at), p.room(a.at))
		if n%10 == 0 || n == steps-1 {
			m.wantSameDue(p)
			m.wantSameAnswers(p)
		}
		if p.Failed() {
			p.Fatalf("this was step %d, %s", n, a.what)
		}
	}
}

// pass moves the clock: usually by less than a minute, rarely by days.
func (m *model) pass() {
	wait := time.Duration(m.random.IntN(60_000)+1) * time.Millisecond
	switch m.random.IntN(40) {
	case 0:
		wait = time.Duration(m.random.IntN(360)) * time.Hour
	case 1, 2, 3:
		wait = time.Duration(m.random.IntN(60)) * time.Minute
	}
	m.now = m.now.Add(wait)
}

func (m *model) wantSameDue(p *caseRun) {
	p.Helper()
	take := func(of *caseRun) []string {
		of.Helper()
		tasks, err := of.table.Due(of.Context(), of.Store, m.now, 1000, everywhere)
		of.must(err)
		var all []string
		for _, t := range tasks {
			all = append(all, fmt.Sprintln(t.Kind, t.Game.Place, t.Game.ID, t.Game.Version, t.Slot, t.At, t.Tombstone))
		}
		slices.Sort(all)
		return all
	}
	p.wantSame("what is due", take(m.caseRun), take(p))
	m.now = m.now.Add(time.Minute) // both hand it out again
}

func (m *model) wantSameAnswers(p *caseRun) {
	p.Helper()
	both := func(what string, ask func(of *caseRun) any) {
		p.Helper()
		p.wantSame(what, ask(m.caseRun), ask(p))
	}
	for _, at := range m.places {
		both(string(at), func(of *caseRun) any { return of.room(at) })
		both("what is past in "+string(at), func(of *caseRun) any {
			return of.past(game.PastFilter{Place: at, From: noon, To: m.now}, 1000)
		})
		if g := m.room(at).Active; g != nil {
			both("the votes", func(of *caseRun) any { return of.allVotes(*g) })
		}
	}
	for _, who := range everybody {
		both("the records of "+string(who), func(of *caseRun) any { return of.records(who) })
		both("the rooms of "+string(who), func(of *caseRun) any {
			rooms := slices.Clone(of.rooms(game.RoomFilter{Player: who}, 1000))
			for i := range rooms { // only Load fills these in
				rooms[i].Threads, rooms[i].HasTombstone, rooms[i].Condemned = false, false, false
			}
			return rooms
		})
	}
}
