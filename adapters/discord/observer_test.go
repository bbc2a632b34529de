package discord_test

import (
	"net/http"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/adapters/discord"
	"othellobot/adapters/discord/discordtest"
	"othellobot/adapters/internal/fake"
	"othellobot/chat"
)

func observed(t *testing.T, byHTTP bool, takes time.Duration, test func(*discordtest.Server, *discord.Adapter, *fake.Watch)) {
	synctest.Test(t, func(t *testing.T) {
		s, w := discordtest.NewPiped(t), &fake.Watch{}
		c := configured(s, byHTTP)
		c.Observer = w.Observer()
		a, _ := running(t, s, c, &fake.Handler{Answer: fake.After(takes, chat.Effect{Kind: chat.Post, Message: chat.Message{Text: chat.Say("hello")}})})
		test(s, a, w)
	})
}

func TestObserverSeesAcknowledgements(t *testing.T) {
	for name, c := range map[string]struct{ takes, want time.Duration }{
		"at once":        {0, 0},
		"after a second": {time.Second, time.Second},
		"deferred":       {5 * time.Second, 1500 * time.Millisecond},
	} {
		for way, byHTTP := range map[string]bool{"gateway": false, "http": true} {
			t.Run(name+" by "+way, func(t *testing.T) {
				observed(t, byHTTP, c.takes, func(s *discordtest.Server, _ *discord.Adapter, w *fake.Watch) {
					s.Command(s.Channel("room"), "ana", "start")
					time.Sleep(10 * time.Second)
					s.Settle()
					if !slices.Equal(w.Acks, []time.Duration{c.want}) || w.Failed > 0 || w.Reconnecting > 0 || len(w.Waits) > 0 {
						t.Errorf("the observer got %+v, want an acknowledgement after %v", w, c.want)
					}
				})
			})
		}
	}
}

// An answer that Discord does not accept in time is observed as late and failed.
func TestObserverSeesLostAnswers(t *testing.T) {
	observed(t, false, 0, func(s *discordtest.Server, _ *discord.Adapter, w *fake.Watch) {
		s.Fail(func(*http.Request) *discordtest.Fault {
			return &discordtest.Fault{Latency: 4 * time.Second, Status: http.StatusNotFound, Code: 10062}
		})
		s.Command(s.Channel("room"), "ana", "start")
		time.Sleep(time.Minute)
		s.Settle()
		if !slices.Equal(w.Acks, []time.Duration{3 * time.Second}) || w.Failed != 1 {
			t.Errorf("the observer got %+v, want a failure after 3 s", w)
		}
	})
}

func TestObserverSeesReconnects(t *testing.T) {
	observed(t, false, 0, func(s *discordtest.Server, _ *discord.Adapter, w *fake.Watch) {
		for n := 1; n <= 2; n++ {
			s.CloseGateway(4000)
			time.Sleep(2 * time.Minute)
			s.WaitReady()
			synctest.Wait()
			if w.Reconnecting != n {
				t.Errorf("after %d losses, the observer got %d", n, w.Reconnecting)
			}
		}
	})
}

// Rate limits are observed with their wait, and so are requests that queue behind them.
func TestObserverSeesRateLimits(t *testing.T) {
	const wait = 10 * time.Second
	observed(t, true, 0, func(s *discordtest.Server, a *discord.Adapter, w *fake.Watch) {
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
		synctest.Wait()
		if !slices.Equal(w.Waits, []time.Duration{wait, wait - 5*time.Second}) {
			t.Errorf("the observer got waits of %v, want %v and %v", w.Waits, wait, wait-5*time.Second)
		}
	})
}
