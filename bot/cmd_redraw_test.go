package bot_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"othellobot/chat"
	"othellobot/game"
)

// redraws advances the time, runs due tasks, and returns only the redrawn messages.
func (s *stage) redraws(t *testing.T, wait time.Duration) []chat.Effect {
	t.Helper()
	return slices.DeleteFunc(s.ticks(t, wait), func(e chat.Effect) bool { return !e.Redraw })
}

// ticks advances the time, runs due tasks, and returns the drawn effects.
func (s *stage) ticks(t *testing.T, wait time.Duration) []chat.Effect {
	t.Helper()
	s.now = s.now.Add(wait)
	return asDrawn(t, s, s.due(t))
}

func one(t *testing.T, effects []chat.Effect) chat.Effect {
	t.Helper()
	if len(effects) != 1 {
		t.Fatalf("there are %d effects, want one: %v", len(effects), effects)
	}
	return effects[0]
}

func only(t *testing.T, effects []chat.Effect, kind chat.Kind, ref chat.MessageRef) {
	t.Helper()
	if e := one(t, effects); e.Kind != kind || e.Ref != ref {
		t.Errorf("the effect is %v on %q, want kind %v on %q", e, e.Ref, kind, ref)
	}
}

func nothing(t *testing.T, effects []chat.Effect) {
	t.Helper()
	if len(effects) > 0 {
		t.Errorf("there are %d effects, want none: %v", len(effects), effects)
	}
}

func notifies(m chat.Message) bool {
	return slices.ContainsFunc(m.Text, func(s chat.Span) bool { return s.Kind == chat.SpanMention })
}

// duel begins a duel of ana, who is Black, against bo. It reports all messages as sent.
func (s *stage) duel(t *testing.T) chat.Response {
	t.Helper()
	s.sent(t, s.do(t, typed("ana", "start anyone black")), "m1")
	joined := s.do(t, typed("bo", "join"))
	s.sent(t, joined, "m2")
	return joined
}

// TestRedrawPosts checks that a board that was never sent is posted, and notifies no user.
func TestRedrawPosts(t *testing.T) {
	s := newStage(t, limits)
	s.duel(t)
	move := s.do(t, typed("ana", "d3"))
	nothing(t, s.redraws(t, game.RedrawAfter-time.Second))
	e := one(t, s.redraws(t, time.Second))
	if e.Kind != chat.Post || e.Subject != move.Effects[0].Subject || notifies(e.Message) || len(e.Message.Controls) == 0 ||
		!strings.HasPrefix(e.Message.Text.String(), "ana: d3, flips d4. bo, your move.") {
		t.Errorf("the board is drawn again by %v", e)
	}
	nothing(t, s.redraws(t, game.RedrawAfter))
	one(t, s.redraws(t, time.Minute))
	s.sent(t, move, "m3")
	if got := s.redraws(t, 30*time.Minute); slices.ContainsFunc(got, func(e chat.Effect) bool { return e.Subject.Slot == chat.SlotBoard }) {
		t.Errorf("after the report, the redraws are %v", got)
	}
}

// TestRedrawCollapsesTheOldBoard also checks games where the boards in between were never sent.
func TestRedrawCollapsesTheOldBoard(t *testing.T) {
	for name, c := range map[string]struct {
		moves []string
		says  string
	}{
		"the first move": {[]string{"ana d3"}, "The game began."},
		"the second":     {[]string{"ana d3", "bo c3"}, "Move 1: ana played d3."},
		"the third":      {[]string{"ana d3", "bo c3", "ana c4"}, "Move 2: bo played c3."},
	} {
		t.Run(name, func(t *testing.T) {
			s := newStage(t, limits)
			s.sent(t, s.do(t, typed("ana", "start")), "m1")
			for _, m := range c.moves {
				user, square, _ := strings.Cut(m, " ")
				s.do(t, typed(user, square))
			}
			got := s.ticks(t, game.RedrawAfter)
			if len(got) != 2 || got[0].Kind != chat.Post || got[1].Kind != chat.Collapse || got[1].Ref != "m1" || got[1].Message.Text.String() != c.says {
				t.Errorf("the redraw is %v", got)
			}
		})
	}
}

// TestRedrawEdits checks that a board with an older version is edited. An end never sent is posted.
func TestRedrawEdits(t *testing.T) {
	s := newStage(t, limits)
	move := s.do(t, typed("ana", "start"))
	s.sent(t, move, "m1")
	press := on("m1", pressed(t, "ana", "d3", move))
	s.do(t, press)
	e := one(t, s.redraws(t, game.RedrawAfter))
	if e.Kind != chat.Edit || e.Ref != "m1" || e.Subject.Version != 2 {
		t.Errorf("the board is drawn again by %v", e)
	}
	stopped := s.do(t, typed("ana", "stop"))
	s.do(t, typed("bo", "start"))
	s.do(t, typed("bo", "stop")) // now the room's last game
	var ends []chat.Effect
	for _, e := range s.redraws(t, game.RedrawAfter) {
		if e.Subject.Game == stopped.Effects[0].Subject.Game {
			ends = append(ends, e)
		}
	}
	if e := one(t, ends); e.Kind != chat.Post || !strings.HasPrefix(e.Message.Text.String(), "ana stopped the game") {
		t.Errorf("the end is drawn again by %v", e)
	}
}

