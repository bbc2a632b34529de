package storetest

import (
	"cmp"
	"errors"
	"slices"

	"othellobot/game"
	"othellobot/rules"
)

var recordCases = []testCase{
	{"only games that count are counted", gamesCounted},
	{"a stored result has the score between its players at that time", tallied},
}

func (p *caseRun) records(of game.Player) []game.Record {
	p.Helper()
	found, err := p.Store.Records(p.Context(), of)
	p.must(err)
	slices.SortFunc(found, func(a, b game.Record) int {
		return cmp.Or(cmp.Compare(a.Tenant, b.Tenant), cmp.Compare(a.Against, b.Against), cmp.Compare(a.Level, b.Level))
	})
	return found
}

// finished returns the result of a game, or the zero value if the game does not count.
func (p *caseRun) finished(id game.ID) game.Finished {
	p.Helper()
	f, err := p.table.Finished(p.Context(), id)
	if !errors.Is(err, game.ErrUnknown) {
		p.must(err)
	}
	return f
}

func (p *caseRun) tally(at game.Place, one, other game.Player) game.Record {
	p.Helper()
	for _, r := range p.records(one) {
		if r.Tenant == at.Tenant() && r.Against == other && r.Level == 0 {
			return r
		}
	}
	return game.Record{}
}

func (p *caseRun) wantTally(at game.Place, one, other game.Player, won, lost int) {
	p.Helper()
	if r := p.tally(at, one, other); r.Won != won || r.Lost != lost {
		p.Errorf("in %s, %s has won %d and lost %d against %q, want %d and %d", at, one, r.Won, r.Lost, other, won, lost)
	}
}

func gamesCounted(p *caseRun) {
	p.wantTally(here, ana, bo, 0, 0)
	p.end(here, ana, bo, bo, noon)
	p.end(here, bo, ana, bo, noon)
	p.end(there, ana, bo, ana, noon)
	p.end(here, ana, cy, cy, noon)
	p.end(here, ana, game.Engine, ana, noon)
	p.end(elsewhere, ana, bo, ana, noon)
	for _, g := range []game.Game{
		p.act(p.add(p.played(here, ana, bo)), cy, noon, game.Stop(true)),
		p.act(p.add(p.duel(here)), ana, noon, game.Game.Resign),
		p.act(p.add(p.challenge(here, ana, bo)), bo, noon, game.Game.Decline),
		p.add(p.duel(here)),
	} {
		p.wantSame("what is kept of a game that does not count", game.Finished{}, p.finished(g.ID))
	}
	drawn, last := AlmostDrawn(p.id(), elsewhere, bo, ana)
	drawn = p.add(drawn)
	drawn = p.act(drawn, drawn.Player(drawn.Position().ToMove), noon, game.Play(last))
	if f := p.finished(drawn.ID); f.Verdict != game.NobodyWon || f.Score != drawn.Position().FinalScore() || f.Tally != (game.Tally{Number: 2, ByWhite: 0, ByBlack: 1}) {
		p.Errorf("the result of a drawn game is %+v", f)
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
	for _, who := range []game.Player{game.Engine, game.Nobody, den} {
		p.wantSame("the records of "+string(who), []game.Record(nil), p.records(who))
	}
}

// AlmostDrawn returns a duel and the last move, which ends it in a draw.
func AlmostDrawn(id game.ID, at game.Place, black, white game.Player) (g game.Game, last rules.Square) {
	const drawn = "c4e3f6b4d3c2e2f3g4c5a4b5b6e6f2a5f4g6a6d2b1b2c6a7a8a3a2e1d6g3g1f5f7g5d1c1h7e7f8g7b7d7c8d8h3a1h6h4f1g2h1b8c7b3h5e8h2c3h8g8"
	moves, err := rules.ParseTranscript(drawn)
	g = game.NewDuel(id, at, black, white, rules.Black, noon)
	for _, last = range moves[:len(moves)-1] {
		g, _, err = g.Play(g.Player(g.Position().ToMove), last, noon)
	}
	if err != nil {
		panic(err) // the moves are legal
	}
	return g, moves[len(moves)-1]
}

func tallied(p *caseRun) {
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
		g := p.end(c.at, c.one, c.other, []game.Player{c.one, c.other}[c.loser], noon)
		p.wantSame("what is kept", game.Finished{
			Game: g.ID, Tenant: c.at.Tenant(), Black: c.one, White: c.other, Score: g.Position().Score(), Ended: g.At,
			Verdict: []game.Verdict{rules.Black: game.WhiteWon, rules.White: game.BlackWon}[c.loser], Tally: c.want,
		}, p.finished(g.ID))
	}
}
