package storetest

import (
	"context"
	"errors"
	"time"

	"othellobot/game"
	"othellobot/people"
)

var pastCases = []testCase{
	{"past games are found by id, player and place", pastFound},
	{"a past game is replaced, or deleted with its names and votes", pastChanged},
}

func (p *caseRun) past(which game.PastFilter, most int) []game.Past {
	p.Helper()
	past, err := p.Store.Past(p.Context(), which, most)
	p.must(err)
	return past
}

func (p *caseRun) wantPast(which game.PastFilter, most int, want ...game.Game) {
	p.Helper()
	var got []game.Game
	for _, f := range p.past(which, most) {
		p.must(f.Err)
		got = append(got, f.Game)
	}
	p.wantSame("what is past", want, got)
}

func pastFound(p *caseRun) {
	thread := here + "thread"
	first := p.end(here, ana, bo, ana, noon)
	second := p.end(here, ana, cy, cy, noon.Add(day))
	third := p.end(thread, bo, cy, bo, noon.Add(2*day))
	other := p.end(there, ana, bo, bo, noon.Add(time.Hour))
	p.end("p/team/here0/", den, bo, bo, noon)
	running := p.add(p.played(here, ana, bo))
	week := game.PastFilter{Place: here, From: noon, To: noon.Add(7 * day)}
	p.wantPast(week, 9, third, second, first)
	p.wantPast(week, 2, third, second)
	p.wantPast(game.PastFilter{Place: here, From: noon.Add(time.Millisecond), To: noon.Add(2 * day)}, 9, second)
	p.wantPast(game.PastFilter{Place: thread, From: noon, To: noon.Add(7 * day)}, 9, third)
	p.wantPast(game.PastFilter{Player: ana}, 9, second, other, first)
	p.wantPast(game.PastFilter{Player: ana}, 1, second)
	p.wantPast(game.PastFilter{Player: "p//an"}, 9)
	p.wantPast(game.PastFilter{Game: first.ID}, 9, first)
	p.wantPast(game.PastFilter{Game: running.ID}, 9)
	p.wantPast(game.PastFilter{}, 9)
	if found := p.past(game.PastFilter{Player: cy}, 9); len(found) != 2 || found[1].Finished == nil || found[1].Finished.Winner() != ana {
		p.Errorf("what is found of cy is %+v", found)
	}
	p.act(running, cy, noon, game.Stop(true))
	if found := p.past(game.PastFilter{Game: running.ID}, 9); len(found) != 1 || found[0].Finished != nil {
		p.Errorf("a game that does not count has the result %+v", found)
	}
}

func pastChanged(p *caseRun) {
	changes := func(past game.Past, names ...game.NameChange) {
		p.Helper()
		c := p.planned(here, game.Proposal{Settings: &game.Settings{}})
		c.Past, c.Names = []game.Past{past}, names
		p.must(p.save(c))
	}
	g := p.voted(here)
	p.vote(g, bo, 0, noon)
	g = p.act(g, ana, noon, game.Stop(true))
	other := p.end(here, ana, bo, ana, noon)
	g.Version, g.Starter, g.Result = g.Version+1, cy, &game.Result{Reason: game.Stopped, By: cy}
	slots := []game.Slot{{Game: g.ID, Name: game.BoardSlot, Post: 1, Want: 2, Shown: 2, Ref: "m"}}
	changes(game.Past{Game: g, Slots: slots}, game.NameChange{Player: cy, Game: g.ID}, game.NameChange{Player: ana, Game: g.ID, Removed: true})
	p.wantPast(game.PastFilter{Game: g.ID}, 9, g)
	p.wantPast(game.PastFilter{Player: cy}, 9, g)
	p.wantPast(game.PastFilter{Player: ana}, 9, other)
	_, drawn, err := p.table.FindGame(p.Context(), here, g.ID)
	p.must(err)
	p.wantSame("its messages", slots, drawn)
	if len(p.allVotes(g)) != 1 {
		p.Error("the votes have gone with a change")
	}
	changes(game.Past{Game: g, Deleted: true})
	p.wantPast(game.PastFilter{Game: g.ID}, 9)
	p.wantPast(game.PastFilter{Player: cy}, 9)
	p.wantSame("the votes of a game that is deleted", []game.Vote(nil), p.allVotes(g))
	changes(game.Past{Game: other}, game.NameChange{Game: other.ID, Removed: true}) // as if only its room could not read the game
	p.wantPast(game.PastFilter{Player: ana}, 9, other)
}

var saveCases = []testCase{
	{"a change of another version is stale", staleSaves},
	{"a cancelled call is never done in part", cancelled},
	{"a change is stored whole or not at all", wholeOrNot},
	{"a version undone by a crash is never used again", versionUndone},
}