func TestRedrawOfEverySlot(t *testing.T) {
	s := newStage(t, limits)
	s.do(t, mentioning(typed("ana", "start"), "bo"))
	wants := func(slot chat.Slot, text string, controls int) {
		t.Helper()
		e := one(t, s.redraws(t, game.RedrawAfter))
		if e.Subject.Slot != slot || !strings.HasPrefix(e.Message.Text.String(), text) || len(e.Message.Controls) != controls || notifies(e.Message) {
			t.Errorf("the redraw is %v, want the %s: %s", e, slot, text)
		}
		s.sent(t, chat.Response{Effects: []chat.Effect{e}}, chat.MessageRef("redrawn "+string(slot)))
	}
	wants(chat.SlotChallenge, "bo, ana challenges you. You are White.", 1)
	s.sent(t, s.do(t, typed("bo", "accept")), "m1")
	s.sent(t, s.do(t, typed("ana", "d3")), "m2")
	s.now = s.now.Add(30 * time.Second)
	s.do(t, typed("ana", "undo"))
	wants(chat.SlotQuestion, "bo, ana would like to take back", 1)
	dropped := s.do(t, typed("bo", "c3"))
	s.sent(t, dropped, "m3")
	e := dropped.Effects[len(dropped.Effects)-1]
	if e.Kind != chat.Edit || e.Subject.Slot != chat.SlotQuestion || e.Message.Text.String() != "Dropped: the game went on." || e.Ref != "redrawn question" {
		t.Errorf("the question ends as %v", e)
	}
	wants(chat.SlotQuestion, "That question is settled", 0)
	nothing(t, s.redraws(t, game.PingDelay))
	wants(chat.SlotPing, "ana, it is your move (Black). bo: c3", 0)
}

// TestRemovedMessageIsNotRedrawn checks removed and dormant messages before and after a user acts.
func TestRemovedMessageIsNotRedrawn(t *testing.T) {
	for fate, kind := range map[chat.Fate]chat.Kind{chat.Removed: chat.Post, chat.Dormant: chat.Edit} {
		s := newStage(t, limits)
		start := s.do(t, typed("ana", "start bot"))
		s.sent(t, start, "m1")
		s.reports(t, start.Effects[0], chat.Outcome{Fate: fate})
		nothing(t, s.redraws(t, time.Hour))
		press := on("elsewhere", pressed(t, "ana", "d3", start))
		r := s.do(t, press)
		board := r.Effects[len(r.Effects)-1]
		if board.Subject.Slot != chat.SlotBoard || fate == chat.Dormant && board.Kind != kind {
			t.Errorf("after %d the next act shows %v", fate, r.Effects)
		}
		if e := s.redraws(t, game.RedrawAfter); len(e) != 1 || e[0].Kind != kind {
			t.Errorf("after %d and the next act there are %v", fate, e)
		}
	}
}

// TestRedrawAfterAFailedReport checks messages that were undelivered, or possibly delivered.
func TestRedrawAfterAFailedReport(t *testing.T) {
	for _, fate := range []chat.Fate{chat.NotDelivered, chat.Unknown} {
		s := newStage(t, limits)
		start := s.do(t, typed("ana", "start"))
		if r, err := s.Sent(t.Context(), start.Effects[0].Subject, chat.Outcome{Fate: fate}); err != nil || len(r.Effects) != 0 {
			t.Errorf("a report of %d gives %v, %v", fate, r, err)
		}
		if e := one(t, s.redraws(t, game.RedrawAfter)); e.Kind != chat.Post {
			t.Errorf("after %d the board is drawn again by %v", fate, e)
		}
	}
}

func (s *stage) reports(t *testing.T, e chat.Effect, o chat.Outcome) {
	t.Helper()
	_, err := s.Sent(t.Context(), e.Subject, o)
	noError(t, err)
}

// TestRedrawDrawsTheBoardFirst checks that the other slots wait until the board has a reference.
func TestRedrawDrawsTheBoardFirst(t *testing.T) {
	for _, reported := range []bool{false, true} {
		s := newStage(t, limits)
		s.duel(t)
		move := s.do(t, typed("ana", "d3"))
		s.now = s.now.Add(30 * time.Second)
		asked := s.do(t, typed("ana", "undo"))
		if reported {
			s.reports(t, move.Effects[0], chat.Outcome{Fate: chat.Unknown})
			s.reports(t, asked.Effects[0], chat.Outcome{Fate: chat.Unknown})
		}
		board := one(t, s.redraws(t, game.RedrawAfter))
		if board.Subject.Slot != chat.SlotBoard {
			t.Errorf("reported %v: the first redraw is %v", reported, board)
		}
		s.sent(t, chat.Response{Effects: []chat.Effect{board}}, "m3")
		if e := one(t, s.redraws(t, time.Minute)); e.Subject.Slot != chat.SlotQuestion || !slices.Equal(e.OtherMessages, []chat.MessageRef{"m3", "m2"}) {
			t.Errorf("reported %v: the next redraw is %v, with %v", reported, e, e.OtherMessages)
		}
	}
}

// A board is not redrawn until the reference of the question below it is known.
func TestRedrawWaitsForAQuestion(t *testing.T) {
	for _, reported := range []bool{false, true} {
		s := newStage(t, limits)
		s.duel(t)
		s.do(t, typed("ana", "d3"))
		s.now = s.now.Add(game.RedrawAfter - time.Second)
		asked := s.do(t, typed("ana", "undo"))
		if reported {
			s.reports(t, asked.Effects[0], chat.Outcome{Fate: chat.Unknown})
		}
		nothing(t, s.redraws(t, 2*time.Second))
		s.sent(t, asked, "m4")
		if board := one(t, s.redraws(t, time.Minute)); board.Subject.Slot != chat.SlotBoard || !slices.Contains(board.OtherMessages, "m4") {
			t.Errorf("reported %v: the next redraw is %v, with %v", reported, board, board.OtherMessages)
		}
	}
}
