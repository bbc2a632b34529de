package exchange_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"sync"
	"testing"
	"time"

	"othellobot/adapters/internal/fake"
	"othellobot/chat"
	"othellobot/chat/chattest"
)

// The package carries an adapter of three hundred lines through the suite.
func TestToyAdapterPasses(t *testing.T) {
	chattest.RunInBubbles(t, func(t *testing.T, h chat.Handler) chattest.Client {
		c := &corkboard{Core: fake.New(t, "corkboard", nil, true, func() {}), t: t}
		a := newToy(c.Serve("corkboard.test:80", c.handler()), c.Transport(), slog.New(slog.DiscardHandler))
		c.adapter = a
		ctx, stop := context.WithCancel(context.Background())
		ended := make(chan struct{})
		go func() { a.Run(ctx, h); close(ended) }()
		t.Cleanup(func() { stop(); <-ended })
		for !a.intake.IsOpen() {
			time.Sleep(time.Millisecond)
		}
		c.SettleBy(a.intake.Wait)
		c.ConnectHTTP(a)
		return c
	})
}

// corkboard is a fake of the platform and its users. It implements [chattest.Client].
type corkboard struct {
	*fake.Core
	t       *testing.T
	adapter *toy

	mu      sync.Mutex // guards the rest
	events  int
	notices []*toyNotice
	last    toyEvent
}

// handler serves the platform's API.
func (c *corkboard) handler() http.Handler {
	mux := http.NewServeMux()
	serve := func(pattern string, do func(id string, n toyNotice) *toyNotice) {
		mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
			defer c.Busy()()
			var n toyNotice
			_ = json.NewDecoder(r.Body).Decode(&n)
			c.Exchange(w, r, pattern, nil, func(f fake.Fault) fake.Answer { return fake.Answer{Status: f.Status} }, func() fake.Answer {
				c.mu.Lock()
				defer c.mu.Unlock()
				if made := do(r.PathValue("id"), n); made != nil {
					return fake.Answer{Status: http.StatusOK, Body: *made} // a copy, because it is written without the lock
				}
				return fake.Answer{Status: http.StatusNotFound}
			})
		})
	}
	find := func(id string) int {
		return slices.IndexFunc(c.notices, func(n *toyNotice) bool { return n.ID == id })
	}
	serve("POST /notices", func(_ string, n toyNotice) *toyNotice {
		n.ID = fmt.Sprint("n", c.events, ".", len(c.notices))
		c.events++
		c.notices = append(c.notices, &n)
		return &n
	})
	serve("PUT /notices/{id}", func(id string, n toyNotice) *toyNotice {
		i := find(id)
		if i < 0 {
			return nil
		}
		c.notices[i].Text, c.notices[i].Controls, c.notices[i].Notify = n.Text, n.Controls, nil
		return c.notices[i]
	})
	serve("DELETE /notices/{id}", func(id string, n toyNotice) *toyNotice {
		i := find(id)
		if i < 0 {
			return nil
		}
		c.notices = slices.Delete(c.notices, i, i+1)
		return &n
	})
	return mux
}

// happens delivers events to the bot, all at once, and waits until everything is done.
func (c *corkboard) happens(events ...toyEvent) {
	c.t.Helper()
	var telling sync.WaitGroup
	for _, e := range events {
		c.mu.Lock()
		c.events++
		e.ID, e.Channel = fmt.Sprint("e", c.events), "wall"
		c.last = e
		c.mu.Unlock()
		telling.Go(func() { c.tell(e) })
	}
	telling.Wait()
	c.Settle()
}

// Redeliver implements [chattest.Redeliverer].
func (c *corkboard) Redeliver() {
	c.tell(c.last)
	c.Settle()
}

// tell delivers an event to the bot.
func (c *corkboard) tell(e toyEvent) {
	body, err := json.Marshal(e)
	if err != nil {
		panic(err) // a mistake in the test
	}
	r, err := http.NewRequestWithContext(c.t.Context(), http.MethodPost, c.Endpoint()+"/", bytes.NewReader(body))
	if err != nil {
		panic(err) // a mistake in the test
	}
	answer, _, err := c.Deliver(r, fake.Patience)
	if err != nil || answer.StatusCode != http.StatusOK {
		c.t.Errorf("an event was answered with %v, %v", answer, err)
	}
}

func (c *corkboard) User(name string) chat.UserID { return toyUser(name) }
func (c *corkboard) Place() chat.Place            { return chat.Place{Platform: "corkboard", Channel: "wall"} }
func (c *corkboard) Limits() chat.Limits          { return c.adapter.Limits() }
func (c *corkboard) Poster() chat.Poster          { return c.adapter }

func (c *corkboard) Command(user, verb string, args ...chat.Argument) {
	c.t.Helper()
	e := toyEvent{By: user, Words: []toyWord{{Text: verb}}}
	for _, a := range args {
		if w := a.Value; w.Kind == chat.MentionsNobody {
			e.Words = append(e.Words, toyWord{Text: w.Text})
		} else {
			e.Words = append(e.Words, toyWord{Person: w.Text, Kind: w.Kind})
		}
	}
	c.happens(e)
}

func (c *corkboard) Press(user string, control chattest.Control) { c.PressAtOnce(control, user) }

// PressAtOnce implements [chattest.ConcurrentPresser].
func (c *corkboard) PressAtOnce(control chattest.Control, users ...string) {
	c.t.Helper()
	var all []toyEvent
	for _, user := range users {
		all = append(all, c.press(user, control))
	}
	c.happens(all...)
}

func (c *corkboard) press(user string, control chattest.Control) toyEvent {
	c.t.Helper()
	for _, n := range slices.Backward(c.visible(user)) {
		for _, b := range n.Controls {
			if control == (chattest.Control{Label: b.Label, Select: b.List}) {
				return toyEvent{By: user, Control: b.Action, On: n.ID}
			}
		}
	}
	c.t.Fatalf("%s sees no control %+v", user, control)
	return toyEvent{}
}

// visible returns the notices that a user can see.
func (c *corkboard) visible(user string) (seen []toyNotice) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, n := range c.notices {
		if n.Reader == "" || n.Reader == user {
			seen = append(seen, *n)
		}
	}
	return seen
}

func (c *corkboard) Seen(user string) (seen []chattest.Message) {
	for _, n := range c.visible(user) {
		m := chattest.Message{Text: n.Text, Private: n.Reader != "", Notified: slices.Contains(n.Notify, user)}
		for _, b := range n.Controls {
			m.Controls = append(m.Controls, chattest.Control{Label: b.Label, Select: b.List})
		}
		seen = append(seen, m)
	}
	return seen
}
