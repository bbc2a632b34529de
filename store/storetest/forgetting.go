package storetest

import (
	"time"

	"othellobot/game"
)

func purges() []testCase {
	return []testCase{
		{"a purge forgets the places of its prefix and no others", purgeByPrefix},
		{"a purged place begins anew", purgedBeginsAnew},
	}
}

func cleanings() []testCase {
	return []testCase{
		{"games that are over are forgotten after their time", gamesForgotten},
		{"games that are not over stay", runningGamesStay},
		{"places are forgotten after twice the time", placesForgotten},
		{"places where something happens are not forgotten", placesStay},
	}
}

func purgeByPrefix(p *play) {
	places := []game.Place{
		"p/a%/1/", "p/a%/2/", "p/ab/1/", "p/a_/1/", "p/A%/1/", "p/a/1/", "p/a",
		"p/日本/1/", "p/日本/2/", "p/日曜/1/", "p/é/1/", "p/e\u0301/1/",
	}
	settings := game.Settings{Theme: "moon"}
	left := map[game.Place]game.Room{}
	for _, at := range places {
		over := p.resign(p.add(p.duel(at)), bo, noon)
		running, board := p.reserved(p.add(p.duel(at)), "board")
		challenge := p.add(p.challenge(at, cy, den))
		p.must(p.commit(game.Change{Place: at, Settings: &settings}))
		left[at] = game.Room{
			Place: at, Active: &running, Last: &over, Challenges: []*game.Game{&challenge}, Settings: settings, Slots: []game.Slot{board},
		}
	}
	for _, c := range []struct {
		prefix string
		gone   []game.Place
	}{
		{"q/", nil},
		{"p/a%/", places[0:2]},
		{"p/a_/", places[3:4]},
		{"p/日本/", places[7:9]},
		{"p/é/", places[10:11]},
		{"p/a", []game.Place{places[2], places[5], places[6]}},
	} {
		p.must(p.Store.Purge(p.Context(), c.prefix))
		for _, at := range c.gone {
			delete(left, at)
		}
		for _, at := range places {
			room, ok := left[at]
			if !ok {
				room = game.Room{Place: at}
			}
			p.wantSame("after "+c.prefix+", "+string(at), room, p.room(at))
			byAna, _, err := p.Store.Tally(p.Context(), at, ana, bo)
			if byAna == 1 != ok || err != nil {
				p.Errorf("after %s, ana has won %d times in %s, %v", c.prefix, byAna, at, err)
			}
		}
		if d := p.duels(ana, noon); d.Running != len(left) {
			p.Errorf("after %s, ana has %d duels, want %d", c.prefix, d.Running, len(left))
		}
		if d := p.duels(cy, noon); len(d.Open) != len(left) {
			p.Errorf("after %s, cy has %d challenges open, want %d", c.prefix, len(d.Open), len(left))
		}
	}
	if got := p.due(noon.Add(day), 99, "p/"); len(got) != 2*len(left) {
		p.Errorf("%d games are due, want %d", len(got), 2*len(left))
	}
}

func purgedBeginsAnew(p *play) {
	old := p.add(p.duel(here))
	p.must(p.Store.Purge(p.Context(), string(here)))
	p.must(p.Store.Purge(p.Context(), string(here)))
	p.want("a move in a game that is purged", p.commit(p.step(old)), game.ErrStale)
	if _, ok, err := p.Store.Next(p.Context(), everywhere); ok || err != nil {
		p.Errorf("something will be due: %v, %v", ok, err)
	}
	again := p.add(p.duel(here))
	p.wantSame("the room", game.Room{Place: here, Active: &again}, p.room(here))
}

// clean has the store forget what is to be forgotten by now.
func (p *play) clean(now time.Time) {
	p.Helper()
	p.must(p.Store.Clean(p.Context(), now))
}

func gamesForgotten(p *play) {
	last := p.resign(p.add(p.duel(here)), ana, noon)
	declined := p.decline(p.add(p.challenge(here, ana, bo)), bo, noon)
	want := func(after time.Duration, room game.Room, named ...game.ID) {
		p.Helper()
		room.Place = here
		p.clean(noon.Add(after))
		p.wantSame("the room", room, p.room(here))
		p.wantSame("what names ana", named, p.named(ana))
	}
	want(game.DeclinePeace-time.Millisecond, game.Room{Last: &last, Challenges: []*game.Game{&declined}}, last.ID, declined.ID)
	want(game.DeclinePeace, game.Room{Last: &last}, last.ID)
	want(timing.Retention-time.Millisecond, game.Room{Last: &last}, last.ID)
	want(timing.Retention, game.Room{})
	p.wantDuels(ana, 0, nil, nil)
}

func runningGamesStay(p *play) {
	g, challenge := p.add(p.duel(here)), p.add(p.challenge(here, cy, den))
	p.clean(noon.Add(10 * timing.Retention))
	p.wantSame("the room", game.Room{Place: here, Active: &g, Challenges: []*game.Game{&challenge}}, p.room(here))
}

func placesForgotten(p *play) {
	settings := game.Settings{Theme: "moon"}
	p.must(p.commit(game.Change{Place: here, Settings: &settings}))
	p.must(p.commit(game.Change{Place: there, Settings: &settings}))
	want := func(after time.Duration, at game.Place, s game.Settings) {
		p.Helper()
		p.clean(noon.Add(after))
		if got := p.room(at).Settings; got != s {
			p.Errorf("%v later, %s has %+v, want %+v", after, at, got, s)
		}
	}
	// A game there counts from its end.
	p.resign(p.add(p.duel(there)), ana, noon.Add(day))
	want(2*timing.Retention-time.Millisecond, here, settings)
	want(2*timing.Retention, here, game.Settings{})
	want(2*timing.Retention+day-time.Millisecond, there, settings)
	want(2*timing.Retention+day, there, game.Settings{})
}

func placesStay(p *play) {
	settings := game.Settings{Theme: "moon"}
	for _, at := range []game.Place{here, there} {
		p.must(p.commit(game.Change{Place: at, Settings: &settings}))
	}
	p.add(p.duel(here))
	p.must(p.commit(game.Change{Place: there, Settings: &settings, Now: noon.Add(timing.Retention)}))
	p.clean(noon.Add(2 * timing.Retention))
	for _, at := range []game.Place{here, there} {
		if got := p.room(at).Settings; got != settings {
			p.Errorf("%s has %+v", at, got)
		}
	}
}
