package storetest

import (
	"cmp"
	"slices"
	"time"

	"othellobot/game"
	"othellobot/rating"
)

func ladders() []testCase {
	return []testCase{
		{"a rated game changes ratings", rated},
		{"ratings are the fold of all rated games that end at once", ratedAtOnce},
		{"an annulled game is as if it had not been", annulled},
		{"whoever is struck out leaves their opponents' ratings as they are", ratedStruckOut},
		{"ratings outlast games, and go with the tenant", ratingsPurged},
		{"the top of a ladder is what one of all ratings would be", top},
	}
}

// rate has a rated game end by a resignation.
func (p *play) rate(at game.Place, winner, loser game.Player, now time.Time) game.ID {
	p.Helper()
	return p.end(at, winner, loser, now, ratedResigned(loser, now)).ID
}

// ratedResigned is resigned, of a game that is rated and went on for long enough. The second of
// them begins otherwise than the first.
func ratedResigned(by game.Player, now time.Time) game.Operation {
	return func(g game.Game, _ game.Player, _ time.Time) (game.Game, []game.Event, error) {
		g.Rated = true
		random := newRandom(uint64(g.ID), 1)
		for len(g.Moves) < 2*game.RatedMoves {
			legal := slices.Collect(g.Position().Legal().Squares())
			var err error
			if g, _, err = g.Play(g.Player(g.Position().ToMove), legal[random.IntN(len(legal))], now); err != nil {
				return g, nil, err
			}
		}
		return g.Resign(by, now)
	}
}

// ladder is what the games come to that are kept of some.
func (p *play) ladder(hidden []game.Player, ids ...game.ID) *game.Ladder {
	p.Helper()
	var log []game.Finished
	for _, id := range ids {
		log = append(log, p.finished(id))
	}
	return game.LadderOf(log, hidden)
}

func (p *play) ratings(in game.Tenant, people ...game.Player) []game.Rating {
	p.Helper()
	found, err := p.Store.Ratings(p.Context(), in, people...)
	p.must(err)
	slices.SortFunc(found, func(a, b game.Rating) int { return cmp.Compare(a.Player, b.Player) })
	return found
}

// wantFolded fails the test unless people are rated as the log comes to.
func (p *play) wantFolded(in game.Tenant, people []game.Player, ids ...game.ID) {
	p.Helper()
	p.wantSame("the ratings", p.ladder(nil, ids...).Ratings(people...), p.ratings(in, people...))
}

func rated(p *play) {
	in := here.Tenant()
	friendly := p.end(here, ana, bo, noon, resigned(bo, noon))
	p.wantSame("after a friendly game", []game.Rating(nil), p.ratings(in, ana, bo))
	if p.finished(friendly.ID).Rates() {
		p.Error("a friendly game is rated")
	}
	ids := []game.ID{p.rate(here, ana, bo, noon), p.rate(there, bo, ana, noon.Add(day)), p.rate(here, cy, ana, noon.Add(2*day))}
	other := p.rate(elsewhere, ana, bo, noon)
	p.wantFolded(in, []game.Player{ana, bo, cy}, ids...)
	p.wantFolded(elsewhere.Tenant(), []game.Player{ana, bo}, other)
	first, second := p.finished(ids[0]).Rated, p.finished(ids[1]).Rated
	if first.Entry != 1 || first.Worth != rating.Counts || first.Week != 1 || first.Black.Games != 1 || first.Black.After <= first.Black.Before {
		p.Errorf("of the first game it is kept that %+v", first)
	}
	if second.Entry != 2 || second.Week != 2 || second.White.Before != first.Black.After || second.White.Seat != first.Black.Seat {
		p.Errorf("of the second game it is kept that %+v", second)
	}
	met, err := p.Store.Met(p.Context(), in, bo, ana)
	p.must(err)
	p.wantSame("what was between bo and ana", []rating.Result{p.finished(ids[1]).Result(), p.finished(ids[0]).Result()}, met)
}

func ratedAtOnce(p *play) {
	people := []game.Player{ana, bo, cy, den}
	var running []game.Game
	for n := range 4 * crowd {
		at := game.Place("p/team/" + string(rune('a'+n)) + "/")
		running = append(running, p.add(p.played(at, people[n%4], people[(n+1+n/4%3)%4])))
	}
	atOnce(func(who int) {
		for n := range 4 {
			g := running[who*4+n]
			_, err := p.table.Do(p.Context(), p.room(g.Place), game.Proposal{Game: g.ID, Now: noon, Operation: ratedResigned(g.Seats[n%2].Player, noon)})
			if err != nil {
				p.Error(err)
			}
		}
	})
	var ids []game.ID
	var entries []int64
	for _, g := range running {
		ids, entries = append(ids, g.ID), append(entries, p.finished(g.ID).Rated.Entry)
	}
	slices.Sort(entries)
	for i, n := range entries {
		if n != int64(i+1) {
			p.Fatalf("the games have the numbers %v", entries)
		}
	}
	p.wantFolded(here.Tenant(), people, ids...)
}

