package local_test

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"regexp"
	"slices"
	"strings"
	"testing"

	"othellobot/adapters/local"
	"othellobot/chat"
	"othellobot/chat/chattest"
	"othellobot/internal/logtest"
)

func TestConformance(t *testing.T) {
	chattest.Run(t, func(t *testing.T, h chat.Handler) chattest.Client {
		in, lines := io.Pipe()
		c := &client{t: t, lines: lines, settled: make(chan struct{})}
		c.adapter = local.New(local.Config{
			Handler: h, In: in, Out: &c.out, Log: slog.New(slog.DiscardHandler), Sentences: sentences,
			Settle: func(context.Context) error { c.settled <- struct{}{}; return nil },
		})
		ended := make(chan error)
		go func() { ended <- c.adapter.Run(context.Background()) }()
		t.Cleanup(func() {
			lines.Close()
			if err := <-ended; err != nil {
				t.Errorf("Run: %v", err)
			}
		})
		return c
	})
}

// client writes a script to the adapter and reads the transcript that the adapter writes.
type client struct {
	t       *testing.T
	lines   io.Writer
	settled chan struct{}
	out     logtest.Buffer
	adapter *local.Adapter
}

func (c *client) User(name string) chat.UserID {
	return chat.UserID{Platform: local.Platform, ID: name}
}

func (c *client) Place() chat.Place {
	return chat.Place{Platform: local.Platform, Channel: "local"}
}

func (c *client) Limits() chat.Limits { return local.Limits(false, "") }
func (c *client) Poster() chat.Poster { return c.adapter }
func (c *client) Settle()             {} // effects are shown at once

func (c *client) Command(user, verb string, args ...chat.Argument) {
	line := user + ": /othello " + verb
	for _, a := range args {
		line += " "
		if a.Value.Kind != chat.MentionsNobody {
			line += "@"
		}
		line += a.Value.Text
	}
	c.say(line)
}

func (c *client) Press(user string, control chattest.Control) {
	label := control.Label
	if control.Select != "" {
		label = control.Select + ": " + label
	}
	c.say(user + ": [" + label + "]")
}

// say writes a line and a comment line, and waits until both are settled. The answer to the first line
// is then complete.
func (c *client) say(line string) {
	c.t.Helper()
	if _, err := fmt.Fprintf(c.lines, "%s\n#\n", line); err != nil {
		c.t.Fatal(err)
	}
	<-c.settled
	<-c.settled
}

var (
	posted   = regexp.MustCompile(`^\tto #local, message (\d+):$`)
	edited   = regexp.MustCompile(`^\tedits message (\d+) in #local:$`)
	removed  = regexp.MustCompile(`^\tremoves message (\d+) in #local$`)
	whisper  = regexp.MustCompile(`^\tonly to (\w+):$`)
	controls = regexp.MustCompile(`^\[(.*)\](?: https://\S+)?$`)
	button   = regexp.MustCompile(`\[(.*?)\](?: (https://\S+))?(?: |$)`)
	choices  = regexp.MustCompile(`^\[(.*): (.*)\]$`)
)

func (c *client) Seen(user string) []chattest.Message {
	var seen []chattest.Message
	public := map[string]int{} // index in seen, by number
	var hidden, gone chattest.Message
	now := &hidden
	for line := range strings.Lines(c.out.String()) {
		line = strings.TrimSuffix(line, "\n")
		if m := posted.FindStringSubmatch(line); m != nil {
			public[m[1]] = len(seen)
			seen = append(seen, chattest.Message{})
			now = &seen[len(seen)-1]
		} else if m := edited.FindStringSubmatch(line); m != nil {
			now = &seen[public[m[1]]]
			*now = chattest.Message{}
		} else if m := removed.FindStringSubmatch(line); m != nil {
			seen[public[m[1]]] = gone
		} else if m := whisper.FindStringSubmatch(line); m != nil {
			if now = &hidden; m[1] == user {
				seen = append(seen, chattest.Message{Private: true})
				now = &seen[len(seen)-1]
			}
		} else if body, ok := strings.CutPrefix(line, "\t  "); ok {
			now.Text += body + "\n"
		} else if strings.HasPrefix(line, "\t") {
			c.t.Errorf("a reply starts with %q", line)
		}
	}
	seen = slices.DeleteFunc(seen, func(m chattest.Message) bool { return m.Text == "" })
	mention := regexp.MustCompile(`(^|[^<])@` + user + `\b`)
	for i := range seen {
		m := &seen[i]
		m.Notified = mention.MatchString(m.Text)
		m.Text, m.Controls = takeControls(m.Text)
	}
	return seen
}

// takeControls splits the rows of controls off the end of a message.
func takeControls(body string) (string, []chattest.Control) {
	lines := strings.Split(strings.TrimSuffix(body, "\n"), "\n")
	var all []chattest.Control
	for ; len(lines) > 0 && controls.MatchString(lines[len(lines)-1]); lines = lines[:len(lines)-1] {
		var row []chattest.Control
		if m := choices.FindStringSubmatch(lines[len(lines)-1]); m != nil {
			for _, option := range strings.Fields(m[2]) {
				row = append(row, chattest.Control{Label: option, Select: m[1]})
			}
		} else {
			for _, m := range button.FindAllStringSubmatch(lines[len(lines)-1], -1) {
				row = append(row, chattest.Control{Label: m[1], URL: m[2]})
			}
		}
		all = append(row, all...)
	}
	return strings.Join(lines, "\n"), all
}
