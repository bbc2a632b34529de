package storetest

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"othellobot/game"
	"othellobot/rules"
)

func votes() []testCase {
	return []testCase{
		{"everybody has one vote a turn, and may change it", votesChange},
		{"a vote counts in its version of a running game alone", votesOfVersion},
		{"a vote that was delivered before is not given again", votesDelivered},
		{"a vote is counted soon, and no later than before", votesDue},
		{"votes are found by their turns", votesByTurn},
		{"votes are forgotten with their voters", votesForgotten},
		{"votes go with their games", votesGo},
		{"votes count in records, each round and each game once", votesCounted},
		{"of votes at once none is lost, and none comes after the end", votesAtOnce},
		{"of many who count the votes one makes the move", decisionsAtOnce},
	}
}

// voted is a game that the channel plays by votes of an hour.
func (p *play) voted(at game.Place) game.Game {
	p.Helper()
	return p.add(game.NewVote(p.id(), at, ana, rules.Black, time.Hour, noon))
}

// cast is a vote for the first move but so many.
func cast(g game.Game, by game.Player, number int, now time.Time) game.Cast {
	square := rules.NoSquare
	for s := range g.Position().Legal().Squares() {
		if square = s; number == 0 {
			break
		}
		number--
	}
	return game.Cast{
		Vote:  game.Vote{Game: g.ID, Turn: g.Turn, Voter: by, Square: square, At: now.UnixMilli()},
		Place: g.Place, Version: g.Version, Recount: now.Add(game.CountDelay).UnixMilli(),
	}
}

func (p *play) vote(c game.Cast) game.Vote {
	p.Helper()
	p.must(p.Store.Vote(p.Context(), c))
	return c.Vote
}

func (p *play) allVotes(g game.Game) []game.Vote {
	p.Helper()
	votes, err := p.table.AllVotes(p.Context(), g)
	p.must(err)
	return votes
}

// closeVotes ends a vote before its time.
var closeVotes = game.CloseVotes(true)

// decide closes the votes of a game and has the channel move.
func (p *play) decide(g game.Game, now time.Time) game.Game {
	p.Helper()
	g = p.change(g, now, closeVotes)
	return p.change(g, now, game.Decide(g.Version, p.allVotes(g), rules.NoSquare))
}

func votesChange(p *play) {
	g := p.voted(here)
	p.wantSame("votes before there are any", []game.Vote(nil), p.allVotes(g))
	p.vote(cast(g, ana, 0, noon))
	second := p.vote(cast(g, bo, 0, noon.Add(time.Second)))
	first := p.vote(cast(g, ana, 1, noon.Add(2*time.Second)))
	p.wantSame("votes", []game.Vote{second, first}, p.allVotes(g))
	p.vote(cast(g, bo, 0, noon.Add(time.Minute))) // keeps its time
	p.wantSame("votes given again", []game.Vote{second, first}, p.allVotes(g))
}

func votesOfVersion(p *play) {
	g := p.voted(here)
	for what, c := range map[string]game.Cast{
		"of an earlier version": {Version: g.Version - 1},
		"of a later version":    {Version: g.Version + 1},
		"of no game":            {Version: g.Version, Vote: game.Vote{Game: g.ID + 77}},
	} {
		if c.Game == 0 {
			c.Game = g.ID
		}
		c.Voter, c.Delivery = bo, "d"
		p.want(what, p.Store.Vote(p.Context(), c), game.ErrStale)
	}
	if p.seen("d").Known {
		p.Error("a vote that was refused has made its delivery known")
	}
	over := p.stop(g, ana, noon)
	p.want("when it is over", p.Store.Vote(p.Context(), cast(over, bo, 0, noon)), game.ErrStale)
	p.wantSame("votes", []game.Vote(nil), p.allVotes(g))
}

