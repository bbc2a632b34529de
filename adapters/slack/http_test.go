package slack_test

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/adapters/internal/fake"
	"othellobot/adapters/slack"
	"othellobot/adapters/slack/slacktest"
)

const (
	formType = "application/x-www-form-urlencoded"
	jsonType = "application/json"
)

type request struct {
	path, contentType string
	body              []byte
}

func (g *stage) signedNow(r request) *http.Request {
	return g.SignedRequest(r.path, r.contentType, r.body)
}

func bodies(s *slacktest.Server) map[string]request {
	room := s.Channel("room")
	command, mention := s.NewCommand(room, "ana", "d3"), s.NewMention(room, "ana", "d3")
	form := url.Values{"team_id": {s.TeamID}, "channel_id": {room.Channel}, "user_id": {s.User("ana")}, "text": {"d3"}, "response_url": {command.ResponseURL}}
	press := `{"type":"block_actions","team":{"id":"` + s.TeamID + `"},"user":{"id":"` + s.User("ana") + `"},` +
		`"container":{"message_ts":"1.2","channel_id":"` + room.Channel + `"},"actions":[{"type":"button","value":"x"}]}`
	return map[string]request{
		"command": {slacktest.PathCommands, formType, []byte(form.Encode())},
		"press":   {slacktest.PathInteractivity, formType, []byte(url.Values{"payload": {press}}.Encode())},
		"mention": {slacktest.PathEvents, jsonType, mention.Payload()},
	}
}

func (g *stage) ask(r *http.Request) (status int, body string) {
	w := httptest.NewRecorder()
	g.adapter.Handler().ServeHTTP(w, r)
	synctest.Wait()
	return w.Code, w.Body.String()
}

func (g *stage) signed(r request, secret string, at time.Time) *http.Request {
	made := g.signedNow(r)
	stamp := strconv.FormatInt(at.Unix(), 10)
	made.Header.Set("X-Slack-Request-Timestamp", stamp)
	made.Header.Set("X-Slack-Signature", slacktest.Sign(secret, stamp, r.body))
	return made
}

type counting struct {
	io.Reader
	n int
}

func (c *counting) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	c.n += n
	return n, err
}

// Only deliveries that Slack signed in the last five minutes reach the handler. If the signature is too
// old, the body is not read.
func TestSignatures(t *testing.T) {
	inBubble(t, "http", func(t *testing.T, g *stage, h *fake.Handler) {
		for name, c := range map[string]struct {
			secret  string
			at      time.Duration
			flipped bool // a byte of the body is flipped
			want    int
			unread  bool // the body is not read
		}{
			"good":                    {g.SigningSecret(), 0, false, 200, false},
			"301 seconds old":         {g.SigningSecret(), -301 * time.Second, false, 401, true},
			"another secret":          {"another secret", 0, false, 401, false},
			"a byte of it is flipped": {g.SigningSecret(), 0, true, 401, false},
		} {
			for kind, r := range bodies(g.Server) {
				before := len(h.Actions())
				request := g.signed(r, c.secret, time.Now().Add(c.at))
				if c.flipped {
					body := bytes.Clone(r.body)
					body[len(body)/2] ^= 1
					request.Body = io.NopCloser(bytes.NewReader(body))
				}
				taken := &counting{Reader: request.Body}
				request.Body, request.ContentLength = io.NopCloser(taken), -1 // the size is unknown in advance
				status, body := g.ask(request)
				if status != c.want || taken.n > 0 == c.unread {
					t.Errorf("%s, %s: %d after %d bytes, want %d", kind, name, status, taken.n, c.want)
				}
				if reached := len(h.Actions()) > before; reached != (c.want == 200) {
					t.Errorf("%s, %s: the handler was asked: %t", kind, name, reached)
				}
				if strings.Contains(body, "v0") || strings.Contains(body, g.SigningSecret()) {
					t.Errorf("%s, %s: the answer contains %q", kind, name, body)
				}
			}
		}
		if text := g.log.String(); text != "" {
			t.Errorf("the log says %s", text)
		}
	})
}

// Without a way to authenticate deliveries, Prepare fails, and commands are not accepted by HTTP.
func TestNothingToTrust(t *testing.T) {
	a := slack.New(slack.Config{ClientID: "1.2", ClientSecret: "x", PublicURL: publicURL})
	if err := a.Prepare(t.Context()); err == nil || !strings.Contains(err.Error(), "signing secret") {
		t.Errorf("Prepare gives %v", err)
	}
	w := httptest.NewRecorder()
	if a.Handler().ServeHTTP(w, httptest.NewRequest(http.MethodPost, slacktest.PathCommands, nil)); w.Code != http.StatusNotFound {
		t.Errorf("a command is answered %d", w.Code)
	}
}

