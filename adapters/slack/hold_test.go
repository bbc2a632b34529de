package slack_test

import (
	"testing"
	"testing/synctest"
	"time"

	"othellobot/adapters/slack/slacktest"
	"othellobot/engine"
	"othellobot/words"
)

// An engine that takes long does not keep the player's move from being shown.
func TestSlowEngine(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := slacktest.NewPiped(t)
		w := startBot(t, s, transports(s)["http"], setting{engine: thinker{engine.New(1, 1<<20), 2 * time.Second}})
		room := w.Channel("room")
		w.types(room, "ana", "start bot")
		d := w.press(room, "ana", "d3")
		d.Send()
		if !d.Acked() || d.Took() > 10*time.Millisecond {
			t.Errorf("it was acknowledged after %v", d.Took())
		}
		time.Sleep(301 * time.Millisecond)
		w.shows(w.newest(room, "cy"), played("ana", "d3", "d4")+" "+says(words.BotThinks{}), 1, "ana")
		time.Sleep(2 * time.Second)
		w.shows(w.newest(room, "cy"), answered("ana", "d3"), 2, "ana")
		w.quiet()
	})
}
