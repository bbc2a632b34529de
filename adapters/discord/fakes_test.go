package discord

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"othellobot/adapters/discord/discordtest"
	"othellobot/adapters/internal/fake"
	"othellobot/bot"
	"othellobot/chat"
	"othellobot/render"
	"othellobot/words"
)

// catalog loads the bot's messages once, because that is slow.
var catalog = sync.OnceValue(words.Load)

const (
	anaID     = "80351110224678912"
	boID      = "1099512627776000001"
	botID     = "1111222233334444555"
	appID     = "1234567890123456789"
	commandID = "1234567890123456790"
	serverID  = "290926798626357999"
	channelID = "1105049371830935001"
	threadID  = "1105049371830935002"
	boardID   = "1105049371830935003"

	botToken         = "canary-of-the-bot"
	interactionToken = "canary-of-the-interaction"
)

var (
	here       = chat.Place{Platform: Platform, Team: serverID, Channel: channelID}
	unprompted = chat.Response{Effects: []chat.Effect{effect(chat.Post, "unprompted")}}
)

type wire func(*http.Request) (*http.Response, error)

func (w wire) RoundTrip(r *http.Request) (*http.Response, error) { return w(r) }

func reply(status int, body string, headers ...string) *http.Response {
	r := &http.Response{
		StatusCode: status, Status: http.StatusText(status), Header: http.Header{},
		Body: io.NopCloser(strings.NewReader(body)),
	}
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	return r
}

type call struct {
	line  string // method and path
	kind  string // media type of the body
	raw   []byte
	body  string   // the JSON of the body
	files []string // form names, names and media types of the files in the body
	at    time.Time
}

func (c *call) split() error {
	text, files, err := discordtest.SplitBody(c.kind, c.raw)
	c.body = string(text)
	for number, file := range files {
		c.files = append(c.files, "files["+number+"] "+file.Filename+" "+http.DetectContentType(file.Data))
	}
	return err
}

// recorder records all requests. It answers them with an id unless answer or script is set.
type recorder struct {
	mu     sync.Mutex
	calls  []call
	answer func(line string) (*http.Response, error)     // may be nil
	script []func(*http.Request) (*http.Response, error) // answers in turn, the last one repeatedly; may be nil
}

func (r *recorder) RoundTrip(q *http.Request) (*http.Response, error) {
	c := call{line: q.Method + " " + strings.TrimPrefix(q.URL.RequestURI(), "/api/v10"), kind: q.Header.Get("Content-Type"), at: time.Now()}
	if q.Body != nil {
		content, err := io.ReadAll(q.Body)
		if err != nil {
			return nil, err
		}
		if c.raw = content; c.split() != nil {
			return nil, errors.New("the form cannot be read")
		}
	}
	r.mu.Lock()
	r.calls = append(r.calls, c)
	n := len(r.calls)
	r.mu.Unlock()
	if r.script != nil {
		return r.script[min(n, len(r.script))-1](q)
	}
	if r.answer != nil {
		if resp, err := r.answer(c.line); resp != nil || err != nil {
			return resp, err
		}
	}
	return reply(http.StatusOK, fmt.Sprintf(`{"id":"%d"}`, 1105049371830936000+n)), nil
}

func (r *recorder) forget() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.calls = nil
}

func (r *recorder) count() int { return len(r.lines()) }

func (r *recorder) lines() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	lines := []string{}
	for _, c := range r.calls {
		lines = append(lines, c.line)
	}
	return lines
}

func (r *recorder) sent(t *testing.T, want ...string) {
	t.Helper()
	if got := r.lines(); !slices.Equal(got, want) {
		t.Errorf("sent\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func outcomes(h *fake.Handler) (list []chat.Outcome) {
	for _, r := range h.Reported() {
		list = append(list, r.Outcome)
	}
	return list
}

func reported(h *fake.Handler) []chat.MessageRef {
	list := []chat.MessageRef{}
	for _, o := range outcomes(h) {
		if o.Fate == chat.Delivered {
			list = append(list, o.Ref)
		}
	}
	return list
}

func deliver(a *Adapter, place chat.Place, effects ...chat.Effect) {
	a.Deliver(context.Background(), place, chat.Response{Effects: effects})
	a.intake.Wait()
}

func answers(effects ...chat.Effect) *fake.Handler { return after(0, effects...) }

func after(d time.Duration, effects ...chat.Effect) *fake.Handler {
	return &fake.Handler{Answer: fake.After(d, effects...)}
}

func effect(kind chat.Kind, text string) chat.Effect {
	return chat.Effect{Kind: kind, Message: chat.Message{Text: chat.Say(text)}}
}

func testKey() ed25519.PrivateKey {
	return ed25519.NewKeyFromSeed(bytes.Repeat([]byte{7}, ed25519.SeedSize))
}

func prepared(log io.Writer, transport http.RoundTripper) *Adapter {
	a := New(Config{
		Token: botToken, PublicKey: testKey().Public().(ed25519.PublicKey), Sentences: EnglishSentences, About: bot.Root(catalog()), Commands: bot.Commands(catalog()),
		Log:       slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{Level: slog.LevelDebug})),
		Transport: transport,
	})
	a.self = application{ID: appID, Bot: user{ID: botID, Bot: true}}
	a.encoder.command.Store(&commandFormatter{id: commandID, commands: bot.Commands(catalog())})
	a.encoder.tiles.Store(new(render.TileTheme(func(name string) string { return "<:" + name + ":1234567890123456789>" })))
	return a
}

