package storetest

import (
	"context"
	"fmt"
	"slices"
	"time"

	"othellobot/game"
	"othellobot/people"
)

var tombstoneCases = []testCase{
	{"a purge deletes exactly the places of its prefix", purgeByPrefix},
	{"a purge of a tenant deletes exactly its people", peoplePurged},
	{"a purged place can be used again", purgedUsedAgain},
	{"a second tombstone in time confirms the first, unless the place was revived", buriedTwice},
	{"late data under a confirmed tombstone is deleted before the tombstone", condemnedRests},
	{"an unconfirmed tombstone is handed out at intervals", doubtHandedOut},
}

// Purge deletes everything under a prefix, as after a loss that was reported twice.
func Purge(ctx context.Context, s game.Store, prefix string) error {
	since := noon.Add(-game.PurgeGrace)
	for range 2 {
		if err := s.Bury(ctx, game.Tombstone{Prefix: prefix, Loss: game.LossOfPlace, Since: since, Confirm: since}); err != nil {
			return err
		}
	}
	return clean(ctx, s, noon)
}

func clean(ctx context.Context, s game.Store, now time.Time) error {
	for ; ; now = now.Add(game.PurgePause) {
		if more, err := s.Clean(ctx, now); !more || err != nil {
			return err
		}
	}
}

func (p *caseRun) purge(prefix string) {
	p.Helper()
	p.must(Purge(p.Context(), p.Store, prefix))
}

func (p *caseRun) clean(now time.Time) {
	p.Helper()
	p.must(clean(p.Context(), p.Store, now))
}

func purgeByPrefix(p *caseRun) {
	places := []game.Place{
		"p/a%/1/", "p/a%/2/", "p/ab/1/", "p/a_/1/", "p/A%/1/", "p/a/1/", "p/a/2/t",
		"p/日本/1/", "p/日本/2/", "p/日曜/1/", "p/é/1/", "p/e\u0301/1/", "p/a0/1/", "p/a./1/",
	}
	left := map[game.Place]game.Room{}
	voted := map[game.Place]game.Game{}
	for _, at := range places {
		p.end(at, ana, bo, bo, noon)
		p.add(p.challenge(at, ana, den))
		p.do(at, game.Proposal{Settings: &game.Settings{Theme: "moon"}})
		voted[at] = p.voted(at)
		p.vote(voted[at], cy, 0, noon)
		left[at] = p.room(at)
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
		{"p/a/", places[5:7]},
	} {
		p.purge(c.prefix)
		for _, at := range c.gone {
			delete(left, at)
		}
		for _, at := range places {
			room, ok := left[at]
			n := 0
			if room.Place = at; ok {
				n = 1
			}
			p.wantSame("after "+c.prefix+", "+string(at), room, p.room(at))
			if won := p.tally(at, ana, bo).Won; won > 0 != ok {
				p.Errorf("after %s, ana has won %d times in %s", c.prefix, won, at)
			}
			if votes := p.allVotes(voted[at]); len(votes) != n {
				p.Errorf("after %s, the votes in %s are %v", c.prefix, at, votes)
			}
		}
		for _, who := range []game.Player{den, cy} { // found by a seat and by a vote
			if rooms := p.rooms(game.RoomFilter{Player: who}, 99); len(rooms) != len(left) {
				p.Errorf("after %s, %s is found in %d rooms, want %d", c.prefix, who, len(rooms), len(left))
			}
		}
		if past := p.past(game.PastFilter{Player: bo}, 99); len(past) != len(left) {
			p.Errorf("after %s, bo is found in %d past games, want %d", c.prefix, len(past), len(left))
		}
	}
	if got := p.due(noon.Add(day), 99, "p/"); len(got) != len(left) {
		p.Errorf("%d places have something due, want %d", len(got), len(left))
	}
}

