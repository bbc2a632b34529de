package discordtest_test

import (
	"fmt"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/adapters/discord/discordtest"
)

func inRoom(t *testing.T, s *discordtest.Server) (*discordtest.Server, *bot, discordtest.Where) {
	t.Helper()
	s, b := connect(t, s)
	return s, b, s.Channel("room")
}

func messagesOf(w discordtest.Where) string { return "/channels/" + w.Channel + "/messages" }

func TestNonceLivesForMinutes(t *testing.T) {
	s, b, room := inRoom(t, discordtest.New(t))
	once := with(say("once"), object{"nonce": "n1", "enforce_nonce": true})
	first := b.wants(200, 0, "POST", messagesOf(room), once)
	s.Advance(4 * time.Minute)
	if again := b.wants(200, 0, "POST", messagesOf(room), once); again["id"] != first["id"] || len(s.Messages(room, "ana")) != 1 {
		t.Errorf("the same nonce makes %d messages", len(s.Messages(room, "ana")))
	}
	if there := b.wants(200, 0, "POST", messagesOf(s.Channel("den")), once); there["id"] == first["id"] {
		t.Error("a nonce counts in another channel")
	}
	if unforced := b.wants(200, 0, "POST", messagesOf(room), with(say("again"), object{"nonce": "n1"})); unforced["id"] == first["id"] {
		t.Error("a nonce that is not enforced makes no message")
	}
	s.Advance(10 * time.Minute)
	if b.wants(200, 0, "POST", messagesOf(room), once); len(s.Messages(room, "ana")) != 3 {
		t.Error("a nonce lives for ever")
	}
}

func TestRateLimits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, b, room := inRoom(t, discordtest.NewPiped(t))
		headers := func(w discordtest.Where) (int, http.Header) {
			t.Helper()
			answer, _, err := b.send("POST", "/v10"+messagesOf(w), []byte(`{"content":"x","allowed_mentions":{"parse":[]}}`), nil)
			if err != nil {
				t.Fatal(err)
			}
			return answer.StatusCode, answer.Header
		}
		for range 20 {
			if status, h := headers(room); status != 200 || h.Get("X-RateLimit-Remaining") == "0" {
				t.Fatalf("without limits, got %d %v", status, h)
			}
		}
		s.LimitRates()
		for left := 4; left >= 0; left-- {
			status, h := headers(room)
			if status != 200 || h.Get("X-RateLimit-Limit") != "5" || h.Get("X-RateLimit-Remaining") != fmt.Sprint(left) ||
				h.Get("X-RateLimit-Bucket") == "" || h.Get("X-RateLimit-Reset-After") != fmt.Sprintf("%d.000", left+1) {
				t.Errorf("with %d left, got %d %v", left, status, h)
			}
			time.Sleep(time.Second)
		}
		for range 5 {
			headers(room)
		}
		status, h := headers(room)
		if status != 429 || h.Get("Retry-After") != "5" || h.Get("X-RateLimit-Scope") != "user" || h.Get("X-RateLimit-Remaining") != "0" {
			t.Errorf("one too many gives %d %v", status, h)
		}
		if status, other := headers(s.Channel("den")); status != 200 || other.Get("X-RateLimit-Bucket") != h.Get("X-RateLimit-Bucket") {
			t.Errorf("another channel gives %d %v", status, other)
		}
		if answer := b.wants(429, 0, "POST", messagesOf(room), say("x")); answer["retry_after"] != 5.0 || answer["global"] != false {
			t.Errorf("the limit says %v", answer)
		}
		time.Sleep(5 * time.Second)
		b.wants(200, 0, "POST", messagesOf(room), say("x"))
	})
}
