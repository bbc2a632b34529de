package storetest

import (
	"context"
	"fmt"
	"sync"
	"time"

	"othellobot/game"
)

func deliveries() []testCase {
	return []testCase{
		{"a delivery is known, with what it made", deliveryKnown},
		{"a delivery is known for its time, until the store is cleaned", deliveryForgotten},
		{"who is told of a delivery is told of what it made", deliveryWithRoom},
	}
}

// seen tells what a delivery has made.
func (p *play) seen(id game.Delivery) game.Seen {
	p.Helper()
	_, seen, err := p.Store.Load(p.Context(), here, id)
	p.must(err)
	return seen
}

func deliveryKnown(p *play) {
	if seen := p.seen("d1"); seen != (game.Seen{}) {
		p.Errorf("a delivery that never came has made %+v", seen)
	}
	start := begin(p.duel(here))
	start.Delivery = "d1"
	p.must(p.commit(start))
	move := p.step(*start.Steps[0].After)
	move.Delivery = "d2"
	p.must(p.commit(move))
	g := move.Steps[0].After
	settings := game.Change{
		Place: here, Steps: []game.Step{{Before: g, After: g}}, Settings: &game.Settings{Theme: "moon", Friendly: true}, Delivery: "d3",
	}
	p.must(p.commit(settings))
	for id, want := range map[game.Delivery]game.GameVersion{"d1": {Game: g.ID, Version: 1}, "d2": {Game: g.ID, Version: 2}, "d3": {}} {
		if seen := p.seen(id); seen != (game.Seen{Known: true, Latest: want}) {
			p.Errorf("%s has made %+v, want %+v", id, seen, want)
		}
	}
	if p.seen("").Known {
		p.Error("no delivery is a known one")
	}
	other := begin(p.duel(there))
	other.Delivery = "d2"
	p.want("the same delivery in another place", p.commit(other), game.ErrDuplicate)
	next := p.step(*g)
	next.Delivery = "d2"
	p.want("the same delivery with the next move", p.commit(next), game.ErrDuplicate)
	alone := game.Change{Place: here, Delivery: "alone"}
	p.must(p.commit(alone))
	p.want("a delivery that changed nothing, again", p.commit(alone), game.ErrDuplicate)
	p.wantSame("the room", game.Room{Place: here, Active: g, Settings: game.Settings{Theme: "moon", Friendly: true}}, p.room(here))
}

// deliveryForgotten: it is known until the store is cleaned an hour after its time at the latest.
func deliveryForgotten(p *play) {
	name := func(theme string, now time.Time) error {
		return p.commit(game.Change{Place: here, Settings: &game.Settings{Theme: theme}, Delivery: "d", Now: now})
	}
	p.must(name("a", noon))
	late := noon.Add(game.DeliveryMemory)
	p.clean(late.Add(-time.Millisecond))
	if !p.seen("d").Known {
		p.Error("forgotten too early")
	}
	p.want("within its time", name("b", late), game.ErrDuplicate)
	p.clean(late.Add(time.Hour))
	if p.seen("d").Known {
		p.Error("known too long")
	}
	p.must(name("c", late))
	if !p.seen("d").Known {
		p.Error("the delivery that came again is not known")
	}
	p.want("once more", name("e", late), game.ErrDuplicate)
	if theme := p.room(here).Settings.Theme; theme != "c" {
		p.Errorf("the theme is %q", theme)
	}
}

// deliveryWithRoom has many read while deliveries come: who is told that one has
// made something finds it in the room, and who finds it there is told.
func deliveryWithRoom(p *play) {
	g := p.add(p.duel(here))
	ctx, cancel := context.WithCancel(p.Context())
	var group sync.WaitGroup
	group.Go(func() {
		defer cancel()
		for range 40 {
			move := p.step(g)
			g = *move.Steps[0].After
			move.Delivery = game.Delivery(fmt.Sprint("d", g.Version))
			p.must(p.commit(move))
		}
	})
	for range crowd {
		group.Go(func() {
			for version := uint32(2); ctx.Err() == nil && version <= 41; {
				room, seen, err := p.Store.Load(p.Context(), here, game.Delivery(fmt.Sprint("d", version)))
				if err != nil || room.Active == nil || seen.Known != (room.Active.Version >= version) {
					p.Errorf("%+v, %+v, %v; the delivery makes version %d", room.Active, seen, err, version)
					return
				}
				if seen.Known {
					version++
				}
			}
		})
	}
	group.Wait()
}
