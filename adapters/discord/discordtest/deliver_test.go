package discordtest_test

import (
	"crypto/ed25519"
	"encoding/hex"
	"io"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/adapters/discord/discordtest"
)

func TestInteractionsAreSigned(t *testing.T) {
	s, b := start(t)
	var problems []string
	s.ConnectHTTP(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		signature, err := hex.DecodeString(r.Header.Get("X-Signature-Ed25519"))
		if err != nil || !ed25519.Verify(s.PublicKey(), append([]byte(r.Header.Get("X-Signature-Timestamp")), body...), signature) {
			problems = append(problems, "a bad signature")
		}
		if r.Method != "POST" || r.Header.Get("Content-Type") != "application/json" {
			problems = append(problems, "not a POST of JSON")
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, `{"type":6}`)
	}))
	_ = b
	m := s.Say(s.Channel("room"), "ana", "x")
	s.Raw(s.Channel("room"), "ana", object{"type": 3, "message": object{"id": m.ID}, "data": nil})
	if problems != nil {
		t.Errorf("an interaction arrives with %q", problems)
	}
}

// An endpoint must tell good signatures from bad ones.
func TestCheckEndpoint(t *testing.T) {
	pong := func(w http.ResponseWriter, body string) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, body)
	}
	for name, c := range map[string]struct {
		handler http.HandlerFunc
		want    string
	}{
		"right": {func(w http.ResponseWriter, r *http.Request) {
			if r.Header.Get("X-Signature-Ed25519")[:8] == "00000000" {
				w.WriteHeader(401)
				return
			}
			pong(w, `{"type":1}`)
		}, ""},
		"no pong":        {func(w http.ResponseWriter, _ *http.Request) { pong(w, `{"type":4}`) }, "a ping is answered"},
		"no JSON":        {func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, `{"type":1}`) }, "a ping is answered"},
		"takes anything": {func(w http.ResponseWriter, _ *http.Request) { pong(w, `{"type":1}`) }, "a bad signature"},
	} {
		w := &witness{TB: t}
		s := discordtest.New(w)
		s.ConnectHTTP(c.handler)
		s.CheckEndpoint()
		if failed := w.saw(c.want); failed != (c.want != "") {
			t.Errorf("%s: the test fails is %v, want %q", name, failed, c.want)
		}
	}
}

// The token of an interaction is unknown until Discord has read the answer.
func TestSlowAnswers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, b := connect(t, discordtest.NewPiped(t))
		room := s.Channel("room")
		edit := make(chan int, 1)
		b.answer(func(in object) object {
			go func() {
				time.Sleep(100 * time.Millisecond)
				status, _ := b.call("PATCH", "/webhooks/"+s.ApplicationID()+"/"+in["token"].(string)+"/messages/@original", say("edited"))
				edit <- status
			}()
			return callback(4, say("x"))
		})
		s.SlowAnswers(time.Second)
		s.Command(room, "ana", "move", square)
		if status := <-edit; status != 404 {
			t.Errorf("an edit before the answer is known gives %d, want 404", status)
		}
		s.SlowAnswers(0)
		b.answer(func(in object) object {
			go func() {
				status, _ := b.call("PATCH", "/webhooks/"+s.ApplicationID()+"/"+in["token"].(string)+"/messages/@original", say("edited"))
				edit <- status
			}()
			time.Sleep(200 * time.Millisecond)
			return callback(4, say("x"))
		})
		s.Command(room, "ana", "move", square)
		if status := <-edit; status != 200 {
			t.Errorf("an edit right behind the answer gives %d, want 200", status)
		}
	})
}

func TestSettleWaitsForWork(t *testing.T) {
	s, b := start(t)
	room := s.Channel("room")
	b.answer(func(in object) object {
		go func() {
			for range 3 {
				time.Sleep(30 * time.Millisecond)
				b.call("POST", "/channels/"+room.Channel+"/messages", say("later"))
			}
		}()
		return callback(4, say("now"))
	})
	s.Command(room, "ana", "move", square)
	s.Settle()
	if n := len(contents(s, room, "bo")); n != 4 {
		t.Errorf("when all is settled, bo sees %d messages, want 4", n)
	}
}

func TestSettleIsExactWhenPiped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, b := connect(t, discordtest.NewPiped(t))
		room := s.Channel("room")
		b.answer(func(in object) object {
			go b.call("POST", "/channels/"+room.Channel+"/messages", say("later"))
			return callback(4, say("now"))
		})
		begin := time.Now()
		s.Command(room, "ana", "move", square)
		s.Settle()
		if n := len(contents(s, room, "bo")); n != 2 || time.Since(begin) != 0 {
			t.Errorf("after %v bo sees %d messages, want 2 at once", time.Since(begin), n)
		}
	})
}
