package bot_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/people"
)

// overtaken is a store that calls by, once, just before it saves a change.
type overtaken struct {
	people.Store
	on func(game.Change) bool // selects the change; nil selects the first
	by func()
}

func (s *overtaken) Save(ctx context.Context, c game.Change) error {
	if by := s.by; by != nil && (s.on == nil || s.on(c)) {
		s.by = nil
		by()
	}
	return s.Store.Save(ctx, c)
}

// meanwhile does the quick action while the slow one is about to be stored.
func (s *stage) meanwhile(t *testing.T, quick, slow chat.Action) chat.Response {
	t.Helper()
	s.Ports = people.PortsOf(&overtaken{Store: s.store, by: func() { s.do(t, quick) }}, timing)
	return s.do(t, slow)
}

// TestStoppedBeforeItIsSetAside stops an old game just before a new one would replace it. The answer
// to the new game must not announce the end of the old game again.
func TestStoppedBeforeItIsSetAside(t *testing.T) {
	for name, begin := range map[string]chat.Action{"a game": typed("bo", "start"), "a duel": typed("bo", "accept")} {
		t.Run(name, func(t *testing.T) {
			s := newStage(t, limits)
			s.sent(t, s.do(t, typed("ana", "start")), "m1")
			s.sent(t, s.do(t, challenging()), "m2")
			s.now = s.now.Add(time.Hour)
			for _, e := range s.meanwhile(t, typed("ana", "stop"), begin).Effects {
				if strings.Contains(e.Message.Text.String(), "set aside") || e.Ref == "m1" {
					t.Errorf("the new game says %q about the stopped game, and changes message %q", e.Message.Text, e.Ref)
				}
			}
			if room := rooms(t, s); room.Active == nil || room.Last == nil || room.Last.Result.Reason != game.Stopped {
				t.Errorf("the room is %+v", room)
			}
		})
	}
}

func TestTooLateForTheBoard(t *testing.T) {
	s := newStage(t, limits)
	s.do(t, typed("ana", "start"))
	shown := s.do(t, typed("ana", "d3"))
	const want = "The game has moved on: bo played c3. /othello board shows it."
	if got := whispered(t, s.meanwhile(t, typed("bo", "c3"), pressed(t, "cy", "c5", shown))); got != want {
		t.Errorf("a press that came too late is answered %q, want %q", got, want)
	}
}

// TestTooLateForTheGame checks that the board command shows the running game, even if games began
// and ended while it was handled.
func TestTooLateForTheGame(t *testing.T) {
	s := newStage(t, limits)
	s.do(t, typed("ana", "start"))
	s.Ports = people.PortsOf(&overtaken{Store: s.store, by: func() {
		for _, what := range []string{"stop", "start", "stop", "start"} {
			s.do(t, typed("ana", what))
		}
	}}, timing)
	got := s.do(t, typed("bo", "board")).Effects
	if g := rooms(t, s).Active; g == nil || len(got) == 0 || got[0].Kind != chat.Post || got[0].Subject.Game != chat.GameID(g.ID.String()) {
		t.Errorf("bo is answered %+v, while %v runs", got, g)
	}
}

// TestTooLateForAChallenge checks that a challenger who withdraws too late learns of the answer,
// not of the running game.
func TestTooLateForAChallenge(t *testing.T) {
	s := newStage(t, limits)
	s.do(t, typed("cy", "start"))
	s.do(t, challenging())
	const want = "bo declined the challenge. /othello start makes a new one."
	if got := whispered(t, s.meanwhile(t, typed("bo", "decline"), typed("ana", "decline"))); got != want {
		t.Errorf("the late withdrawal is answered %q, want %q", got, want)
	}
}
