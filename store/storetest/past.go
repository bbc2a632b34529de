package storetest

import (
	"time"

	"othellobot/game"
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
