package discordtest

import (
	"cmp"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"sync"
	"testing"

	"othellobot/chat"
	"othellobot/chat/chattest"
)

const platform = "discord"

// Adapter has the methods of the adapter under test that a client needs.
type Adapter interface {
	chat.Poster
	Limits() chat.Limits
}

// Client acts as users for the suite in chattest.
type Client struct {
	t       testing.TB
	server  *Server
	adapter Adapter
	where   Where
	settle  func()
	last    *Interaction
}

// NewClient returns a client for users in a place. The adapter must have registered its commands. The
// function settle waits until it is idle; nil means [Server.Settle], which is slower.
func NewClient(t testing.TB, s *Server, where Where, adapter Adapter, settle func()) *Client {
	if settle == nil {
		settle = s.Settle
	}
	return &Client{t: t, server: s, adapter: adapter, where: where, settle: settle}
}

func (c *Client) Settle() { c.settle() }

func (c *Client) User(name string) chat.UserID {
	return chat.UserID{Platform: platform, ID: c.server.User(name)}
}

func (c *Client) Place() chat.Place {
	p := chat.Place{Platform: platform, Team: c.where.Guild, Channel: c.where.Channel}
	if c.where.Parent != "" {
		p.Channel, p.Thread = c.where.Parent, c.where.Channel
	}
	return p
}

func (c *Client) Limits() chat.Limits { return c.adapter.Limits() }

func (c *Client) Poster() chat.Poster { return c.adapter }

func (c *Client) Command(user, verb string, args ...chat.Argument) {
	c.t.Helper()
	c.send(c.server.NewCommand(c.where, user, verb, c.options(verb, args)...))
}

func (c *Client) Complete(user, verb, focus string, args ...chat.Argument) []chat.Choice {
	c.t.Helper()
	in := c.server.Autocomplete(c.where, user, verb, focus, c.options(verb, args)...)
	c.sent(in)
	var offered []chat.Choice
	for _, choice := range in.Choices() {
		value, _ := choice.Value.(string)
		offered = append(offered, chat.Choice{Label: choice.Name, Value: value})
	}
	return offered
}

func (c *Client) options(verb string, args []chat.Argument) []Option {
	c.server.mu.Lock()
	defer c.server.mu.Unlock()
	_, declared, _ := c.server.find(c.server.channels[c.where.Channel], verb)
	var all []Option
	for _, a := range args {
		kind := optionText
		if declared != nil {
			if at := slices.IndexFunc(declared.Options, func(o option) bool { return o.Name == a.Name }); at >= 0 {
				kind = declared.Options[at].Type
			}
		}
		switch number, err := strconv.Atoi(a.Value.Text); {
		case kind == optionInteger && err == nil:
			all = append(all, Integer(a.Name, number))
		case kind == optionFlag:
			all = append(all, Flag(a.Name, a.Value.Text == "true"))
		default:
			all = append(all, Option{a.Name, kind, a.Value.Text})
		}
	}
	return all
}

func (c *Client) Press(user string, control chattest.Control) {
	c.t.Helper()
	if in := c.press(user, control); in != nil {
		c.send(in)
	}
}

func (c *Client) PressAtOnce(control chattest.Control, users ...string) {
	c.t.Helper()
	var all []*Interaction
	for _, user := range users {
		if in := c.press(user, control); in != nil {
			all = append(all, in)
		}
	}
	c.send(all...)
}

func (c *Client) press(user string, control chattest.Control) *Interaction {
	c.t.Helper()
	for _, m := range slices.Backward(c.server.Messages(c.where, user)) {
		for _, shown := range m.Controls() {
			if shown.URL != "" && shown.URL == control.URL {
				return nil // the client opens it, and Discord sends nothing
			}
			if shown.Type == button && control.Select == "" && shown.Label == control.Label {
				return c.server.NewPress(c.where, user, m.ID, shown.CustomID)
			}
			if shown.Type != stringSelect || shown.Placeholder != control.Select {
				continue
			}
			for _, o := range shown.Options {
				if o.Label == control.Label {
					return c.server.NewPress(c.where, user, m.ID, shown.CustomID, o.Value)
				}
			}
		}
	}
	c.t.Errorf("discordtest: %s sees no control %+v", user, control)
	return nil
}

// By HTTP, Redeliver ignores the second answer, because Discord accepts only one.
func (c *Client) Redeliver() {
	c.t.Helper()
	if c.server.Endpoint() == "" {
		c.send(c.last)
		return
	}
	if answer, _, err := c.server.Deliver(c.last.Request(), answerWithin); err != nil || answer.StatusCode >= 300 {
		c.t.Errorf("discordtest: an interaction that comes again is not taken: %v, %v", answer, err)
	}
	c.settle()
}

func (c *Client) FailPost(arrives bool) {
	c.server.FailWhere("POST /channels/*/messages", Fault{Status: http.StatusInternalServerError, Lost: arrives}, Fault{})
}

func (c *Client) send(all ...*Interaction) {
	c.t.Helper()
	var sending sync.WaitGroup
	for _, in := range all {
		sending.Go(in.Send)
	}
	sending.Wait()
	for _, in := range all {
		c.sent(in)
		c.last = in
	}
}

func (c *Client) sent(in *Interaction) {
	c.t.Helper()
	if !in.Answered() {
		c.t.Errorf("discordtest: the interaction was not answered in time")
	}
	c.settle()
}

func (c *Client) Seen(user string) []chattest.Message { return c.seen(c.where, user) }

func (c *Client) InThread(place chat.Place) []chattest.Message {
	c.server.mu.Lock()
	thread := c.server.channels[place.Thread]
	c.server.mu.Unlock()
	if thread == nil || thread.Parent != place.Channel {
		return nil
	}
	return c.seen(thread.Where, chattest.Ana)
}

func (c *Client) seen(where Where, user string) []chattest.Message {
	id := c.server.User(user)
	var all []chattest.Message
	for _, m := range c.server.Messages(where, user) {
		text := withoutOptionNames(c.server.Plain(m.Content))
		if m.Loading {
			text = "is thinking…"
		}
		all = append(all, chattest.Message{
			Text: text, Controls: shown(m), Private: m.Ephemeral(), Notified: slices.Contains(m.Notified, id),
		})
	}
	return all
}

func shown(m Message) []chattest.Control {
	var all []chattest.Control
	for _, c := range m.Controls() {
		if c.Type == button {
			all = append(all, chattest.Control{Label: c.Label, URL: c.URL})
		}
		for _, o := range c.Options {
			all = append(all, chattest.Control{Label: o.Label, Select: cmp.Or(c.Placeholder, "select")})
		}
	}
	return all
}

// optionName matches the name of an option in a command. The suite expects commands without names.
var optionName = regexp.MustCompile(`(/\w+ \w+(?: [^\s:]+)*) [a-z]+:`)

func withoutOptionNames(text string) string {
	for optionName.MatchString(text) {
		text = optionName.ReplaceAllString(text, "$1 ")
	}
	return text
}
