package slack_test

import (
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/adapters/internal/fake"
	"othellobot/adapters/slack/slacktest"
	"othellobot/chat"
)

// The observer sees the wait of a limited call, and of the next call with the same limit.
func TestObserverSeesRateLimits(t *testing.T) {
	const wait = 4 * time.Second
	inBubble(t, "http", func(t *testing.T, g *stage, h *fake.Handler) {
		h.Answers(fake.Answering(effect(chat.Post, "hello")))
		room := g.Channel("room")
		g.failing(post, 1, slacktest.Fault{RetryAfter: wait})
		g.delivers(room, effect(chat.Post, "hello"))
		time.Sleep(time.Second)
		g.types(room, "ana", "x")
		time.Sleep(wait)
		synctest.Wait()
		if w := g.watch; !slices.Equal(w.Waits, []time.Duration{wait, wait}) { // the second goes a second after the first
			t.Errorf("it received waits of %v, want 4 s twice", w.Waits)
		}
	})
}
