package chat

import (
	"reflect"
	"testing"

	"othellobot/render"
	"othellobot/rules"
)

func TestNamed(t *testing.T) {
	ana, bo := UserID{ID: "1"}, UserID{ID: "2"}
	name := func(u UserID) string { return map[UserID]string{ana: "Ana"}[u] }
	card := render.Card{White: render.Side{Name: "the bot", Discs: 3}}
	for want, players := range map[[2]string][2]*UserID{
		{"Ana", "the bot"}: {&ana, nil},
		{"", "Ana"}:        {&bo, &ana},
		{"", "the bot"}:    {},
	} {
		got := (&Picture{Image: card, Players: players}).Named(name).(render.Card)
		if got.Black.Name != want[0] || got.White.Name != want[1] || got.White.Discs != 3 {
			t.Errorf("%+v, want %q", got, want)
		}
	}
	board := render.Diagram{Better: rules.NoSquare}
	both := [2]*UserID{&ana, &bo}
	for _, p := range []render.Picture{render.Replay{}, render.Curve{}} {
		if got, want := (&Picture{Image: p, Players: both}).Named(name), p.(render.Namer).Named([2]string{name(ana), name(bo)}); !reflect.DeepEqual(got, want) || reflect.DeepEqual(got, p) {
			t.Errorf("%#v is named %#v", p, got)
		}
	}
	if got := (&Picture{Image: board, Players: both}).Named(name); got != render.Picture(board) {
		t.Errorf("%+v", got)
	}
}
