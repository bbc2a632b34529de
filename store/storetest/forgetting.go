package storetest

import (
	"time"

	"othellobot/game"
)

func cleanings() []testCase {
	return []testCase{
		{"games that are over are forgotten after their time", gamesForgotten},
		{"games that are not over stay", runningGamesStay},
		{"places are forgotten after twice the time", placesForgotten},
		{"places where something happens are not forgotten", placesStay},
	}
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
