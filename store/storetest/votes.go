package storetest

import (
	"fmt"
	"math"
	"time"

	"othellobot/game"
	"othellobot/rules"
)

var voteCases = []testCase{
	{"a player has one vote a turn and may change it, and votes are found by turn", votesChange},
	{"a vote counts only in the version of its room", votesOfVersion},
	{"a repeated delivery casts no second vote", votesDelivered},
	{"a vote makes the count due soon, never later than before", votesDue},
	{"votes count in records, each round and each game once", votesCounted},
}

func (p *caseRun) voted(at game.Place) game.Game {
	p.Helper()
	return p.add(game.NewVote(p.id(), at, ana, rules.Black, time.Hour, noon))
}

func (p *caseRun) newVote(g game.Game, by game.Player, number int, now time.Time) game.VoteChange {
	p.Helper()
	square := rules.NoSquare
	for s := range g.Position().Legal().Squares() {
		if square = s; number == 0 {
			break
		}
		number--
	}
	return game.VoteChange{
		Vote:  game.Vote{Game: g.ID, Turn: g.Turn, Voter: by, Square: square, At: now.UnixMilli()},
		Place: g.Place, Room: p.room(g.Place).Version, Recount: now.Add(game.CountDelay).UnixMilli(),
	}
}

func (p *caseRun) vote(g game.Game, by game.Player, number int, now time.Time) game.Vote {
	p.Helper()
	c := p.newVote(g, by, number, now)
	p.must(p.Store.Vote(p.Context(), c))
	return c.Vote
}

func (p *caseRun) allVotes(g game.Game) []game.Vote {
	p.Helper()
	votes, err := p.Store.Votes(p.Context(), g.ID, 0, math.MaxInt32)
	p.must(err)
	return votes
}

func (p *caseRun) decide(g game.Game, now time.Time) game.Game {
	p.Helper()
	g = p.act(g, "", now, game.CloseVotes(true))
	return p.act(g, "", now, game.Decide(g.Version, p.allVotes(g), rules.NoSquare))
}

func votesChange(p *caseRun) {
	g := p.voted(here)
	p.wantSame("votes before there are any", []game.Vote(nil), p.allVotes(g))
	p.vote(g, ana, 0, noon)
	second := p.vote(g, bo, 0, noon.Add(time.Second))
	first := p.vote(g, ana, 1, noon.Add(2*time.Second))
	p.wantSame("votes", []game.Vote{second, first}, p.allVotes(g))
	p.vote(g, bo, 0, noon.Add(time.Minute)) // keeps its time
	p.wantSame("votes given again", []game.Vote{second, first}, p.allVotes(g))
	third := p.vote(g, "p//' \\ %", 2, noon.Add(time.Second))
	p.wantSame("votes at the same time", []game.Vote{third, second, first}, p.allVotes(g))
	g = p.move(p.decide(g, noon), noon)
	next := p.vote(g, bo, 0, noon)
	for _, c := range []struct {
		from, to uint32
		want     []game.Vote
	}{{0, 0, []game.Vote{third, second, first}}, {1, 1, nil}, {1, 9, []game.Vote{next}}, {0, 2, []game.Vote{third, second, first, next}}} {
		got, err := p.Store.Votes(p.Context(), g.ID, c.from, c.to)
		p.must(err)
		p.wantSame(fmt.Sprintf("votes from turn %d to %d", c.from, c.to), c.want, got)
	}
}

