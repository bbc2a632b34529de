package slacktest

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gorilla/websocket"
	"go.uber.org/goleak"

	"othellobot/adapters/internal/fake"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// spy is a test that records its failures instead of failing.
type spy struct {
	testing.TB
	mu     sync.Mutex
	failed []string
}

func (s *spy) Errorf(format string, values ...any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.failed = append(s.failed, fmt.Sprintf(format, values...))
}

// failures returns the failures since the last call.
func (s *spy) failures() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := s.failed
	s.failed = nil
	return all
}

// send posts a body to an address. It returns the error code of the answer, and the URL in it.
func send(s *Server, address, contentType, token, body string) (code, socket string) {
	r, err := http.NewRequest(http.MethodPost, address, strings.NewReader(body))
	if err != nil {
		panic(err) // a mistake in the test
	}
	r.Header.Set("Content-Type", contentType)
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	answer, err := s.Transport().RoundTrip(r)
	if err != nil {
		panic(err)
	}
	defer answer.Body.Close()
	text, _ := io.ReadAll(answer.Body)
	var said struct{ Error, URL string }
	_ = json.Unmarshal(text, &said) // an error page is no JSON
	return said.Error, said.URL
}

func calls(s *Server, token, method string, w Where, user, text string) (code string) {
	blocks, _ := json.Marshal([]object{{"type": "section", "text": object{"type": "mrkdwn", "verbatim": true, "text": text}}})
	form := url.Values{"channel": {w.Channel}, "user": {user}, "text": {"for notifications"}, "blocks": {string(blocks)}}
	code, _ = send(s, s.APIURL()+method, formType, token, form.Encode())
	return code
}

func TestWhereABotMayWrite(t *testing.T) {
	s := New(t)
	invited, archived, other := s.PrivateChannel("invited"), s.Channel("archived"), s.NewWorkspace("other")
	s.Invite(invited)
	s.Archive(archived)
	for _, c := range []struct {
		name                    string
		where                   Where
		write, whisper, noScope string
	}{
		{"a channel", s.Channel("room"), "", "", ""},
		{"a public channel without the bot", s.PublicChannel("hall"), "", "not_in_channel", "not_in_channel"},
		{"a private channel without the bot", s.PrivateChannel("cellar"), "channel_not_found", "channel_not_found", "channel_not_found"},
		{"a private channel with the bot", invited, "", "", ""},
		{"an archived channel", archived, "is_archived", "is_archived", "is_archived"},
		{"a conversation with the bot", s.BotDM("ana"), "", "", ""},
		{"a conversation of two", s.PeopleDM("ana", "bo"), "channel_not_found", "channel_not_found", "channel_not_found"},
		{"another workspace", other.Channel("room"), "channel_not_found", "channel_not_found", "channel_not_found"},
		{"nowhere", Where{Channel: "C404"}, "channel_not_found", "channel_not_found", "channel_not_found"},
	} {
		s.SetScopes(allScopes()...)
		token, ana := s.BotToken(), s.User("ana")
		write, whisper := calls(s, token, "chat.postMessage", c.where, "", "x"), calls(s, token, "chat.postEphemeral", c.where, ana, "x")
		s.SetScopes("chat:write")
		if noScope := calls(s, token, "chat.postMessage", c.where, "", "x"); write != c.write || whisper != c.whisper || noScope != c.noScope {
			t.Errorf("%s: a message is answered %q, a whisper %q, and a message without chat:write.public %q", c.name, write, whisper, noScope)
		}
	}
	if code := calls(s, s.BotToken(), "chat.postEphemeral", s.BotDM("ana"), s.User("bo"), "x"); code != "user_not_in_channel" {
		t.Errorf("a whisper to Bo where he is not is answered %q", code)
	}
	for token, want := range map[string]string{"": "not_authed", "xoxb-unknown": "invalid_auth", s.AppToken(): "not_allowed_token_type"} {
		if code := calls(s, token, "chat.postMessage", s.Channel("room"), "", "x"); code != want {
			t.Errorf("a message with %q is answered %q, want %q", token, code, want)
		}
	}
}

