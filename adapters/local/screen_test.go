package local_test

import (
	"context"
	"log/slog"
	"strings"
	"testing"
	"time"

	"othellobot/adapters/local"
	"othellobot/chat"
	"othellobot/internal/logtest"
	"othellobot/render"
)

// screen is an adapter with a toy, and its output.
type screen struct {
	adapter *local.Adapter
	bot     *toy
	out     logtest.Buffer
}

var here = chat.Place{Platform: local.Platform, Channel: "local"}

func newScreen(t testing.TB, in string, change ...func(*local.Config)) *screen {
	t.Helper()
	s := &screen{bot: &toy{clock: time.Unix(0, 0).UTC(), refs: map[chat.Slot]chat.MessageRef{}}}
	c := local.Config{
		Handler: s.bot, In: strings.NewReader(in), Out: &s.out, Settle: s.bot.settle, Wait: s.bot.wait, Log: slog.New(slog.DiscardHandler), Says: sentences,
	}
	for _, f := range change {
		f(&c)
	}
	s.adapter = local.New(c)
	s.bot.poster = s.adapter
	return s
}

// deliver posts a message with buttons. Each button's action is its label.
func (s *screen) deliver(t *testing.T, text string, labels ...string) {
	t.Helper()
	s.adapter.Deliver(t.Context(), here, respond(chat.Effect{Kind: chat.Post, Message: message(text, labels...)}))
}

func (s *screen) run(t testing.TB) {
	t.Helper()
	if err := s.adapter.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// A press finds the newest message with the button. It skips whispers to other users and former
// buttons.
func TestNewestMessageIsPressed(t *testing.T) {
	out, bot := script(t, `
ana: /othello board
ana: /othello ask
bo: /othello ask
bo: /othello board
ana: [Yes]
bo: [f5]
ana: [f5]
bo: [Yes]
`)
	if strings.Contains(out, "There is no") {
		t.Error(out)
	}
	presses := bot.actions[4:]
	if presses[0].Message == presses[3].Message || presses[1].Message == presses[2].Message {
		t.Errorf("the presses came from %+v", presses)
	}
	if len(bot.actions) != 8 {
		t.Errorf("%d actions", len(bot.actions))
	}
}

func TestEmojiBoard(t *testing.T) {
	moon, _ := render.ThemeNamed("moon")
	s := newScreen(t, "", func(c *local.Config) { c.Emoji = true })
	m := board()
	m.Board.Theme = moon
	s.adapter.Deliver(t.Context(), here, respond(chat.Effect{Kind: chat.Post, Message: m}))
	want := "\t  " + strings.ReplaceAll(render.Emoji(m.Board.View, moon, render.SurfaceLetters), "\n", "\n\t  ") + "\n"
	if !strings.Contains(s.out.String(), want) {
		t.Errorf("the message is shown as\n%s\nwithout\n%s", s.out.String(), want)
	}
}

// The channel cannot show a thread, a whisper without a reader, or a change of an unknown message.
func TestUnsupportedEffects(t *testing.T) {
	s := newScreen(t, "")
	for _, e := range []chat.Effect{
		{Kind: chat.Whisper, Message: message("psst")},
		{Kind: chat.OpenThread, Message: message("a thread")},
		{Kind: chat.Edit, Message: message("which?")},
		{Kind: chat.Remove, Ref: "/1"},
	} {
		s.adapter.Deliver(context.Background(), here, respond(e))
	}
	if out := s.out.String(); out != "" {
		t.Errorf("shown: %q", out)
	}
}
