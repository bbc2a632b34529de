package discord_test

import (
	"net/http"
	"sync/atomic"
	"testing"
	"time"

	"othellobot/adapters/discord/discordtest"
)

// The engine may have its move before Discord has shown the one before. In the end
// there is one board, of the newest turn, whichever way the first one went.
func TestEngineIsFasterThanDiscord(t *testing.T) {
	for _, far := range []time.Duration{0, time.Millisecond, 150 * time.Millisecond, 2 * time.Second} {
		t.Run(far.String(), func(t *testing.T) {
			inWorld(t, func(w *world) {
				w.ponders = 0
				var requests atomic.Int32
				w.Fail(func(*http.Request) *discordtest.Fault {
					requests.Add(1)
					return &discordtest.Fault{Latency: far}
				})
				w.SlowAnswers(far)
				r := w.in(w.Channel("room"))
				r.sends("ana", "start", discordtest.Text("with", "bot"), discordtest.Text("color", "white"))
				w.later(time.Minute)
				r.inStep()
				for range 3 {
					r.plays("ana", legal(r))
					w.later(time.Minute)
					r.inStep()
					r.presses("ana", legal(r))
					w.later(time.Minute)
					r.inStep()
				}
				if got := len(w.played(r.at)) / 2; got != 13 {
					t.Errorf("%d moves were made, want 13", got)
				}
				if n := requests.Load(); n != 10 && !w.byHTTP { // one for each answer, and one for each board that is taken down
					t.Errorf("13 moves took %d requests, want 10: the bot's are shown with those that they answer", n)
				}
			})
		})
	}
}
