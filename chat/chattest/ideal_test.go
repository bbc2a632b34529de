package chattest_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"othellobot/chat"
	"othellobot/chat/chattest"
)

// TestIdealAdapterPasses checks that a correct adapter can pass the suite.
func TestIdealAdapterPasses(t *testing.T) {
	chattest.Run(t, func(t *testing.T, h chat.Handler) chattest.Client { return &ideal{t: t, bot: h} })
}

// TestModestAdapterPasses checks that the suite requires no more than the limits promise.
func TestModestAdapterPasses(t *testing.T) {
	chattest.Run(t, func(t *testing.T, h chat.Handler) chattest.Client { return &modest{ideal{t: t, bot: h}} })
}

// modest is an ideal platform that has no buttons for moves.
type modest struct{ ideal }

func (c *modest) Limits() chat.Limits {
	return chat.Limits{ButtonsPerRow: 5, Options: 100, Threads: true, SharedThreads: true, Themes: []string{"moon"}}
}

// ideal is an adapter together with its platform and client, all in memory.
type ideal struct {
	t   *testing.T
	bot chat.Handler

	mu       sync.Mutex // guards the fields below
	messages []*sheet   // oldest first
	threads  int
	actions  int
	last     chat.Action
}

type sheet struct {
	ref    chat.MessageRef
	place  chat.Place
	reader string // the actor who sees a whisper; empty for a public message
	gone   bool
	chat.Message
}

func (c *ideal) User(name string) chat.UserID { return chat.UserID{Platform: "ideal", ID: name} }
func (c *ideal) Place() chat.Place            { return chat.Place{Platform: "ideal", Channel: "c"} }
func (c *ideal) Poster() chat.Poster          { return c }

func (c *ideal) Limits() chat.Limits {
	return chat.Limits{ButtonsPerRow: 5, MoveButtons: 10, Options: 25, Choices: 25, Threads: true, Themes: []string{"moon"}}
}

func (c *ideal) action(user string) chat.Action {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.actions++
	return chat.Action{User: c.User(user), Place: c.Place(), Delivery: chat.Delivery(fmt.Sprint("d", c.actions))}
}

func (c *ideal) Command(user, verb string, args ...chat.Argument) {
	a := c.action(user)
	a.Verb, a.Args = verb, slices.Clone(args)
	for i := range a.Args {
		if w := &a.Args[i].Value; w.Kind != chat.MentionsNobody {
			w.User = c.User(w.Text)
		}
	}
	c.act(a)
}

func (c *ideal) Complete(user, verb, focus string, args ...chat.Argument) []chat.Choice {
	a := c.action(user)
	a.Origin, a.Verb, a.Focus, a.Args = chat.OriginCompletion, verb, focus, args
	r, _ := recovered(func() (chat.Response, error) { return c.bot.Handle(c.t.Context(), a) })
	return r.Choices
}

func (c *ideal) Press(user string, control chattest.Control) { c.act(c.press(user, control)) }

func (c *ideal) PressAtOnce(control chattest.Control, users ...string) {
	var all sync.WaitGroup
	defer all.Wait()
	for _, user := range users {
		a := c.press(user, control)
		all.Go(func() { c.act(a) })
	}
}

func (c *ideal) Redeliver() { c.act(c.last) }

func (c *ideal) press(user string, control chattest.Control) chat.Action {
	a := c.action(user)
	for _, s := range slices.Backward(c.sheets(user, a.Place)) {
		shown, actions := s.controls()
		if i := slices.Index(shown, control); i >= 0 {
			a.Message, a.Control = s.ref, actions[i]
			return a
		}
	}
	c.t.Fatalf("%s sees no control %v", user, control)
	return a
}

// controls returns the visible controls of a message and their actions.
func (s *sheet) controls() (shown []chattest.Control, actions []string) {
	for _, row := range s.Controls {
		for _, b := range row.Buttons {
			shown, actions = append(shown, chattest.Control{Label: b.Label}), append(actions, b.Action)
		}
		if row.Select == nil {
			continue
		}
		for _, o := range row.Select.Options {
			shown, actions = append(shown, chattest.Control{Label: o.Label, Select: row.Select.Placeholder}), append(actions, o.Action)
		}
	}
	return shown, actions
}

