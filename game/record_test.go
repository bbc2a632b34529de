package game

import (
	"testing"
	"time"

	"othellobot/rules"
)

func TestTenant(t *testing.T) {
	for at, want := range map[Place]Tenant{
		"discord/G/C/":  "discord/G/",
		"discord/G/C/T": "discord/G/",
		"discord//C/":   "discord//C/",
		"slack/T/D1/":   "slack/T/",
		"local//den/":   "local//den/",
		"here":          "here",
		"":              "",
	} {
		if got := at.Tenant(); got != want {
			t.Errorf("%q is of the tenant %q, want %q", at, got, want)
		}
	}
}

func TestCounts(t *testing.T) {
	early := duel()
	for range EarlyMoves {
		early = firstPlayed(t, early)
	}
	late := firstPlayed(t, early)
	loaded := late
	loaded.Loaded = 1
	elsewhere := late
	elsewhere.Start.ToMove = rules.White
	waiting := late.Since().Add(ClaimDelay)
	for name, tt := range map[string]struct {
		game Game
		want bool
	}{
		"running":             {late, false},
		"resigned early":      {result(t)(early.Resign(ana, noon)), false},
		"resigned":            {result(t)(late.Resign(ana, noon)), true},
		"claimed":             {result(t)(late.Claim(late.Player(late.Position().ToMove.Opponent()), waiting)), true},
		"stopped":             {result(t)(late.Stop(ana, true, noon)), false},
		"expired":             {result(t)(Expire(time.Hour)(late, Nobody, late.Since().Add(time.Hour))), false},
		"loaded":              {result(t)(loaded.Resign(ana, noon)), false},
		"from elsewhere":      {result(t)(elsewhere.Resign(ana, noon)), false},
		"open":                {result(t)(openGame().Stop(ana, true, noon)), false},
		"played out on a set": {playedAt(t, from(t, duel(), passBoard), noon, "c1g1", ana), false},
	} {
		if got := tt.game.Counts(); got != tt.want {
			t.Errorf("%s: counts %v", name, got)
		}
		if f, ok := tt.game.Finished(); ok != tt.want || ok && (f.Black != ana || f.White != bo || f.Ended != tt.game.At) {
			t.Errorf("%s: %+v, %v", name, f, ok)
		}
	}
	ended := result(t)(late.Resign(ana, noon))
	if f, _ := ended.Finished(); f.Verdict != WhiteWon || f.Winner() != bo || f.Score != late.Position().Score() {
		t.Errorf("it is kept that %+v", f)
	}
	if f, ok := (Step{Before: &late, After: &ended}).Finishes(); !ok || f.Game != late.ID {
		t.Errorf("its end finishes %+v, %v", f, ok)
	}
	if _, ok := (Step{Before: &ended, After: &ended}).Finishes(); ok {
		t.Error("a game that was over ends once more")
	}
	both := result(t)(result(t)(ended.Forget(ana, noon)).Forget(bo, noon))
	if f, ok := both.Finished(); ok {
		t.Errorf("a game without people is recorded as %+v", f)
	}
}

func firstPlayed(t *testing.T, g Game) Game {
	t.Helper()
	p := g.Position()
	return result(t)(g.Play(g.Player(p.ToMove), p.Legal().First(), noon))
}

func TestRecordAdd(t *testing.T) {
	won := Finished{Tenant: "p/t/", Black: ana, White: Engine, Level: 3, Verdict: BlackWon}
	lost, drawn, duel := won, won, won
	lost.Verdict = WhiteWon
	drawn.Verdict = NobodyWon
	duel.White, duel.Level = bo, 0
	r := won.Record(ana)
	for _, tt := range []struct {
		game Finished
		want Record
	}{
		{won, Record{Won: 2, Run: 2}},
		{drawn, Record{Won: 2, Drawn: 1}},
		{won, Record{Won: 3, Drawn: 1, Run: 1}},
		{lost, Record{Won: 3, Drawn: 1, Lost: 1}},
	} {
		r = r.Add(tt.game.Record(ana))
		tt.want.Tenant, tt.want.Against, tt.want.Level = "p/t/", Engine, 3
		if r != tt.want {
			t.Fatalf("%+v, want %+v", r, tt.want)
		}
	}
	if got := duel.Record(bo); got != (Record{Tenant: "p/t/", Against: ana, Lost: 1}) {
		t.Errorf("the other has %+v", got)
	}
	if got := duel.Record(ana); got.Run != 0 || got.Won != 1 {
		t.Errorf("against a person there is %+v", got)
	}
}
