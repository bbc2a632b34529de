package slacktest

import (
	"net/http"
	"slices"
	"strings"
	"sync"

	"othellobot/chat"
	"othellobot/chat/chattest"
)

// ClientConfig holds what a [Client] needs to know of the adapter.
type ClientConfig struct {
	Platform string
	Team     string // tenant of the users and places; the workspace's ID if empty
	Poster   chat.Poster
	Limits   chat.Limits
}

// Client acts for the users of a channel. It implements the client interfaces of [chattest], except
// [chattest.Completer].
type Client struct {
	s     *Server
	where Where
	parts ClientConfig
	last  *Delivery
}

// NewClient returns a client for a channel.
func NewClient(s *Server, w Where, p ClientConfig) *Client {
	if p.Team == "" {
		p.Team = w.TeamID
	}
	return &Client{s: s, where: w, parts: p}
}

// User returns the adapter's ID of a user.
func (c *Client) User(name string) chat.UserID {
	return chat.UserID{Platform: c.parts.Platform, Team: c.parts.Team, ID: c.workspace().User(name)}
}

// Place returns the channel as the adapter identifies it.
func (c *Client) Place() chat.Place {
	return chat.Place{Platform: c.parts.Platform, Team: c.parts.Team, Channel: c.where.Channel}
}

// Limits returns the adapter's limits of messages.
func (c *Client) Limits() chat.Limits { return c.parts.Limits }

// Poster returns the adapter's poster.
func (c *Client) Poster() chat.Poster { return c.parts.Poster }

// Settle waits until the fake and the adapter are idle. See [fake.Core.SettleBy].
func (c *Client) Settle() { c.s.Settle() }

// Command sends a user's command as text.
func (c *Client) Command(user, verb string, args ...chat.Argument) {
	c.s.t.Helper()
	words := []string{Typed(verb)}
	for _, a := range args {
		if a.Value.Kind == chat.MentionsNobody {
			words = append(words, Typed(a.Value.Text))
			continue
		}
		words = append(words, c.workspace().Mentioning(a.Value.Text))
	}
	c.send(c.s.NewCommand(c.where, user, strings.Join(words, " ")))
}

// Press presses a control on the newest message that shows it to the user.
func (c *Client) Press(user string, control chattest.Control) {
	c.s.t.Helper()
	c.send(c.s.NewPressOf(c.where, user, control))
}

// PressAtOnce implements [chattest.ConcurrentPresser].
func (c *Client) PressAtOnce(control chattest.Control, users ...string) {
	c.s.t.Helper()
	var all []*Delivery
	for _, user := range users {
		all = append(all, c.s.NewPressOf(c.where, user, control))
	}
	c.send(all...)
}

// Redeliver implements [chattest.Redeliverer].
func (c *Client) Redeliver() {
	c.s.t.Helper()
	c.send(c.s.NewRedelivery(c.last))
}

// FailPost implements [chattest.Fallible].
func (c *Client) FailPost(arrives bool) {
	c.s.FailWhere("POST /api/chat.postMessage", Fault{Status: http.StatusInternalServerError, Lost: arrives}, Fault{})
}

// NewPressOf returns a press of a control on the newest message that shows it to a user. If control.Select
// is empty, the control may be a button or an option of any select.
func (s *Server) NewPressOf(w Where, user string, control chattest.Control) *Delivery {
	s.t.Helper()
	for _, m := range slices.Backward(s.Messages(w, user)) {
		for _, offered := range m.Controls() {
			if control.Select == "" && offered.Type == typeButton && offered.Label == control.Label {
				return s.NewPress(w, user, m.TS, offered.ActionID, "")
			}
			for _, o := range offered.Options {
				if (control.Select == "" || offered.Placeholder == control.Select) && o.Label == control.Label {
					return s.NewPress(w, user, m.TS, offered.ActionID, o.Value)
				}
			}
		}
	}
	s.t.Fatalf("slacktest: %s sees no control %+v", user, control)
	return nil
}

func (c *Client) send(all ...*Delivery) {
	c.s.t.Helper()
	var sending sync.WaitGroup
	for _, d := range all {
		sending.Go(d.Send)
	}
	sending.Wait()
	c.s.Settle()
	for _, d := range all {
		if !d.Acked() {
			c.s.t.Errorf("slacktest: %s was not acknowledged in time (status %d, %v)", d.Kind, d.Status(), d.Err())
		}
		c.last = d
	}
}

// Seen returns the messages of the bot that a user sees in the channel.
func (c *Client) Seen(user string) []chattest.Message { return c.read(c.where, user) }

// InThread returns the messages of the bot that Ana sees in a thread.
func (c *Client) InThread(place chat.Place) []chattest.Message {
	if place.Thread == "" {
		return nil
	}
	return c.read(c.where.In(place.Thread), chattest.Ana)
}

func (c *Client) read(w Where, user string) []chattest.Message {
	bot, reader := c.workspace().User(chattest.Bot), c.workspace().User(user)
	var seen []chattest.Message
	for _, m := range c.s.Messages(w, user) {
		if m.Author != bot {
			continue
		}
		// Slack's markup cannot show a backtick, so a lookalike replaces it.
		text := strings.ReplaceAll(m.Shown, "ˋ", "`")
		shown := chattest.Message{Text: text, Private: m.Ephemeral(), Notified: slices.Contains(m.Notified, reader)}
		for _, offered := range m.Controls() {
			if offered.Type == typeButton {
				shown.Controls = append(shown.Controls, chattest.Control{Label: offered.Label, URL: offered.URL})
			}
			for _, o := range offered.Options {
				shown.Controls = append(shown.Controls, chattest.Control{Label: o.Label, Select: offered.Placeholder})
			}
		}
		seen = append(seen, shown)
	}
	return seen
}

func (c *Client) workspace() *Workspace {
	c.s.mu.Lock()
	defer c.s.mu.Unlock()
	return c.s.workspaces[c.where.TeamID]
}
