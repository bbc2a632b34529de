package storetest

import (
	"fmt"
	"slices"

	"othellobot/game"
	"othellobot/rules"
)

func kept() []testCase {
	return []testCase{
		{"what is kept of people is read back", keptComesBack},
		{"what is kept changes one version at a time, all or nothing", keptVersions},
		{"of those who change what is kept at the same time, one does", keptRace},
		{"no exercise comes of a game that does not name the player", exercisesUnnamed},
		{"those are named who have solved a puzzle there", solversNamed},
		{"those on a list are found", listed},
	}
}

// personOf is a person with something in every field.
func personOf(p game.Player) game.Person {
	return game.Person{Player: p, Version: 1, Choices: game.Choices{
		Language: "pt-BR", Board: "text", Hours: 3, Told: 5, Older: 4, Coaching: game.Coaching{Level: 425, Step: -25},
	}, List: "p/team/ p/b/", Touched: noon.UnixMilli()}
}

// puzzlerOf is a puzzler with something in every field.
func puzzlerOf(p game.Player) game.Puzzler {
	return game.Puzzler{
		Player: p, Grade: 2, Version: 1, Number: 214, Wrong: rules.SetOf(0, 63), Solved: true, Streak: 5, Total: 12, Where: here, Shared: true,
		Former: game.Solution{Number: 213, Wrong: 1, Where: there}, Touched: noon.UnixMilli(),
	}
}

// exerciseOf is an exercise of ana's with something in every field.
func exerciseOf(g game.Game, number int) game.Exercise {
	return game.Exercise{
		Player: ana, Game: g.ID, Number: number, Version: 1, Place: g.Place,
		Position: rules.Position{Black: rules.SetOf(0, 63), White: rules.SetOf(1), ToMove: rules.White},
		Played:   2, Best: 62, Faults: 1<<31 | 5, Right: 3, Due: 20454, Tried: 20453, Touched: noon.UnixMilli(),
	}
}

func (p *play) keep(k game.Kept) {
	p.Helper()
	p.must(p.Store.Keep(p.Context(), k))
}

func (p *play) keepPerson(kept game.Person) { p.Helper(); p.keep(game.Kept{Person: &kept}) }

func (p *play) keepPuzzler(kept game.Puzzler) { p.Helper(); p.keep(game.Kept{Puzzler: &kept}) }

func (p *play) wantPerson(want game.Person) {
	p.Helper()
	got, err := p.Store.Person(p.Context(), want.Player)
	p.wantSame("a person", want, got)
	p.must(err)
}

func (p *play) wantPuzzler(want game.Puzzler) {
	p.Helper()
	got, err := p.Store.Puzzler(p.Context(), want.Player, want.Grade)
	p.wantSame("a puzzler", want, got)
	p.must(err)
}

func (p *play) wantExercises(who game.Player, want ...game.Exercise) {
	p.Helper()
	got, err := p.Store.Exercises(p.Context(), who)
	p.must(err)
	slices.SortFunc(got, func(a, b game.Exercise) int { return int(a.Game)*1000 + a.Number - int(b.Game)*1000 - b.Number })
	p.wantSame("the exercises of "+string(who), want, got)
}

func keptComesBack(p *play) {
	p.wantPerson(game.Person{Player: ana})
	p.wantPuzzler(game.Puzzler{Player: ana, Grade: 2})
	person, puzzler := personOf(ana), puzzlerOf(ana)
	first, second, third := exerciseOf(p.add(p.duel(here)), 0), exerciseOf(p.add(p.duel(there)), 0), exerciseOf(game.Game{ID: 2, Place: there}, 17)
	p.keep(game.Kept{Person: &person, Puzzler: &puzzler, Exercises: []game.Exercise{first}})
	p.keep(game.Kept{Exercises: []game.Exercise{second, third}})
	p.wantPerson(person)
	p.wantPerson(game.Person{Player: bo})
	p.wantPuzzler(puzzler)
	p.wantPuzzler(game.Puzzler{Player: ana, Grade: 1})
	p.wantPuzzler(game.Puzzler{Player: bo, Grade: 2})
	p.wantExercises(ana, first, second, third)
	p.wantExercises(bo)
	person = game.Person{Player: ana, Version: 2, Touched: noon.UnixMilli()}
	puzzler = game.Puzzler{Player: ana, Grade: 2, Version: 2}
	p.keep(game.Kept{Person: &person, Puzzler: &puzzler})
	p.wantPerson(person)
	p.wantPuzzler(puzzler)
	second.Version, second.Right, second.Due, second.Tried, second.Touched = 2, 0, 0, 20460, second.Touched+1
	for _, want := range []error{nil, game.ErrStale} {
		changed := game.Kept{Exercises: []game.Exercise{second}, Dropped: []game.Exercise{first, exerciseOf(game.Game{ID: 77}, 1)}}
		p.want("changed exercises", p.Store.Keep(p.Context(), changed), want)
		p.wantExercises(ana, second, third)
	}
}

