package discord_test

import (
	"context"
	"testing"
	"time"

	"othellobot/adapters/discord/discordtest"
	"othellobot/chat"
	"othellobot/words"
)

// A handler that takes too long is waited for, and Discord is told so in time. A
// command waits in private, so that a refusal is; what is for everybody is then
// one more message.
func TestSlowHandler(t *testing.T) {
	for _, slow := range []time.Duration{1600 * time.Millisecond, 4 * time.Second, 25 * time.Second} {
		t.Run(slow.String(), func(t *testing.T) {
			inWorld(t, func(w *world) {
				for _, d := range deeds() {
					r := w.begun(d.name)
					w.handler.slow(slow)
					in := d.do(r)
					if in.Callback() != d.defers || in.Took() != 1500*time.Millisecond {
						t.Errorf("%s: the first answer is of type %d after %v, want %d after 1.5 s", d.name, in.Callback(), in.Took(), d.defers)
					}
					if m, _ := in.Original(); d.defers == discordtest.CallbackDeferred && !(m.Loading && m.Ephemeral()) {
						t.Errorf("%s: what waits is not for ana alone: %+v", d.name, m)
					}
					w.later(slow)
					r.shows(d.later...)
					w.handler.first(nil)
					if got := w.played(r.at); got != d.at {
						t.Errorf("%s: the game is %q, want %q", d.name, got, d.at)
					}
				}
			})
		})
	}
}

// A handler that never ends is told to, and whoever waits is told that it failed.
func TestHandlerThatNeverEnds(t *testing.T) {
	inWorld(t, func(w *world) {
		for _, d := range deeds() {
			r := w.begun(d.name)
			w.handler.first(func(ctx context.Context, _ chat.Action) error { <-ctx.Done(); return ctx.Err() })
			if in := d.do(r); in.Callback() != d.defers {
				t.Errorf("%s: the first answer is of type %d, want %d", d.name, in.Callback(), d.defers)
			}
			w.later(time.Minute)
			w.handler.first(nil)
			r.shows("only … 2: Something went wrong on my side; nothing more happened than what you see. Try again in a moment.")
			if got := w.played(r.at); got != "" {
				t.Errorf("%s: the game is %q", d.name, got)
			}
		}
	})
}

// A completion cannot be put off, so one that takes too long has no choices.
func TestSlowCompletion(t *testing.T) {
	inWorld(t, func(w *world) {
		r := w.begun("room")
		for _, c := range []struct {
			slow, took time.Duration
			choices    int
		}{
			{0, 0, 4},
			{2 * time.Second, 2 * time.Second, 4},
			{4 * time.Second, 2500 * time.Millisecond, 0},
		} {
			w.handler.slow(c.slow)
			in := w.note(w.Autocomplete(r.at, "ana", "move", "square", discordtest.Text("square", "")))
			if got := len(in.Choices()); got != c.choices || in.Took() != c.took {
				t.Errorf("a handler that takes %v gives %d choices after %v, want %d after %v", c.slow, got, in.Took(), c.choices, c.took)
			}
		}
		w.later(time.Minute)
		r.shows()
	})
}

// A button on a whisper is put off like any other, and so is a thread.
func TestSlowHandlerElsewhere(t *testing.T) {
	inWorld(t, func(w *world) {
		r := w.in(w.Channel("room"))
		r.plays("ana", "d3")
		r.shows("only ana 1: " + says(words.NoGame{}) + " [open:d3]")
		w.handler.slow(2 * time.Second)
		r.presses("ana", "open:d3")
		w.later(2 * time.Second)
		r.shows(
			"post 2: board 4–1 [c3 e3 c5] [engage hint]",
			"edit 1: "+says(words.DoneBegun{}),
		)
		r.sends("bo", "start", discordtest.Flag("thread", true))
		w.later(10 * time.Second)
		r.shows("only bo 3: The game has a thread of its own: #another")
		w.in(w.Thread(r.at, says(words.ThreadTitle{}))).shows("post 1: board 2–2…")
	})
}
