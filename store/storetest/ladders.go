package storetest

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"othellobot/game"
	"othellobot/rating"
)

var ladderCases = []testCase{
	{"a rated game changes ratings", rated},
	{"games that end at once are counted once each, and ratings follow from all of them", endsAtOnce},
	{"an annulled game counts as if it was never played", annulled},
	{"forgetting a player leaves the ratings of opponents unchanged", ratedStruckOut},
	{"records and ratings outlast games and are deleted with the tenant", ratingsPurged},
	{"the top of a ladder agrees with all ratings", top},
}

func (p *caseRun) playRated(at game.Place, winner, loser game.Player, now time.Time) game.Finished {
	p.Helper()
	return p.finished(p.act(p.add(p.played(at, winner, loser)), loser, now, ratedResigned).ID)
}

// ratedResigned resigns a rated game that is long enough to count, with moves that depend on its id.
func ratedResigned(g game.Game, by game.Player, now time.Time) (game.Game, []game.Event, error) {
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

func (p *caseRun) logged(ids []game.ID) (log []game.Finished) {
	p.Helper()
	for _, id := range ids {
		log = append(log, p.finished(id))
	}
	return log
}

func (p *caseRun) ratings(in game.Tenant, people ...game.Player) []game.Rating {
	p.Helper()
	found, _, err := p.Store.Ratings(p.Context(), in, people...)
	p.must(err)
	slices.SortFunc(found, func(a, b game.Rating) int { return cmp.Compare(a.Player, b.Player) })
	return found
}

func (p *caseRun) hide(in game.Tenant, who game.Player, hidden bool) {
	p.Helper()
	p.must(p.Store.SetHidden(p.Context(), in, who, hidden))
}

func (p *caseRun) wantFolded(in game.Tenant, people []game.Player, log ...game.Finished) {
	p.Helper()
	p.wantSame("the ratings", game.LadderOf(log, nil).Ratings(people...), p.ratings(in, people...))
}

func rated(p *caseRun) {
	in := here.Tenant()
	p.end(here, ana, bo, bo, noon)
	p.wantSame("after a friendly game", []game.Rating(nil), p.ratings(in, ana, bo))
	log := []game.Finished{p.playRated(here, ana, bo, noon), p.playRated(there, bo, ana, noon.Add(day)), p.playRated(here, cy, ana, noon.Add(2*day))}
	other := p.playRated(elsewhere, ana, bo, noon)
	p.wantFolded(in, []game.Player{ana, bo, cy}, log...)
	p.wantFolded(elsewhere.Tenant(), []game.Player{ana, bo}, other)
	if first, second := log[0].Rated, log[1].Rated; first.Entry != 1 || second.Entry != 2 || second.Week != 2 ||
		second.White.Before != 0 || second.White.Games != 2 || second.White.Seat != first.Black.Seat {
		p.Errorf("the results of two games are %+v and %+v", first, second)
	}
	_, met, err := p.Store.Ratings(p.Context(), in, bo, ana)
	p.must(err)
	p.wantSame("the results between bo and ana", []rating.Result{log[1].Result(), log[0].Result()}, met)
}

func endsAtOnce(p *caseRun) {
	var running []game.Game
	for n := range 4 * crowd {
		people := [][2]game.Player{{ana, bo}, {bo, ana}, {bo, cy}, {den, bo}}[n%4]
		running = append(running, p.add(p.played(place(n), people[0], people[1])))
	}
	atOnce(func(who int) {
		for _, g := range running[who*4 : who*4+4] {
			if _, err := p.table.Do(p.Context(), p.room(g.Place), game.Proposal{Game: g.ID, By: bo, Now: noon, Operation: ratedResigned}); err != nil {
				p.Error(err)
			}
		}
	})
	var log []game.Finished
	numbers := make(map[string]int)
	for n, g := range running {
		log = append(log, p.finished(g.ID))
		numbers[fmt.Sprint("entry ", log[n].Rated.Entry)]++
		if n%4 < 2 {
			numbers[fmt.Sprint("between ana and bo ", log[n].Tally.Number)]++
		}
	}
	if len(numbers) != 6*crowd {
		p.Errorf("the games have the numbers %v", numbers)
	}
	p.wantTally(here, ana, bo, 2*crowd, 0)
	p.wantTally(here, bo, den, 0, crowd)
	p.wantFolded(here.Tenant(), everybody, log...)
}

func annulled(p *caseRun) {
	in, people := here.Tenant(), []game.Player{ana, bo, cy}
	var ids []game.ID
	for n := range 6 {
		ids = append(ids, p.playRated(here, people[n%3], people[(n+1)%3], noon.Add(time.Duration(n)*day)).Game)
	}
	annul := func(in game.Tenant, these game.Annulment, want int) {
		p.Helper()
		games, err := p.Store.Annul(p.Context(), in, these)
		p.must(err)
		if len(games) != want {
			p.Errorf("%d games are annulled, want %d", len(games), want)
		}
		p.wantFolded(here.Tenant(), people, p.logged(ids)...)
	}
	before := p.ratings(in, people...)
	annul(elsewhere.Tenant(), game.Annulment{Game: ids[1]}, 0)
	annul(in, game.Annulment{Game: 4711}, 0)
	annul(in, game.Annulment{}, 0)
	p.wantSame("the ratings", before, p.ratings(in, people...))
	annul(in, game.Annulment{Game: ids[1]}, 1)
	annul(in, game.Annulment{Game: ids[1]}, 0)
	annul(in, game.Annulment{Game: ids[0], Without: bo}, 0)
	annul(in, game.Annulment{Player: ana, Without: bo}, 2)
	annul(in, game.Annulment{Player: ana}, 2)
	if after := p.ratings(in, ana); after[0].Games != 0 || before[0].Games != 4 {
		p.Errorf("before and after her games are annulled ana is rated %+v, %+v", before, after)
	}
	annul(in, game.Annulment{Player: ana, Back: true}, 4)
	annul(in, game.Annulment{Game: ids[1], Back: true}, 1)
	annul(in, game.Annulment{Player: bo, Back: true}, 0)
	p.wantSame("the ratings when all is taken back", before, p.ratings(in, people...))
	ids = append(ids, p.playRated(here, cy, bo, noon.Add(7*day)).Game)
	p.wantFolded(in, people, p.logged(ids)...)
}

func ratedStruckOut(p *caseRun) {
	in := here.Tenant()
	ids := []game.ID{p.playRated(here, ana, bo, noon).Game, p.playRated(here, cy, ana, noon).Game, p.playRated(here, bo, ana, noon.Add(day)).Game}
	seat := p.finished(ids[0]).Rated.Black.Seat
	p.hide(in, ana, true)
	before := p.ratings(in, bo, cy)
	for range 2 {
		p.must(p.forget(ana, noon))
		p.wantSame("the ratings of the others", before, p.ratings(in, bo, cy))
		p.wantSame("ana's rating", []game.Rating(nil), p.ratings(in, ana))
	}
	p.must(p.forget(bo, noon))
	if f := p.finished(ids[0]); f.Black != game.Nobody || f.White != game.Nobody || f.Rated.Black.Seat != seat {
		p.Errorf("the result of a game whose players both left is %+v", f)
	}
	ids = append(ids, p.playRated(here, ana, cy, noon.Add(day)).Game)
	p.wantFolded(in, []game.Player{ana, bo, cy}, p.logged(ids)...)
	if again := p.ratings(in, ana)[0]; again.Seat == seat || again.Games != 1 || again.Hidden {
		p.Errorf("ana, who has come back, is rated %+v", again)
	}
}

func ratingsPurged(p *caseRun) {
	kept, other := p.playRated(here, ana, bo, noon), p.playRated(elsewhere, ana, bo, noon)
	p.hide(here.Tenant(), cy, true)
	p.clean(noon.Add(10 * timing.Retention))
	p.wantPast(game.PastFilter{Game: kept.Game}, 9)
	p.purge(string(here))
	p.wantFolded(here.Tenant(), []game.Player{ana, bo}, kept)
	p.wantTally(here, ana, bo, 1, 0)
	p.purge(string(here.Tenant()))
	p.wantTally(here, ana, bo, 0, 0)
	p.wantTally(elsewhere, ana, bo, 1, 0)
	p.wantSame("the ratings", []game.Rating(nil), p.ratings(here.Tenant(), ana, bo, cy))
	p.wantFolded(elsewhere.Tenant(), []game.Player{ana, bo}, other)
	if again := p.playRated(here, ana, bo, noon); again.Rated.Entry != 1 {
		p.Errorf("the log goes on with %+v", again.Rated)
	}
}

func top(p *caseRun) {
	in, season := here.Tenant(), rating.SeasonOf(noon)
	random := newRandom(1, 9)
	var people, hidden []game.Player
	for n := range 12 {
		people = append(people, game.Player("p//"+string(rune('a'+n))))
	}
	var log []game.Finished
	for n := range 60 {
		now := noon.Add(time.Duration(n) * 2 * day)
		one, other := people[random.IntN(11-n/12)], people[11]
		if n%3 > 0 {
			other = people[(slices.Index(people, one)+1+random.IntN(10))%11]
		}
		log = append(log, p.playRated(place(n%26), one, other, now))
	}
	for _, hides := range []bool{false, true} {
		if hides {
			hidden = people[2:5]
			for _, h := range hidden {
				p.hide(in, h, true)
			}
			p.hide(in, people[7], true)
			p.hide(in, people[7], false)
		}
		want := game.LadderOf(log, hidden)
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
