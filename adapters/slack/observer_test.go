package slack_test

import (
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/adapters/slack"
	"othellobot/adapters/slack/slacktest"
	"othellobot/chat"
)

// watch notes what an observer is told.
type watch struct {
	mu           sync.Mutex
	acks, waits  []time.Duration
	failed       int
	reconnecting int
	works        []bool
}

func (w *watch) observer() slack.Observer {
	note := func(do func()) {
		w.mu.Lock()
		defer w.mu.Unlock()
		do()
	}
	return slack.Observer{
		Acknowledged: func(after time.Duration, err error) {
			note(func() {
				if err != nil {
					w.failed++
				}
				w.acks = append(w.acks, after)
			})
		},
		Reconnecting: func() { note(func() { w.reconnecting++ }) },
		Waited:       func(d time.Duration) { note(func() { w.waits = append(w.waits, d) }) },
		Works:        func(does bool) { note(func() { w.works = append(w.works, does) }) },
	}
}

// worked returns each report of whether Slack works.
func (w *watch) worked() []bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Clone(w.works)
}

// Whatever ends a connection, or keeps one from being made, is one more time to
// connect.
func TestObserverSeesReconnects(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, w := slacktest.NewPiped(t), &watch{}
		c := transports(s)["socket"]
		c.Observer = w.observer()
		g := start(t, s, c, &scripted{})
		if w.reconnecting != 0 {
			t.Errorf("the first connection is told of as one more: %d", w.reconnecting)
		}
		for n, happens := range []func(){func() { g.Disconnect(slacktest.DisconnectRefresh) }, g.Break} {
			happens()
			time.Sleep(2 * time.Minute)
			synctest.Wait()
			if w.reconnecting != n+1 {
				t.Errorf("after %d ends it was told of %d", n+1, w.reconnecting)
			}
		}
		g.failing(open, 3, slacktest.Fault{Status: 503})
		g.Break()
		time.Sleep(10 * time.Minute)
		synctest.Wait()
		if w.reconnecting != 2+4 {
			t.Errorf("after an end and three failures it was told of %d more", w.reconnecting-2)
		}
	})
}

// What Slack limits waits, and what comes behind it for the same limit waits too.
func TestObserverSeesRateLimits(t *testing.T) {
	const wait = 4 * time.Second
	synctest.Test(t, func(t *testing.T) {
		s, w := slacktest.NewPiped(t), &watch{}
		c := transports(s)["http"]
		c.Observer = w.observer()
		g := start(t, s, c, &scripted{answer: answering(effect(chat.Post, "hello"))})
		room := g.Channel("room")
		at := chat.Place{Platform: slack.Platform, Team: room.TeamID, Channel: room.Channel}
		g.failing(post, 1, slacktest.Fault{RetryAfter: wait})
		g.adapter.Deliver(t.Context(), at, chat.Response{Effects: []chat.Effect{effect(chat.Post, "hello")}})
		time.Sleep(time.Second)
		g.types(room, "ana", "x")
		time.Sleep(wait)
		synctest.Wait()
		if slices.Sort(w.waits); !slices.Equal(w.waits, []time.Duration{wait - time.Second, wait}) {
			t.Errorf("it was told of waits of %v, want 3 s and 4 s", w.waits)
		}
	})
}
