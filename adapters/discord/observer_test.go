package discord_test

import (
	"context"
	"net/http"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/adapters/discord"
	"othellobot/adapters/discord/discordtest"
	"othellobot/chat"
)

// watch notes what an observer is told.
type watch struct {
	mu           sync.Mutex
	acks, waits  []time.Duration
	failed       int
	reconnecting int
}

func (w *watch) observer() discord.Observer {
	note := func(do func()) {
		w.mu.Lock()
		defer w.mu.Unlock()
		do()
	}
	return discord.Observer{
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
	}
}

// observed runs a test in a bubble with an adapter that is observed, before a
// handler which takes its time for everything and posts an answer.
func observed(t *testing.T, byHTTP bool, takes time.Duration, test func(*discordtest.Server, *discord.Adapter, *watch)) {
	synctest.Test(t, func(t *testing.T) {
		s, w := discordtest.NewPiped(t), &watch{}
		c := configured(s, byHTTP)
		c.Observer = w.observer()
		a, _ := running(t, s, c, slowly(takes))
		test(s, a, w)
	})
}

// slowly is a handler that answers everything with a post, after a while.
type slowly time.Duration

func (h slowly) Handle(context.Context, chat.Action) (chat.Response, error) {
	time.Sleep(time.Duration(h))
	return chat.Response{Effects: []chat.Effect{{Kind: chat.Post, Message: chat.Message{Text: chat.Say("hello")}}}}, nil
}

func (slowly) Draw(context.Context, chat.Effect) (chat.Response, error) {
	return chat.Response{}, nil
}

func (slowly) Sent(context.Context, chat.Shown, chat.Outcome) (chat.Response, error) {
	return chat.Response{}, nil
}

func TestObserverSeesAcknowledgements(t *testing.T) {
	for name, c := range map[string]struct{ takes, want time.Duration }{
		"at once":        {0, 0},
		"after a second": {time.Second, time.Second},
		"deferred":       {5 * time.Second, 1500 * time.Millisecond},
	} {
		for way, byHTTP := range map[string]bool{"gateway": false, "http": true} {
			t.Run(name+" by "+way, func(t *testing.T) {
				observed(t, byHTTP, c.takes, func(s *discordtest.Server, _ *discord.Adapter, w *watch) {
					s.Command(s.Channel("room"), "ana", "start")
					time.Sleep(10 * time.Second)
					s.Settle()
					if !slices.Equal(w.acks, []time.Duration{c.want}) || w.failed > 0 || w.reconnecting > 0 || len(w.waits) > 0 {
						t.Errorf("it was told %+v, want an acknowledgement after %v", w, c.want)
					}
				})
			})
		}
	}
}

// An answer that Discord does not take in time is told as late, and as failed.
func TestObserverSeesLostAnswers(t *testing.T) {
	observed(t, false, 0, func(s *discordtest.Server, _ *discord.Adapter, w *watch) {
		s.Fail(func(*http.Request) *discordtest.Fault {
			return &discordtest.Fault{Latency: 4 * time.Second, Status: http.StatusNotFound, Code: 10062}
		})
		s.Command(s.Channel("room"), "ana", "start")
		time.Sleep(time.Minute)
		s.Settle()
		if !slices.Equal(w.acks, []time.Duration{3 * time.Second}) || w.failed != 1 {
			t.Errorf("it was told %+v, want a failure after 3 s", w)
		}
	})
}

func TestObserverSeesReconnects(t *testing.T) {
	observed(t, false, 0, func(s *discordtest.Server, _ *discord.Adapter, w *watch) {
		for n := 1; n <= 2; n++ {
			s.CloseGateway(4000)
			time.Sleep(2 * time.Minute)
			s.WaitReady()
			synctest.Wait()
			if w.reconnecting != n {
				t.Errorf("after %d losses it was told of %d", n, w.reconnecting)
			}
		}
	})
}

// What Discord limits is told with what it asks for, and what waits for its turn
// behind it as well.
func TestObserverSeesRateLimits(t *testing.T) {
	const wait = 10 * time.Second
	observed(t, true, 0, func(s *discordtest.Server, a *discord.Adapter, w *watch) {
		room := s.Channel("room")
		s.Fail(func(r *http.Request) *discordtest.Fault {
			if r.Method != http.MethodPost || len(s.Requests()) > 0 {
				return nil
			}
			return &discordtest.Fault{Status: http.StatusTooManyRequests, Scope: "global", RetryAfter: wait}
		})
		s.ForgetRequests()
		post := chat.Response{Effects: []chat.Effect{{Kind: chat.Post, Message: chat.Message{Text: chat.Say("hello")}}}}
		a.Deliver(t.Context(), place(room), post)
		time.Sleep(5 * time.Second)
		a.Deliver(t.Context(), place(s.Channel("another")), post)
		time.Sleep(time.Minute)
		w.mu.Lock()
		defer w.mu.Unlock()
		if !slices.Equal(w.waits, []time.Duration{wait, wait - 5*time.Second}) {
			t.Errorf("it was told of waits of %v, want %v and %v", w.waits, wait, wait-5*time.Second)
		}
	})
}
