package storetest

import (
	"time"

	"othellobot/game"
)

func deliveries() []testCase {
	return []testCase{
		{"a delivery is known, with what it made", deliveryKnown},
		{"a delivery is known for its time and no longer", deliveryForgotten},
	}
}

func (p *play) delivered(id string, now time.Time) (game.Made, bool) {
	p.Helper()
	made, known, err := p.Store.Delivered(p.Context(), id, now)
	p.must(err)
	return made, known
}

func deliveryKnown(p *play) {
	if made, known := p.delivered("d1", noon); known || made != (game.Made{}) {
		p.Errorf("a delivery that never came has made %+v, %v", made, known)
	}
	start := begin(p.duel(here))
	start.Delivery = "d1"
	p.must(p.commit(start))
	move := p.step(*start.Steps[0].After)
	move.Delivery = "d2"
	p.must(p.commit(move))
	g := move.Steps[0].After
	settings := game.Change{
		Place: here, Steps: []game.Step{{Before: g, After: g}}, Settings: &game.Settings{Theme: "moon"}, Delivery: "d3",
	}
	p.must(p.commit(settings))
	for id, want := range map[string]game.Made{"d1": {Game: g.ID, Version: 1}, "d2": {Game: g.ID, Version: 2}, "d3": {}} {
		if made, known := p.delivered(id, noon); !known || made != want {
			p.Errorf("%s has made %+v, %v; want %+v", id, made, known, want)
		}
	}
	if _, known := p.delivered("", noon); known {
		p.Error("no delivery is a known one")
	}
	other := begin(p.duel(there))
	other.Delivery = "d2"
	p.want("the same delivery in another place", p.commit(other), game.ErrDuplicate)
	next := p.step(*g)
	next.Delivery = "d2"
	p.want("the same delivery with the next move", p.commit(next), game.ErrDuplicate)
	p.wantSame("the room", game.Room{Place: here, Active: g, Settings: game.Settings{Theme: "moon"}}, p.room(here))
}

func deliveryForgotten(p *play) {
	name := func(theme, delivery string, now time.Time) error {
		return p.commit(game.Change{Place: here, Settings: &game.Settings{Theme: theme}, Delivery: delivery, Now: now})
	}
	p.must(name("a", "d", noon))
	late := noon.Add(game.DeliveryMemory)
	if _, known := p.delivered("d", late.Add(-time.Millisecond)); !known {
		p.Error("forgotten too early")
	}
	p.want("within its time", name("b", "d", late.Add(-time.Millisecond)), game.ErrDuplicate)
	if _, known := p.delivered("d", late); known {
		p.Error("known too long")
	}
	p.must(name("c", "d", late)) // whether or not the store was cleaned meanwhile
	if _, known := p.delivered("d", late.Add(time.Minute)); !known {
		p.Error("the delivery that came again is not known")
	}
	p.want("once more", name("e", "d", late.Add(time.Minute)), game.ErrDuplicate)
	if theme := p.room(here).Settings.Theme; theme != "c" {
		p.Errorf("the theme is %q", theme)
	}

	move := p.step(p.add(p.duel(here)))
	move.Delivery, move.Now = "d", late.Add(game.DeliveryMemory+time.Minute)
	p.must(p.commit(move))
	if made, known := p.delivered("d", move.Now); made != move.Makes() || !known {
		p.Errorf("the move's delivery has made %+v, %v", made, known)
	}
}
