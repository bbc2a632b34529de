package discord

import (
	"errors"
	"fmt"
	"log/slog"
	"math"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"othellobot/adapters/discord/gateway"
	"othellobot/adapters/internal/fake"
	"othellobot/chat"
	"othellobot/internal/logtest"
)

// The bot stops at half of Discord's limit for invalid requests.
func TestInvalidRequestsStop(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log logtest.Buffer
		discord := &recorder{answer: faulty(map[string][2]int{"POST /channels": {403, discordgo.ErrCodeMissingPermissions}})}
		a := prepared(&log, discord)
		end := a.intake.Open(t.Context(), answers())
		began := time.Now()
		for i := 0; time.Since(began) < 9*time.Minute; i++ {
			a.Deliver(t.Context(), chat.Place{Channel: fmt.Sprint(1105049371830950000 + i)}, chat.Response{Effects: []chat.Effect{effect(chat.Post, "unprompted")}})
			time.Sleep(40 * time.Millisecond)
		}
		invalid := len(discord.lines())
		if invalid < maxInvalid/2 || invalid > maxInvalid {
			t.Errorf("%d requests were invalid, want at most %d", invalid, maxInvalid)
		}
		if a.Capacity() != 0 {
			t.Errorf("the capacity is %d", a.Capacity())
		}
		if n := strings.Count(log.String(), "too many invalid requests"); n != 1 {
			t.Errorf("the log says so %d times", n)
		}
		h := answers()
		end(time.Minute)
		end = a.intake.Open(t.Context(), h)
		deliver(a, chat.Place{Channel: channelID}, shown(chat.Post, cards("moon").Board()))
		if got := outcomes(h); len(got) != 0 { // unsent messages are not reported
			t.Errorf("reported %v", got)
		}
		time.Sleep(10 * time.Minute)
		if a.Capacity() == 0 {
			t.Error("there is no capacity after ten minutes")
		}
		deliver(a, chat.Place{Channel: channelID}, effect(chat.Post, "unprompted"))
		if n := len(discord.lines()); n != invalid+1 {
			t.Errorf("%d requests were sent, want one more", n)
		}
		end(time.Minute)
	})
}

// Shared rate limits and missing resources do not count as invalid.
func TestInvalidRequestsThatCount(t *testing.T) {
	for status, counts := range map[int]bool{200: false, 400: false, 401: true, 403: true, 404: false, 429: true, 500: false} {
		g := newGuard(Observer{}, slog.New(slog.DiscardHandler))
		if g.note(response{status: status}, false); (g.invalid.Tokens() < maxInvalid/2) != counts {
			t.Errorf("after status %d, %v may yet be invalid", status, g.invalid.Tokens())
		}
	}
	g := newGuard(Observer{}, slog.New(slog.DiscardHandler))
	if g.note(response{429, http.Header{"X-Ratelimit-Scope": {"shared"}}, nil}, false); g.invalid.Tokens() < maxInvalid/2 {
		t.Errorf("after a shared limit, %v may yet be invalid", g.invalid.Tokens())
	}
}

// A refused token is tried again after a minute. Each further pause is twice as long, up to an hour.
func TestARefusedTokenRests(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var told []bool
		s := &recorder{script: []func(*http.Request) (*http.Response, error){always(http.StatusUnauthorized, `{"code":0}`)}}
		client := newClient("https://api.test/api", botToken, s, Observer{Works: func(does bool) { told = append(told, does) }}, nil, slog.New(slog.DiscardHandler))
		g := client.guard
		if err := client.do(t.Context(), byToken); err == nil || s.count() != 1 || g.admits() != math.MaxInt {
			t.Errorf("by a dead token of an interaction: %v after %d attempts", err, s.count())
		}
		if err := client.do(t.Context(), byBot); statusOf(err) != http.StatusUnauthorized || g.admits() != 0 {
			t.Errorf("by a refused token: %v", err)
		}
		s.calls = s.calls[1:]
		for began := time.Now(); time.Since(began) < 6*time.Hour; time.Sleep(10 * time.Second) {
			if err := client.do(t.Context(), byBot); err == nil || errors.Is(err, errRefused) && fateOf(err) != chat.NotDelivered {
				t.Fatalf("a request ends with %v", err)
			}
		}
		var pauses []time.Duration
		for i := range len(s.calls) - 1 {
			pauses = append(pauses, s.calls[i+1].at.Sub(s.calls[i].at).Round(time.Minute))
		}
		m := time.Minute
		if want := []time.Duration{m, 2 * m, 4 * m, 8 * m, 16 * m, 32 * m, 60 * m, 60 * m, 60 * m, 60 * m}; !slices.Equal(pauses, want) {
			t.Errorf("the token is shown again after %v, want %v", pauses, want)
		}
		if _, err := client.gatewayInfo(t.Context()); errors.Is(err, gateway.ErrUnauthorized) {
			t.Error("while the token rests, the gateway believes that Discord refuses the bot permanently")
		}
		s.script = []func(*http.Request) (*http.Response, error){always(200, "{}")}
		time.Sleep(time.Hour)
		if g.admits() != 1 {
			t.Errorf("after the pause %d requests are admitted, want one to try", g.admits())
		}
		if err := client.do(t.Context(), byBot); err != nil || g.admits() != math.MaxInt {
			t.Errorf("a token that is accepted again: %v", err)
		}
		if len(told) < 2 || !told[len(told)-1] || slices.Contains(told[:len(told)-1], true) {
			t.Errorf("the observer got %v", told)
		}
	})
}

// If the network in front of Discord refuses the address, requests with any token stop.
func TestABannedAddressRests(t *testing.T) {
	for name, c := range map[string]struct {
		answer func(*http.Request) (*http.Response, error)
		want   time.Duration
	}{
		"an hour":          {always(429, "error code: 1015", "Retry-After", "3600"), time.Hour},
		"a page":           {always(429, "<html>", "Retry-After", "60"), time.Minute},
		"until a date":     {always(429, "<html>", "Retry-After", "Sat, 01 Jan 2000 02:00:00 GMT"), 2 * time.Hour},
		"no time":          {always(429, "error code: 1015"), 0},
		"Discord, a route": {always(429, `{"retry_after":3600}`, "Retry-After", "3600"), 0},
		"Discord, a scope": {always(429, "", "Retry-After", "3600", "X-RateLimit-Scope", "user"), 0},
		"not too many":     {always(503, "<html>", "Retry-After", "3600"), 0},
	} {
		fake.Bubble(t, name, func(t *testing.T) {
			var log logtest.Buffer
			s := &recorder{script: []func(*http.Request) (*http.Response, error){c.answer, always(200, "{}")}}
			client := newClient("https://api.test/api", botToken, s, Observer{}, nil, slog.New(slog.NewTextHandler(&log, nil)))
			g := client.guard
			elsewhere := byBot
			elsewhere.route = "elsewhere"
			_, _ = client.send(t.Context(), byToken, content{})
			began := time.Now()
			for _, r := range []request{byToken, byBot, elsewhere} {
				if err := client.do(t.Context(), r); (c.want > 0) != errors.Is(err, errBanned) || fateOf(err) != chat.NotDelivered && err != nil {
					t.Errorf("the next request ends with %v", err)
				}
			}
			if (g.admits() == 0) != (c.want > 0) || strings.Contains(log.String(), "refuses this address") != (c.want > 0) {
				t.Errorf("%d requests are admitted, and the log says %s", g.admits(), &log)
			}
			if c.want == 0 {
				return
			}
			time.Sleep(c.want - time.Second - time.Since(began))
			if err := client.do(t.Context(), byBot); !errors.Is(err, errBanned) || s.count() != 1 {
				t.Errorf("a second before the end a request ends with %v", err)
			}
			time.Sleep(time.Second)
			if err := client.do(t.Context(), byBot); err != nil || g.admits() != math.MaxInt {
				t.Errorf("after the end a request ends with %v", err)
			}
		})
	}
}

// The bot notices a restored permission within an hour, although no event reports it.
func TestShutChannelIsTriedAgain(t *testing.T) {
	for name, code := range map[string]string{"cannot see it": "50001", "cannot write there": "50013"} {
		fake.Bubble(t, name, func(t *testing.T) {
			back := time.Now().Add(90 * time.Minute)
			discord := &recorder{answer: func(string) (*http.Response, error) {
				if time.Now().Before(back) {
					return reply(http.StatusForbidden, `{"code":`+code+`}`), nil
				}
				return nil, nil
			}}
			a := endpoint(t, discord, answers())
			posts := func(d time.Duration) (n int) {
				discord.forget()
				for end := time.Now().Add(d); time.Now().Before(end); time.Sleep(time.Minute) {
					deliver(a, here, effect(chat.Ping, "your move"))
				}
				for _, line := range discord.lines() {
					if strings.HasPrefix(line, "POST "+theChannel) {
						n++
					}
				}
				return n
			}
			if n := posts(time.Hour); n != 1 {
				t.Errorf("%d messages are tried in the first hour, want 1", n)
			}
			if n := posts(time.Hour); n != 1 {
				t.Errorf("%d messages are tried in the second hour, want 1", n)
			}
			if n := posts(10 * time.Minute); n != 10 {
				t.Errorf("%d of 10 messages are sent after the right was back", n)
			}
			e := effect(chat.Edit, "changed")
			e.Ref = ref{channel: channelID, message: boardID}.messageRef()
			discord.forget()
			deliver(a, here, e)
			if got := len(discord.lines()); got != 1 {
				t.Errorf("%d requests change a message here, want 1", got)
			}
		})
	}
}
