package slacktest

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"
)

// respond sends to a response address, and gives the status and the error.
func respond(t testing.TB, s *Server, url, body string) (int, string) {
	t.Helper()
	r, err := http.NewRequest(http.MethodPost, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	answer, err := s.Transport().RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	var said struct {
		OK    bool
		Error string
	}
	if err := json.NewDecoder(bytes.NewReader(text)).Decode(&said); err != nil || said.OK == (said.Error != "") {
		t.Fatalf("%s is answered with %s (%v)", body, text, err)
	}
	return answer.StatusCode, said.Error
}

// buttons is a message with a button.
func buttons(more string) string {
	return `{` + more + `"text":"t","blocks":[{"type":"section","text":{"type":"mrkdwn","text":"the board"}},` +
		`{"type":"actions","elements":[{"type":"button","action_id":"go","value":"v1","text":{"type":"plain_text","text":"Go"}}]}]}`
}

func TestResponsesOfACommand(t *testing.T) {
	s := New(t)
	for name, where := range map[string]Where{
		"a channel": s.Channel("room"), "a private channel": s.PrivateChannel("cellar"), "a conversation": s.PeopleDM("ana", "bo"),
	} {
		url := s.NewCommand(where, "ana", "x").ResponseURL
		for _, body := range []string{
			`{"text":"whisper"}`, `{"response_type":"in_channel","text":"post"}`, `{"response_type":"ephemeral","text":"again"}`,
			`{"text":"four"}`, `{"text":"five"}`,
		} {
			if status, code := respond(t, s, url, body); status != http.StatusOK {
				t.Errorf("%s: %s gives %d %s", name, body, status, code)
			}
		}
		if status, code := respond(t, s, url, `{"text":"six"}`); status != http.StatusNotFound || code != "used_url" {
			t.Errorf("%s: a sixth use gives %d %s", name, status, code)
		}
		if got := texts(s.Messages(where, "ana")); !slices.Equal(got, []string{"whisper", "post", "again", "four", "five"}) {
			t.Errorf("%s: Ana sees %q", name, got)
		}
		if got := texts(s.Messages(where, "bo")); !slices.Equal(got, []string{"post"}) {
			t.Errorf("%s: Bo sees %q", name, got)
		}
	}
}

func TestResponsesGrowOld(t *testing.T) {
	s := New(t)
	url := s.NewCommand(s.Channel("room"), "ana", "x").ResponseURL
	s.Advance(30*time.Minute - time.Second)
	if _, code := respond(t, s, url, `{"text":"in time"}`); code != "" {
		t.Errorf("before 30 minutes are over there is %s", code)
	}
	s.Advance(time.Minute)
	if status, code := respond(t, s, url, `{"text":"late"}`); status != http.StatusNotFound || code != "expired_url" {
		t.Errorf("after 30 minutes there is %d %s", status, code)
	}
	if _, code := respond(t, s, s.URL()+"/commands/T1/2/3", `{"text":"x"}`); code != "invalid_url" {
		t.Errorf("an address that was never given out gives %q", code)
	}
}

func TestResponsesOfAPress(t *testing.T) {
	for name, kind := range map[string]string{"a whisper": "ephemeral", "a post": "in_channel"} {
		s := New(t)
		room := s.PeopleDM("ana", "bo")
		respond(t, s, s.NewCommand(room, "ana", "x").ResponseURL, buttons(`"response_type":"`+kind+`",`))
		m := s.Messages(room, "ana")[0]
		url := s.NewPress(room, "ana", m.TS, "go", "").ResponseURL
		respond(t, s, url, `{"replace_original":true,"text":"replaced"}`)
		respond(t, s, url, `{"replace_original":false,"text":"another"}`)
		if got := texts(s.Messages(room, "ana")); !slices.Equal(got, []string{"replaced", "another"}) {
			t.Errorf("%s: Ana sees %q", name, got)
		}
		if got := s.Messages(room, "ana")[0]; got.Ephemeral() != (kind == "ephemeral") || got.TS != m.TS || len(got.Controls()) > 0 {
			t.Errorf("%s was replaced by %+v", name, got)
		}
		if kind == "in_channel" {
			respond(t, s, url, `{"replace_original":true,"response_type":"in_channel","text":"replaced"}`)
		}
		respond(t, s, url, `{"delete_original":true}`)
		if got := texts(s.Messages(room, "ana")); !slices.Equal(got, []string{"another"}) {
			t.Errorf("%s: after a deletion Ana sees %q", name, got)
		}
		if _, code := respond(t, s, url, `{"replace_original":true,"text":"x"}`); code != "message_not_found" {
			t.Errorf("%s: replacing what is gone gives %q", name, code)
		}
	}
}

func TestResponsesThatMakeNoSense(t *testing.T) {
	watched := &spy{TB: t}
	s := New(watched)
	room := s.Channel("room")
	command := s.NewCommand(room, "ana", "x").ResponseURL
	respond(t, s, command, buttons(""))
	press := s.NewPress(room, "ana", s.Messages(room, "ana")[0].TS, "go", "").ResponseURL
	for _, c := range []struct{ url, body, want string }{
		{command, `{"replace_original":true,"text":"x"}`, "a command has none"},
		{press, `{"replace_original":true,"response_type":"in_channel","text":"x"}`, "cannot become public"},
		{press, `{"replace_original":true}`, "text: is empty"},
	} {
		respond(t, s, c.url, c.body)
		if found := watched.failures(); len(found) != 1 || !strings.Contains(found[0], c.want) {
			t.Errorf("%s makes the test fail with %q, want %q", c.body, found, c.want)
		}
	}
	s.Archive(room)
	if _, code := respond(t, s, command, `{"text":"x"}`); code != "is_archived" {
		t.Errorf("in an archived channel there is %q", code)
	}
}
