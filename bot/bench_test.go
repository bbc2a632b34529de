package bot_test

import (
	"context"
	"fmt"
	"log/slog"
	"testing"
	"time"

	"othellobot/bot"
	"othellobot/chat"
	"othellobot/engine"
	"othellobot/people"
	"othellobot/render"
	"othellobot/rules"
	"othellobot/store"
	"othellobot/words"
)

func newBot(tb testing.TB) *bot.Bot {
	tb.Helper()
	return bot.New(bot.Config{
		Words:      words.Load(),
		Ports:      people.PortsOf(store.NewMemory(timing), timing),
		Engine:     engine.New(1, 1<<20),
		Limits:     map[string]chat.Limits{"p": {ButtonsPerRow: 5, MoveButtons: 10, Options: 25, Choices: 25, Themes: []string{"moon"}}},
		Clock:      clock(func() time.Time { return time.Unix(1_750_000_000, 0) }),
		Seed:       1,
		Log:        slog.New(slog.DiscardHandler),
		IdleExpiry: timing.IdleExpiry,
	})
}

func say(user, words string) chat.Action {
	a := by(user, "2345678901234567890", "1234567890123456789")
	a.Tokens = []chat.Token{{Text: words}}
	return a
}

// BenchmarkHandleMove also draws the board and reports the message. Every sixtieth move begins a game.
func BenchmarkHandleMove(b *testing.B) {
	moves, err := rules.ParseTranscript(wholeGame)
	noError(b, err)
	ctx := context.Background()
	handler := newBot(b)
	ply, p := 0, rules.Start()
	people := [2]string{"3456789012345678901", "4567890123456789012"}
	must(b, handler, ctx, say(people[0], "move a1")) // loads the vocabulary
	start, typed := say(people[0], "start"), make([]chat.Action, len(moves))
	for i, move := range moves {
		typed[i] = say(people[p.ToMove], "move "+move.String())
		p, _ = p.Play(move)
	}
	b.ReportAllocs()
	for b.Loop() {
		if ply == 0 {
			must(b, handler, ctx, start)
		}
		r, err := handler.Handle(ctx, typed[ply])
		noError(b, err)
		e := r.Effects[0]
		if len(render.Emoji(e.Message.Board.View, e.Message.Board.Theme, render.SurfaceKeycaps)) == 0 {
			b.Fatal("no board")
		}
		if _, err := handler.Sent(ctx, e.Shows, chat.Outcome{Ref: "2345678901234567890/5678901234567890123"}); err != nil {
			b.Fatal(err)
		}
		ply = (ply + 1) % len(moves)
	}
}

func BenchmarkHandleRefusal(b *testing.B) {
	ctx := context.Background()
	handler := newBot(b)
	must(b, handler, ctx, say("ana", "start"))
	wrong := say("ana", "move d5")
	must(b, handler, ctx, wrong) // loads the vocabulary
	b.ReportAllocs()
	for b.Loop() {
		must(b, handler, ctx, wrong)
	}
}

func must(tb testing.TB, h chat.Handler, ctx context.Context, a chat.Action) chat.Response {
	tb.Helper()
	r, err := h.Handle(ctx, a)
	if err != nil {
		tb.Fatal(fmt.Errorf("%v: %w", a.Tokens, err))
	}
	for _, e := range r.Effects {
		if e.Shows.Slot == chat.SlotNone {
			continue
		}
		if _, err := h.Sent(ctx, e.Shows, chat.Outcome{Ref: chat.MessageRef("message in " + a.Place.Channel)}); err != nil {
			tb.Fatal(err)
		}
	}
	return r
}
