package storetest

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"testing"
	"time"

	"othellobot/game"
)

// models compares long sequences with OTHELLO_LONG=1.
func models() []testCase {
	rounds := uint64(1)
	if os.Getenv("OTHELLO_LONG") == "1" {
		rounds = 40
	}
	var cases []testCase
	for seed := range rounds {
		cases = append(cases, testCase{
			fmt.Sprintf("a store answers as one in memory does, seed %d", seed),
			func(p *play) { likeMemory(p, seed) },
		})
	}
	return cases
}

// model makes up what is done to stores.
type model struct {
	*play
	random *rand.Rand
	now    time.Time
	places []game.Place
	id     func() game.ID
}

func newRandom(seed, stream uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, stream)) }

// action is something that can be done to any table, and gives the same answer
// on equal ones.
type action struct {
	what string
	at   game.Place
	do   func(t *game.Table) error
}

// step is anything at all, seen from the model's own table.
func (m *model) step() action {
	at := m.places[m.random.IntN(len(m.places))]
	delivery := ""
	if m.random.IntN(3) == 0 {
		delivery = fmt.Sprint("d", m.random.IntN(40))
	}
	on := game.Occasion{Delivery: delivery, Now: m.now}
	switch n := m.random.IntN(100); {
	case n < 20:
		return m.add(at, on)
	case n < 80:
		return m.change(at, on)
	case n < 84:
		return m.configure(at, on)
	case n < 96:
		return m.send(at)
	case n < 99:
		return m.forget(at)
	default:
		prefix := string(at)[:m.random.IntN(len(at)-3)+4]
		return action{"purge " + prefix, at, func(t *game.Table) error { return t.Purge(m.ctx(), prefix) }}
	}
}

func (m *model) ctx() context.Context { return m.play.Context() }

func (m *model) add(at game.Place, on game.Occasion) action {
	kinds := beginnings(m.id(), at, m.now)
	g := kinds[m.random.IntN(len(kinds))]
	var aside game.Operation
	if m.random.IntN(2) == 0 {
		by := g.Starter
		aside = func(g game.Game) (game.Game, []game.Event, error) { return g.SetAside(by, on.Now) }
	}
	return action{fmt.Sprintf("add game %d of mode %d in phase %d to %s", g.ID, g.Mode, g.Phase, at), at, func(t *game.Table) error {
		room, err := t.Room(m.ctx(), at)
		if err != nil {
			return err
		}
		_, _, err = t.AddInstead(m.ctx(), room, g, on, aside)
		return err
	}}
}

// change is a change of any game in a place, if there is one.
func (m *model) change(at game.Place, on game.Occasion) action {
	room := m.room(at)
	var games []game.Game
	for _, g := range append([]*game.Game{room.Active, room.Active, room.Last}, room.Challenges...) {
		if g != nil {
			games = append(games, *g)
		}
	}
	if len(games) == 0 {
		return m.add(at, on)
	}
	g := games[m.random.IntN(len(games))]
	operation := anything(m.random, g, m.now)
	return action{fmt.Sprintf("change game %d in %s", g.ID, at), at, func(t *game.Table) error {
		room, err := t.Room(m.ctx(), at)
		if err != nil {
			return err
		}
		_, _, err = t.Update(m.ctx(), room, g.ID, on, operation)
		return err
	}}
}

func (m *model) configure(at game.Place, on game.Occasion) action {
	s := game.Settings{Theme: []string{"", "moon"}[m.random.IntN(2)], Pings: game.Pings(m.random.IntN(3))}
	return action{fmt.Sprintf("configure %s to %+v", at, s), at, func(t *game.Table) error {
		room, err := t.Room(m.ctx(), at)
		if err != nil {
			return err
		}
		return t.Configure(m.ctx(), room, s, on)
	}}
}

// send notes a message of the running game, or takes one down.
func (m *model) send(at game.Place) action {
	g := m.room(at).Active
	if g == nil {
		return m.add(at, game.Occasion{Now: m.now})
	}
	slot := []string{"board", "ping"}[m.random.IntN(2)]
	posted := game.Posted{Game: g.ID, Slot: slot, Version: g.Version - uint32(m.random.IntN(2)), Ref: fmt.Sprint("m", m.random.IntN(4))}
	if m.random.IntN(3) == 0 {
		return action{fmt.Sprintf("take %s of game %d", slot, g.ID), at, func(t *game.Table) error {
			_, _, err := t.Take(m.ctx(), at, g.ID, slot)
			return err
		}}
	}
	return action{fmt.Sprintf("sent %+v", posted), at, func(t *game.Table) error {
		_, _, err := t.Sent(m.ctx(), at, posted)
		return err
	}}
}

