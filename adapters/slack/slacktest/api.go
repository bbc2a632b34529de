package slacktest

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"othellobot/adapters/internal/fake"
)

// Request is a request that the fake has received.
type Request struct {
	Method string            // such as "chat.postMessage", or [MethodResponse]
	Fields map[string]string // arguments; values other than texts are JSON
	Status int               // HTTP status of the answer; 0 if a fault broke the connection
	Error  string            // error code of the answer; empty if the call succeeded
	At     time.Time
}

// Method returns the Web API method that a request calls, or [MethodResponse].
func Method(r *http.Request) string {
	if name, ok := strings.CutPrefix(r.URL.Path, "/api/"); ok {
		return name
	}
	return MethodResponse
}

type call struct {
	r      *http.Request
	method string
	body   []byte
	fields fields
	token  string
	in     *install // installation of the bot token; nil if the method needs no bot token
}

type method struct {
	token string // required token: "bot", "app" or ""
	scope string
	serve func(*Server, *call) (answer object, code string) // called with the lock held; returns an answer or an error code
}

func methods() map[string]method {
	return map[string]method{
		"auth.test":             {"bot", "", authTest},
		"apps.connections.open": {"app", "", openConnection},
		"chat.postMessage":      {"bot", "chat:write", postMessage},
		"chat.postEphemeral":    {"bot", "chat:write", postEphemeral},
		"chat.update":           {"bot", "chat:write", updateMessage},
		"chat.delete":           {"bot", "chat:write", deleteMessage},
		"oauth.v2.access":       {"", "", oauthAccess},
		"users.info":            {"bot", "users:read", usersInfo},
		"views.open":            {"bot", "", openView},
		"views.publish":         {"bot", "", publishView},
		"views.update":          {"bot", "", updateView},
	}
}

func (s *Server) handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("/link/", s.connect)
	for name, m := range methods() {
		mux.HandleFunc("POST /api/"+name, func(w http.ResponseWriter, r *http.Request) {
			s.answer(w, r, name, func(c *call) (int, object) {
				answer, code := s.carryOut(c, m)
				if code != "" {
					return http.StatusOK, object{"ok": false, "error": code}
				}
				answer["ok"] = true
				return http.StatusOK, answer
			})
		})
	}
	respond := func(w http.ResponseWriter, r *http.Request) { s.answer(w, r, MethodResponse, s.respondTo) }
	mux.HandleFunc("POST /commands/", respond)
	mux.HandleFunc("POST /actions/", respond)
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		s.Violation("%s %s is nothing that the fake serves", r.Method, r.URL.Path)
		http.NotFound(w, r)
	})
	return mux
}

// answer reads and records a request. It answers with serve, or with a fault that the test has set.
func (s *Server) answer(w http.ResponseWriter, r *http.Request, name string, serve func(*call) (int, object)) {
	defer s.Busy()()
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<20))
	if err != nil {
		return // the client is gone, or the body is too large
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	c := &call{r: r, method: name, body: body}
	if c.fields, err = parseFields(r.Header.Get("Content-Type"), body); err != nil {
		s.Violation("%s: %v", name, err)
		fake.Write(w, refusal("invalid_arguments"))
		return
	}
	c.token = strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")
	s.mu.Lock()
	if s.tokens[c.token] != nil {
		w.Header().Set("X-OAuth-Scopes", strings.Join(s.scopes, ","))
	}
	s.mu.Unlock()
	status, code := 0, ""
	defer func() {
		if !s.Unchecked() {
			s.Note(Request{Method: name, Fields: c.fields, Status: status, Error: code, At: s.Now()})
		}
	}()
	status = s.Exchange(w, r, name, body, func(f Fault) (a fake.Answer) {
		a, code = refuse(w, f)
		return a
	}, func() (a fake.Answer) {
		answered, answer := serve(c)
		code, _ = answer["error"].(string)
		return fake.Answer{Status: answered, Body: answer}
	})
}

func refusal(code string) fake.Answer {
	return fake.Answer{Status: http.StatusOK, Body: object{"ok": false, "error": code}}
}

func (s *Server) carryOut(c *call, m method) (answer object, code string) {
	if wrong := s.check(c.method, c.fields, c.body); wrong {
		return nil, "invalid_arguments"
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if code = s.authorise(c, m); code != "" {
		return nil, code
	}
	return m.serve(s, c)
}

// check fails the test if the arguments of a call break Slack's rules, and reports whether they do.
func (s *Server) check(method string, f fields, body []byte) bool {
	if s.Unchecked() {
		return false
	}
	found := check(method, f)
	for _, problem := range found {
		s.Violation("%s: %s\n%s", method, problem, fake.Shorten(body))
	}
	return len(found) > 0
}

func (s *Server) authorise(c *call, m method) (code string) {
	if m.token == "" {
		return ""
	}
	isApp := strings.HasPrefix(c.token, "xapp-")
	c.in = s.tokens[c.token]
	switch {
	case c.token == "":
		return "not_authed"
	case isApp != (m.token == "app"):
		return "not_allowed_token_type"
	case c.token == s.AppToken():
		return ""
	case c.in == nil:
		return "invalid_auth"
	case c.in.refused != "":
		return c.in.refused
	case !c.in.expires.IsZero() && !s.Now().Before(c.in.expires):
		return "token_expired"
	case m.scope != "" && !s.hasScope(m.scope):
		return "missing_scope"
	}
	return ""
}

// fields holds the arguments of a call by name. Values other than texts are JSON.
type fields map[string]string

// parseFields decodes the body of a call, https://docs.slack.dev/apis/web-api/#post-bodies.
func parseFields(contentType string, body []byte) (fields, error) {
	switch {
	case len(body) == 0:
		return nil, nil
	case contentType == formType:
		all := fields{}
		values, err := url.ParseQuery(string(body))
		for name := range values {
			all[name] = values.Get(name)
		}
		return all, err
	case contentType == "application/json":
		return jsonFields(body)
	}
	return nil, fmt.Errorf("content type %q", contentType)
}

func jsonFields(body []byte) (fields, error) {
	var values map[string]json.RawMessage
	if err := json.Unmarshal(body, &values); err != nil {
		return nil, fmt.Errorf("JSON: %w", err)
	}
	all := fields{}
	for name, value := range values {
		text := string(value)
		_ = json.Unmarshal(value, &text) // a value other than a string stays JSON
		all[name] = text
	}
	return all, nil
}

// Fault describes how a request to the Web API or to a response address fails.
type Fault = fake.Fault

func refuse(w http.ResponseWriter, f Fault) (a fake.Answer, code string) {
	switch {
	case f.RetryAfter > 0: // https://docs.slack.dev/apis/web-api/rate-limits
		w.Header().Set("Retry-After", strconv.Itoa(int(math.Ceil(f.RetryAfter.Seconds()))))
		a, code = refusal("ratelimited"), "ratelimited"
		a.Status = http.StatusTooManyRequests
	case f.Error != "":
		a, code = refusal(f.Error), f.Error
		a.Status = max(f.Status, http.StatusOK)
	default: // a proxy in front of Slack's servers does not answer in JSON
		a = fake.Answer{Status: f.Status, Body: http.StatusText(f.Status)}
	}
	return a, code
}
