package page_test

import (
	"encoding/xml"
	"io"
	"log/slog"
	"strings"
	"testing"

	"othellobot/adapters/local"
	"othellobot/adapters/page"
	"othellobot/chat"
	"othellobot/chat/chattest"
)

func TestConformance(t *testing.T) {
	chattest.Run(t, func(t *testing.T, h chat.Handler) chattest.Client {
		c := &client{channel: &channel{t: t}}
		c.adapter = local.New(local.Config{
			Handler: h, Out: io.Discard, Log: slog.New(slog.DiscardHandler), Terminal: true,
			Sentences: local.Sentences{Sorry: chat.Say("Sorry."), NoSuchButton: chat.Say("No such button."), NoSuchTime: chat.Say("No such time.")},
		})
		c.handler = page.New(page.Config{
			Adapter: c.adapter, Token: "secret", Port: "8321", Says: says,
			Looks: []page.Look{{Platform: local.Platform}},
		})
		return c
	})
}

// client is a browser that reads the page and sends its forms.
type client struct{ *channel }

func (c *client) User(name string) chat.UserID { return local.UserID(name) }
func (c *client) Place() chat.Place            { return here }
func (c *client) Poster() chat.Poster          { return c.adapter }
func (c *client) Settle()                      {} // effects are shown at once

func (c *client) Limits() chat.Limits {
	limits := local.Limits(true, "pictures")
	limits.Forms = true
	return limits
}

func (c *client) Command(user, verb string, args ...chat.Argument) {
	line := chat.SlashCommand + " " + verb
	for _, a := range args {
		line += " "
		if a.Value.Kind != chat.MentionsNobody {
			line += "@"
		}
		line += a.Value.Text
	}
	c.post("/say?as="+user, "say", line)
}

func (c *client) Press(user string, control chattest.Control) {
	form := []string{"message", "", "control", "-1"} // sent if there is no such control
	for _, m := range c.shown(user) {
		for i, has := range m.Controls {
			if has == control {
				form = []string{"message", m.ref, "control", m.numbers[i]}
			}
		}
	}
	c.post("/press?as="+user, form...)
}

func (c *client) Seen(user string) (seen []chattest.Message) {
	for _, m := range c.shown(user) {
		seen = append(seen, m.Message)
	}
	return seen
}

type drawn struct {
	chattest.Message
	ref     string
	numbers []string // control numbers, in the order of Controls
}

func (c *client) shown(user string) (all []drawn) {
	c.t.Helper()
	decoder := xml.NewDecoder(strings.NewReader(c.get("/?as=" + user)))
	decoder.Strict, decoder.AutoClose, decoder.Entity = false, xml.HTMLAutoClose, xml.HTMLEntity
	bot, list, into := false, "", (*string)(nil)
	for {
		token, _ := decoder.Token()
		switch token := token.(type) {
		case nil:
			return all
		case xml.CharData:
			if bot && into != nil {
				*into += string(token)
			}
		case xml.EndElement:
			switch token.Name.Local {
			case "div":
				into = nil
			case "a":
				if list == "link" {
					list, into = "", nil
				}
			case "option", "button":
				if list == "text" { // the end of a command link; its text continues
					list = ""
				} else if into != nil {
					*into, _, _ = strings.Cut(*into, "\u2003") // drops the option's detail
					into = nil
				}
			case "select":
				list = ""
			}
		case xml.StartElement:
			of := make(map[string]string)
			for _, a := range token.Attr {
				of[a.Name.Local] = a.Value
			}
			switch name := token.Name.Local; {
			case name == "article":
				if bot = strings.HasPrefix(of["class"], "bot"); bot {
					all = append(all, drawn{ref: strings.TrimPrefix(of["id"], "m")})
					all[len(all)-1].Private = strings.Contains(of["class"], "only")
				}
			case !bot:
			case name == "div" && of["class"] != "row":
				m := &all[len(all)-1]
				if m.Text != "" && !strings.HasSuffix(m.Text, "\n") {
					m.Text += "\n"
				}
				into = &m.Text
			case name == "span" && strings.HasSuffix(of["class"], " me"):
				all[len(all)-1].Notified = true
			case name == "button" && of["name"] == "command":
				list = "text"
			case name == "a" && of["target"] == "_blank":
				m := &all[len(all)-1]
				m.Controls, m.numbers = append(m.Controls, chattest.Control{URL: of["href"]}), append(m.numbers, "-1")
				list = "link"
				into = &m.Controls[len(m.Controls)-1].Label
			case name == "select":
				list = of["aria-label"]
			case name == "option", name == "button" && of["name"] == "control" && !strings.HasPrefix(of["value"], "option") && of["data-key"] == "":
				m := &all[len(all)-1]
				m.Controls, m.numbers = append(m.Controls, chattest.Control{Select: list}), append(m.numbers, of["value"])
				into = &m.Controls[len(m.Controls)-1].Label
			}
		}
	}
}
