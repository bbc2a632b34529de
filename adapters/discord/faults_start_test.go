package discord_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"othellobot/adapters/discord/discordtest"
)

// Without its own emoji the bot draws with those that everybody has.
func TestTilesAreRefused(t *testing.T) {
	for name, refused := range map[string]func(*world){
		"list":   func(w *world) { w.breaks("GET /applications/*/emojis", discordtest.Fault{Status: 403, Code: 50001}) },
		"upload": func(w *world) { w.breaks("POST /applications/*/emojis", discordtest.Fault{Status: 400, Code: 30008}) },
		"server": func(w *world) { w.breaks("POST /applications/*/emojis", discordtest.Fault{Status: 500}) },
	} {
		t.Run(name, func(t *testing.T) {
			inWorld(t, func(w *world) {
				r := w.begun("room")
				r.looks("bo", "moon")
				r.presses("bo", "d3")
				r.looks("bo", "moon")
			}, refused)
		})
	}
}

// An upload that fails for a moment costs nothing.
func TestTilesAreUploadedPersistently(t *testing.T) {
	byHTTP(t, func(w *world) {
		limited := discordtest.Fault{Status: 429, Scope: "user", RetryAfter: 10 * time.Second}
		w.breaks("POST /applications/*/emojis", limited, discordtest.Fault{Status: 502}, discordtest.Fault{})
		w.again()
		r := w.begun("room")
		r.looks("bo", "moon")
		w.later(time.Minute)
		r.presses("bo", "d3")
		r.looks("bo", "tiles")
	})
}

// A bot that may not register its commands plays with those that are registered.
// It cannot make them tappable then.
func TestRegistrationIsRefused(t *testing.T) {
	for name, pattern := range map[string]string{"list": "GET /applications/*/commands", "all": "* /applications/*/commands"} {
		t.Run(name, func(t *testing.T) {
			inWorld(t, func(w *world) {
				w.breaks(pattern, discordtest.Fault{Status: 403, Code: 50001})
				w.again()
				r := w.begun("room")
				if m := r.newest("ana"); !strings.HasSuffix(m.Content, "`/othello move` square:d3") {
					t.Errorf("the command is shown in %q", m.Content)
				}
				r.plays("ana", "d3")
				r.shows("post 2: "+movedInText, "edit 1: "+gameBegan)
			})
		})
	}
}

// Discord may be out of order when the bot starts.
func TestStartInTrouble(t *testing.T) {
	inWorld(t, func(w *world) {
		w.begun("room").presses("ana", "d3")
	}, func(w *world) {
		w.breaks("GET /applications/@me",
			discordtest.Fault{Status: 503}, discordtest.Fault{Reset: true}, discordtest.Fault{Hang: true},
			discordtest.Fault{Status: 429, Scope: "global", RetryAfter: 5 * time.Second}, discordtest.Fault{Status: 500}, discordtest.Fault{})
		w.breaks("GET /gateway/bot", discordtest.Fault{Status: 503}, discordtest.Fault{Reset: true}, discordtest.Fault{})
		withoutTiles(w)
	})
}

// An application with activities has a command that is not the bot's, and keeps it.
func TestEntryPointIsKept(t *testing.T) {
	inWorld(t, func(w *world) {
		r := w.begun("room")
		r.plays("ana", "d3")
		r.shows("post 2: "+movedInText, "edit 1: "+gameBegan)
		if got := w.EntryPoints(); !slices.Equal(got, []string{"launch"}) {
			t.Errorf("the entry points are %q", got)
		}
		w.again()
		if n := len(w.requests("PUT /applications/*/commands")); n != 0 {
			t.Errorf("what is registered already was registered %d times", n)
		}
	}, withoutTiles, func(w *world) { w.EntryPoint() })
}
