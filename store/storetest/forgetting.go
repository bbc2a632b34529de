package storetest

import (
	"slices"
	"testing"
	"time"

	"othellobot/game"
	"othellobot/people"
	"othellobot/rules"
)

var forgettingCases = []testCase{
	{"a player is removed from any number of games", takenOutOfMany},
	{"past games are deleted after the retention time, with names and votes", gamesForgotten},
	{"documents of people are deleted after the retention time, choices after twice that if nothing else is stored", peopleForgotten},
	{"a forgotten player leaves only games against an empty name", nothingLeft},
}

func (p *caseRun) wantNamed(who game.Player, want int) {
	p.Helper()
	rooms, past := p.rooms(game.RoomFilter{Player: who}, 9), p.past(game.PastFilter{Player: who}, 9)
	if len(rooms)+len(past) != want {
		p.Errorf("%s is named in %+v and %+v", who, rooms, past)
	}
}

func takenOutOfMany(p *caseRun) {
	games := 1100 // more than a store should read in one step
	if testing.Short() {
		games = 60
	}
	for n := range games {
		g := p.add(p.duel(place(n)))
		if n%2 == 0 {
			p.act(g, bo, noon, game.Game.Resign)
		}
	}
	p.must(p.forget(ana, noon))
	p.wantNamed(ana, 0)
	p.wantDuels(bo, 0)
	for n := range games {
		room := p.room(place(n))
		if room.Last == nil || room.Last.Player(rules.White) != bo || room.Last.Player(rules.Black) != game.Nobody {
			p.Fatalf("game %d is %+v", n, room.Last)
		}
	}
}

// nothingLeft stores many kinds of data about two players, and forgets both.
func nothingLeft(p *caseRun) {
	for _, k := range slices.Concat(allDocuments(ana), allDocuments(bo)) {
		p.must(p.Store.SaveDocument(p.Context(), people.Change{Document: k, Tried: people.PuzzleProgress{Number: 7, Place: here}}))
	}
	won, alone := p.end(here, ana, bo, bo, noon), p.end(here, ana, game.Engine, ana, noon)
	p.end(here, bo, cy, cy, noon)
	p.end(here, cy, ana, ana, noon)
	voted := p.voted(there)
	p.vote(voted, ana, 0, noon)
	stays := p.vote(voted, cy, 0, noon)
	for range 2 {
		p.must(p.forget(ana, noon))
		p.wantNamed(ana, 0)
		p.wantSame("votes", []game.Vote{stays}, p.allVotes(voted))
		p.wantSame("ana's records", []game.Record(nil), p.records(ana))
		p.wantTally(here, bo, ana, 0, 0)
		p.wantTally(here, bo, game.Nobody, 0, 1)
		p.wantTally(here, bo, cy, 1, 0)
		p.wantTally(here, cy, game.Nobody, 1, 0)
		if f := p.finished(won.ID); f.Black != game.Nobody || f.White != bo {
			p.Errorf("the result of ana's game is %+v", f)
		}
		p.wantSame("what is kept of a game of the player alone", game.Finished{}, p.finished(alone.ID))
		p.wantNothing(ana)
		p.wantSolvers(here, 0, 7, 9, people.Solver{Player: bo})
		p.wantKept(allDocuments(bo)...)
	}
	p.wantSame("what is kept in mind", []game.Tombstone(nil), p.claimTombstones(noon.Add(day), 9))
	p.keep(keptOf(ana, people.ChoicesKind)) // a player who comes back
	p.must(p.forget(bo, noon))
	p.wantTally(here, cy, game.Nobody, 1, 1)
	p.wantSame("what is kept of a game of two who left", game.Finished{}, p.finished(won.ID))
}

func gamesForgotten(p *caseRun) {
	over := p.end(here, ana, bo, bo, noon)
	voted := p.voted(there)
	p.vote(voted, bo, 0, noon)
	voted = p.act(voted, ana, noon, game.Stop(true))
	running := p.voted(place(1))
	stays := p.vote(running, bo, 0, noon)
	later := p.end(elsewhere, ana, bo, bo, noon.Add(time.Millisecond))
	p.clean(noon.Add(timing.Retention - time.Millisecond))
	p.wantPast(game.PastFilter{Game: over.ID}, 9, over)
	p.clean(noon.Add(timing.Retention))
	for _, g := range []game.Game{over, voted} {
		p.wantPast(game.PastFilter{Game: g.ID}, 9)
	}
	p.wantSame("the votes", []game.Vote(nil), p.allVotes(voted))
	p.wantPast(game.PastFilter{Player: ana}, 9, later)
	p.wantTally(here, ana, bo, 1, 0)
	p.clean(noon.Add(10 * timing.Retention))
	p.wantGames(place(1), running)
	p.wantSame("the votes of a game that runs", []game.Vote{stays}, p.allVotes(running))
	p.wantTally(here, ana, bo, 1, 0)
	p.must(p.forget(bo, noon))
	p.wantTally(here, ana, game.Nobody, 1, 0)
	p.wantSame("bo's records", []game.Record(nil), p.records(bo))
}

func peopleForgotten(p *caseRun) {
	after := func(k people.Document, by time.Duration) people.Document {
		k.Touched += by.Milliseconds()
		return k
	}
	for _, k := range allDocuments(bo) { // puzzles and exercises go first
		p.must(p.Store.SaveDocument(p.Context(), people.Change{Document: k, Tried: people.PuzzleProgress{Number: 7, Place: here}}))
	}
	recent := after(keptOf(cy, people.PuzzlesKind), time.Millisecond)
	p.keep(keptOf(cy, people.ChoicesKind), recent)
	practised := after(keptOf(den, people.ExercisesKind), 2*timing.Retention)
	p.keep(keptOf(den, people.ChoicesKind), practised)
	p.add(game.NewDuel(p.id(), there, ana, game.Engine, rules.Black, noon))
	p.keep(keptOf(ana, people.ChoicesKind)) // a player named in a game
	p.clean(noon.Add(timing.Retention - time.Millisecond))
	p.wantKept(allDocuments(bo)...)
	p.wantSolvers(here, 0, 7, 9, people.Solver{Player: bo})
	p.clean(noon.Add(timing.Retention))
	p.wantKept(people.Document{Player: bo, Kind: people.PuzzlesKind}, people.Document{Player: bo, Kind: people.ExercisesKind}, recent)
	p.wantSolvers(here, 0, 7, 9)
	end := noon.Add(2 * timing.Retention)
	p.clean(end.Add(-time.Millisecond))
	p.wantKept(keptOf(bo, people.ChoicesKind), keptOf(cy, people.ChoicesKind))
	p.clean(end)
	for _, who := range []game.Player{ana, den} {
		p.wantKept(after(keptOf(who, people.ChoicesKind), 2*timing.Retention))
	}
	p.wantKept(practised)
	p.wantNothing(bo)
	p.wantNothing(cy)
}
