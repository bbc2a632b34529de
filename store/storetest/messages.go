package storetest

import (
	"time"

	"othellobot/game"
)

func messages() []testCase {
	return []testCase{
		{"messages come back", messagesComeBack},
		{"messages are replaced only if they are as the caller knows them", messagesCompared},
		{"messages of a game that is gone are not kept", messagesOfNothing},
		{"messages stay while their game changes", messagesStay},
		{"a message that was taken down stays down", messagesDown},
	}
}

// note replaces the messages of a game.
func (p *play) note(g game.Game, before *game.Messages, after game.Messages) error {
	return p.Store.Note(p.Context(), g.Place, g.ID, before, after)
}

func (p *play) wantPosted(g game.Game, slot string, want game.Posted) {
	p.Helper()
	got, ok := p.room(g.Place).Posted(g.ID, slot)
	if got != want || ok != (want != game.Posted{}) {
		p.Errorf("%s of game %d shows %+v, %v; want %+v", slot, g.ID, got, ok, want)
	}
}

// shown is one message in a slot.
func shown(g game.Game, slot, ref string) game.Messages {
	return game.Messages{Shown: []game.Posted{{Game: g.ID, Slot: slot, Version: g.Version, Ref: ref}}}
}

func messagesComeBack(p *play) {
	g, other := p.add(p.duel(here)), p.add(p.challenge(here, cy, den))
	board := game.Posted{Game: g.ID, Slot: "board", Version: 1, Ref: "m1"}
	ping := game.Posted{Game: g.ID, Slot: "ping", Version: 2, Ref: "m2"}
	ask := game.Posted{Game: other.ID, Slot: "board", Version: 3, Ref: "m3"}
	p.must(p.note(g, nil, game.Messages{Shown: []game.Posted{board, ping}}))
	p.must(p.note(other, nil, game.Messages{Shown: []game.Posted{ask}}))
	p.wantPosted(g, "board", board)
	p.wantPosted(g, "ping", ping)
	p.wantPosted(other, "board", ask)
	p.must(p.note(g, nil, game.Messages{Shown: []game.Posted{ping}}))
	p.wantPosted(g, "board", game.Posted{})
	p.wantPosted(g, "ping", ping)
	p.wantPosted(other, "board", ask)
	p.must(p.note(g, nil, game.Messages{}))
	p.wantPosted(g, "ping", game.Posted{})
	p.wantSame("the room", game.Room{Place: here, Active: &g, Challenges: []*game.Game{&other}}, p.room(here))
}

func messagesCompared(p *play) {
	g := p.add(p.duel(here))
	p.room(here)
	first, second := shown(g, "board", "m1"), shown(g, "board", "m2")
	second.Down = []game.Down{{Game: g.ID, Slot: "board", Ref: "m1"}}
	for _, step := range []struct {
		before *game.Messages
		after  game.Messages
		want   error
	}{
		{&first, second, game.ErrStale},
		{&game.Messages{}, first, nil},
		{&game.Messages{}, second, game.ErrStale},
		{&second, second, game.ErrStale},
		{&first, second, nil},
		{&game.Messages{Shown: second.Shown}, first, game.ErrStale}, // one was taken down
		{&second, game.Messages{Down: second.Down}, nil},
		{&game.Messages{Down: second.Down}, first, nil},
		{nil, game.Messages{}, nil},
		{&game.Messages{}, first, nil},
	} {
		p.want("a note", p.note(g, step.before, step.after), step.want)
	}
	p.wantPosted(g, "board", first.Shown[0])
}

func messagesOfNothing(p *play) {
	g := p.duel(here)
	g.Version = 1
	p.room(here)
	p.want("nothing was ever here", p.note(g, nil, shown(g, "board", "m")), game.ErrUnknown)
	p.want("nor as known", p.note(g, &game.Messages{}, shown(g, "board", "m")), game.ErrUnknown)
	g = p.add(g)
	p.must(p.note(g, nil, shown(g, "board", "m")))
	p.must(p.Store.Purge(p.Context(), string(here)))
	p.room(here)
	p.want("the game is purged", p.note(g, nil, shown(g, "board", "m")), game.ErrUnknown)
}

func messagesStay(p *play) {
	g := p.add(p.challenge(here, ana, bo))
	m := shown(g, "challenge", "m")
	p.must(p.note(g, nil, m))
	g = p.accept(g, bo, noon)
	p.wantPosted(g, "challenge", m.Shown[0])
	g = p.move(g, noon)
	p.wantPosted(g, "challenge", m.Shown[0])
	g = p.resign(g, ana, noon.Add(time.Minute))
	p.wantPosted(g, "challenge", m.Shown[0])
	next := p.add(p.duel(here))
	p.wantPosted(next, "challenge", game.Posted{})
}

func messagesDown(p *play) {
	g := p.add(p.duel(here))
	sent := func(version uint32, ref string) game.Posted {
		p.Helper()
		before, _, err := p.table.Sent(p.Context(), here, game.Posted{Game: g.ID, Slot: "board", Version: version, Ref: ref})
		p.must(err)
		return before
	}
	sent(1, "m1")
	if before := sent(2, "m2"); before.Ref != "m1" {
		p.Errorf("m2 comes after %+v", before)
	}
	sent(1, "m1") // late
	p.wantPosted(g, "board", game.Posted{Game: g.ID, Slot: "board", Version: 2, Ref: "m2"})
	taken, ok, err := p.table.Take(p.Context(), here, g.ID, "board")
	if taken.Ref != "m2" || !ok || err != nil {
		p.Errorf("taken is %+v, %v, %v", taken, ok, err)
	}
	sent(3, "m2") // a change of it that was on its way
	p.wantPosted(g, "board", game.Posted{})
	if taken, ok, err := p.table.Take(p.Context(), here, g.ID, "board"); ok || err != nil {
		p.Errorf("taken twice: %+v, %v", taken, err)
	}
}