func votesDelivered(p *play) {
	g := p.voted(here)
	first, other := cast(g, bo, 0, noon), cast(g, bo, 1, noon.Add(time.Second))
	first.Delivery = "d"
	p.vote(first)
	second := p.vote(other)
	p.want("a repetition", p.Store.Vote(p.Context(), first), game.ErrDuplicate)
	p.wantSame("votes", []game.Vote{second}, p.allVotes(g))
	if got, want := p.seen("d"), (game.Seen{Known: true, Latest: game.GameVersion{Game: g.ID, Version: g.Version}}); got != want {
		p.Errorf("the delivery has made %+v, want %+v", got, want)
	}
}

func votesDue(p *play) {
	g := p.voted(here)
	p.vote(cast(g, bo, 0, noon))
	p.vote(cast(g, cy, 0, noon.Add(4*time.Second))) // is counted with the other
	p.wantSame("due a little too early", []game.ID(nil), ids(p.due(noon.Add(game.CountDelay-time.Millisecond), 9, everywhere...)))
	tasks, err := p.table.Due(p.Context(), p.Store, noon.Add(game.CountDelay), 9, everywhere)
	p.must(err)
	p.wantSame("due", []game.Task{{Kind: game.TaskCount, Game: g, At: noon.Add(game.CountDelay).UnixMilli()}}, tasks)
	counted := p.change(g, noon.Add(game.CountDelay), game.CountVotes(1))
	p.wantSame("due when they are counted", []game.ID(nil), ids(p.due(noon.Add(time.Hour-time.Millisecond), 9, everywhere...)))
	tasks, err = p.table.Due(p.Context(), p.Store, noon.Add(time.Hour), 9, everywhere)
	p.must(err)
	p.wantSame("due at the end", []game.Task{{Kind: game.TaskClose, Game: counted, At: noon.Add(time.Hour).UnixMilli()}}, tasks)
}

func votesByTurn(p *play) {
	g := p.voted(here)
	first := p.vote(cast(g, bo, 0, noon))
	g = p.move(p.decide(g, noon), noon)
	second := p.vote(cast(g, bo, 0, noon))
	third := p.vote(cast(g, cy, 0, noon))
	for _, c := range []struct {
		from, to uint32
		want     []game.Vote
	}{
		{0, 0, []game.Vote{first}},
		{1, 1, nil},
		{1, 9, []game.Vote{second, third}},
		{0, g.Turn, []game.Vote{first, second, third}},
	} {
		got, err := p.Store.Votes(p.Context(), g.ID, c.from, c.to)
		p.must(err)
		p.wantSame(fmt.Sprintf("votes from turn %d to %d", c.from, c.to), c.want, got)
	}
}

func votesForgotten(p *play) {
	g, other := p.voted(here), p.voted(there)
	p.vote(cast(g, bo, 0, noon))
	stays := p.vote(cast(g, cy, 0, noon))
	p.vote(cast(other, bo, 0, noon))
	p.must(p.table.Forget(p.Context(), p.Store, p.Store, bo, noon))
	p.wantSame("votes", []game.Vote{stays}, p.allVotes(g))
	p.wantSame("votes elsewhere", []game.Vote(nil), p.allVotes(other))
}

func votesGo(p *play) {
	g, other := p.voted(here), p.voted(there)
	p.vote(cast(g, bo, 0, noon))
	p.vote(cast(other, bo, 0, noon))
	p.stop(g, ana, noon)
	if len(p.allVotes(g)) != 1 {
		p.Error("the votes have gone with the end")
	}
	p.clean(noon.Add(timing.Retention))
	p.wantSame("votes of a game that is forgotten", []game.Vote(nil), p.allVotes(g))
	p.purge(string(there))
	p.wantSame("votes of a game that was deleted", []game.Vote(nil), p.allVotes(other))
}