func votesOfVersion(p *caseRun) {
	g := p.voted(here)
	for what, change := range map[string]func(*game.VoteChange){
		"of an earlier version": func(c *game.VoteChange) { c.Room-- },
		"of a later version":    func(c *game.VoteChange) { c.Room++ },
		"where nothing is":      func(c *game.VoteChange) { c.Place = there },
		"of nothing":            func(c *game.VoteChange) { c.Place, c.Room = there, 0 },
	} {
		c := p.newVote(g, bo, 0, noon)
		c.Delivery = "d"
		change(&c)
		p.want("a vote "+what, p.Store.Vote(p.Context(), c), game.ErrStale)
	}
	p.wantSame("votes", []game.Vote(nil), p.allVotes(g))
	late := p.newVote(g, bo, 0, noon)
	late.Delivery = "d"
	g = p.act(g, "", noon, game.CountVotes(0))
	p.want("a vote before a count", p.Store.Vote(p.Context(), late), game.ErrStale)
	late.Room = p.room(here).Version
	p.must(p.Store.Vote(p.Context(), late)) // refused votes must not make their delivery known
	late.Voter = cy
	p.must(p.Store.Vote(p.Context(), late)) // nor must votes of other players
	p.act(g, ana, noon, game.Stop(true))
	late.Delivery = ""
	p.want("when it is over", p.Store.Vote(p.Context(), late), game.ErrStale)
	if len(p.allVotes(g)) != 2 {
		p.Error("the votes have gone with the end")
	}
}

func votesDelivered(p *caseRun) {
	g := p.voted(here)
	first, second := p.newVote(g, bo, 0, noon), p.newVote(g, bo, 1, noon.Add(time.Second))
	first.Delivery, second.Delivery = "d d", "d"
	p.must(p.Store.Vote(p.Context(), first))
	p.must(p.Store.Vote(p.Context(), second))
	for _, again := range []game.VoteChange{first, second} {
		p.want("a repetition", p.Store.Vote(p.Context(), again), game.ErrDuplicate)
	}
	p.wantSame("votes", []game.Vote{second.Vote}, p.allVotes(g))
}

func votesDue(p *caseRun) {
	g := p.voted(here)
	p.act(g, "", noon, game.CountVotes(0))
	p.wantDue(noon.Add(game.CountDelay))
	p.vote(g, bo, 0, noon)
	p.vote(g, cy, 0, noon.Add(4*time.Second)) // counted together with the other
	p.must(p.table.RecordDelivery(p.Context(), p.room(here), "another change", noon.Add(4*time.Second)))
	p.wantDue(noon.Add(game.CountDelay - time.Millisecond))
	p.wantNext(noon.Add(game.CountDelay))
	p.wantDue(noon.Add(game.CountDelay), here)
	p.act(g, "", noon.Add(game.CountDelay), game.CountVotes(2))
	p.wantDue(noon.Add(time.Hour), here)
}

func votesCounted(p *caseRun) {
	g := game.NewVote(p.id(), here, ana, rules.Black, time.Hour, noon)
	g.Level = 3
	g = p.add(g)
	for n, who := range []game.Player{ana, bo, cy} {
		p.vote(g, who, n%2, noon)
	}
	for turn := 0; g.Phase == game.Playing; turn++ {
		if g.EngineToMove() || turn > 0 {
			g = p.move(g, noon)
			continue
		}
		g = p.decide(g, noon)
		first := game.Record{Tenant: here.Tenant(), Against: game.Channel, Won: 1}
		lost := game.Record{Tenant: here.Tenant(), Against: game.Channel, Lost: 1}
		for who, want := range map[game.Player]game.Record{ana: first, bo: lost, cy: first} {
			p.wantSame("the records of "+string(who)+" after a round", []game.Record{want}, p.records(who))
		}
	}
	for _, who := range []game.Player{ana, bo, cy} {
		if got := p.records(who); len(got) != 2 || got[1].Level != g.Level || got[1].Games() != 1 {
			p.Errorf("after the game %s has %v", who, got)
		}
	}
	if f := p.finished(p.end(here, ana, bo, bo, noon).ID); f.Tally.Wins != 1 {
		p.Errorf("won %d against everybody, votes included", f.Tally.Wins)
	}
	p.must(p.forget(bo, noon))
	if got := p.records(bo); len(got) > 0 || len(p.records(ana)) != 3 {
		p.Errorf("after the removal, bo has %v, and ana %v", got, p.records(ana))
	}
}