// A signed but senseless delivery is refused, or acknowledged and ignored.
func TestBodies(t *testing.T) {
	inBubble(t, "http", func(t *testing.T, g *stage, h *fake.Handler) {
		large := strings.Repeat("x", 256<<10)
		for name, c := range map[string]struct {
			path, contentType, body string
			want                    int
		}{
			"a malformed form":                   {slacktest.PathCommands, formType, "a=%zz", 400},
			"no payload":                         {slacktest.PathInteractivity, formType, "a=b", 400},
			"a malformed payload":                {slacktest.PathInteractivity, formType, "payload=%7B", 400},
			"a press of nothing":                 {slacktest.PathInteractivity, formType, "payload=%7B%7D", 200},
			"a malformed event":                  {slacktest.PathEvents, jsonType, "{", 400},
			"a command in parts":                 {slacktest.PathCommands, "multipart/form-data; boundary=x", "--x\r\nContent-Disposition: form-data; name=\"text\"\r\n\r\nd3\r\n--x--", 200},
			"an event of a text":                 {slacktest.PathEvents, jsonType, `{"type":"event_callback","event":"app_mention"}`, 200},
			"an event of nobody":                 {slacktest.PathEvents, jsonType, `{"type":"event_callback","event":{"type":"app_mention","channel":"C1","text":"d3"}}`, 200},
			"an event of nothing":                {slacktest.PathEvents, jsonType, "{}", 200},
			"just not too large":                 {slacktest.PathEvents, jsonType, `{"a":"` + large[8:] + `"}`, 200},
			"too large an event":                 {slacktest.PathEvents, jsonType, `{"a":"` + large[7:] + `"}`, 413},
			"too large a command":                {slacktest.PathCommands, formType, "ssl_check=1&a=" + large, 413},
			"too large a press":                  {slacktest.PathInteractivity, formType, "payload=" + large, 413},
			"a challenge":                        {slacktest.PathEvents, jsonType, `{"type":"url_verification","challenge":"<c>"}`, 200},
			"a check of the certificate, signed": {slacktest.PathCommands, formType, "ssl_check=1", 200},
		} {
			status, body := g.ask(g.SignedRequest(c.path, c.contentType, []byte(c.body)))
			if status != c.want {
				t.Errorf("%s: %d, want %d", name, status, c.want)
			}
			if want := map[string]string{"a challenge": "<c>"}[name]; status == http.StatusOK && body != want {
				t.Errorf("%s: is answered %q, want %q", name, body, want)
			}
		}
		if n := len(h.Actions()); n > 0 {
			t.Errorf("the handler was asked %d times", n)
		}
		if sent := g.Requests(); len(sent) > 1 { // the first is the request for the bot's identity
			t.Errorf("something was sent: %+v", sent[1:])
		}
	})
}

func TestCertificateCheck(t *testing.T) {
	inBubble(t, "http", func(t *testing.T, g *stage, h *fake.Handler) {
		post := func(body string) *http.Request {
			r := httptest.NewRequest(http.MethodPost, slacktest.PathCommands, strings.NewReader(body))
			r.Header.Set("Content-Type", formType)
			return r
		}
		get := func(path string) *http.Request { return httptest.NewRequest(http.MethodGet, path, nil) }
		for name, c := range map[string]struct {
			request *http.Request
			want    int
		}{
			"posted":             {post("ssl_check=1&token=x"), 200},
			"posted at length":   {post("ssl_check=1&x=" + strings.Repeat("x", 1<<10)), 401},
			"of another value":   {post("ssl_check=0"), 401},
			"in the query alone": {httptest.NewRequest(http.MethodPost, slacktest.PathCommands+"?ssl_check=1", nil), 401},
			"asked for nothing":  {get(slacktest.PathCommands), 405},
			"to install":         {get("/slack/install"), 404}, // the bot serves one workspace only
		} {
			if status, body := g.ask(c.request); status != c.want || status == http.StatusOK && body != "" {
				t.Errorf("%s: %d %q, want %d", name, status, body, c.want)
			}
		}
		if n := len(h.Actions()); n > 0 {
			t.Errorf("the handler was asked %d times", n)
		}
	})
}