func annulled(p *play) {
	in, people := here.Tenant(), []game.Player{ana, bo, cy}
	var ids []game.ID
	for n := range 6 {
		ids = append(ids, p.rate(here, people[n%3], people[(n+1)%3], noon.Add(time.Duration(n)*day)))
	}
	annul := func(in game.Tenant, these game.Annulment, want int) {
		p.Helper()
		n, err := p.Store.Annul(p.Context(), in, these)
		p.must(err)
		if len(n) != want {
			p.Errorf("%d games are annulled, want %d", len(n), want)
		}
		p.wantFolded(here.Tenant(), people, ids...)
	}
	before := p.ratings(in, people...)
	annul(elsewhere.Tenant(), game.Annulment{Game: ids[1]}, 0)
	annul(in, game.Annulment{Game: 4711}, 0)
	annul(in, game.Annulment{}, 0)
	p.wantSame("the ratings", before, p.ratings(in, people...))
	annul(in, game.Annulment{Game: ids[1]}, 1)
	if after := p.ratings(in, people...); after[0].Rating == before[0].Rating || after[1].Games != before[1].Games-1 {
		p.Errorf("after a game is annulled people are rated %+v", after)
	}
	annul(in, game.Annulment{Game: ids[1]}, 0)
	annul(in, game.Annulment{Game: ids[0], Without: bo}, 0)
	annul(in, game.Annulment{Player: ana, Without: bo}, 2)
	annul(in, game.Annulment{Player: ana}, 2)
	if after := p.ratings(in, ana); after[0].Games != 0 {
		p.Errorf("after her games are annulled ana is rated %+v", after[0])
	}
	annul(in, game.Annulment{Player: ana, Back: true}, 4)
	annul(in, game.Annulment{Game: ids[1], Back: true}, 1)
	annul(in, game.Annulment{Player: bo, Back: true}, 0)
	p.wantSame("the ratings when all is taken back", before, p.ratings(in, people...))
	ids = append(ids, p.rate(here, cy, bo, noon.Add(7*day)))
	p.wantFolded(in, people, ids...)
}

func ratedStruckOut(p *play) {
	in := here.Tenant()
	ids := []game.ID{p.rate(here, ana, bo, noon), p.rate(here, cy, ana, noon), p.rate(here, bo, ana, noon.Add(day))}
	seat := p.finished(ids[0]).Rated.Black.Seat
	p.must(p.Store.Hide(p.Context(), in, ana, true))
	before := p.ratings(in, bo, cy)
	for range 2 {
		p.must(p.table.Forget(p.Context(), p.Store, p.Store, ana, noon))
		p.wantSame("the ratings of the others", before, p.ratings(in, bo, cy))
		p.wantSame("ana's rating", []game.Rating(nil), p.ratings(in, ana))
	}
	p.must(p.table.Forget(p.Context(), p.Store, p.Store, bo, noon))
	if f := p.finished(ids[0]); f.Black != game.Nobody || f.White != game.Nobody || f.Rated.Black.Seat != seat {
		p.Errorf("of a game of two who left it is kept that %+v", f)
	}
	ids = append(ids, p.rate(here, ana, cy, noon.Add(day)))
	p.wantFolded(in, []game.Player{ana, bo, cy}, ids...)
	if again := p.ratings(in, ana)[0]; again.Seat == seat || again.Games != 1 || again.Hidden {
		p.Errorf("ana, who has come back, is rated %+v", again)
	}
}

func ratingsPurged(p *play) {
	id, other := p.rate(here, ana, bo, noon), p.rate(elsewhere, ana, bo, noon)
	p.must(p.Store.Hide(p.Context(), here.Tenant(), cy, true))
	p.clean(noon.Add(10 * timing.Retention))
	p.purge(string(here))
	p.wantFolded(here.Tenant(), []game.Player{ana, bo}, id)
	p.purge(string(here.Tenant()))
	p.wantSame("what is kept", game.Finished{}, p.finished(id))
	p.wantSame("the ratings", []game.Rating(nil), p.ratings(here.Tenant(), ana, bo, cy))
	p.wantFolded(elsewhere.Tenant(), []game.Player{ana, bo}, other)
	if again := p.finished(p.rate(here, ana, bo, noon)); again.Rated.Entry != 1 {
		p.Errorf("the log goes on with %+v", again.Rated)
	}
}

func top(p *play) {
	in, season := here.Tenant(), rating.SeasonOf(noon)
	random := newRandom(1, 9)
	var people, hidden []game.Player
	for n := range 12 {
		people = append(people, game.Player("p//"+string(rune('a'+n))))
	}
	var ids []game.ID
	for n := range 60 {
		now := noon.Add(time.Duration(n) * 2 * day)
		one, other := people[random.IntN(11-n/12)], people[11]
		if n%3 > 0 {
			other = people[(slices.Index(people, one)+1+random.IntN(10))%11]
		}
		ids = append(ids, p.rate(game.Place("p/team/"+string(rune('a'+n%26))+"/"), one, other, now))
	}
	for _, hides := range []bool{false, true} {
		if hides {
			hidden = people[2:5]
			for _, h := range hidden {
				p.must(p.Store.Hide(p.Context(), in, h, true))
			}
			p.must(p.Store.Hide(p.Context(), in, people[7], true))
			p.must(p.Store.Hide(p.Context(), in, people[7], false))
		}
		want := p.ladder(hidden, ids...)
		for _, who := range append(people, "p//nobody") {
			for _, since := range []rating.Season{season - 1, season + 1} {
				for _, most := range []int{3, 20} {
					got, err := p.Store.Top(p.Context(), in, since, who, most)
					p.must(err)
					p.wantSame("the top", want.Top(since, who, most), got)
				}
			}
		}
	}
}
