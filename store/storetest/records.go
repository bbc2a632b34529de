package storetest

import (
	"cmp"
	"errors"
	"slices"
	"time"

	"othellobot/game"
	"othellobot/rules"
)

func records() []testCase {
	return []testCase{
		{"games that count are counted", gamesCounted},
		{"what is kept of a game tells how it stood between its players then", tallied},
		{"records stay when their games are forgotten", recordsStay},
		{"of many games that end at once each is counted once", endsAtOnce},
		{"whoever is struck out leaves nothing but games against nobody", struckOut},
		{"a purge of a tenant takes its records along, and one of a channel does not", recordsPurged},
	}
}

// records are a player's, in an order.
func (p *play) records(of game.Player) []game.Record {
	p.Helper()
	found, err := p.Store.Records(p.Context(), of)
	p.must(err)
	slices.SortFunc(found, func(a, b game.Record) int {
		return cmp.Or(cmp.Compare(a.Tenant, b.Tenant), cmp.Compare(a.Against, b.Against), cmp.Compare(a.Level, b.Level))
	})
	return found
}

// finished is what is kept of a game, zero if nothing is.
func (p *play) finished(id game.ID) game.Finished {
	p.Helper()
	f, err := p.Store.Finished(p.Context(), id)
	if !errors.Is(err, game.ErrUnknown) {
		p.must(err)
	}
	return f
}

// tally is a player's record against another in the tenant of a place, at level 0.
func (p *play) tally(at game.Place, one, other game.Player) game.Record {
	p.Helper()
	for _, r := range p.records(one) {
		if r.Tenant == at.Tenant() && r.Against == other && r.Level == 0 {
			return r
		}
	}
	return game.Record{}
}

func (p *play) wantTally(at game.Place, one, other game.Player, won, lost int) {
	p.Helper()
	if r := p.tally(at, one, other); r.Won != won || r.Lost != lost {
		p.Errorf("in %s, %s has won %d and lost %d against %q, want %d and %d", at, one, r.Won, r.Lost, other, won, lost)
	}
}

const elsewhere game.Place = "p/other/here/"

func gamesCounted(p *play) {
	p.wantTally(here, ana, bo, 0, 0)
	p.end(here, ana, bo, noon, resigned(bo, noon))
	p.end(here, bo, ana, noon, resigned(bo, noon))
	p.end(there, ana, bo, noon, resigned(ana, noon))
	p.end(here, ana, cy, noon, resigned(cy, noon))
	p.end(here, ana, game.Engine, noon, resigned(ana, noon))
	p.end(elsewhere, ana, bo, noon, resigned(ana, noon))
	for _, g := range []game.Game{
		p.end(here, ana, bo, noon, func(g game.Game, _ game.Player, _ time.Time) (game.Game, []game.Event, error) {
			return g.Stop(cy, true, noon)
		}),
		p.end(here, ana, bo, noon.Add(8*day), func(g game.Game, _ game.Player, _ time.Time) (game.Game, []game.Event, error) {
			return g.Expire(timing.IdleExpiry, noon.Add(8*day))
		}),
		p.resign(p.add(p.duel(here)), ana, noon),
		p.move(p.add(almostOver(p.id(), here, noon)), noon),
		p.decline(p.add(p.challenge(here, ana, bo)), bo, noon),
		p.add(p.duel(here)),
	} {
		p.wantSame("what is kept of a game that does not count", game.Finished{}, p.finished(g.ID))
	}
	drawn, last := AlmostDrawn(p.id(), elsewhere, bo, ana)
	drawn = p.change(p.add(drawn), noon, func(g game.Game, _ game.Player, _ time.Time) (game.Game, []game.Event, error) {
		return g.Play(g.Player(g.Position().ToMove), last, noon)
	})
	if f := p.finished(drawn.ID); f.Verdict != game.NobodyWon || f.Score != drawn.Position().FinalScore() || f.Tally != (game.Tally{Number: 2, ByWhite: 0, ByBlack: 1}) {
		p.Errorf("of a drawn game it is kept that %+v", f)
	}
	t, u := here.Tenant(), elsewhere.Tenant()
	p.wantSame("ana's records", []game.Record{
		{Tenant: u, Against: bo, Drawn: 1, Lost: 1},
		{Tenant: t, Against: game.Engine, Lost: 1},
		{Tenant: t, Against: bo, Won: 2, Lost: 1},
		{Tenant: t, Against: cy, Won: 1},
	}, p.records(ana))
	p.wantTally(here, bo, ana, 1, 2)
	p.wantTally(here, cy, ana, 0, 1)
	p.wantSame("the engine's records", []game.Record(nil), p.records(game.Engine))
	p.wantSame("den's records", []game.Record(nil), p.records(den))
}

// AlmostDrawn is a duel that ends without a winner by one more move, which is returned
// along.
func AlmostDrawn(id game.ID, at game.Place, black, white game.Player) (game.Game, rules.Square) {
	for random := newRandom(7, 7); ; {
		g := game.NewDuel(id, at, black, white, rules.Black, noon)
		for {
			legal := slices.Collect(g.Position().Legal().Squares())
			square := legal[random.IntN(len(legal))]
			next, _, err := g.Play(g.Player(g.Position().ToMove), square, noon)
			switch {
			case err != nil:
				panic(err) // the move is legal
			case next.Phase == game.Over && !next.Result.Decided:
				return g, square
			}
			if g = next; g.Phase == game.Over {
				break
			}
		}
	}
}

