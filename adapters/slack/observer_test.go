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

// Every lost connection or failed attempt is observed as one reconnect.
func TestObserverSeesReconnects(t *testing.T) {
	inBubble(t, "socket", func(t *testing.T, g *stage, _ *fake.Handler) {
		w := g.watch
		if w.Reconnecting != 0 {
			t.Errorf("the first connection counts as a reconnect: %d", w.Reconnecting)
		}
		for n, happens := range []func(){func() { g.Disconnect(slacktest.DisconnectRefresh) }, g.Break} {
			happens()
			time.Sleep(2 * time.Minute)
			synctest.Wait()
			if w.Reconnecting != n+1 {
				t.Errorf("after %d ends it received %d", n+1, w.Reconnecting)
			}
		}
		g.failing(open, 3, slacktest.Fault{Status: 503})
		g.Break()
		time.Sleep(10 * time.Minute)
		synctest.Wait()
		if w.Reconnecting != 2+4 {
			t.Errorf("after an end and three failures it received %d more", w.Reconnecting-2)
		}
	})
}

// A limited call waits, and so does the next call behind the same limit.
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