func TestBadRequestsFailTheTest(t *testing.T) {
	watched := &spy{TB: t}
	s := New(watched)
	room := s.Channel("room")
	command := s.NewCommand(room, "ana", "x").ResponseURL
	const board = `{"text":"t","blocks":[{"type":"actions","elements":[{"type":"button","action_id":"go","value":"v","text":{"type":"plain_text","text":"Go"}}]}]}`
	send(s, command, "application/json", "", board)
	press := s.NewPress(room, "ana", s.Messages(room, "ana")[0].TS, "go", "").ResponseURL
	for _, c := range []struct{ address, kind, body, want string }{
		{s.APIURL() + "emoji.list", formType, "", "/api/emoji.list is nothing"},
		{s.APIURL() + "auth.test", "text/plain", "x", "content type"},
		{s.APIURL() + "auth.test", formType, "a=%zz", "invalid URL escape"},
		{command, "application/json", `{"replace_original":true,"text":"x"}`, "a command has none"},
		{press, "application/json", `{"replace_original":true,"response_type":"in_channel","text":"x"}`, "cannot become public"},
		{press, "application/json", `{"replace_original":true}`, "text: is empty"},
	} {
		send(s, c.address, c.kind, "", c.body)
		if found := watched.failures(); len(found) != 1 || !strings.Contains(found[0], c.want) {
			t.Errorf("%s makes the test fail with %q, want %q", c.body, found, c.want)
		}
	}
	if code := calls(s, s.BotToken(), "chat.postMessage", room, "", "a < b"); code == "" || len(watched.failures()) != 1 || len(s.AllMessages(room)) != 2 {
		t.Errorf("a message with a raw < is answered %q", code)
	}
	s.SkipValidation()
	for range maxRemembered + 1 {
		if code := calls(s, s.BotToken(), "chat.postMessage", room, "", "a < b"); code != "" || len(watched.failures()) > 0 {
			t.Fatalf("without validation it is answered %q", code)
		}
	}
	if n := len(s.AllMessages(room)); n > maxRemembered {
		t.Errorf("%d messages are kept without validation", n)
	}
}

func dial(t testing.TB, s *Server) *websocket.Conn {
	t.Helper()
	_, address := send(s, s.APIURL()+"apps.connections.open", formType, s.AppToken(), "")
	conn, _, err := (&websocket.Dialer{NetDialContext: s.Dial}).Dial(address, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	next(t, conn)
	return conn
}

func next(t testing.TB, conn *websocket.Conn) map[string]any {
	t.Helper()
	var frame map[string]any
	if err := conn.ReadJSON(&frame); err != nil {
		t.Fatalf("read a frame: %v", err)
	}
	return frame
}

func TestBadAcknowledgementsFailTheTest(t *testing.T) {
	for want, frame := range map[string]string{
		"of events_api takes no such":    `{"envelope_id":"ID","payload":{"text":"x"}}`,
		"is no JSON":                     `{`,
		"is not there":                   `{"envelope_id":"never"}`,
		"Slack drops it without a word":  `{"envelope_id":"ID","payload":{"text":"` + letters(20_000) + `"}}`,
		"text: is empty":                 `{"envelope_id":"ID","payload":{"blocks":[]}}`,
		"is not there to be acknowl":     `{"envelope_id":"ID"}{"envelope_id":"ID"}`,
		"of slash_commands takes no suc": `{"envelope_id":"ID","payload":[1]}`,
	} {
		watched := &spy{TB: t}
		s := New(watched)
		conn := dial(t, s)
		sent := s.NewCommand(s.Channel("room"), "ana", "x")
		if strings.HasPrefix(want, "of events_api") {
			sent = s.NewMention(s.Channel("room"), "ana", "x")
		}
		go sent.Send()
		id := next(t, conn)["envelope_id"].(string)
		for part := range strings.SplitSeq(strings.ReplaceAll(frame, "}{", "}\x00{"), "\x00") {
			if err := conn.WriteMessage(websocket.TextMessage, []byte(strings.ReplaceAll(part, "ID", id))); err != nil {
				t.Fatal(err)
			}
		}
		deadline := time.Now().Add(fake.Patience)
		var found []string
		for len(found) == 0 && time.Now().Before(deadline) {
			time.Sleep(time.Millisecond)
			found = watched.failures()
		}
		if len(found) == 0 || !strings.Contains(found[0], want) {
			t.Errorf("%.60s makes the test fail with %q, want %q", frame, found, want)
		}
	}
}

// A delivery that is acknowledged after three seconds counts as not acknowledged.
func TestLateAcknowledgements(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := NewPiped(t)
		room := s.Channel("room")
		if d := s.Command(room, "ana", "x"); d.Err() == nil || d.Acked() {
			t.Error("a command was delivered without a connection")
		}
		conn := dial(t, s)
		late := s.NewCommand(room, "ana", "x")
		go func() {
			frame := next(t, conn)
			time.Sleep(4 * time.Second)
			_ = conn.WriteJSON(object{"envelope_id": frame["envelope_id"]})
		}()
		began := time.Now()
		late.Send()
		if took := time.Since(began); late.Acked() || took != 3*time.Second {
			t.Errorf("without an acknowledgement: acked %v after %v", late.Acked(), took)
		}
		time.Sleep(time.Minute)
		if late.Acked() || late.AckTime() != 4*time.Second {
			t.Errorf("a late acknowledgement: acked %v after %v", late.Acked(), late.AckTime())
		}
		s.ConnectHTTP(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			_, _ = io.Copy(io.Discard, r.Body)
			time.Sleep(4 * time.Second)
		}))
		if d := s.Command(room, "ana", "x"); d.Acked() || d.Err() == nil {
			t.Errorf("acked %v (%v) by HTTP after four seconds", d.Acked(), d.Err())
		}
		s.ConnectHTTP(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusInternalServerError) }))
		if d := s.Command(room, "ana", "x"); d.Acked() || d.Status() != http.StatusInternalServerError {
			t.Errorf("acked %v with %d", d.Acked(), d.Status())
		}
		time.Sleep(time.Minute)
	})
}
