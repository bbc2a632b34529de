package bot_test

import (
	"context"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/people"
)

// halting fails to store games while it has an error.
type halting struct {
	people.Store
	err error
}

func (s *halting) Save(ctx context.Context, c game.Change) error {
	if s.err != nil {
		return s.err
	}
	return s.Store.Save(ctx, c)
}

// TestForgottenLater checks a store that fails half-way through forgetting a user. The user must
// learn that the rest follows, and it must follow.
func TestForgottenLater(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t, limits)
		s.Clock = clock(time.Now)
		kept := &halting{Store: s.store}
		s.Ports = people.PortsOf(kept, game.Timing{IdleExpiry: 168 * time.Hour, Retention: 2160 * time.Hour, Zones: time.LoadLocation})
		s.do(t, typed("ana", "start"))
		question := s.do(t, typed("ana", "forget"))
		kept.err = errOutOfOrder
		r := s.do(t, pressed(t, "ana", "Forget me", question))
		if got := r.Effects[0].Message.Text.String(); r.Effects[0].Kind != chat.Edit || !strings.Contains(got, "I will delete the rest automatically") {
			t.Errorf("of the question is left %q", got)
		}
		kept.err = nil
		names := func() bool {
			return slices.Contains(roomOf(t, s, by("ana", "c", "t").Place).Active.Players(), game.Player(by("ana", "c", "t").User.String()))
		}
		if !names() {
			t.Error("what the store refused is done")
		}
		ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
		defer cancel()
		runner := s.Bot.Runner(s.Bot, map[string]chat.Poster{"p": &recorder{}}, slog.New(slog.DiscardHandler))
		runner.Run(ctx)
		if names() {
			t.Error("the rest is not done")
		}
	})
}
