package page_test

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"othellobot/adapters/local"
	"othellobot/adapters/page"
	"othellobot/chat"
	"othellobot/render"
	"othellobot/rules"
)

// toy is a bot that records its actions. It answers a verb or control with the effect in answers.
type toy struct {
	answers map[string]chat.Effect
	engine  bool // the engine moves next
	actions []chat.Action
}

func (b *toy) Handle(_ context.Context, a chat.Action) (chat.Response, error) {
	b.actions = append(b.actions, a)
	if a.Origin == chat.OriginCompletion {
		return chat.Response{Choices: []chat.Choice{{Label: "d3", Value: "d3"}}}, nil
	}
	key := a.Control
	if len(a.Tokens) > 0 {
		key = a.Tokens[0].Text
	}
	if e, ok := b.answers[key]; ok {
		return chat.Response{Effects: []chat.Effect{e}, EngineNext: b.engine}, nil
	}
	return chat.Response{}, nil
}

func (b *toy) Draw(context.Context, chat.Effect) (chat.Response, error) { return chat.Response{}, nil }

func (b *toy) Sent(context.Context, chat.Subject, chat.Outcome) (chat.Response, error) {
	return chat.Response{}, nil
}

// channel is a page with a toy bot.
type channel struct {
	t       testing.TB
	bot     *toy
	adapter *local.Adapter
	handler http.Handler
	done    chan struct{}
}

var (
	here  = chat.Place{Platform: local.Platform, Channel: "local"}
	board = chat.Message{
		Text:  chat.Say(chat.MentionOf(local.UserID("ana")), " plays ", chat.CommandOf("move d3"), "."),
		Aside: chat.Say("2 – 2"),
		Board: &chat.Board{View: render.View{Position: rules.Start(), Hints: rules.Start().Legal(), Last: rules.NoSquare}},
		Controls: []chat.Row{
			{Buttons: []chat.Button{{Label: "d3", Action: "play d3"}, {Label: "Resign", Action: "resign", Style: chat.StyleDanger}}},
			{Select: &chat.Select{Placeholder: "More", Options: []chat.Option{{Label: "c4", Detail: "flips 1", Action: "play c4"}}}},
		},
	}
)

func says(locale string) page.Sentences {
	tag := "en"
	if strings.HasPrefix(locale, "ja") {
		tag = "ja"
	}
	return page.Sentences{
		Tag: tag, NoToken: "no token", Black: "Black", White: "White", Empty: "empty", Playable: "playable",
		Only:  func(u chat.UserID) chat.Text { return chat.Say("only ", chat.NameOf(u)) },
		Lasts: func(d time.Duration) string { return "for " + d.String() },
		Guest: func(d time.Duration) string { return "kept for " + d.String() },
		Taken: "taken",
	}
}

func newChannel(t testing.TB, change ...func(*page.Config)) *channel {
	t.Helper()
	c := &channel{t: t, bot: &toy{answers: map[string]chat.Effect{"board": {Kind: chat.Post, Message: board, Subject: chat.Subject{Slot: chat.SlotBoard}}}}, done: make(chan struct{})}
	c.adapter = local.New(local.Config{
		Handler: c.bot, Out: io.Discard, Log: slog.New(slog.DiscardHandler), Terminal: true,
		Commands: []chat.Command{
			{Name: "move", Help: "Play a square.", HelpIn: func() map[string]string { return map[string]string{"ja": "打つ"} }, Parameters: []chat.Parameter{{Name: "square", Complete: true}}},
			{Name: "settings", Parameters: []chat.Parameter{{Name: "pings", Choices: []chat.Choice{{Value: "late"}, {Value: "now"}}}}},
		},
		Sentences: local.Sentences{NoSuchButton: chat.Say("no such button"), Sorry: chat.Say("sorry"), NoSuchTime: chat.Say("no such time")},
	})
	config := page.Config{
		Adapter: c.adapter, Token: "secret", Port: "8321", Done: c.done, Says: says,
		Looks: []page.Look{{Name: "One", Platform: local.Platform}, {Name: "Two", Platform: "two"}}, Languages: []page.Language{{Tag: "en"}, {Tag: "ja"}},
	}
	for _, f := range change {
		f(&config)
	}
	c.handler = page.New(config)
	return c
}

func request(method, address string, form url.Values) *http.Request {
	r := httptest.NewRequest(method, address, strings.NewReader(form.Encode()))
	r.Host = "127.0.0.1:8321"
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Cookie", "othello-8321=secret")
	return r
}

func (c *channel) ask(r *http.Request) *httptest.ResponseRecorder {
	c.t.Helper()
	w := httptest.NewRecorder()
	c.handler.ServeHTTP(w, r)
	return w
}

func (c *channel) get(address string) string {
	c.t.Helper()
	w := c.ask(request("GET", address, nil))
	if w.Code != http.StatusOK {
		c.t.Fatalf("%s is answered %d", address, w.Code)
	}
	return w.Body.String()
}

// post sends a form and checks that the answer redirects to the page.
func (c *channel) post(address string, form ...string) {
	c.t.Helper()
	values := url.Values{}
	for i := 0; i < len(form); i += 2 {
		values.Set(form[i], form[i+1])
	}
	if w := c.ask(request("POST", address, values)); w.Code != http.StatusSeeOther || !strings.HasPrefix(w.Header().Get("Location"), "/?") {
		c.t.Fatalf("%s %v is answered %d %v", address, form, w.Code, w.Header())
	}
}

// last returns the bot's last action, or the zero value.
func (c *channel) last() chat.Action {
	if len(c.bot.actions) == 0 {
		return chat.Action{}
	}
	return c.bot.actions[len(c.bot.actions)-1]
}

func (c *channel) match(text, expression string) []string {
	c.t.Helper()
	found := regexp.MustCompile(expression).FindStringSubmatch(text)
	if found == nil {
		c.t.Fatalf("there is no %s in\n%s", expression, text)
	}
	return found
}

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }
