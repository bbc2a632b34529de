package exchange_test

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"time"

	"othellobot/adapters/internal/exchange"
	"othellobot/chat"
	"othellobot/render"
)

// toy is the adapter of an invented platform, the corkboard, where users pin notices. It is an
// example: it shows what an adapter must do itself and what the package does for it. The platform
// delivers events by HTTP.
type toy struct {
	url     string // base URL of the platform's API
	log     *slog.Logger
	breaker *exchange.Breaker
	api     *http.Client
	intake  exchange.Intake
	outbox  *exchange.Outbox
}

// toyAckAfter is the time until a delivery is acknowledged, toyTimeout limits an API call, and
// toyMaxBody limits a delivery in bytes.
const (
	toyAckAfter = 1500 * time.Millisecond
	toyTimeout  = 10 * time.Second
	toyMaxBody  = 1 << 16
)

func newToy(url string, way http.RoundTripper, log *slog.Logger) *toy {
	a := &toy{url: url, log: log}
	a.breaker = exchange.NewBreaker(way, exchange.Observer{})
	a.api = &http.Client{Transport: a.breaker, Timeout: toyTimeout}
	a.outbox = exchange.NewOutbox(&a.intake, log)
	return a
}

// Limits returns the limits of a notice.
func (*toy) Limits() chat.Limits {
	return chat.Limits{ButtonsPerRow: 5, MoveButtons: 10, Options: 25, Themes: []string{"classic"}}
}

// Run takes events until ctx is done, and then waits for running tasks.
func (a *toy) Run(ctx context.Context, h chat.Handler) {
	end := a.intake.Open(context.WithoutCancel(ctx), h)
	<-ctx.Done()
	end(toyTimeout)
}

// Deliver implements [chat.Poster].
func (a *toy) Deliver(_ context.Context, place chat.Place, r chat.Response) {
	a.outbox.Put(place, r.Effects, a.in(place))
}

// Capacity implements [chat.Poster].
func (a *toy) Capacity() int { return a.outbox.Capacity(a.breaker.Admits()) }

// toyEvent is one event on the corkboard: a user has pinned a command or pressed a control.
type toyEvent struct {
	ID      string    `json:"id"`
	By      string    `json:"by"`
	Channel string    `json:"channel"`
	Words   []toyWord `json:"words,omitempty"`
	Control string    `json:"control,omitempty"`
	On      string    `json:"on,omitempty"` // notice with the pressed control
}

type toyWord struct {
	Text   string         `json:"text,omitempty"`
	Person string         `json:"person,omitempty"`
	Kind   chat.Mentioned `json:"kind,omitempty"`
}

func toyUser(id string) chat.UserID { return chat.UserID{Platform: "corkboard", ID: id} }

// action decodes the event for the bot.
func (e toyEvent) action() chat.Action {
	a := chat.Action{
		User: toyUser(e.By), Place: chat.Place{Platform: "corkboard", Channel: e.Channel}, Delivery: chat.Delivery(e.ID),
		Control: e.Control, Message: chat.MessageRef(e.On),
	}
	if e.Control != "" {
		return a
	}
	a.Words = []chat.Word{}
	for _, w := range e.Words {
		word := chat.Word{Text: w.Text, Kind: w.Kind}
		if w.Kind != chat.MentionsNobody {
			word.User = toyUser(w.Person)
		}
		a.Words = append(a.Words, word)
	}
	return a
}

// ServeHTTP takes an event. A real adapter must first check the platform's signature.
func (a *toy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, status := exchange.ReadBody(w, r, toyMaxBody)
	var e toyEvent
	if status == http.StatusOK && json.Unmarshal(body, &e) != nil {
		status = http.StatusBadRequest
	}
	if status != http.StatusOK {
		exchange.Refuse(w, status)
		return
	}
	received := time.Now()
	exchange.Serve(w, r, func(respond func(context.Context, []byte) error) bool {
		return a.intake.Do(func(ctx context.Context, h chat.Handler) {
			ack := sync.OnceFunc(func() { _ = respond(ctx, nil) })
			defer ack()
			a.take(ctx, h, e.action(), received, ack)
		})
	})
}

// take passes an action to the bot, acknowledges it in time, and carries out the answer.
func (a *toy) take(ctx context.Context, h chat.Handler, action chat.Action, received time.Time, ack func()) {
	var r chat.Response
	exchange.Await(received.Add(toyAckAfter), func() {
		var ok bool
		r, ok = exchange.Ask(ctx, a.log, func() (chat.Response, error) { return h.Handle(ctx, action) })
		if !ok {
			r.Effects = []chat.Effect{{Kind: chat.Whisper, Message: chat.Message{Text: chat.Say("Something went wrong.")}}}
		}
	}, ack)
	place := cmp.Or(r.Place, action.Place)
	send := a.in(place)
	var follows []chat.Effect
	led := false
	for _, e := range r.Effects {
		if e.Kind == chat.Edit && e.Ref == "" {
			e.Ref = action.Message
		}
		switch {
		case e.Kind == chat.Whisper:
			_, err := a.pin(ctx, place, e.Message, action.User.ID)
			a.note(ctx, err)
		case !led && len(follows) == 0 && (e.Kind == chat.Post || e.Kind == chat.Edit): // the answer itself goes first
			led = true
			e, end := a.outbox.Turn(ctx, place, e, r.EngineNext)
			end(ctx, send(ctx, e), send)
		default:
			follows = append(follows, e)
		}
	}
	ack()
	a.outbox.Put(place, follows, send)
}

