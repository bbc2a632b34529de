package sim

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"othellobot/adapters/discord"
	"othellobot/adapters/discord/discordtest"
	"othellobot/chat"
)

// guild is a Discord server with the bot as a member. It implements [venue].
type guild struct {
	*service
	fake *discordtest.Server
}

func newGuild(t testing.TB, w *world) *guild {
	fake := discordtest.NewPiped(t)
	return &guild{fake: fake, service: newService(w, discord.Platform, wire{
		direct: func(a around) http.RoundTripper { return fake.Direct(a) },
		refuse: refusedByDiscord, once: doneOnce, channel: channelOfPath,
	})}
}

func doneOnce(r *http.Request) bool {
	return r.Method == http.MethodPost && strings.HasSuffix(r.URL.Path, "/messages") && strings.Contains(r.URL.Path, "/channels/")
}

func channelOfPath(path, _ string) string {
	_, below, _ := strings.Cut(path, "/channels/")
	id, _, _ := strings.Cut(below, "/")
	return id
}

func refusedByDiscord(f fault, wait time.Duration) *http.Response {
	switch f {
	case limited:
		body, _ := json.Marshal(map[string]any{"message": "You are being rate limited.", "retry_after": wait.Seconds(), "global": false})
		return respond(http.StatusTooManyRequests, string(body), "Retry-After", fmt.Sprint(int(wait.Seconds())+1), "X-RateLimit-Scope", "user")
	case missing:
		return respond(http.StatusNotFound, `{"message":"Unknown Channel","code":10003}`)
	case forbidden:
		return respond(http.StatusForbidden, `{"message":"Missing Permissions","code":50013}`)
	default:
		return respond(http.StatusServiceUnavailable, "<html>upstream connect error</html>", "Content-Type", "text/html")
	}
}

func (g *guild) connect(c connected) app {
	a := discord.New(discord.Config{
		Token: g.fake.Token(), PublicKey: g.fake.PublicKey(), APIURL: g.fake.APIURL(), Sentences: discordSentences, Commands: c.commands, Log: c.log,
		Now:    c.clock.Now,
		Random: c.random, Observer: discord.Observer{Works: c.works(g.service)}, Transport: c.transport(g.service),
	})
	return app{a, a}
}

func (g *guild) where(c *channel) discordtest.Where { return g.fake.At(c.place.Channel) }

func (g *guild) open(name string, people []string) *channel {
	where := g.fake.Channel(name)
	c := &channel{reminded: make(map[string]int), reminders: make(map[string]int), world: g.world, venue: g, names: people, place: chat.Place{Platform: discord.Platform, Team: where.Guild, Channel: where.Channel}}
	for _, person := range people {
		c.people = append(c.people, chat.UserID{Platform: discord.Platform, ID: g.fake.User(person)})
	}
	return c
}

func (g *guild) seen(c *channel, most int) []*message {
	var all []*message
	for _, m := range g.fake.Newest(g.where(c), most) {
		all = append(all, g.read(chat.MessageRef(m.Channel+"/"+m.ID), m.Edits, m.Deleted, func() *message { return g.message(m) }))
	}
	return all
}

func (g *guild) message(m discordtest.Message) *message {
	var controls []string
	for _, c := range m.Controls() {
		if len(c.Options) == 0 {
			controls = append(controls, c.CustomID)
		}
		for _, o := range c.Options {
			controls = append(controls, o.Value)
		}
	}
	seen := &message{
		controls: controls, text: func() string { return m.Content },
		edits: m.Edits, gone: m.Deleted, sent: m.Sent, loading: m.Loading,
	}
	if m.Ephemeral() {
		seen.only = chat.UserID{Platform: discord.Platform, ID: m.For}
	} else {
		seen.notified = m.Notified
	}
	return seen
}

func (g *guild) delete(_ *channel, m *message) { g.fake.Delete(idOf(m.ref)) }

func idOf(ref chat.MessageRef) string {
	_, id, _ := strings.Cut(string(ref), "/")
	return id
}

func (g *guild) bring(a *act) {
	in := g.interaction(a)
	if in == nil || in.Refused() {
		return
	}
	a.action.Delivery = chat.Delivery(in.ID)
	g.service.take(a, in.Request, func(r *http.Response, body []byte, err error) {
		if err == nil {
			err = in.Receive(r, body)
		}
		g.world.judge.responded(g.service, a, err)
	})
}

// interaction returns an act as Discord sends it, or nil if Discord has no such command or control.
func (g *guild) interaction(a *act) *discordtest.Interaction {
	where, who := g.where(a.channel), a.channel.nameOf(a.action.User)
	g.fake.SetModerator(who, a.action.Moderator)
	if a.action.Control == "" {
		sub, options := a.channel.command(a.action.Tokens)
		if sub == "" {
			return nil
		}
		return g.fake.NewCommand(where, who, sub, options...)
	}
	id := idOf(a.action.Message)
	for _, m := range g.fake.Newest(where, newest) {
		if m.ID != id {
			continue
		}
		for _, c := range m.Controls() {
			if c.CustomID == a.action.Control {
				return g.fake.NewPress(where, who, id, c.CustomID)
			}
			if slices.ContainsFunc(c.Options, func(o discordtest.SelectOption) bool { return o.Value == a.action.Control }) {
				return g.fake.NewPress(where, who, id, c.CustomID, a.action.Control)
			}
		}
	}
	return nil
}

// command returns a typed line as a sub-command with options, or "" if there is no such sub-command.
func (c *channel) command(words []chat.Token) (sub string, options []discordtest.Option) {
	typed := strings.Fields(words[0].Text)
	switch verb := typed[0]; verb {
	case "start":
		switch {
		case len(words) > 1:
			return verb, []discordtest.Option{discordtest.Person("opponent", c.nameOf(words[1].User))}
		case typed[len(typed)-1] == "vote":
			return verb, []discordtest.Option{discordtest.Text("vote", typed[1])}
		case len(typed) > 1:
			return verb, []discordtest.Option{discordtest.Text("with", typed[len(typed)-1])}
		}
		return verb, nil
	case "settings":
		for _, setting := range typed[1:] {
			name, value, _ := strings.Cut(setting, ":")
			options = append(options, discordtest.Text(name, value))
		}
		return verb, options
	case "board", "undo", "hint", "stop", "resign", "puzzle":
		return verb, nil
	case "join":
		return "", nil
	default:
		return "move", []discordtest.Option{discordtest.Text("square", verb)}
	}
}

// falseReport implements [platform]. It does nothing, because the fault called missing already makes Discord report
// channels as gone.
func (*guild) falseReport() {}
