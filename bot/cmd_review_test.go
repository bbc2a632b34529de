package bot

import (
	"slices"
	"testing"
	"time"

	"othellobot/bot/card"
	"othellobot/bot/control"
	"othellobot/game"
	"othellobot/rules"
)

const wholeGame = "f5f6e6f4e3c5c6d6e7f7c3c7g3e8b5a4g5b4f8c4d8d3b3f3d2h3e2g4f2d7c8g6a3b6h6h5a7a6a5c2d1g2h7h8h1g8g7b8h2e1f1b2b7g1a1a2h4a8c1b1"

func TestReviewControlHoldsAGame(t *testing.T) {
	list := moves(t, wholeGame)
	text := card.ReviewControl(game.Game{Moves: list}, "play-on", "60")
	if len(text) > 100 {
		t.Errorf("%d bytes", len(text))
	}
	c, err := control.Parse(text)
	if err != nil || c.Verb != "play-on" {
		t.Fatalf("%+v, %v", c, err)
	}
	if got, ok := control.Unpack(control.Pack(list)); !ok || !slices.Equal(got, list) {
		t.Errorf("%v", got)
	}
	if _, ok := control.Unpack("A!"); ok {
		t.Error("read what is no move")
	}
}

func TestReveals(t *testing.T) {
	loaded := func(transcript string) game.Game {
		g, err := game.NewLoaded(1, "p/t/c/", "p//ana", moves(t, transcript), time.Time{})
		noError(t, err)
		return g
	}
	mirrored := func(transcript string) (text string) {
		for _, s := range moves(t, transcript) {
			text += rules.SquareAt(7-s.Row(), 7-s.Column()).String()
		}
		return text
	}
	whole := game.Game{Start: rules.Start(), Moves: moves(t, wholeGame)}
	whole, err := game.Restore(game.Game{Start: whole.Start, Moves: whole.Moves, Loaded: 60, Phase: game.Over, Result: &game.Result{}})
	noError(t, err)
	part := whole
	part.Moves, part.Loaded = whole.Moves[:30], 30
	if part, err = game.Restore(part); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		finished game.Game
		running  string
		want     bool
	}{
		"another game":                {whole, "d3c3c4c5d6f4f5e6f3c6", false},
		"the opening alone":           {whole, wholeGame[:14], false},
		"a position of the finished":  {whole, wholeGame[:40], true},
		"the same, turned":            {whole, mirrored(wholeGame[:40]), true},
		"it goes on from what ended":  {part, wholeGame[:80], true},
		"it goes on from there, less": {part, wholeGame[:62], true},
	} {
		if got := reveals(positions(c.finished), loaded(c.running)); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