func staleSaves(p *caseRun) {
	g := p.add(p.duel(here))
	earlier := p.room(here).Version
	g = p.move(g, noon)
	current := p.room(here).Version
	moon := game.Proposal{Settings: &game.Settings{Theme: "moon"}}
	for what, before := range map[string]int64{"as if nothing were stored": 0, "of an earlier version": earlier, "of a later version": current + 1} {
		for _, light := range []bool{false, true} {
			c := p.planned(here, moon)
			c.Before, c.Room.Version, c.Async = before, before+1, light
			p.want("a change "+what, p.save(c), game.ErrStale)
			p.wantGames(here, g)
			c.Due, c.Names = game.Never, []game.NameChange{{Player: den, Game: g.ID}}
			p.want("a deletion "+what, p.save(c), game.ErrStale)
			if room := p.room(here); room.Settings != (game.Settings{}) || room.Version != current {
				p.Errorf("after a change %s the room is %+v", what, room)
			}
		}
	}
	c := p.planned(there, moon)
	c.Before, c.Room.Version = 1, 2
	p.want("a change where nothing is", p.save(c), game.ErrStale)
	p.wantEmpty(there)
}

// wholeOrNot saves a change that affects many tables.
func wholeOrNot(p *caseRun) {
	g := p.add(p.played(here, ana, bo))
	c := p.planned(here, game.Proposal{Game: g.ID, By: bo, Operation: ratedResigned})
	c.Posted, c.Names = 20500, append(c.Names, game.NameChange{Player: den, Game: g.ID})
	wholly := func(want int) {
		p.Helper()
		for _, which := range []game.PastFilter{{Game: g.ID}, {Player: den}} {
			if past := p.past(which, 9); len(past) != want {
				p.Errorf("found: %+v", past)
			}
		}
		if records, ratings := p.records(ana), p.ratings(here.Tenant(), ana); len(records) != want || len(ratings) != want {
			p.Errorf("the records are %+v, the ratings %+v", records, ratings)
		}
		if posted, err := p.Store.LastPosted(p.Context(), here.Tenant()); int(posted) != want*20500 || err != nil {
			p.Errorf("the last puzzle came for day %d, %v", posted, err)
		}
	}
	before := p.room(here)
	stale := c
	stale.Before--
	p.want("a change of another version", p.save(stale), game.ErrStale)
	p.wantSame("the room", before, p.room(here))
	wholly(0)
	p.must(p.save(c))
	p.wantSame("the room", c.Room, p.room(here))
	wholly(1)
}

func cancelled(p *caseRun) {
	ctx, cancel := context.WithCancel(p.Context())
	cancel()
	g := p.voted(here)
	before := p.room(here)
	move := p.planned(here, game.Proposal{Game: g.ID, Operation: game.CloseVotes(true)})
	vote := p.newVote(g, ana, 0, noon)
	for what, do := range map[string]func() error{
		"a change": func() error { return p.Store.Save(ctx, move) },
		"a vote":   func() error { return p.Store.Vote(ctx, vote) },
		"a person": func() error {
			return p.Store.SaveDocument(ctx, people.Change{Document: keptOf(ana, people.ChoicesKind)})
		},
		"a tombstone": func() error { return p.Store.Revive(ctx, string(here)) },
		"cleaning":    func() error { _, err := p.Store.Clean(ctx, noon); return err },
		"what is due": func() error { _, err := p.Store.Due(ctx, noon, noon, 9, everywhere); return err },
		"reading": func() error {
			got, err := p.Store.Load(ctx, here, "d")
			if err == nil && diff(before, got) != "" && diff(move.Room, got) != "" {
				p.Errorf("read without an error: %+v", got)
			}
			return err
		},
	} {
		if err := do(); errors.Is(err, game.ErrStale) || errors.Is(err, game.ErrDuplicate) || errors.Is(err, game.ErrUnknown) {
			if p.room(here).Version == before.Version { // it was never tried
				p.Errorf("%s: %v", what, err)
			}
		}
	}
	p.do(there, game.Proposal{Settings: &game.Settings{}}) // every call has ended by now
	after := p.room(here)
	if diff(before, after) != "" && diff(move.Room, after) != "" {
		p.Errorf("the room is %+v", after)
	}
	if votes := p.allVotes(g); len(votes) > 0 {
		p.wantSame("the votes", []game.Vote{vote.Vote}, votes)
	}
}

// versionUndone simulates a crash that undoes a light change after an action has read it. The next change gets
// the same version.
func versionUndone(p *caseRun) {
	set := func(theme string) game.Proposal {
		return game.Proposal{Settings: &game.Settings{Theme: theme}, Now: noon.Add(2)}
	}
	g := p.add(p.duel(here))
	p.do(here, set("star"))
	before := p.room(here)
	p.must(p.table.RecordPuzzleRequest(p.Context(), here, game.DayOf(noon)+1, noon))
	read := p.room(here)
	if read.Version == before.Version {
		p.Fatal("nothing was noted")
	}
	p.must(p.save(game.Change{Before: read.Version, Room: before, Due: noon.UnixMilli(), Now: noon}))
	g = p.move(g, noon.Add(1))
	_, err := p.table.Do(p.Context(), read, set("moon"))
	p.must(err)
	p.wantGames(here, g)
	if s := p.room(here).Settings; s.Theme != "moon" {
		p.Errorf("the room has %+v", s)
	}
}
