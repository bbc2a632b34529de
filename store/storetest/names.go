package storetest

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"othellobot/game"
	"othellobot/rules"
)

func names() []testCase {
	return []testCase{
		{"whoever a game names is found", namesFound},
		{"the games of a player that are not over are found with their slots", unfinished},
		{"a game that somebody is taken out of stays, for the others", takenOut},
		{"somebody is taken out of any number of games", takenOutOfMany},
		{"nothing is left of a player's name", nothingLeft},
	}
}

// named is the ids of the games that name a player.
func (p *play) named(who game.Player) []game.ID {
	p.Helper()
	games, err := p.Store.Named(p.Context(), who)
	p.must(err)
	var ids []game.ID
	for _, g := range games {
		room := p.room(g.Place)
		if found, ok := room.Find(g.ID); ok {
			p.wantSame("a game that names "+string(who), found, g)
		}
		ids = append(ids, g.ID)
	}
	slices.Sort(ids)
	return ids
}

func namesFound(p *play) {
	at := func(n int) game.Place { return game.Place(fmt.Sprintf("p/t/%d/", n)) }
	seated := p.add(game.NewDuel(p.id(), at(1), bo, ana, rules.Black, noon))
	starter := p.add(game.NewOpen(p.id(), at(2), ana, noon))
	mover := p.change(p.add(game.NewOpen(p.id(), at(3), bo, noon)), noon, func(g game.Game, _ game.Player, _ time.Time) (game.Game, []game.Event, error) {
		return g.Play(ana, g.Position().Legal().First(), noon)
	})
	challenged := p.add(p.challenge(at(4), cy, ana))
	stopper := p.stop(p.add(game.NewOpen(p.id(), at(5), bo, noon)), ana, noon)
	joiner := p.change(p.add(game.NewDuel(p.id(), at(6), bo, game.Nobody, rules.Black, noon)), noon, func(g game.Game, _ game.Player, _ time.Time) (game.Game, []game.Event, error) {
		return g.Join(ana, noon)
	})
	p.add(game.NewDuel(p.id(), at(7), bo, cy, rules.Black, noon))
	want := []game.ID{seated.ID, starter.ID, mover.ID, challenged.ID, stopper.ID, joiner.ID}
	p.wantSame("the games that name ana", want, p.named(ana))
	p.wantSame("those that name cy", []game.ID{challenged.ID, 7}, p.named(cy))
	p.wantSame("those that name den", []game.ID(nil), p.named(den))
}

func unfinished(p *play) {
	at := func(n int) game.Place { return game.Place(fmt.Sprintf("p/t/%d/", n)) }
	want := func(who game.Player, most int, ids ...game.ID) {
		p.Helper()
		found, err := p.Store.Unfinished(p.Context(), who, most)
		p.must(err)
		slices.SortFunc(found, func(a, b game.Unfinished) int { return int(a.Game.ID) - int(b.Game.ID) })
		var got []game.ID
		for _, f := range found {
			room := p.room(f.Game.Place)
			stored, _ := room.Find(f.Game.ID)
			p.wantSame("the game", stored, f.Game)
			held := slices.DeleteFunc(slices.Clone(room.Slots), func(s game.Slot) bool { return s.Game != f.Game.ID })
			p.wantSame("its slots", held, slices.Clip(append([]game.Slot{}, f.Slots...)))
			got = append(got, f.Game.ID)
		}
		p.wantSame("the games of "+string(who), ids, got)
	}
	running, _ := p.reserved(p.add(game.NewDuel(p.id(), at(1), bo, ana, rules.Black, noon)), "board")
	running, _ = p.reserved(running, "ping")
	open := p.add(game.NewOpen(p.id(), at(2), ana, noon))
	challenge := p.add(p.challenge(at(3), cy, ana))
	p.resign(p.add(p.duel(at(4))), ana, noon)
	p.add(game.NewDuel(p.id(), at(5), bo, cy, rules.Black, noon))
	want(ana, 9, running.ID, open.ID, challenge.ID)
	want(cy, 9, challenge.ID, 5)
	want(den, 9)
	if found, err := p.Store.Unfinished(p.Context(), ana, 2); len(found) != 2 || err != nil {
		p.Errorf("of three games two at most are %d, %v", len(found), err)
	}
	p.resign(running, bo, noon)
	want(ana, 9, open.ID, challenge.ID)
	voted := p.voted(at(6))
	p.must(p.Store.Vote(p.Context(), cast(voted, den, 0, noon)))
	p.must(p.Store.Vote(p.Context(), cast(voted, ana, 0, noon)))
	want(den, 9, voted.ID)
	want(ana, 9, open.ID, challenge.ID, voted.ID)
	p.must(p.Store.ForgetVotes(p.Context(), den))
	want(den, 9)
	p.stop(voted, ana, noon)
	want(ana, 9, open.ID, challenge.ID)
}

func takenOut(p *play) {
	p.end(here, ana, bo, noon, resigned(ana, noon))
	last := p.end(here, bo, cy, noon.Add(time.Minute), resigned(cy, noon.Add(time.Minute)))
	running := p.add(game.NewOpen(p.id(), here, cy, noon))
	challenge := p.add(p.challenge(here, ana, bo))
	duel := p.add(p.duel(there))

	p.must(p.table.Forget(p.Context(), p.Store, p.Store, ana, noon.Add(time.Hour)))
	p.wantSame("the room", game.Room{Place: here, Active: &running, Last: &last}, p.room(here))
	if _, ok := p.room(here).Find(challenge.ID); ok {
		p.Error("the challenge of somebody forgotten waits")
	}
	if g := p.room(there).Last; g == nil || g.ID != duel.ID || g.Result.Winner != rules.White || g.Player(rules.Black) != game.Nobody {
		p.Errorf("the duel ended as %+v", g)
	}
	p.wantSame("those that name ana", []game.ID(nil), p.named(ana))
	p.wantDuels(ana, 0, nil, nil)
	p.wantDuels(bo, 0, nil, nil)
	p.wantTally(here, bo, cy, 1, 0)
	p.wantTally(here, bo, game.Nobody, 1, 0)
}

func takenOutOfMany(p *play) {
	games := 1100 // more than any store should find at a time
	if testing.Short() {
		games = 60
	}
	for n := range games {
		p.must(p.commit(begin(p.duel(game.Place(fmt.Sprintf("p/t/%d/", n))))))
	}
	p.must(p.table.Forget(p.Context(), p.Store, p.Store, ana, noon))
	p.wantSame("those that name ana", []game.ID(nil), p.named(ana))
	if d := p.duels(bo, noon); len(d.Running) != 0 {
		p.Errorf("bo has %d duels with nobody", len(d.Running))
	}
	for n := range games {
		room := p.room(game.Place(fmt.Sprintf("p/t/%d/", n)))
		if room.Last == nil || room.Last.Player(rules.White) != bo {
			p.Fatalf("game %d is %+v", n, room.Last)
		}
	}
}

// Also not of games that no room has any more.
func nothingLeft(p *play) {
	for range 3 {
		p.end(here, ana, bo, noon, resigned(bo, noon))
		p.decline(p.add(p.challenge(here, ana, bo)), ana, noon)
	}
	p.must(p.table.Forget(p.Context(), p.Store, p.Store, ana, noon))
	p.wantSame("those that name ana", []game.ID(nil), p.named(ana))
	p.wantTally(here, ana, bo, 0, 0)
	p.wantTally(here, bo, game.Nobody, 0, 3)
	p.must(p.table.Forget(p.Context(), p.Store, p.Store, ana, noon)) // once more
}