func (c *ideal) act(a chat.Action) {
	c.mu.Lock()
	c.last = a
	c.mu.Unlock()
	r, err := recovered(func() (chat.Response, error) { return c.bot.Handle(c.t.Context(), a) })
	if err != nil && len(r.Effects) == 0 {
		r.Effects = []chat.Effect{{Kind: chat.Whisper, Message: chat.Message{Text: chat.Say("Something went wrong.")}}}
	}
	c.carryOut(c.t.Context(), a, r)
}

// recovered calls the bot and turns a panic into an error.
func recovered(call func() (chat.Response, error)) (r chat.Response, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	return call()
}

func (c *ideal) Deliver(ctx context.Context, place chat.Place, r chat.Response) {
	c.carryOut(ctx, chat.Action{Place: place}, r)
}

func (*ideal) Capacity() int { return 1 }
func (*ideal) Settle()       {}

func (c *ideal) carryOut(ctx context.Context, a chat.Action, r chat.Response) {
	for _, e := range r.Effects {
		if e.Kind == chat.Refresh {
			drawn, _ := recovered(func() (chat.Response, error) { return c.bot.Draw(ctx, e) })
			c.carryOut(ctx, a, drawn)
			continue
		}
		if e.Kind == chat.OpenThread {
			a.Place.Thread = c.open()
			c.act(a)
			continue
		}
		ref, err := c.show(a, e)
		if err == nil && e.Subject.Slot != chat.SlotNone {
			correction, _ := recovered(func() (chat.Response, error) { return c.bot.Sent(ctx, e.Subject, chat.Outcome{Ref: ref}) })
			c.carryOut(ctx, a, correction)
		}
	}
}

func (c *ideal) open() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.threads++
	return fmt.Sprint("thread ", c.threads)
}

func (c *ideal) show(a chat.Action, e chat.Effect) (chat.MessageRef, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	var s *sheet
	switch e.Kind {
	case chat.Edit:
		s = c.find(cmp.Or(e.Ref, a.Message))
	case chat.Collapse, chat.Remove:
		s = c.find(e.Ref)
		e.Message.Controls = nil
	default:
		s = &sheet{ref: chat.MessageRef(fmt.Sprint("m", len(c.messages))), place: a.Place}
		c.messages = append(c.messages, s)
	}
	if e.Kind == chat.Whisper {
		s.reader = cmp.Or(a.User.ID, "nobody")
	}
	if s == nil {
		return "", errors.New("no such message")
	}
	s.Message, s.gone = e.Message, e.Kind == chat.Remove
	return s.ref, nil
}

func (c *ideal) find(ref chat.MessageRef) *sheet {
	for _, s := range c.messages {
		if s.ref == ref && !s.gone {
			return s
		}
	}
	return nil
}

// sheets returns the messages that a user sees in a place.
func (c *ideal) sheets(user string, place chat.Place) (seen []sheet) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, s := range c.messages {
		if !s.gone && s.place == place && (s.reader == "" || s.reader == user) {
			seen = append(seen, *s)
		}
	}
	return seen
}

func (c *ideal) Seen(user string) []chattest.Message          { return c.read(user, c.Place()) }
func (c *ideal) InThread(place chat.Place) []chattest.Message { return c.read(chattest.Ana, place) }

func (c *ideal) read(user string, place chat.Place) (seen []chattest.Message) {
	for _, s := range c.sheets(user, place) {
		parts := []chat.Text{s.Text, s.Aside}
		if len(s.Footers) > 0 {
			parts = append(parts, s.Footers[0])
		}
		m := chattest.Message{Private: s.reader != ""}
		for _, text := range parts {
			m.Text += strings.TrimSuffix(text.String(), "\n") + "\n"
			m.Notified = m.Notified || slices.ContainsFunc(text, func(s chat.Span) bool { return s.Kind == chat.SpanMention && s.User.ID == user })
		}
		m.Controls, _ = s.controls()
		seen = append(seen, m)
	}
	return seen
}