func peoplePurged(p *caseRun) {
	others := []game.Player{"p/b/1", "p/a0/1", "p//1", "q/a/1"}
	var gone []game.Player
	for n := range 30 {
		gone = append(gone, game.Player(fmt.Sprintf("p/a/%d", n)))
	}
	tried := func(who game.Player, version int64, number int, at game.Place) {
		k := keptOf(who, people.PuzzlesKind)
		k.Version = version
		p.must(p.Store.SaveDocument(p.Context(), people.Change{Document: k, Before: version - 1, Tried: people.PuzzleProgress{Number: number, Place: at}}))
	}
	for _, who := range append(others, gone...) {
		p.keep(keptOf(who, people.ChoicesKind), keptOf(who, people.ExercisesKind))
		tried(who, 1, 1, here)
	}
	tried("p/b/1", 2, 2, there)
	p.purge("p/a/")
	for _, who := range gone {
		p.wantNothing(who)
	}
	for _, who := range others[1:] {
		p.wantKept(allDocuments(who)...)
	}
	p.wantSolvers(here, 0, 1, 99, people.Solver{Player: "p//1"}, people.Solver{Player: "p/a0/1"}, people.Solver{Player: "p/b/1"}, people.Solver{Player: "q/a/1"})

	p.purge(string(here)) // the players stay, but may no longer be named here
	p.wantSolvers(here, 0, 1, 99)
	p.wantSolvers(there, 0, 2, 99, people.Solver{Player: "p/b/1"})
	p.purge("p/team/")
	p.wantSolvers(there, 0, 2, 99)
	unlisted := keptOf("p/b/1", people.ChoicesKind)
	unlisted.List, unlisted.Version = "p/b/", 2
	p.wantKept(unlisted, keptOf("p/b/1", people.ExercisesKind))
	if found, err := p.Store.Listed(p.Context(), "p/team/", 9); len(found) > 0 || err != nil {
		p.Errorf("on the list of a tenant that is gone are %v, %v", found, err)
	}
}

func purgedUsedAgain(p *caseRun) {
	g := p.add(p.duel(here))
	old := p.planned(here, game.Proposal{Game: g.ID, Operation: playFirst})
	stays := p.add(p.duel(there))
	p.bury(string(there), noon) // only once
	p.clean(noon.Add(10 * timing.Retention))
	p.wantGames(there, stays)
	p.purge(string(here))
	p.purge(string(here))
	p.want("a move in a game that is purged", p.save(old), game.ErrStale)
	p.wantNext(time.Time{}, string(here))
	p.wantGames(here, p.add(p.duel(here)))
}

// bury buries prefix. The tombstone can be confirmed an hour later.
func (p *caseRun) bury(prefix string, since time.Time) game.Tombstone {
	p.Helper()
	t := game.Tombstone{Prefix: prefix, Loss: game.LossOfTenant, Since: since, Confirm: since.Add(time.Hour)}
	p.must(p.Store.Bury(p.Context(), t))
	return t
}

func buriedTwice(p *caseRun) {
	const free, buried, condemned = "free", "buried", "condemned"
	const team, here, there = "p/team/", string(here), string(there)
	type state map[string]string
	for n, c := range []struct {
		bury   string
		after  time.Duration
		revive string
		want   state
	}{
		{here, 0, "", state{here: buried, there: free}},
		{here, time.Hour - time.Millisecond, "", state{here: buried, there: free}},
		{"", 0, here, state{here: free, there: free}},
		{here, time.Hour, "", state{here: buried, there: free}}, // the first tombstone again
		{team, 0, "", state{here: buried, there: buried}},
		{here, 3 * time.Hour, "", state{here: buried, there: buried}}, // the tenant may still come back
		{there, 0, "", state{here: buried, there: buried}},
		{"", 0, "p/", state{here: buried, there: buried}},
		{"", 0, "p/team2/", state{here: buried, there: buried}},
		{"", 0, there, state{here: buried, there: free}},
		{here, 2 * time.Hour, "", state{here: condemned, there: free}}, // counted from the first tombstone
		{"", 0, here, state{here: condemned, there: free}},
		{team, 0, "", state{here: condemned, there: buried}},
		{team, time.Hour, "", state{here: condemned, there: condemned}},
	} {
		if c.bury != "" {
			p.bury(c.bury, noon.Add(c.after))
		} else {
			p.must(p.Store.Revive(p.Context(), c.revive))
		}
		got := state{}
		for _, at := range []string{here, there} {
			switch room := p.room(game.Place(at)); {
			case room.Condemned && room.HasTombstone:
				got[at] = condemned
			case room.HasTombstone:
				got[at] = buried
			case !room.Condemned:
				got[at] = free
			}
		}
		p.wantSame(fmt.Sprint("after step ", n), c.want, got)
	}
}

func condemnedRests(p *caseRun) {
	const ann game.Player = "p/team/ann"
	voted, duel := p.voted(here), p.add(p.duel(there))
	vote := p.newVote(voted, ann, 0, noon)
	ends := p.planned(here, game.Proposal{Game: voted.ID, By: ana, Operation: game.Stop(true)})
	begins := p.planned(place(1), game.Proposal{New: new(p.openGame(place(1)))})
	p.bury("p/team/", noon.Add(-time.Hour))
	p.bury("p/team/", noon)
	p.must(p.Store.Revive(p.Context(), string(here)))
	_, err := p.table.Do(p.Context(), p.room(there), game.Proposal{Game: duel.ID, Operation: playFirst, Now: noon})
	p.want("a move", err, game.ErrCondemned)
	_, err = p.table.Vote(p.Context(), p.room(here), voted.ID, game.VoteRequest{By: ann, Square: vote.Square, Now: noon})
	p.want("a vote", err, game.ErrCondemned)

	p.must(p.Store.Vote(p.Context(), vote)) // by actions that have not seen the tombstone
	p.must(p.save(ends))
	p.clean(noon)
	p.wantEmptyRoom(here, true)
	p.wantNamed(ann, 0)
	p.want("a vote after a purge", p.Store.Vote(p.Context(), vote), game.ErrStale)
	late := keptOf("p/team/1", people.ChoicesKind)
	p.must(p.save(begins))
	p.keep(late)
	again := noon.Add(game.PurgeGrace / 2)
	p.bury("p/team/", again)
	p.clean(noon.Add(game.PurgeGrace - time.Millisecond))
	if room := p.room(place(1)); room.Version != begins.Room.Version || !room.Condemned {
		p.Errorf("what is stored late is %+v", room)
	}
	p.clean(noon.Add(game.PurgeGrace))
	p.wantEmptyRoom(place(1), true)
	p.wantNothing(late.Player)
	p.clean(again.Add(game.PurgeGrace))
	p.wantEmptyRoom(place(1), false)
	p.wantEmptyRoom(here, false)
	p.must(p.save(begins))
}

// wantEmptyRoom wants a confirmed tombstone if condemned is set.
func (p *caseRun) wantEmptyRoom(at game.Place, condemned bool) {
	p.Helper()
	p.wantSame("the room", game.Room{Place: at, HasTombstone: condemned, Condemned: condemned}, p.room(at))
}

func (p *caseRun) claimTombstones(now time.Time, most int) []game.Tombstone {
	p.Helper()
	due, err := p.Store.Due(p.Context(), now, now.Add(time.Hour), most, everywhere)
	p.must(err)
	slices.SortFunc(due.Tombstones, func(a, b game.Tombstone) int { return a.Since.Compare(b.Since) })
	return due.Tombstones
}

func doubtHandedOut(p *caseRun) {
	second := p.bury("p/b/", noon.Add(time.Minute))
	first := p.bury("p/a/", noon)
	p.bury("r/a/", noon)
	third := p.bury("p/c/1/", noon.Add(time.Hour))
	person := p.bury("person:p//ana/", noon.Add(2*time.Minute))
	want := func(after time.Duration, most int, want ...game.Tombstone) {
		p.Helper()
		p.wantSame(fmt.Sprint("handed out after ", after), want, p.claimTombstones(noon.Add(after), most))
	}
	want(time.Hour-time.Millisecond, 9)
	want(time.Hour, 9, first)
	want(62*time.Minute, 9, second, person)
	want(62*time.Minute, 9)
	want(2*time.Hour, 9, first, third)
	p.bury("p/a/", noon.Add(time.Hour)) // confirmed
	p.must(p.Store.Revive(p.Context(), "p/b/1/"))
	want(4*time.Hour, 9, person, third)
}