// votesAtOnce has many vote while the votes are closed: each is told that the vote
// counts, and it does, or that it came too late.
func votesAtOnce(p *play) {
	for round := range 10 {
		at := game.Place(fmt.Sprintf("p/t/%d/", round))
		g := p.voted(at)
		var mu sync.Mutex
		given := map[game.Player]rules.Square{}
		var closed game.Game
		atOnce(func(who int) {
			if who == 0 {
				p.vote(cast(g, "p//early", 0, noon))
				closed = p.change(g, noon, closeVotes)
				return
			}
			for n := range 8 {
				by := game.Player(fmt.Sprintf("p//%d-%d", who, n))
				square := cast(g, by, n%4, noon).Square
				_, err := p.table.Vote(p.Context(), p.room(at), g.ID, game.Wish{By: by, Square: square, Now: noon})
				switch {
				case err == nil:
					mu.Lock()
					given[by] = square
					mu.Unlock()
				case !errors.Is(err, game.ErrClosed):
					p.Error(err)
				}
			}
		})
		given["p//early"] = cast(g, "", 0, noon).Square
		found := map[game.Player]rules.Square{}
		for _, v := range p.allVotes(closed) {
			found[v.Voter] = v.Square
		}
		p.wantSame("the votes", given, found)
	}
}

func decisionsAtOnce(p *play) {
	g := p.voted(here)
	for round := range 10 {
		p.vote(cast(g, bo, round, noon))
		room, turn := p.room(here), g.Turn
		var moved, late atomic.Int32
		atOnce(func(int) {
			out, err := p.table.Do(p.Context(), room, game.Proposal{Game: g.ID, Now: noon, Operation: closeVotes.In(g.Moment())})
			if err == nil {
				room := out.Room.With(&out.Game)
				_, err = p.table.Do(p.Context(), room, game.Proposal{Game: g.ID, Now: noon, Operation: game.Decide(out.Game.Version, p.allVotes(g), rules.NoSquare).In(g.Moment())})
			}
			switch {
			case err == nil:
				moved.Add(1)
			case errors.Is(err, game.ErrNotDue), errors.Is(err, game.ErrStale):
				late.Add(1)
			default:
				p.Error(err)
			}
		})
		now, _ := p.room(here).Find(g.ID)
		if moved.Load() != 1 || late.Load() != crowd-1 || now.Turn != turn+1 {
			p.Errorf("%d moved and %d were late; turn %d came after %d", moved.Load(), late.Load(), now.Turn, turn)
		}
		g = p.move(now, noon)
	}
}

func votesCounted(p *play) {
	g := game.NewVote(p.id(), here, ana, rules.Black, time.Hour, noon)
	g.Level = 3
	g = p.add(g)
	p.vote(cast(g, ana, 0, noon))
	p.vote(cast(g, bo, 1, noon))
	p.vote(cast(g, cy, 0, noon))
	for turn := 0; g.Phase == game.Playing; turn++ {
		by, square := g.Player(g.Position().ToMove), cast(g, ana, 0, noon).Square
		g = p.change(g, noon, func(g game.Game, _ game.Player, now time.Time) (game.Game, []game.Event, error) {
			return g.Play(by, square, now)
		})
		if turn == 0 {
			first := game.Record{Tenant: here.Tenant(), Against: game.Channel, Won: 1}
			lost := game.Record{Tenant: here.Tenant(), Against: game.Channel, Lost: 1}
			for who, want := range map[game.Player]game.Record{ana: first, bo: lost, cy: first} {
				if got := p.records(who); len(got) != 1 || got[0] != want {
					p.Errorf("after a round %s has %v, want %v", who, got, want)
				}
			}
		}
	}
	for _, who := range []game.Player{ana, bo, cy} {
		if got := p.records(who); len(got) != 2 || got[1].Level != g.Level || got[1].Games() != 1 {
			p.Errorf("after the game %s has %v", who, got)
		}
	}
	if f := p.finished(p.end(here, ana, bo, noon, resigned(bo, noon)).ID); f.Tally.Wins != 1 {
		p.Errorf("won %d against everybody, votes included", f.Tally.Wins)
	}
	_, err := p.Store.Strike(p.Context(), bo, noon)
	p.must(err)
	if got := p.records(bo); len(got) > 0 || len(p.records(ana)) != 3 {
		p.Errorf("struck out, bo has %v, and ana %v", got, p.records(ana))
	}
}
