package notice_test

import (
	"context"
	"errors"
	"log/slog"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/internal/app/notice"
	"othellobot/store"
)

var (
	ana = chat.UserID{Platform: "p", ID: "ana"}
	bo  = chat.UserID{Platform: "p", ID: "bo"}
)

// fixedHandler is a handler that always returns the same answer.
type fixedHandler struct {
	chat.Handler
	response chat.Response
	err      error
}

func (h fixedHandler) Handle(context.Context, chat.Action) (chat.Response, error) {
	return h.response, h.err
}

func memory(t *testing.T) store.Installs {
	t.Helper()
	s, err := store.Open(t.Context(), "memory:", game.Timing{IdleExpiry: time.Hour, Retention: time.Hour, Zones: time.LoadLocation}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s.Installs
}

// Each user sees a notice once, from a few seconds after its posting until it is removed or a day has
// passed.
func TestNotice(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		installs := memory(t)
		announcer := notice.New(installs)
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		go announcer.Run(ctx)
		h := announcer.Handler(fixedHandler{response: chat.Response{Effects: []chat.Effect{{Kind: chat.Post}}}})
		hears := func(who chat.UserID, want string) {
			t.Helper()
			time.Sleep(6 * time.Second)
			r, err := h.Handle(t.Context(), chat.Action{User: who})
			if err != nil {
				t.Fatal(err)
			}
			got := ""
			for _, e := range r.Effects[1:] {
				got += e.Message.Text.String()
			}
			if got != want {
				t.Errorf("%s hears %q, want %q", who.ID, got, want)
			}
		}
		post := func(text string) {
			t.Helper()
			if err := notice.Post(t.Context(), installs, text, time.Now()); err != nil {
				t.Fatal(err)
			}
		}
		hears(ana, "")
		post("Back at six.")
		hears(ana, "Back at six.")
		hears(ana, "")
		hears(bo, "Back at six.")
		post("Back at seven.")
		hears(ana, "Back at seven.")
		for i := range 100_000 { // more than the set remembers
			r, err := h.Handle(t.Context(), chat.Action{User: chat.UserID{Platform: "p", ID: strconv.Itoa(i)}})
			again, _ := h.Handle(t.Context(), chat.Action{User: ana})
			if err != nil || len(r.Effects) != 2 || len(again.Effects) != 1 {
				t.Fatalf("%d hears %v, %v, and ana %v", i, r, err, again)
			}
		}
		if err := notice.Remove(t.Context(), installs); err != nil {
			t.Fatal(err)
		}
		hears(bo, "")
		post("Back at eight.")
		time.Sleep(notice.Lifetime)
		hears(bo, "")
	})
}

// No notice follows an empty answer, one that opens a form or a thread, a failure, or a timed
// task.
func TestNoNotice(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		installs := memory(t)
		if err := notice.Post(t.Context(), installs, "Back at six.", time.Now()); err != nil {
			t.Fatal(err)
		}
		announcer := notice.New(installs)
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		go announcer.Run(ctx)
		synctest.Wait()
		failed := errors.New("failed")
		for name, c := range map[string]struct {
			action chat.Action
			kind   chat.Kind
			n      int
			err    error
		}{
			"no answer": {},
			"a form":    {kind: chat.OpenForm, n: 1},
			"a thread":  {kind: chat.OpenThread, n: 1},
			"the clock": {action: chat.Action{Origin: chat.OriginClock}, kind: chat.Post, n: 1},
			"a failure": {n: 1, err: failed},
		} {
			h := announcer.Handler(fixedHandler{response: chat.Response{Effects: make([]chat.Effect, c.n)}, err: c.err})
			if c.n > 0 {
				h = announcer.Handler(fixedHandler{response: chat.Response{Effects: []chat.Effect{{Kind: c.kind}}}, err: c.err})
			}
			c.action.User = ana
			if r, err := h.Handle(t.Context(), c.action); len(r.Effects) != c.n || !errors.Is(err, c.err) {
				t.Errorf("%s: %+v, %v", name, r, err)
			}
		}
	})
}

func TestPostRefuses(t *testing.T) {
	installs := memory(t)
	for _, text := range []string{"", "two\nlines", "\u202eback", strings.Repeat("x", 301), "\xff"} {
		if err := notice.Post(t.Context(), installs, text, time.Now()); err == nil {
			t.Errorf("%q is a notice", text)
		}
	}
}
