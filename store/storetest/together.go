package storetest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"othellobot/game"
)

var concurrentCases = []testCase{
	{"of many equal changes at once one is made", repetitionsAtOnce},
	{"each due place goes to one of many callers", duesAtOnce},
	{"reads see everything stored before", readsAtOnce},
	{"random concurrent actions leave a store consistent", anythingAtOnce},
}

const crowd = 8

func atOnce(do func(who int)) {
	var group sync.WaitGroup
	for who := range crowd {
		group.Go(func() { do(who) })
	}
	group.Wait()
}

func gather[T any](do func(who int) []T) (all []T) {
	var mu sync.Mutex
	atOnce(func(who int) {
		some := do(who)
		mu.Lock()
		defer mu.Unlock()
		all = append(all, some...)
	})
	return all
}

// wantOnce lets all callers store the same change. It must be stored once and be stale for the others.
func (p *caseRun) wantOnce(what string, store func(who int) error) {
	p.Helper()
	stored := 0
	for _, err := range gather(func(who int) []error { return []error{store(who)} }) {
		if err == nil {
			stored++
		} else {
			p.want(what+" that others have stored", err, game.ErrStale)
		}
	}
	if stored != 1 {
		p.Errorf("%d have stored %s", stored, what)
	}
}

func repetitionsAtOnce(p *caseRun) {
	g := p.played(here, ana, bo)
	for n := range 20 {
		proposal := game.Proposal{Game: g.ID, Operation: playFirst}
		switch n {
		case 0:
			proposal = game.Proposal{New: &g}
		case 19:
			proposal.By, proposal.Operation = bo, ratedResigned
		}
		c := p.planned(here, proposal)
		p.wantOnce("a change", func(who int) error {
			mine := c
			mine.Async = who == 0
			return p.save(mine)
		})
		p.wantSame("the room", c.Room, p.room(here))
	}
	p.wantTally(here, ana, bo, 1, 0)
	if r := p.ratings(here.Tenant(), ana); len(r) != 1 || r[0].Games != 1 {
		p.Errorf("ana is rated %+v", r)
	}
}

func duesAtOnce(p *caseRun) {
	const games = 60
	for n := range games {
		p.add(p.duel(place(n)))
	}
	taken := gather(func(int) (taken []game.Place) {
		for range games {
			due, err := p.Store.Due(p.Context(), noon.Add(day), noon.Add(2*day), 7, everywhere)
			if err != nil {
				p.Error(err)
			}
			for _, r := range due.Rooms {
				taken = append(taken, r.Place)
			}
		}
		return taken
	})
	taken = append(taken, p.due(noon.Add(day), games, everywhere...)...) // the rest
	slices.Sort(taken)
	if len(taken) != games || len(slices.Compact(taken)) != games {
		p.Errorf("of %d places those were taken: %v", games, taken)
	}
}

// readsAtOnce checks that a room knows a delivery exactly if it has the delivery's move.
func readsAtOnce(p *caseRun) {
	const moves = 40
	g := p.add(p.duel(here))
	var stored atomic.Uint32
	ctx, cancel := context.WithCancel(p.Context())
	var group sync.WaitGroup
	group.Go(func() {
		defer cancel()
		for n := range uint32(moves) {
			p.do(here, game.Proposal{Game: g.ID, Now: noon.Add(time.Minute), Operation: playFirst, Delivery: game.Delivery(fmt.Sprint(n + 1))})
			stored.Store(n + 1)
		}
	})
	for range crowd {
		group.Go(func() {
			for next := uint32(1); ctx.Err() == nil && next <= moves; {
				least, delivery := stored.Load(), game.Delivery(fmt.Sprint(next))
				room, err := p.Store.Load(p.Context(), here, delivery)
				if err != nil || room.Active == nil || room.Active.Turn < least || room.Knows(delivery) != (room.Active.Turn >= next) {
					p.Errorf("read %+v, %v; turn %d was stored, and the delivery makes turn %d", room, err, least, next)
					return
				}
				if room.Knows(delivery) {
					next++
				}
			}
		})
	}
	group.Wait()
}

func anythingAtOnce(p *caseRun) {
	places := []game.Place{"p/t/a/", "p/t/b/", "q/t/a/"}
	var last atomic.Uint64
	atOnce(func(who int) {
		for n := range 40 {
			m := model{
				caseRun: &caseRun{T: p.T, Subject: p.Subject, table: p.table},
				random:  newRandom(uint64(who), uint64(n)), now: noon.Add(time.Duration(n) * time.Hour),
				places: places, id: func() game.ID { return game.ID(last.Add(1)) },
			}
			_, err := m.nextAction().do(p)
			if failed := new(game.StoreError); errors.As(err, &failed) {
				p.Error(err)
			}
		}
	})
	for _, who := range everybody {
		running := 0
		for _, at := range places {
			if g := p.room(at).Active; g != nil && g.Mode == game.Duel {
				if _, seated := g.Side(who); seated {
					running++
				}
			}
		}
		if d, err := p.table.Duels(p.Context(), who, noon); len(d.Running) != running || err != nil {
			p.Errorf("%s has %d duels running, %v; want %d", who, len(d.Running), err, running)
		}
	}
}
