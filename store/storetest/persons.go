package storetest

import (
	"time"

	"othellobot/game"
	"othellobot/rules"
)

func persons() []testCase {
	return []testCase{
		{"what somebody has chosen is read back", personKept},
		{"choices change one version at a time", personVersions},
		{"choices are forgotten on demand", personForgotten},
		{"choices go after their time if nothing else is kept", personCleaned},
		{"a purge of a tenant forgets the choices of its people and no others", personsPurged},
	}
}

// personOf is somebody with something in every field.
func personOf(p game.Player) game.Person {
	return game.Person{Player: p, Version: 1, Choices: game.Choices{Language: "pt-BR"}, Touched: noon.UnixMilli()}
}

func (p *play) wantPerson(want game.Person) {
	p.Helper()
	got, err := p.Store.Person(p.Context(), want.Player)
	if got != want || err != nil {
		p.Errorf("kept is %+v, %v, want %+v", got, err, want)
	}
}

func (p *play) keepPerson(kept game.Person) {
	p.Helper()
	p.must(p.Store.KeepPerson(p.Context(), kept))
}

func personKept(p *play) {
	p.wantPerson(game.Person{Player: ana})
	p.keepPerson(personOf(ana))
	p.wantPerson(personOf(ana))
	p.wantPerson(game.Person{Player: bo})
	none := game.Person{Player: ana, Version: 2, Touched: noon.UnixMilli()}
	p.keepPerson(none)
	p.wantPerson(none)
}

func personVersions(p *play) {
	later := personOf(ana)
	later.Version = 2
	p.want("a second version of nothing", p.Store.KeepPerson(p.Context(), later), game.ErrStale)
	p.keepPerson(personOf(ana))
	p.want("the first version twice", p.Store.KeepPerson(p.Context(), personOf(ana)), game.ErrStale)
	later.Version = 3
	p.want("a version that leaves one out", p.Store.KeepPerson(p.Context(), later), game.ErrStale)
	later.Version = 2
	p.keepPerson(later)
	p.wantPerson(later)
}

func personForgotten(p *play) {
	p.keepPerson(personOf(ana))
	p.keepPerson(personOf(bo))
	p.must(p.Store.ForgetPerson(p.Context(), ana))
	p.wantPerson(game.Person{Player: ana})
	p.wantPerson(personOf(bo))
	p.keepPerson(personOf(ana))
}

func personCleaned(p *play) {
	for _, who := range []game.Player{ana, bo, cy} {
		p.keepPerson(personOf(who))
	}
	end := noon.Add(2 * timing.Retention)
	puzzler := game.Puzzler{Player: ana, Version: 1, Number: 7, Wrong: rules.SetOf(3), Touched: end.UnixMilli()}
	p.keep(puzzler)
	recent := personOf(cy)
	recent.Version, recent.Touched = 2, noon.Add(day).UnixMilli()
	p.keepPerson(recent)
	p.clean(end.Add(-time.Millisecond))
	p.wantPerson(personOf(bo))
	p.clean(end)
	known := personOf(ana)
	known.Touched = end.UnixMilli()
	p.wantPerson(known)
	p.wantPerson(game.Person{Player: bo})
	p.wantPerson(recent)
}

func personsPurged(p *play) {
	others := []game.Player{"p/b/1", "p/a0/1", "p//1", "q/a/1"}
	for _, who := range append(others, "p/a/1", "p/a/2") {
		p.keepPerson(personOf(who))
	}
	p.purge("p/a/")
	p.wantPerson(game.Person{Player: "p/a/1"})
	p.wantPerson(game.Person{Player: "p/a/2"})
	for _, who := range others {
		p.wantPerson(personOf(who))
	}
	p.keepPerson(personOf("p/a/1"))
}