// in returns the function that carries out effects in a place.
func (a *toy) in(place chat.Place) exchange.Send {
	return func(ctx context.Context, e chat.Effect) chat.Outcome {
		ref, err := e.Ref, error(nil)
		switch e.Kind {
		case chat.Post, chat.Ping:
			ref, err = a.pin(ctx, place, e.Message, "")
		case chat.Edit:
			err = a.call(ctx, http.MethodPut, "/notices/"+string(ref), toyNoticeOf(e.Message), nil)
		case chat.Collapse:
			err = a.call(ctx, http.MethodPut, "/notices/"+string(ref), toyNoticeOf(chat.Message{Text: e.Message.Text}), nil)
		case chat.Remove:
			err = a.call(ctx, http.MethodDelete, "/notices/"+string(ref), nil, nil)
		default:
			err = errToyNobody
		}
		a.note(ctx, err)
		return chat.Outcome{Fate: toyFate(err), Ref: ref}
	}
}

var (
	errToyNobody = errors.New("corkboard: nobody to whisper to")
	errToyGone   = errors.New("corkboard: the notice is gone")
)

// toyFate returns the fate of an effect whose call returned err.
func toyFate(err error) chat.Fate {
	switch {
	case err == nil:
		return chat.Out
	case errors.Is(err, errToyGone):
		return chat.Gone
	case errors.Is(err, errToyNobody), exchange.SurelyUnsent(err):
		return chat.Unsent
	default:
		return chat.Unknown
	}
}

// note logs an error after the answer.
func (a *toy) note(ctx context.Context, err error) {
	if err != nil {
		a.log.WarnContext(ctx, "cannot show a notice", "error", err)
	}
}

// toyNotice is a notice in the API's JSON.
type toyNotice struct {
	ID       string       `json:"id,omitempty"`
	Channel  string       `json:"channel,omitempty"`
	Reader   string       `json:"reader,omitempty"` // the only user who sees it; empty if all do
	Text     string       `json:"text"`
	Notify   []string     `json:"notify,omitempty"`
	Controls []toyControl `json:"controls,omitempty"`
}

type toyControl struct {
	Label  string `json:"label"`
	List   string `json:"list,omitempty"` // its options follow one another
	Action string `json:"action"`
}

// toyNoticeOf encodes a message. The corkboard has no markup and no limits, so nothing is escaped
// or shortened.
func toyNoticeOf(m chat.Message) *toyNotice {
	var parts []string
	add := func(part string) {
		if part = strings.TrimSuffix(part, "\n"); part != "" {
			parts = append(parts, part)
		}
	}
	add(m.Text.String())
	add(m.Aside.String())
	if m.Board != nil {
		add(render.Emoji(m.Board.View, m.Board.Theme, render.SurfaceKeycaps))
	}
	for _, f := range m.Footers[:min(len(m.Footers), 1)] {
		add(f.String())
	}
	n := &toyNotice{Text: strings.Join(parts, "\n")}
	for _, s := range m.Text {
		if s.Kind == chat.SpanMention {
			n.Notify = append(n.Notify, s.User.ID)
		}
	}
	for _, row := range m.Controls {
		for _, b := range row.Buttons {
			n.Controls = append(n.Controls, toyControl{Label: b.Label, Action: b.Action})
		}
		if row.Select != nil {
			for _, o := range row.Select.Options {
				n.Controls = append(n.Controls, toyControl{o.Label, row.Select.Placeholder, o.Action})
			}
		}
	}
	return n
}

// pin posts a notice, visible only to reader if reader is set.
func (a *toy) pin(ctx context.Context, place chat.Place, m chat.Message, reader string) (chat.MessageRef, error) {
	n, pinned := toyNoticeOf(m), toyNotice{}
	n.Channel, n.Reader = place.Channel, reader
	err := a.call(ctx, http.MethodPost, "/notices", n, &pinned)
	return chat.MessageRef(pinned.ID), err
}

func (a *toy) call(ctx context.Context, method, path string, in, out any) error {
	body, err := json.Marshal(in)
	if err != nil {
		return err
	}
	r, err := http.NewRequestWithContext(ctx, method, a.url+path, bytes.NewReader(body))
	if err != nil {
		return err
	}
	resp, err := a.api.Do(r)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode == http.StatusNotFound:
		return errToyGone
	case resp.StatusCode != http.StatusOK:
		return fmt.Errorf("corkboard: status %d", resp.StatusCode)
	case out == nil:
		return nil
	}
	return json.NewDecoder(resp.Body).Decode(out)
}