// offline returns an adapter that fails the test if it sends anything.
func offline(t *testing.T) *Adapter {
	return prepared(io.Discard, wire(func(r *http.Request) (*http.Response, error) {
		t.Errorf("%s %s was sent", r.Method, r.URL.Path)
		return nil, http.ErrServerClosed
	}))
}

func commandOf(data string) string {
	return fmt.Sprintf(`{"id":"1300000000000000001","application_id":%q,"type":2,"token":%q,"guild_id":%q,
		"channel_id":%q,"channel":{"id":%q,"type":0},"locale":"en-GB","version":1,"context":0,
		"authorizing_integration_owners":{"0":%q},"member":{"user":{"id":%q,"username":"ana"},"permissions":"309237645312"},"data":%s}`,
		appID, interactionToken, serverID, channelID, channelID, serverID, anaID, data)
}

const boardData = `{"id":"1234567890123456790","name":"othello","type":1,"options":[{"type":1,"name":"board","options":[]}]}`

func typed() string { return commandOf(boardData) }

func pressOf(control string) string {
	return strings.NewReplacer(`"type":2,"token"`, `"type":3,"token"`, `"data":`, fmt.Sprintf(`"message":{"id":%q,"flags":0},"data":`, boardID)).
		Replace(commandOf(fmt.Sprintf(`{"component_type":2,"custom_id":%q}`, control)))
}

func formSent() string {
	return strings.NewReplacer(`"type":2,"token"`, `"type":5,"token"`, `"data":`, fmt.Sprintf(`"message":{"id":%q,"flags":0},"data":`, boardID)).
		Replace(commandOf(`{"custom_id":"form:move:square","components":[{"type":18,"component":{"type":4,"custom_id":"field","value":"d3"}}]}`))
}

func completing() string {
	return strings.Replace(commandOf(
		`{"name":"othello","type":1,"options":[{"type":1,"name":"move","options":[{"type":3,"name":"square","value":"d","focused":true}]}]}`),
		`"type":2,"token"`, `"type":4,"token"`, 1)
}

func decode(t testing.TB, raw string) interaction {
	t.Helper()
	var in interaction
	if err := json.Unmarshal([]byte(raw), &in); err != nil {
		t.Fatalf("%v: %s", err, raw)
	}
	return in
}

func checkCall(t *testing.T, c call) {
	t.Helper()
	_, query, _ := strings.Cut(c.line, "?")
	values, err := url.ParseQuery(query)
	if err != nil {
		t.Error(err)
	}
	for _, problem := range discordtest.CheckRequest(discordtest.RouteOf(c.line), values, c.kind, c.raw) {
		t.Errorf("%s: %s", c.line, problem)
	}
}

func EnglishSentences(string) Sentences {
	return Sentences{
		Sorry:         chat.Say("Something went wrong on my side; nothing more happened than what you see. Try again in a moment."),
		Done:          chat.Say("Done."),
		NotOurs:       chat.Say("I do not know that. ", chat.CommandOf("help"), " shows what I can do."),
		NoThreads:     chat.Say("There are no threads here. ", chat.CommandOf("start"), " without one."),
		MayNotOpen:    chat.Say("I may not open a thread here. A moderator can let me: ", ThreadPermissions, "."),
		YouMayNotOpen: chat.Say("You may not open threads here, so I open none for you."),
		Opened:        chat.Say("You have opened a thread from that message already."),
		InThread:      chat.Say("The game has a thread of its own:"),
		InMessages:    "It is in your direct messages.",
		MayNotSend:    chat.Say("I may not write to you. Allow direct messages in your privacy settings for this server, then press again."),
		Shut:          chat.Say("I could not write here by myself just now. A moderator can let me: ", WritePermissions, ". ", chat.CommandOf("board"), " always shows the game."),
	}
}

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }
