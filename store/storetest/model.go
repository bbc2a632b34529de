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
	"othellobot/rules"
	"othellobot/store"
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

// action is something that can be done to any store, and gives the same answer
// on equal ones.
type action struct {
	what string
	at   game.Place
	do   func(of *play) (any, error)
}

// step is anything at all, seen from the model's own table.
func (m *model) step() action {
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
		return m.note(at)
	case n < 98:
		who := []game.Player{ana, bo, cy, den}[m.random.IntN(4)]
		return action{"forget " + string(who), at, func(of *play) (any, error) { return nil, of.table.Forget(m.ctx(), of.Store, of.Store, who, m.now) }}
	default:
		return m.tombstone(at)
	}
}

// tombstone buries, revives or purges a place or its tenant.
func (m *model) tombstone(at game.Place) action {
	prefix, loss := string(at), game.LossOfPlace
	if m.random.IntN(2) == 0 {
		prefix, loss = prefix[:len("p/t/")], game.LossOfTenant
	}
	switch m.random.IntN(5) {
	case 0:
		return action{"revive " + prefix, at, func(of *play) (any, error) { return nil, of.Store.Revive(m.ctx(), prefix) }}
	case 1, 2:
		return action{"bury " + prefix, at, func(of *play) (any, error) { return nil, of.Store.Bury(m.ctx(), game.Lost(prefix, loss, m.now)) }}
	default:
		return action{"purge what is confirmed", at, func(of *play) (any, error) {
			for {
				m.now = m.now.Add(game.PurgePause)
				if more, err := of.Store.Purge(m.ctx(), m.now); !more || err != nil {
					return nil, err
				}
			}
		}}
	}
}

func (m *model) ctx() context.Context { return m.play.Context() }

// propose has a table make a proposal in a place, by a delivery now and then.
func (m *model) propose(what string, at game.Place, p game.Proposal) action {
	if m.random.IntN(3) == 0 {
		p.Delivery = game.Delivery(fmt.Sprint("d", m.random.IntN(40)))
	}
	p.Now = m.now
	return action{what + " in " + string(at), at, func(of *play) (any, error) {
		room, known, err := of.table.Load(m.ctx(), at, p.Delivery)
		if known || err != nil {
			return known, err
		}
		return of.table.Do(m.ctx(), room, p)
	}}
}

func (m *model) add(at game.Place) action {
	kinds := beginnings(m.id(), at, m.now)
	g := kinds[m.random.IntN(len(kinds))]
	return m.propose(fmt.Sprintf("game %d of mode %d in phase %d", g.ID, g.Mode, g.Phase), at, game.Proposal{
		New: &g, By: g.Starter, MakeWay: m.random.IntN(2) == 0, Display: m.display(),
	})
}

// change is a change of any game in a place, if there is one.
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
	proposal := game.Proposal{Game: g.ID, Operation: anything(m.random, *g, m.now), Display: m.display()}
	if m.random.IntN(8) == 0 {
		proposal.Operation = nil
	}
	return m.propose(fmt.Sprintf("change game %d", g.ID), at, proposal)
}

// vote is a vote in the game that runs in a place, if one does.
func (m *model) vote(at game.Place) action {
	g := m.room(at).Active
	if g == nil {
		return m.change(at)
	}
	w := game.Wish{By: []game.Player{ana, bo, cy, den}[m.random.IntN(4)], Square: g.Position().Legal().First(), Now: m.now}
	if m.random.IntN(3) == 0 {
		w.Square = rules.Square(m.random.IntN(64))
	}
	if m.random.IntN(3) == 0 {
		w.Delivery = game.Delivery(fmt.Sprint("d", m.random.IntN(40)))
	}
	return action{fmt.Sprintf("vote %+v in game %d", w, g.ID), at, func(of *play) (any, error) {
		room, known, err := of.table.Load(m.ctx(), at, w.Delivery)
		if known || err != nil {
			return known, err
		}
		_, err = of.table.Vote(m.ctx(), room, g.ID, w)
		return nil, err
	}}
}

// display says what a proposal does with the slots of its game.
func (m *model) display() (d game.Display) {
	for _, name := range []game.SlotName{"board", "ping"} {
		if act := m.random.IntN(5); act < 3 {
			d.Acts = append(d.Acts, game.SlotChange{Name: name, Act: game.SlotAct(act)})
		}
	}
	return d
}

// note notes a message of a game in a place.
func (m *model) note(at game.Place) action {
	slots := m.room(at).Slots
	if len(slots) == 0 {
		return m.change(at)
	}
	s := slots[m.random.IntN(len(slots))]
	n := game.Note{
		Place: at, Game: s.Game, Slot: s.Name, Post: s.Post - uint32(m.random.IntN(5)/4),
		Shown: s.Want + 1 - uint32(m.random.IntN(3)), Ref: game.Ref(fmt.Sprint("m", m.random.IntN(100))), Now: m.now,
	}
	switch m.random.IntN(6) {
	case 0:
		n.Ref, n.Fate = "", game.FateDormant
	case 1:
		n.Ref, n.Fate = s.Ref, game.FateGone
	}
	return action{fmt.Sprintf("note %+v", n), at, func(of *play) (any, error) { return of.Store.Note(m.ctx(), n) }}
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
	reference := &play{T: p.T, Subject: Subject{Store: store.NewMemory(timing)}}
	reference.table = game.NewTable(reference.Store, timing)
	m := model{
		play: reference, random: newRandom(seed, 5), now: noon,
		places: []game.Place{"p/t/a/", "p/t/b/", "p/u/a/", "q/t/a/"}, id: p.id,
	}
	for n := 0; n < steps && m.now.Before(noon.Add(2*timing.Retention-30*day)); n++ {
		m.pass()
		a := m.step()
		want, refusal := a.do(reference)
		got, err := a.do(p)
		if fmt.Sprint(refusal) != fmt.Sprint(err) {
			p.Fatalf("step %d, %s: %v; want %v", n, a.what, err, refusal)
		}
		p.wantSame("what came of it", want, got)
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
		tasks, err := of.table.Due(of.Context(), of.Store, m.now, 1000, everywhere)
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
		for g := range m.room(at).Games() {
			p.wantSame("what is kept of it", m.finished(g.ID), p.finished(g.ID))
		}
	}
	for _, who := range people {
		p.wantSame("the records of "+string(who), m.records(who), p.records(who))
		p.wantSame("the duels of "+string(who), sorted(m.play.duels(who, m.now)), sorted(p.duels(who, m.now)))
	}
	for n := range 40 {
		delivery := game.Delivery(fmt.Sprint("d", n))
		if want, got := m.seen(delivery), p.seen(delivery); got != want {
			p.Errorf("%s has made %+v, want %+v", delivery, got, want)
		}
	}
}

func (m *model) wantSameRoom(p *play, at game.Place) {
	p.Helper()
	want := m.room(at)
	p.wantSame(string(at), want, p.room(at))
	if want.Active != nil {
		p.wantSame("the votes", m.allVotes(*want.Active), p.allVotes(*want.Active))
	}
}

// sorted is the duels in the order of their ids.
func sorted(d game.Duels) game.Duels {
	byID := func(a, b game.Game) int { return int(a.ID) - int(b.ID) }
	slices.SortFunc(d.Running, byID)
	slices.SortFunc(d.Open, byID)
	slices.SortFunc(d.Refused, byID)
	return d
}