// keptVersions keeps each kind in versions that do not follow, with one of each other kind.
func keptVersions(p *play) {
	g := p.add(p.duel(here))
	all := func(versions [3]uint32) game.Kept {
		person, puzzler, exercise := personOf(ana), puzzlerOf(ana), exerciseOf(g, 1)
		person.Version, puzzler.Version, exercise.Version = versions[0], versions[1], versions[2]
		return game.Kept{Person: &person, Puzzler: &puzzler, Exercises: []game.Exercise{exerciseOf(g, 2+int(versions[0])), exercise}}
	}
	stand := game.Kept{Person: &game.Person{Player: ana}, Puzzler: &game.Puzzler{Player: ana, Grade: 2}}
	for next := range uint32(3) {
		for kind := range 3 {
			for _, wrong := range []uint32{next + 2, next} {
				versions := [3]uint32{next + 1, next + 1, next + 1}
				if versions[kind] = wrong; wrong == 0 {
					continue
				}
				p.want(fmt.Sprint("versions ", versions), p.Store.Keep(p.Context(), all(versions)), game.ErrStale)
			}
		}
		p.wantPerson(*stand.Person)
		p.wantPuzzler(*stand.Puzzler)
		stand = all([3]uint32{next + 1, next + 1, next + 1})
		p.keep(stand)
	}
	if got, err := p.Store.Exercises(p.Context(), ana); len(got) != 4 || err != nil {
		p.Errorf("the exercises are %+v, %v", got, err)
	}
}

func keptRace(p *play) {
	g := p.add(p.duel(here))
	for what, k := range map[string]game.Kept{
		"person": {Person: new(personOf(ana))}, "puzzler": {Puzzler: new(puzzlerOf(ana))}, "exercise": {Exercises: []game.Exercise{exerciseOf(g, 1)}},
	} {
		p.wantOnce("the first version of a "+what, func(int) error { return p.Store.Keep(p.Context(), k) })
	}
}

func exercisesUnnamed(p *play) {
	g := p.add(p.duel(here))
	of := exerciseOf(g, 1)
	of.Player = cy
	for what, e := range map[string]game.Exercise{"of another player": of, "of no game": exerciseOf(game.Game{ID: 99, Place: here}, 1)} {
		p.want("an exercise "+what, p.Store.Keep(p.Context(), game.Kept{Exercises: []game.Exercise{e}}), game.ErrStale)
	}
	over := p.end(there, ana, bo, bo, noon)
	p.keep(game.Kept{Exercises: []game.Exercise{exerciseOf(over, 1)}})
	p.must(p.forget(ana, noon))
	for _, g := range []game.Game{g, over} {
		p.want("an exercise of who is forgotten", p.Store.Keep(p.Context(), game.Kept{Exercises: []game.Exercise{exerciseOf(g, 1)}}), game.ErrStale)
	}
	p.wantExercises(ana)
}

func solversNamed(p *play) {
	keep := func(who game.Player, number int, wrong rules.Bitboard, solved bool, at game.Place, former game.Solution) {
		p.keepPuzzler(game.Puzzler{
			Player: who, Grade: 1, Version: 1, Number: number, Wrong: wrong, Solved: solved, Where: at, Former: former, Touched: noon.UnixMilli(),
		})
	}
	keep(ana, 7, rules.SetOf(3), true, here, game.Solution{Number: 6, Where: there})
	keep(bo, 7, 0, true, here, game.Solution{Number: 6, Wrong: 1, Where: here})
	keep(cy, 7, rules.SetOf(3, 4), false, here, game.Solution{Number: 6, Where: here})
	keep(den, 7, 0, true, "", game.Solution{})
	for _, c := range []struct {
		at           game.Place
		grade        uint8
		number, most int
		want         []game.Solver
	}{
		{here, 1, 7, 9, []game.Solver{{Player: bo}, {Player: ana, Wrong: 1}}},
		{here, 1, 7, 1, []game.Solver{{Player: bo}}},
		{here, 1, 6, 9, []game.Solver{{Player: cy}, {Player: bo, Wrong: 1}}},
		{there, 1, 6, 9, []game.Solver{{Player: ana}}},
		{there, 1, 7, 9, nil},
		{here, 1, 5, 9, nil},
		{here, 2, 7, 9, nil},
		{"", 1, 7, 9, nil},
	} {
		got, err := p.Store.Solvers(p.Context(), c.at, c.grade, c.number, c.most)
		p.must(err)
		p.wantSame(fmt.Sprintf("who has solved %d in %q", c.number, c.at), c.want, got)
	}
}

func listed(p *play) {
	enlist := func(who game.Player, list string, on bool) {
		p.Helper()
		p.must(game.Enlist(p.Context(), p.Store, who, list, on, noon))
	}
	find := func(list string, most, want int) {
		p.Helper()
		if found, err := p.Store.Listed(p.Context(), list, most); len(found) != want || err != nil {
			p.Errorf("on the list %q are %v, %v", list, found, err)
		}
	}
	for n := range 10 {
		enlist(game.Player(fmt.Sprint("p//", n)), "p/team/", true)
	}
	enlist(den, "p/tea/", true)
	find("p/team/", 3, 3)
	enlist("p//0", "p/tea/", true)
	enlist("p//0", "p/team/", false)
	p.must(p.forget("p//1", noon))
	find("p/team/", 99, 8)
	find("p/tea/", 99, 2)
	for _, list := range []string{"", "p/", "p/te_/", "p/team"} {
		find(list, 99, 0)
	}
}
