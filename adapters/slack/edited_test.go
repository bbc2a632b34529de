package slack_test

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"othellobot/adapters/internal/fake"
	"othellobot/adapters/slack"
	"othellobot/adapters/slack/slacktest"
	"othellobot/bot"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/internal/bottest"
	"othellobot/people"
	"othellobot/store"
	"othellobot/words"
)

// whole is a process of the whole bot, without an engine.
type whole struct {
	chat.Handler
	ports people.Ports
	seed  uint64
}

// restart replaces the process by another over the same store.
func (w *whole) restart() {
	w.seed++
	w.Handler = bot.New(bot.Config{
		Words: words.MustLoad(), Ports: w.ports, Limits: map[string]chat.Limits{slack.Platform: slack.Limits()},
		Clock: bottest.Clock(time.Now), Log: slog.New(slog.DiscardHandler), Seed: w.seed, IdleExpiry: 24 * time.Hour, MaxDuels: 20,
	})
}

// moves returns the transcript of the running game in a place.
func (w *whole) moves(t *testing.T, at slacktest.Where) (transcript string) {
	t.Helper()
	place := placeOf(at)
	place.Thread = at.Thread
	room, _, err := w.ports.Table.Load(t.Context(), game.Place(place.String()), "")
	if err != nil || room.Active == nil {
		t.Fatalf("there is no game: %v", err)
	}
	for _, m := range room.Active.Moves {
		transcript += m.String()
	}
	return transcript
}

// A message acts once, even if its writer edits it and another process reads the edit. An edit that
// turns a message into one for the bot acts, too.
func TestEditedMentions(t *testing.T) {
	bothWays(t, func(t *testing.T, g *stage, h *fake.Handler) {
		timing := game.Timing{IdleExpiry: 24 * time.Hour, Retention: 2160 * time.Hour, Zones: time.LoadLocation}
		w := &whole{ports: people.PortsOf(store.NewMemory(timing), timing)}
		w.restart()
		h.Answers(func(ctx context.Context, a chat.Action) chat.Response {
			r, err := w.Handle(ctx, a)
			if err != nil {
				t.Error(err)
			}
			return r
		})
		hall := g.Channel("hall")
		for _, at := range []slacktest.Where{g.Channel("room"), hall.In(g.Say(hall, "ana", "a game?").TS)} {
			has := func(after, want string) {
				t.Helper()
				if got := w.moves(t, at); got != want {
					t.Errorf("after %s the game is %q, want %q", after, got, want)
				}
			}
			started := g.Mention(at, "ana", "start channel")
			move := g.Mention(at, "ana", "d3")
			g.Mention(at, "bo", "c3")
			g.Mention(at, "ana", "c4")
			refused := g.Mention(at, "bo", "a1")
			undo := g.Mention(at, "ana", "undo")
			has("an undo", "d3c3")
			for _, edit := range []struct{ name, ts, text string }{
				{"the undo, edited", undo.TS, "undo!"},
				{"the undo, edited again", undo.TS, "undo"},
				{"the undo, now a move", undo.TS, "c4"},
				{"a move, edited to another", move.TS, "c4"},
				{"a refused move, edited", refused.TS, "c4"},
				{"the start, edited", started.TS, "stop"},
			} {
				g.NewRedelivery(g.Edit(at, edit.ts, edit.text), 1, "http_timeout").Sent()
				has(edit.name, "d3c3")
			}
			w.restart()
			for _, ts := range []string{started.TS, move.TS, undo.TS} {
				g.Edit(at, ts, "c4")
				has("an edit after a restart", "d3c3")
			}
			late := g.Say(at, "ana", "c4")
			g.Edit(at, late.TS, "c4")
			has("an edit that mentions the bot", "d3c3c4")
			g.Edit(at, late.TS, "undo")
			has("an edit after that", "d3c3c4")
		}
	})
}
