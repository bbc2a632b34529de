package storetest

import (
	"fmt"
	"sync"
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
		{"those on a list are found, and told once by several at a time", listed},
		{"a purge of a tenant forgets the choices of its people and no others", personsPurged},
	}
}

// personOf is somebody with something in every field.
func personOf(p game.Player) game.Person {
	return game.Person{Player: p, Version: 1, Choices: game.Choices{Language: "pt-BR", Hours: 3, Told: 5, Coaching: game.Coaching{Level: 425, Step: -25}}, List: "p/team/ p/b/", Touched: noon.UnixMilli()}
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

	p.purge("p/team/")
	off := personOf("p//1")
	off.List, off.Version = "p/b/", 2
	p.wantPerson(off)
	if found, err := p.Store.Listed(p.Context(), "p/team/", 9); len(found) > 0 || err != nil {
		p.Errorf("on the list of a tenant that is gone are %v, %v", found, err)
	}
}

func listed(p *play) {
	p.must(game.Enlist(p.Context(), p.Store, ana, "p/team/", true, noon))
	p.must(game.Enlist(p.Context(), p.Store, bo, "p/team/", true, noon.Add(-12*time.Hour)))
	p.must(game.Enlist(p.Context(), p.Store, bo, "p/team/", true, noon))
	for n := range 8 {
		p.must(game.Enlist(p.Context(), p.Store, game.Player(fmt.Sprint("p//", n)), "p/team/", true, noon))
	}
	p.must(game.Enlist(p.Context(), p.Store, cy, "p/team/", true, noon.Add(-12*time.Hour)))
	p.must(game.Enlist(p.Context(), p.Store, den, "p/tea/", true, noon))
	if found, err := p.Store.Listed(p.Context(), "p/team/", 3); len(found) != 3 || err != nil {
		p.Errorf("three of a list are %v, %v", found, err)
	}
	told := make(map[game.Player]int)
	for day := range 2 {
		var mu sync.Mutex
		var all sync.WaitGroup
		for range 4 {
			all.Go(func() {
				called, err := game.Call(p.Context(), p.Store, "p/team/", ana, noon.Add(time.Duration(day)*game.CallPeace), 5)
				mu.Lock()
				defer mu.Unlock()
				if err != nil || len(called) > 5 {
					p.Errorf("called are %v, %v", called, err)
				}
				for _, who := range called {
					told[who]++
				}
			})
		}
		all.Wait()
		for who, n := range told {
			if n > day+1 || who == ana || who == cy || who == den {
				p.Errorf("on day %d %s is told, %d times in all", day+1, who, n)
			}
		}
		if len(told) != 9 {
			p.Errorf("told are %v", told)
		}
	}
	p.must(game.Enlist(p.Context(), p.Store, bo, "p/tea/", true, noon))
	p.must(game.Enlist(p.Context(), p.Store, bo, "p/team/", false, noon))
	p.must(p.Store.ForgetPerson(p.Context(), "p//1"))
	if found, err := p.Store.Listed(p.Context(), "p/team/", 99); len(found) != 9 || err != nil {
		p.Errorf("after two have left the list there are %v, %v", found, err)
	}
	for list, want := range map[string]int{"p/tea/": 2, "": 0, "p/": 0, "p/te_/": 0} {
		if found, err := p.Store.Listed(p.Context(), list, 99); len(found) != want || err != nil {
			p.Errorf("on the list %q are %v, %v", list, found, err)
		}
	}
}