func tallied(p *play) {
	again := func(at game.Place, one, other game.Player, loser rules.Color) game.Finished {
		p.Helper()
		by := []game.Player{one, other}[loser]
		g := p.end(at, one, other, noon, resigned(by, noon))
		f := p.finished(g.ID)
		p.wantSame("what is kept", game.Finished{
			Game: g.ID, Tenant: at.Tenant(), Black: one, White: other, Score: g.Position().Score(), Ended: g.At,
			Verdict: []game.Verdict{rules.Black: game.WhiteWon, rules.White: game.BlackWon}[loser], Tally: f.Tally,
		}, f)
		return f
	}
	for _, c := range []struct {
		at         game.Place
		one, other game.Player
		loser      rules.Color
		want       game.Tally
	}{
		{here, ana, bo, rules.White, game.Tally{Number: 1, ByBlack: 1, Wins: 1}},
		{there, bo, ana, rules.Black, game.Tally{Number: 2, ByWhite: 2, Wins: 2}},
		{here, bo, ana, rules.White, game.Tally{Number: 3, ByBlack: 1, ByWhite: 2, Wins: 1}},
		{elsewhere, ana, bo, rules.White, game.Tally{Number: 1, ByBlack: 1, Wins: 1}},
		{here, ana, game.Engine, rules.White, game.Tally{Number: 1, ByBlack: 1, Run: 1, Wins: 3}},
		{here, game.Engine, ana, rules.Black, game.Tally{Number: 2, ByWhite: 2, Run: 2, Wins: 4}},
		{here, ana, game.Engine, rules.Black, game.Tally{Number: 3, ByBlack: 2, ByWhite: 1}},
		{here, ana, game.Engine, rules.White, game.Tally{Number: 4, ByBlack: 3, ByWhite: 1, Run: 1, Wins: 5}},
	} {
		f := again(c.at, c.one, c.other, c.loser)
		p.wantSame("the tally", c.want, f.Tally)
	}
}

func recordsStay(p *play) {
	g := p.end(here, ana, bo, noon, resigned(bo, noon))
	f := p.finished(g.ID)
	p.clean(noon.Add(timing.Retention - time.Millisecond))
	p.wantSame("what is kept", f, p.finished(g.ID))
	p.clean(noon.Add(10 * timing.Retention))
	p.wantSame("the room", game.Room{Place: here}, p.room(here))
	p.wantTally(here, ana, bo, 1, 0)
	p.must(p.table.Forget(p.Context(), p.Store, p.Store, bo, noon))
	p.wantTally(here, ana, game.Nobody, 1, 0)
	p.wantSame("bo's records", []game.Record(nil), p.records(bo))
}

func endsAtOnce(p *play) {
	var running []game.Game
	for n := range 4 * crowd {
		at := game.Place("p/team/" + string(rune('a'+n)) + "/")
		one, other := ana, bo
		if n%2 == 0 {
			one, other = bo, ana
		}
		running = append(running, p.add(p.played(at, one, other)))
	}
	atOnce(func(who int) {
		for n := range 4 {
			g := running[who*4+n]
			if _, err := p.table.Do(p.Context(), p.room(g.Place), game.Proposal{Game: g.ID, Now: noon, Operation: resigned(bo, noon)}); err != nil {
				p.Error(err)
			}
		}
	})
	p.wantTally(here, ana, bo, 4*crowd, 0)
	p.wantTally(here, bo, ana, 0, 4*crowd)
	var numbers []int
	for _, g := range running {
		numbers = append(numbers, p.finished(g.ID).Tally.Number)
	}
	slices.Sort(numbers)
	for i, n := range numbers {
		if n != i+1 {
			p.Fatalf("the games have the numbers %v", numbers)
		}
	}
}

func struckOut(p *play) {
	won := p.end(here, ana, bo, noon, resigned(bo, noon))
	alone := p.end(here, ana, game.Engine, noon, resigned(ana, noon))
	p.end(here, bo, cy, noon, resigned(cy, noon))
	p.end(here, cy, ana, noon, resigned(ana, noon))
	for range 2 {
		p.must(p.table.Forget(p.Context(), p.Store, p.Store, ana, noon))
		p.wantSame("ana's records", []game.Record(nil), p.records(ana))
		p.wantTally(here, bo, ana, 0, 0)
		p.wantTally(here, bo, game.Nobody, 0, 1)
		p.wantTally(here, bo, cy, 1, 0)
		p.wantTally(here, cy, game.Nobody, 1, 0)
		if f := p.finished(won.ID); f.Black != game.Nobody || f.White != bo {
			p.Errorf("of ana's game it is kept that %+v", f)
		}
		p.wantSame("what is kept of a game that nobody else played", game.Finished{}, p.finished(alone.ID))
	}
	p.must(p.table.Forget(p.Context(), p.Store, p.Store, bo, noon))
	p.wantTally(here, cy, game.Nobody, 1, 1)
	p.wantSame("what is kept of a game of two who left", game.Finished{}, p.finished(won.ID))
}

func recordsPurged(p *play) {
	direct := game.Place("p//dm/")
	for _, at := range []game.Place{here, there, elsewhere, direct} {
		p.end(at, ana, bo, noon, resigned(bo, noon))
	}
	want := func(tenants ...game.Tenant) {
		p.Helper()
		var want []game.Record
		for _, t := range tenants {
			r := game.Record{Tenant: t, Against: bo, Won: 1}
			if t == here.Tenant() {
				r.Won = 2
			}
			want = append(want, r)
		}
		p.wantSame("ana's records", want, p.records(ana))
	}
	p.purge(string(there))
	want(direct.Tenant(), elsewhere.Tenant(), here.Tenant())
	p.purge(string(direct))
	want(elsewhere.Tenant(), here.Tenant())
	p.purge(string(here.Tenant()))
	want(elsewhere.Tenant())
}
