package sim

import (
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"othellobot/adapters/slack"
	"othellobot/adapters/slack/slacktest"
	"othellobot/chat"
)

// workspace is a Slack workspace where the bot is installed. It implements [venue].
type workspace struct {
	*service
	fake *slacktest.Server
}

func newWorkspace(t testing.TB, w *world) *workspace {
	fake := slacktest.NewPiped(t)
	if w.mistake == unheeded {
		fake.IgnoreMessageIDs()
	}
	return &workspace{fake: fake, service: newService(w, slack.Platform, wire{
		direct: func(a around) http.RoundTripper { return fake.Direct(a) },
		refuse: refusedBySlack, once: func(*http.Request) bool { return false }, channel: channelOfForm,
	})}
}

func channelOfForm(path, body string) string {
	if !strings.HasPrefix(path, "/api/") {
		return ""
	}
	form, _ := url.ParseQuery(body)
	return form.Get("channel")
}

func refusedBySlack(f fault, wait time.Duration) *http.Response {
	switch f {
	case limited:
		return respond(http.StatusTooManyRequests, `{"ok":false,"error":"ratelimited"}`, "Retry-After", strconv.Itoa(int(wait.Seconds())+1))
	case missing:
		return respond(http.StatusOK, `{"ok":false,"error":"channel_not_found"}`)
	case forbidden:
		return respond(http.StatusOK, `{"ok":false,"error":"restricted_action"}`)
	default:
		return respond(http.StatusServiceUnavailable, "<html>upstream connect error</html>", "Content-Type", "text/html")
	}
}

func (s *workspace) connect(c connected) app {
	a := slack.New(slack.Config{
		BotToken: s.fake.BotToken(), SigningSecret: s.fake.SigningSecret(), APIURL: s.fake.APIURL(), Sentences: slackSentences, Log: c.log,
		Now:    c.clock.Now,
		Random: c.random, Observer: slack.Observer{Works: c.works(s.service)}, Transport: c.transport(s.service),
	})
	return app{a, a.Handler()}
}

func (s *workspace) where(c *channel) slacktest.Where {
	return slacktest.Where{TeamID: c.place.Team, Channel: c.place.Channel}
}

func (s *workspace) open(name string, people []string) *channel {
	where := s.fake.Channel(name)
	c := &channel{reminded: make(map[string]int), reminders: make(map[string]int), world: s.world, venue: s, names: people, place: chat.Place{Platform: slack.Platform, Team: where.TeamID, Channel: where.Channel}}
	for _, person := range people {
		s.fake.SetProfile(person, slacktest.Profile{Admin: true}) // the adapter rarely asks for this
		c.people = append(c.people, chat.UserID{Platform: slack.Platform, Team: where.TeamID, ID: s.fake.User(person)})
	}
	return c
}

func (s *workspace) seen(c *channel, most int) []*message {
	var all []*message
	for _, m := range s.fake.Newest(s.where(c), most) {
		all = append(all, s.read(chat.MessageRef(m.Channel+"/"+m.TS), m.Edits, m.Deleted, func() *message { return s.message(m) }))
	}
	return all
}

func (s *workspace) message(m slacktest.Message) *message {
	var controls []string
	for _, c := range m.Controls() {
		if len(c.Options) == 0 {
			controls = append(controls, c.Value)
		}
		for _, o := range c.Options {
			controls = append(controls, o.Value)
		}
	}
	seen := &message{
		controls: controls, text: func() string { return string(encoded(m.Blocks)) }, edits: m.Edits, gone: m.Deleted, sent: m.Sent,
	}
	if m.Ephemeral() {
		seen.only = chat.UserID{Platform: slack.Platform, Team: s.fake.TeamID, ID: m.For}
	} else {
		seen.notified = m.Notified
	}
	return seen
}

func encoded(value any) []byte {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err) // it was decoded from JSON
	}
	return text
}

func (s *workspace) delete(c *channel, m *message) { s.fake.Delete(s.where(c), idOf(m.ref)) }

func (s *workspace) bring(a *act) {
	d := s.delivery(a)
	if d == nil {
		return
	}
	a.action.Delivery = chat.Delivery("t" + trigger(d))
	s.service.take(a, d.Request, func(r *http.Response, body []byte, err error) {
		d.Receive(r, body, err)
		s.world.judge.responded(s.service, a, err)
	})
}

// trigger returns the trigger id of a delivery, which identifies it to an adapter.
func trigger(d *slacktest.Delivery) string {
	var payload struct {
		ID string `json:"trigger_id"`
	}
	if err := json.Unmarshal(d.Payload(), &payload); err != nil {
		panic(err) // a fault of the fake
	}
	return payload.ID
}

// delivery returns an act as Slack sends it, or nil if the message is gone.
func (s *workspace) delivery(a *act) *slacktest.Delivery {
	where, who := s.where(a.channel), a.channel.nameOf(a.action.User)
	if a.action.Control == "" {
		var typed strings.Builder
		for _, word := range a.action.Tokens {
			if word.Kind == chat.MentionsPerson {
				typed.WriteString(" " + s.fake.Mentioning(a.channel.nameOf(word.User)))
			} else {
				typed.WriteString(slacktest.Typed(word.Text))
			}
		}
		return s.fake.NewCommand(where, who, typed.String())
	}
	ts := idOf(a.action.Message)
	for _, m := range s.fake.Newest(where, newest) {
		if m.TS != ts || m.Deleted {
			continue
		}
		for _, c := range m.Controls() {
			if c.Value == a.action.Control || slices.ContainsFunc(c.Options, func(o slacktest.Option) bool { return o.Value == a.action.Control }) {
				return s.fake.NewPress(where, who, ts, c.ActionID, a.action.Control)
			}
		}
	}
	return nil
}

// falseReport implements [platform]. It sends an event that is late or about an earlier token.
func (s *workspace) falseReport() {
	inner := map[string]any{"type": "app_uninstalled"}
	if s.world.chance(0.5) {
		inner = map[string]any{"type": "tokens_revoked", "tokens": map[string]any{"oauth": []string{}, "bot": []string{s.fake.User("bot")}}}
	}
	s.world.narrate("", "Slack tells: %s", inner["type"])
	s.service.sendEvent(s.fake.NewEvent(s.fake.Workspace, inner).Request)
}
