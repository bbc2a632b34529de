package discordtest_test

import (
	"fmt"
	"net/http"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/adapters/discord/discordtest"
)

// inRoom starts a fake with a bot and a channel.
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

func TestMessagesOfAChannel(t *testing.T) {
	w := &witness{TB: t}
	s, b := start(w)
	room := s.Channel("room")
	b.always(4, say("the answer", "Go"))
	in := s.Command(room, "ana", "move", square)
	b.always(4, whisper(say("a whisper")))
	s.Command(room, "ana", "move", square)
	s.Say(room, "bo", "hello")
	b.wants(200, 0, "POST", messagesOf(room), say("a post", "Go"))
	s.Delete(b.wants(200, 0, "POST", messagesOf(room), say("deleted"))["id"].(string))
	read := func(query string) (all []object) {
		t.Helper()
		if status := b.list(messagesOf(room)+query, &all); status != 200 {
			t.Fatalf("%q gives %d", query, status)
		}
		return all
	}
	all := read("?limit=50")
	var texts []string
	for _, m := range all {
		texts = append(texts, m["content"].(string))
	}
	if want := []string{"a post", "hello", "the answer"}; !slices.Equal(texts, want) {
		t.Fatalf("there are %q, want %q", texts, want)
	}
	if all[1]["author"].(object)["id"] != s.User("bo") || all[1]["interaction_metadata"] != nil {
		t.Errorf("what Bo said is %v", all[1])
	}
	meta, _ := all[2]["interaction_metadata"].(object)
	row := all[2]["components"].([]any)[0].(object)["components"].([]any)
	if meta["id"] != in.ID || row[0].(object)["custom_id"] != "do:Go" {
		t.Errorf("the answer is %v", all[2])
	}
	if got := read("?limit=1"); len(got) != 1 || got[0]["content"] != "a post" {
		t.Errorf("the newest is %v", got)
	}
	s.Deny(room, discordtest.ReadMessageHistory)
	if got := read(""); len(got) != 0 {
		t.Errorf("without the right to read, there are %v", got)
	}
	s.Deny(room, discordtest.ViewChannel)
	b.wants(403, 50001, "GET", messagesOf(room), nil)
	b.wants(403, 50001, "GET", messagesOf(s.UserInstalled("far")), nil)
	b.wants(404, 10003, "GET", "/channels/1/messages", nil)
	s.Deny(room, 0)
	if b.wants(400, 50035, "GET", messagesOf(room)+"?limit=101", nil); !w.saw("asked for by limit") {
		t.Error("too many messages can be asked for")
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
				t.Fatalf("without limits there is %d %v", status, h)
			}
		}
		s.LimitRates()
		for left := 4; left >= 0; left-- {
			status, h := headers(room)
			if status != 200 || h.Get("X-RateLimit-Limit") != "5" || h.Get("X-RateLimit-Remaining") != fmt.Sprint(left) ||
				h.Get("X-RateLimit-Bucket") == "" || h.Get("X-RateLimit-Reset-After") != fmt.Sprintf("%d.000", left+1) {
				t.Errorf("with %d left there is %d %v", left, status, h)
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
