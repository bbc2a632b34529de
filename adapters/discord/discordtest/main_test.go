package discordtest_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"go.uber.org/goleak"

	"othellobot/adapters/discord/discordtest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

type object = map[string]any

type witness struct {
	testing.TB
	mu       sync.Mutex
	failures []string
}

func (w *witness) Errorf(format string, values ...any) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.failures = append(w.failures, fmt.Sprintf(format, values...))
}

func (w *witness) saw(text string) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	seen := w.failures
	w.failures = nil
	return len(seen) > 0 && slices.ContainsFunc(seen, func(f string) bool { return strings.Contains(f, text) })
}

type bot struct {
	t       testing.TB
	s       *discordtest.Server
	mu      sync.Mutex
	answers func(in object) object // returns the callback
}

func (b *bot) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var in object
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
		b.t.Errorf("an interaction is no JSON: %v", err)
	}
	b.mu.Lock()
	answers := b.answers
	b.mu.Unlock()
	w.Header().Set("Content-Type", "application/json")
	answer := object(nil)
	if answers != nil {
		answer = answers(in)
	}
	if answer == nil {
		w.WriteHeader(http.StatusAccepted)
		return
	}
	if err := json.NewEncoder(w).Encode(answer); err != nil {
		b.t.Error(err)
	}
}

func (b *bot) answer(with func(in object) object) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.answers = with
}

func (b *bot) always(kind int, data object) {
	b.answer(func(object) object { return callback(kind, data) })
}

func callback(kind int, data object) object {
	c := object{"type": kind}
	if data != nil {
		c["data"] = data
	}
	return c
}

func say(content string, labels ...string) object {
	m := object{"content": content, "allowed_mentions": object{"parse": []any{}}, "components": []any{}}
	row := []any{}
	for _, label := range labels {
		row = append(row, object{"type": 2, "style": 1, "label": label, "custom_id": "do:" + label})
	}
	if len(row) > 0 {
		m["components"] = []any{object{"type": 1, "components": row}}
	}
	return m
}

func whisper(m object) object {
	m["flags"] = 64
	return m
}

func start(t testing.TB) (*discordtest.Server, *bot) {
	t.Helper()
	return connect(t, discordtest.New(t))
}

func connect(t testing.TB, s *discordtest.Server) (*discordtest.Server, *bot) {
	t.Helper()
	b := &bot{t: t, s: s}
	s.ConnectHTTP(b)
	if status, answer := b.call("PUT", "/applications/"+s.ApplicationID()+"/commands", declaration()); status != 200 {
		t.Fatalf("the commands are refused: %d %v", status, answer)
	}
	return s, b
}

func declaration() []any {
	return []any{object{
		"type": 1, "name": "play", "description": "Play", "contexts": []int{0, 1, 2}, "integration_types": []int{0, 1},
		"options": []any{
			object{"type": 1, "name": "move", "description": "Move", "options": []any{
				object{"type": 3, "name": "square", "description": "Where", "required": true, "autocomplete": true},
			}},
			object{"type": 1, "name": "with", "description": "With somebody", "options": []any{
				object{"type": 6, "name": "opponent", "description": "Who"},
				object{"type": 4, "name": "level", "description": "How strong", "min_value": 1, "max_value": 9},
				object{"type": 3, "name": "color", "description": "Which", "choices": []any{object{"name": "White", "value": "white"}}},
				object{"type": 5, "name": "quiet", "description": "Whether", "required": false},
			}},
		},
	}}
}

func (b *bot) send(method, path string, body []byte, header map[string]string) (*http.Response, []byte, error) {
	b.t.Helper()
	r, err := http.NewRequest(method, b.s.APIURL()+path, bytes.NewReader(body))
	if err != nil {
		b.t.Fatal(err)
	}
	r.Header.Set("User-Agent", "DiscordBot (https://example.org, 1)")
	r.Header.Set("Content-Type", "application/json")
	if !strings.HasPrefix(path, "/v10/interactions/") && !strings.HasPrefix(path, "/v10/webhooks/") {
		r.Header.Set("Authorization", "Bot "+b.s.Token())
	}
	for key, value := range header {
		r.Header.Set(key, value)
	}
	answer, err := b.s.Transport().RoundTrip(r)
	if err != nil {
		return nil, nil, err
	}
	defer answer.Body.Close()
	content, err := io.ReadAll(answer.Body)
	return answer, content, err
}

func (b *bot) call(method, path string, body any) (int, object) {
	b.t.Helper()
	text := []byte(nil)
	if body != nil {
		var err error
		if text, err = json.Marshal(body); err != nil {
			b.t.Fatal(err)
		}
	}
	answer, content, err := b.send(method, "/v10"+path, text, nil)
	if err != nil {
		return 0, object{"error": err.Error()}
	}
	var o object
	_ = json.Unmarshal(content, &o)
	return answer.StatusCode, o
}

// wants fails the test unless the call returns the status and the error code, or 0 for none.
func (b *bot) wants(status, code int, method, path string, body any) object {
	b.t.Helper()
	got, answer := b.call(method, path, body)
	gotCode, _ := answer["code"].(float64)
	if got != status || int(gotCode) != code {
		b.t.Fatalf("%s %s gives %d %v, want %d and code %d", method, path, got, answer, status, code)
	}
	return answer
}

func (b *bot) webhook(in *discordtest.Interaction, rest string) string {
	return "/webhooks/" + b.s.ApplicationID() + "/" + in.Token + rest
}

func contents(s *discordtest.Server, w discordtest.Where, user string) []string {
	var all []string
	for _, m := range s.Messages(w, user) {
		all = append(all, m.Content)
	}
	return all
}
