package storetest

import (
	"fmt"

	"othellobot/game"
	"othellobot/people"
)

var documentCases = []testCase{
	{"documents of people are read back", keptComesBack},
	{"documents change one version at a time", keptVersions},
	{"of concurrent changes of a document one succeeds", keptRace},
	{"a change with a game is refused unless the game names the player", keptUnnamed},
	{"solvers are found by place and puzzle", solversNamed},
	{"people on a list are found", listed},
}

var kinds = []people.Kind{people.ChoicesKind, people.PuzzlesKind, people.ExercisesKind}

func keptOf(who game.Player, kind people.Kind) people.Document {
	k := people.Document{Player: who, Kind: kind, Version: 1, Touched: noon.UnixMilli(), Doc: fmt.Sprintf(`{"%s":"é%%'\\"}`, kind)}
	if kind == people.ChoicesKind {
		k.List = "p/team/ p/b/"
	}
	return k
}

func allDocuments(who game.Player) (all []people.Document) {
	for _, kind := range kinds {
		all = append(all, keptOf(who, kind))
	}
	return all
}

func (p *caseRun) keep(all ...people.Document) {
	p.Helper()
	for _, k := range all {
		p.must(p.Store.SaveDocument(p.Context(), people.Change{Document: k, Before: k.Version - 1}))
	}
}

func (p *caseRun) wantKept(all ...people.Document) {
	p.Helper()
	for _, want := range all {
		got, err := p.Store.LoadDocument(p.Context(), want.Player, want.Kind)
		p.must(err)
		p.wantSame("what is kept", want, got)
	}
}

func (p *caseRun) wantNothing(who game.Player) {
	p.Helper()
	for _, kind := range kinds {
		p.wantKept(people.Document{Player: who, Kind: kind})
	}
}

func keptComesBack(p *caseRun) {
	p.wantNothing(ana)
	p.keep(allDocuments(ana)...)
	p.wantKept(allDocuments(ana)...)
	p.wantNothing(bo)
	for _, kind := range kinds {
		next := people.Document{Player: ana, Kind: kind, Version: 2, Touched: noon.UnixMilli() + 1, Doc: "{}"}
		p.keep(next)
		p.wantKept(next)
	}
}

func keptVersions(p *caseRun) {
	for stands := range int64(3) {
		for _, before := range []int64{stands - 1, stands + 1} {
			wrong := people.Change{Document: keptOf(ana, people.PuzzlesKind), Before: before, Tried: people.PuzzleProgress{Number: 7, Place: here}}
			if wrong.Version = stands + 1; before >= 0 {
				p.want(fmt.Sprintf("of version %d over %d", before, stands), p.Store.SaveDocument(p.Context(), wrong), game.ErrStale)
			}
		}
		next := keptOf(ana, people.PuzzlesKind)
		next.Version, next.Touched = stands+1, noon.UnixMilli()+stands
		p.keep(next)
		p.wantKept(next)
	}
	p.wantSolvers(here, 0, 7, 9)
}

func keptRace(p *caseRun) {
	for _, k := range allDocuments(ana) {
		p.wantOnce("the first version of "+string(k.Kind), func(int) error { return p.Store.SaveDocument(p.Context(), people.Change{Document: k}) })
	}
}

func keptUnnamed(p *caseRun) {
	g, over := p.add(p.duel(here)), p.end(there, ana, bo, bo, noon)
	keep := func(what string, who game.Player, version int64, id game.ID, want error) {
		p.Helper()
		k := keptOf(who, people.ExercisesKind)
		k.Version = version
		p.want(what, p.Store.SaveDocument(p.Context(), people.Change{Document: k, Before: version - 1, Game: id}), want)
	}
	keep("of another player", cy, 1, g.ID, game.ErrStale)
	keep("of no game", ana, 1, 99, game.ErrStale)
	keep("of a game", ana, 1, g.ID, nil)
	keep("of no game, over something", ana, 2, 99, game.ErrStale)
	keep("of a game that is over", ana, 2, over.ID, nil)
	p.must(p.forget(ana, noon))
	for _, id := range []game.ID{g.ID, over.ID} {
		keep("of who is forgotten", ana, 1, id, game.ErrStale)
	}
	p.wantNothing(ana)
}

func (p *caseRun) wantSolvers(at game.Place, grade uint8, number, most int, want ...people.Solver) {
	p.Helper()
	got, err := p.Store.Solvers(p.Context(), at, grade, number, most)
	p.must(err)
	p.wantSame(fmt.Sprintf("who has solved %d in %q", number, at), want, got)
}

func solversNamed(p *caseRun) {
	versions := map[game.Player]int64{}
	tried := func(who game.Player, number, wrong int, at game.Place) {
		p.Helper()
		k := keptOf(who, people.PuzzlesKind)
		versions[who]++
		k.Version = versions[who]
		p.must(p.Store.SaveDocument(p.Context(), people.Change{Document: k, Before: k.Version - 1, Tried: people.PuzzleProgress{Grade: 1, Number: number, Wrong: wrong, Place: at}}))
	}
	tried(ana, 6, 0, there)
	tried(ana, 7, 1, here)
	tried(bo, 6, 1, here)
	tried(bo, 7, 0, here)
	tried(bo, 7, 0, "") // changes nothing
	tried(cy, 6, 0, there)
	tried(cy, 6, 0, here) // replaces the other place
	tried(cy, 7, 2, "")
	tried(den, 7, 0, "")
	p.wantSolvers(here, 1, 7, 9, people.Solver{Player: bo}, people.Solver{Player: ana, Wrong: 1})
	p.wantSolvers(here, 1, 7, 1, people.Solver{Player: bo})
	p.wantSolvers(here, 1, 6, 9, people.Solver{Player: cy}, people.Solver{Player: bo, Wrong: 1})
	p.wantSolvers(there, 1, 6, 9, people.Solver{Player: ana})
	p.wantSolvers(there, 1, 7, 9)
	p.wantSolvers(here, 1, 5, 9)
	p.wantSolvers(here, 2, 7, 9)
	p.wantSolvers("", 1, 7, 9)
	tried(bo, 8, 1, "")
	p.wantSolvers(here, 1, 7, 9, people.Solver{Player: bo}, people.Solver{Player: ana, Wrong: 1})
	p.wantSolvers(here, 1, 6, 9, people.Solver{Player: cy})
	tried(bo, 10, 1, "")
	p.wantSolvers(here, 1, 7, 9, people.Solver{Player: ana, Wrong: 1})
}

func listed(p *caseRun) {
	enlist := func(who game.Player, list string, on bool) {
		p.Helper()
		p.must(people.Enlist(p.Context(), p.Store, who, list, on, noon))
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