func (m *model) forget(at game.Place) action {
	who := []game.Player{ana, bo, cy, den}[m.random.IntN(4)]
	return action{"forget " + string(who), at, func(t *game.Table) error { return t.Forget(m.ctx(), who, m.now) }}
}

// unexpected reports whether an error is one of the store rather than a refusal.
func unexpected(err error) bool {
	var failed *game.StoreError
	return errors.As(err, &failed)
}

// likeMemory does the same to the store and to one in memory, for less time than
// places are remembered.
func likeMemory(p *play, seed uint64) {
	steps := 500
	if testing.Short() {
		steps = 150
	}
	reference := &play{T: p.T, Subject: Subject{Store: game.NewMemory(timing), ForgetsInDue: true}}
	reference.table = game.NewTable(reference.Store, timing)
	m := model{
		play: reference, random: newRandom(seed, 5), now: noon,
		places: []game.Place{"p/t/a/", "p/t/b/", "p/u/a/", "q/t/a/"}, id: p.id,
	}
	for n := 0; n < steps && m.now.Before(noon.Add(2*timing.Retention-30*day)); n++ {
		m.pass()
		a := m.step()
		want, got := a.do(reference.table), a.do(p.table)
		if fmt.Sprint(want) != fmt.Sprint(got) {
			p.Fatalf("step %d, %s: %v; want %v", n, a.what, got, want)
		}
		m.wantSameRoom(p, a.at)
		if n%10 == 0 || n == steps-1 {
			m.wantSameDue(p)
			m.wantSameAnswers(p)
		}
		if p.Failed() {
			p.Fatalf("this was step %d, %s", n, a.what)
		}
	}
}

// pass lets some time pass: a little as a rule, and seldom days, in all less than
// a place is remembered for.
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

// wantSameDue compares what both hand out, in any order.
func (m *model) wantSameDue(p *play) {
	p.Helper()
	take := func(of *play) []game.Task {
		of.Helper()
		of.clean(m.now.Add(-time.Second))
		tasks, err := of.table.Due(of.Context(), m.now, 1000, everywhere)
		of.must(err)
		slices.SortFunc(tasks, func(a, b game.Task) int { return int(a.Game.ID) - int(b.Game.ID) })
		return tasks
	}
	p.wantSame("what is due", take(m.play), take(p))
	m.now = m.now.Add(time.Minute) // both hand it out again
}

// wantSameAnswers compares everything that can be asked.
func (m *model) wantSameAnswers(p *play) {
	p.Helper()
	people := []game.Player{ana, bo, cy, den}
	for _, at := range m.places {
		m.wantSameRoom(p, at)
		for _, one := range people {
			for _, other := range people {
				a, b, err := m.Store.Tally(m.ctx(), at, one, other)
				m.must(err)
				p.wantTally(at, one, other, a, b)
			}
		}
	}
	for _, who := range people {
		p.wantSame("the duels of "+string(who), sorted(m.play.duels(who, m.now)), sorted(p.duels(who, m.now)))
	}
	for n := range 40 {
		delivery := fmt.Sprint("d", n)
		want, known := m.delivered(delivery, m.now)
		if got, ok := p.delivered(delivery, m.now); got != want || ok != known {
			p.Errorf("%s has made %+v, %v; want %+v, %v", delivery, got, ok, want, known)
		}
	}
}

func (m *model) wantSameRoom(p *play, at game.Place) {
	p.Helper()
	want := m.room(at)
	p.wantSame(string(at), want, p.room(at))
	if want.Active == nil {
		return
	}
	for _, slot := range []string{"board", "ping"} {
		posted, _ := want.Posted(want.Active.ID, slot)
		p.wantPosted(*want.Active, slot, posted)
	}
}

// sorted is the duels in the order of their ids.
func sorted(d game.Duels) game.Duels {
	byID := func(a, b game.Game) int { return int(a.ID) - int(b.ID) }
	slices.SortFunc(d.Open, byID)
	slices.SortFunc(d.Refused, byID)
	return d
}
