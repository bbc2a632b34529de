package slacktest

import (
	"slices"
	"strings"

	"othellobot/chat"
	"othellobot/chat/chattest"
)

// Parts holds what a [Client] needs of the adapter.
type Parts struct {
	Platform string // of its users and places
	Team     string // of its users and places; empty for the id of the workspace
	Poster   chat.Poster
	Limits   chat.Limits
}

// Client plays people in a place of the fake. It implements [chattest.Client] and
// [chattest.Threader], for deliveries by Socket Mode and by HTTP alike.
type Client struct {
	s     *Server
	where Where
	parts Parts
}

// NewClient makes a client that acts in a channel.
func NewClient(s *Server, w Where, p Parts) *Client {
	if p.Team == "" {
		p.Team = w.TeamID
	}
	return &Client{s, w, p}
}

// User gives the id by which the adapter knows one of the cast.
func (c *Client) User(name string) chat.UserID {
	return chat.UserID{Platform: c.parts.Platform, Team: c.parts.Team, ID: c.workspace().User(name)}
}

// Place is where everything happens.
func (c *Client) Place() chat.Place {
	return chat.Place{Platform: c.parts.Platform, Team: c.parts.Team, Channel: c.where.Channel}
}

// Limits returns the adapter's limits of messages.
func (c *Client) Limits() chat.Limits { return c.parts.Limits }

// Poster is the adapter's own.
func (c *Client) Poster() chat.Poster { return c.parts.Poster }

// Settle returns once the fake is settled. See [fake.Core.SettleBy].
func (c *Client) Settle() { c.s.Settle() }

// Command has somebody send a command as text.
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
	c.acked(c.s.Command(c.where, user, strings.Join(words, " ")))
}

// Press has somebody press a control on the newest message they can see that has
// it.
func (c *Client) Press(user string, control chattest.Control) {
	c.s.t.Helper()
	for _, m := range slices.Backward(c.s.Messages(c.where, user)) {
		for _, offered := range m.Controls() {
			if control.Select == "" && offered.Type == typeButton && offered.Label == control.Label {
				c.acked(c.s.Press(c.where, user, m.TS, offered.ActionID))
				return
			}
			for _, o := range offered.Options {
				if offered.Placeholder == control.Select && o.Label == control.Label {
					c.acked(c.s.Select(c.where, user, m.TS, offered.ActionID, o.Value))
					return
				}
			}
		}
	}
	c.s.t.Fatalf("slacktest: %s sees no control %+v", user, control)
}

// acked fails the test if a delivery was not acknowledged in time.
func (c *Client) acked(d *Delivery) {
	c.s.t.Helper()
	if !d.Acked() {
		c.s.t.Errorf("slacktest: %s was not acknowledged in time (status %d, %v)", d.Kind, d.Status(), d.Err())
	}
}

// Seen gives all messages of the bot that somebody can see in the place.
func (c *Client) Seen(user string) []chattest.Message { return c.read(c.where, user) }

// InThread gives all messages of the bot in a thread as Ana sees them.
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
		// No markup of Slack's shows a backtick as it is, so a lookalike stands for it.
		text := strings.ReplaceAll(m.Shown, "ˋ", "`")
		shown := chattest.Message{Text: text, Private: m.Ephemeral(), Notified: slices.Contains(m.Notified, reader)}
		for _, offered := range m.Controls() {
			if offered.Type == typeButton {
				shown.Controls = append(shown.Controls, chattest.Control{Label: offered.Label})
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

// BotsLookLikePeople implements [chattest.Indiscriminate]: only users.info would
// tell, and the bot does not ask for the scope.
func (*Client) BotsLookLikePeople() {}
