package storetest

import (
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"othellobot/game"
	"othellobot/rules"
)

func exercises() []testCase {
	return []testCase{
		{"a player's exercises are read back", exercisesKept},
		{"exercises change one version at a time, all or none", exerciseVersions},
		{"of those who change an exercise at the same time, one does", exerciseRace},
		{"no exercise comes of a game that does not name the player", exercisesUnnamed},
		{"exercises outlive their game, and are forgotten on demand and after their time", exercisesForgotten},
		{"a purge forgets the exercises from there and no others", exercisesPurged},
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

func (p *play) keepExercises(keep ...game.Exercise) {
	p.Helper()
	p.must(p.Store.KeepExercises(p.Context(), keep, nil))
}

func (p *play) wantExercises(who game.Player, want ...game.Exercise) {
	p.Helper()
	got, err := p.Store.Exercises(p.Context(), who)
	p.must(err)
	byName := func(list []game.Exercise) map[string]game.Exercise {
		named := make(map[string]game.Exercise)
		for _, e := range list {
			named[fmt.Sprint(e.Game, e.Number)] = e
		}
		return named
	}
	p.wantSame("the exercises of "+string(who), byName(want), byName(got))
}

func exercisesKept(p *play) {
	g, other := p.add(p.duel(here)), p.add(p.duel(there))
	first, second, third := exerciseOf(g, 0), exerciseOf(g, 17), exerciseOf(other, 17)
	p.keepExercises(first, second)
	p.keepExercises(third)
	p.wantExercises(ana, first, second, third)
	p.wantExercises(bo)
	third.Version, third.Right, third.Due, third.Tried, third.Touched = 2, 0, 0, 20460, third.Touched+1
	p.must(p.Store.KeepExercises(p.Context(), []game.Exercise{third}, []game.Exercise{first, first}))
	p.wantExercises(ana, second, third)
}

func exerciseVersions(p *play) {
	g := p.add(p.duel(here))
	keep := func(keep ...game.Exercise) error { return p.Store.KeepExercises(p.Context(), keep, nil) }
	one, two := exerciseOf(g, 1), exerciseOf(g, 2)
	later := one
	later.Version = 2
	p.want("a second version of nothing", keep(later), game.ErrStale)
	p.keepExercises(one)
	p.want("another with one that is there", keep(two, one), game.ErrStale)
	p.wantExercises(ana, one)
	later.Version = 3
	p.want("a version that leaves one out", keep(later), game.ErrStale)
	later.Version = 2
	p.keepExercises(later)
	p.want("the second version twice", p.Store.KeepExercises(p.Context(), []game.Exercise{later}, []game.Exercise{later}), game.ErrStale)
	p.wantExercises(ana, later)
}

func exerciseRace(p *play) {
	first := exerciseOf(p.add(p.duel(here)), 1)
	p.keepExercises(first)
	var all sync.WaitGroup
	var kept atomic.Int32
	for i := range 8 {
		all.Go(func() {
			mine := first
			mine.Version, mine.Right = 2, i
			if p.Store.KeepExercises(p.Context(), []game.Exercise{mine}, nil) == nil {
				kept.Add(1)
			}
		})
	}
	all.Wait()
	if kept.Load() != 1 {
		p.Errorf("%d have made the second version", kept.Load())
	}
}

func exercisesUnnamed(p *play) {
	g := p.add(p.duel(here))
	of := exerciseOf(g, 1)
	of.Player = cy
	p.want("an exercise of somebody else", p.Store.KeepExercises(p.Context(), []game.Exercise{exerciseOf(g, 1), of}, nil), game.ErrStale)
	p.want("an exercise of no game", p.Store.KeepExercises(p.Context(), []game.Exercise{exerciseOf(game.Game{ID: 99, Place: here}, 1)}, nil), game.ErrStale)
	p.must(p.table.Forget(p.Context(), p.Store, p.Store, ana, noon))
	p.want("an exercise of who is forgotten", p.Store.KeepExercises(p.Context(), []game.Exercise{exerciseOf(g, 1)}, nil), game.ErrStale)
	p.wantExercises(ana)
}

func exercisesForgotten(p *play) {
	g := p.resign(p.add(p.duel(here)), bo, noon)
	old, young := exerciseOf(g, 1), exerciseOf(g, 2)
	young.Touched = noon.Add(day).UnixMilli()
	others := exerciseOf(g, 1)
	others.Player, others.Touched = bo, young.Touched
	p.keepExercises(old, young)
	p.keepExercises(others)
	p.clean(noon.Add(timing.Retention - time.Millisecond))
	p.wantExercises(ana, old, young)
	p.clean(noon.Add(timing.Retention))
	p.wantSame("the room", game.Room{Place: here}, p.room(here))
	p.wantExercises(ana, young)
	p.must(p.Store.ForgetExercises(p.Context(), ana))
	p.wantExercises(ana)
	p.wantExercises(bo, others)
}

func exercisesPurged(p *play) {
	gone, stays := p.add(p.duel("p/a/1/")), p.add(p.duel("p/a0/1/"))
	for n := range 30 {
		p.keepExercises(exerciseOf(gone, n))
	}
	p.keepExercises(exerciseOf(stays, 1))
	p.purge("p/a/")
	p.wantExercises(ana, exerciseOf(stays, 1))
}
