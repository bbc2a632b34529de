package slacktest

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"
)

// respond sends a body to a response address and returns the status and the error code.
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

func buttons(more string) string {
	return `{` + more + `"text":"t","blocks":[{"type":"section","text":{"type":"mrkdwn","text":"the board"}},` +
		`{"type":"actions","elements":[{"type":"button","action_id":"go","value":"v1","text":{"type":"plain_text","text":"Go"}}]}]}`
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
