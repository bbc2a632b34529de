package discord_test

import (
	"fmt"
	"net/http"
	"sync"
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
				w.Fail(func(*http.Request) *discordtest.Fault { return &discordtest.Fault{Latency: far} })
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
			})
		})
	}
}

// Two moves may be on their way at once, and arrive in either order. One board
// stays, the newest.
func TestBoardsOnTheirWayAtOnce(t *testing.T) {
	short, long := 20*time.Millisecond, 300*time.Millisecond
	for _, posts := range [][2]time.Duration{{short, long}, {long, short}, {long, long}} {
		for _, edits := range [][2]time.Duration{{short, long}, {long, short}, {short, short}, {long, long}} {
			t.Run(fmt.Sprint(posts, edits), func(t *testing.T) {
				byGateway(t, func(w *world) {
					r := w.begun("room")
					w.breaks(theCallback, discordtest.Fault{Latency: posts[0]}, discordtest.Fault{Latency: posts[1]})
					w.breaks(editByToken, discordtest.Fault{Latency: edits[0]}, discordtest.Fault{Latency: edits[1]}, discordtest.Fault{Latency: edits[0]})
					var all sync.WaitGroup
					for user, square := range map[string]string{"ana": "d3", "bo": "c3"} {
						all.Go(func() {
							if user == "bo" {
								time.Sleep(10 * time.Millisecond)
							}
							w.keep(w.Command(r.at, user, "move", discordtest.Text("square", square)))
						})
					}
					all.Wait()
					w.later(time.Minute)
					r.inStep()
					if got := w.played(r.at); got != "d3c3" {
						t.Errorf("the game is %q", got)
					}
				})
			})
		}
	}
}
