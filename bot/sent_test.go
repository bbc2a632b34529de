package bot_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/people"
)

// sent reports the first effect of a response as the message ref.
func (s *stage) sent(t *testing.T, r chat.Response, ref chat.MessageRef) chat.Response {
	t.Helper()
	e := r.Effects[0]
	correction, err := s.Sent(t.Context(), e.Subject, chat.Outcome{Ref: ref})
	noError(t, err)
	correction.Effects = asDrawn(t, s, correction.Effects)
	return correction
}

// TestSentRedrawsUnderAnOlderBoard checks a board that an older one has overwritten.
func TestSentRedrawsUnderAnOlderBoard(t *testing.T) {
	s := newStage(t, limits)
	s.sent(t, s.do(t, typed("ana", "start")), "m1")
	first := s.do(t, typed("ana", "d3"))
	second := s.do(t, typed("bo", "c3"))
	s.sent(t, second, "m3")
	got := s.sent(t, first, "m3")
	if len(got.Effects) != 1 || got.Effects[0].Kind != chat.Edit || got.Effects[0].Ref != "m3" || got.Effects[0].Subject != second.Effects[0].Subject {
		t.Errorf("the newer board gets %v, want it drawn again", got)
	}
}

// TestSentRedrawsUnderAnotherSlot checks a board and a question on the same message. The first one
// reported keeps the message, and the other one gets a new message.
func TestSentRedrawsUnderAnotherSlot(t *testing.T) {
	for _, first := range []chat.Slot{chat.SlotBoard, chat.SlotQuestion} {
		s := newStage(t, limits)
		s.duel(t)
		move := s.do(t, typed("ana", "d3"))
		s.now = s.now.Add(30 * time.Second)
		asked := s.do(t, typed("ana", "undo"))
		keeps, other := move, asked
		if first == chat.SlotQuestion {
			keeps, other = asked, move
		}
		s.sent(t, keeps, "m3")
		if e := one(t, s.sent(t, other, "m3").Effects); e.Kind != chat.Edit || e.Ref != "m3" || e.Subject.Post != keeps.Effects[0].Subject.Post {
			t.Errorf("the %s gets %v, want it drawn again", first, e)
		}
		if e := one(t, s.redraws(t, game.RedrawAfter)); e.Subject.Post != other.Effects[0].Subject.Post || e.Kind != chat.Post || !slices.Contains(e.OtherMessages, "m3") {
			t.Errorf("beside the %s is drawn %v", first, e)
		}
	}
}

func TestSentRedrawsAnOutdatedBoard(t *testing.T) {
	s := newStage(t, limits)
	start := s.do(t, typed("ana", "start"))
	move := s.do(t, pressed(t, "ana", "d3", start))
	got := s.sent(t, start, "m1")
	if len(got.Effects) != 1 || got.Effects[0].Kind != chat.Edit || got.Effects[0].Ref != "m1" || got.Effects[0].Subject.Version != move.Effects[0].Subject.Version {
		t.Fatalf("a board that is behind gets %v, want an edit to version %d", got, move.Effects[0].Subject.Version)
	}
	nothing(t, s.sent(t, got, "m1").Effects)
}

// TestSentRedrawsAfterAnUnknownFate checks an edit that may arrive after a newer one.
func TestSentRedrawsAfterAnUnknownFate(t *testing.T) {
	s := newStage(t, limits)
	start := s.do(t, typed("ana", "start"))
	s.sent(t, start, "m1")
	first := s.do(t, pressed(t, "ana", "d3", start))
	second := s.do(t, pressed(t, "bo", "c3", first))
	s.sent(t, second, "m1")
	if r, err := s.Sent(t.Context(), first.Effects[0].Subject, chat.Outcome{Fate: chat.Unknown}); err != nil || len(r.Effects) != 0 {
		t.Errorf("the report gives %v, %v", r, err)
	}
	if e := one(t, s.redraws(t, game.RedrawAfter)); e.Kind != chat.Edit || e.Ref != "m1" || e.Subject.Version != second.Effects[0].Subject.Version {
		t.Errorf("the board is drawn again by %v", e)
	}
}

func TestSentOfAnUnknownGame(t *testing.T) {
	s := newStage(t, limits)
	for _, id := range []chat.GameID{"", "@", "zz@p/t/c/", "!@p/t/c/", "zz@nowhere"} {
		r, _ := s.Sent(t.Context(), chat.Subject{Game: id, Slot: chat.SlotBoard, Post: 1, Version: 1}, chat.Outcome{Ref: "m1"})
		if len(r.Effects) != 0 {
			t.Errorf("a message of the unknown game %q gets %v", id, r)
		}
	}
}

func TestSentRemovesALateReminder(t *testing.T) {
	s := newStage(t, limits)
	s.do(t, typed("ana", "start anyone black"))
	s.do(t, typed("bo", "join"))
	clock := by("", "c", "t")
	clock.Origin = chat.OriginClock
	clock.Control = s.control(t, "ping", "")
	ping := s.do(t, clock)
	only(t, ping.Effects, chat.Ping, "")
	s.do(t, typed("ana", "d3"))
	only(t, s.sent(t, ping, "m9").Effects, chat.Remove, "m9")
}

// TestSentLeavesTheNewestOfTwoBoards checks both orders of their reports.
func TestSentLeavesTheNewestOfTwoBoards(t *testing.T) {
	for _, newerFirst := range []bool{false, true} {
		s := newStage(t, limits)
		s.sent(t, s.do(t, typed("ana", "start")), "m1")
		first, second := s.do(t, typed("ana", "d3")), s.do(t, typed("bo", "c3"))
		var older, newer chat.Response
		if newerFirst {
			newer = s.sent(t, second, "m3")
		}
		older = s.sent(t, first, "m2")
		if !newerFirst {
			newer = s.sent(t, second, "m3")
		}
		if len(newer.Effects) != 0 {
			t.Errorf("the newer board gets %v", newer.Effects)
		}
		only(t, older.Effects, chat.Collapse, "m2")
	}
}

// TestSentShowsWhatTheEngineDidMeanwhile checks an engine's move while the board is being sent.
func TestSentShowsWhatTheEngineDidMeanwhile(t *testing.T) {
	s := newStage(t, limits)
	start := s.do(t, typed("ana", "start bot white"))
	if !start.EngineNext {
		t.Error("the start does not say that the engine is next")
	}
	got := s.do(t, s.engineMove(t))
	if len(got.Effects) != 0 || got.EngineNext {
		t.Errorf("before the board is there the engine's move shows %v", got.Effects)
	}
	got = s.sent(t, start, "m1")
	if len(got.Effects) != 1 || got.Effects[0].Kind != chat.Edit || got.Effects[0].Ref != "m1" ||
		!strings.HasPrefix(got.Effects[0].Message.Text.String(), "The bot: d3") {
		t.Errorf("the board, once there, gets %v", got.Effects)
	}
}

// TestSentWithoutAReference checks that the board is posted again when the engine moves.
func TestSentWithoutAReference(t *testing.T) {
	s := newStage(t, limits)
	start := s.do(t, typed("ana", "start bot white"))
	s.sent(t, start, "")
	got := s.do(t, s.engineMove(t))
	if len(got.Effects) != 1 || got.Effects[0].Kind != chat.Post || got.Effects[0].Subject.Slot != chat.SlotBoard {
		t.Errorf("the engine's move shows %v, want a new board", got.Effects)
	}
	only(t, s.sent(t, start, "m1").Effects, chat.Collapse, "m1")
}

// TestSentCollapsesAReplacedBoard checks a new board while an edit of the old one is being sent.
func TestSentCollapsesAReplacedBoard(t *testing.T) {
	s := newStage(t, limits)
	move := s.do(t, typed("ana", "start"))
	s.sent(t, move, "m1")
	again := s.do(t, typed("ana", "board")) // collapses m1
	only(t, s.sent(t, move, "m1").Effects, chat.Collapse, "m1")
	nothing(t, s.sent(t, again, "m0").Effects)
}

// TestSentOfAnAcceptedChallenge checks that a message which has become the board stays.
func TestSentOfAnAcceptedChallenge(t *testing.T) {
	for _, boardFirst := range []bool{false, true} {
		s := newStage(t, limits)
		challenge := s.do(t, against("c", "ana", "bo", "black"))
		press := on("m1", pressed(t, "bo", "Accept · friendly", challenge))
		board := s.do(t, press)
		if boardFirst {
			s.sent(t, board, "m1")
		}
		nothing(t, s.sent(t, challenge, "m1").Effects)
	}
}

// TestSentOfAGameThatLeft checks that a message is collapsed if its game has left the room.
func TestSentOfAGameThatLeft(t *testing.T) {
	s := newStage(t, limits)
	first := s.do(t, typed("ana", "start"))
	s.do(t, typed("ana", "stop"))
	s.do(t, typed("bo", "start"))
	s.do(t, typed("bo", "stop"))
	only(t, s.sent(t, first, "m1").Effects, chat.Collapse, "m1")
}

// TestSentAfterAPressOnAnOlderBoard checks that the press does not replace a board that is being sent.
func TestSentAfterAPressOnAnOlderBoard(t *testing.T) {
	s := newStage(t, limits)
	seat := s.do(t, typed("ana", "start anyone black"))
	s.sent(t, seat, "m1")
	moved := s.do(t, typed("ana", "d3"))
	join := on("m1", pressed(t, "bo", "Join", seat))
	if got := s.do(t, join); len(got.Effects) == 0 || got.Effects[0].Subject.Slot != chat.SlotNone {
		t.Errorf("the press on the older board shows %v", got.Effects)
	}
	if got := s.sent(t, moved, "m2"); len(got.Effects) != 1 || got.Effects[0].Ref != "m2" {
		t.Errorf("the newer board, once there, gets %v", got.Effects)
	}
}

// TestPressOnAReplacedBoard checks a press before either message has a reference. The move appears on
// the new board, in any order of reports.
func TestPressOnAReplacedBoard(t *testing.T) {
	for _, olderFirst := range []bool{true, false} {
		s := newStage(t, limits)
		older := s.do(t, typed("ana", "start"))
		newer := s.do(t, typed("bo", "board"))
		press := on("m1", pressed(t, "ana", "d3", older))
		answer := s.do(t, press)
		if e := one(t, answer.Effects); e.Kind != chat.Edit || e.Subject != (chat.Subject{}) || len(e.Message.Controls) != 0 {
			t.Errorf("a press on the old board is answered by %v, want a note that another message shows the game", e)
		}
		collapse := func() {
			only(t, s.sent(t, older, "m1").Effects, chat.Collapse, "m1")
		}
		if olderFirst {
			collapse()
		}
		behind := s.sent(t, newer, "m2")
		if e := one(t, behind.Effects); e.Kind != chat.Edit || e.Ref != "m2" || len(e.Message.Controls) == 0 {
			t.Errorf("the new board gets %v, want an edit with the move", e)
		}
		nothing(t, s.sent(t, behind, "m2").Effects)
		if !olderFirst {
			collapse()
		}
		press = pressed(t, "bo", "c3", behind)
		press.Message = "m2"
		if e := one(t, s.do(t, press).Effects); e.Kind != chat.Edit || e.Subject.Slot != chat.SlotBoard {
			t.Errorf("a press on the new board is answered by %v", e)
		}
	}
}

// TestPressOnABoardWithoutAMark checks boards of earlier versions.
func TestPressOnABoardWithoutAMark(t *testing.T) {
	s := newStage(t, limits)
	board := s.do(t, typed("ana", "start"))
	press := pressed(t, "ana", "d3", board)
	press.Message, press.Control = "m1", strings.Replace(press.Control, ":000:", ":0:", 1)
	answer := s.do(t, press)
	if e := one(t, answer.Effects); e.Kind != chat.Edit || e.Subject.Post != board.Effects[0].Subject.Post {
		t.Errorf("a press on a board without a mark is answered by %v", e)
	}
	nothing(t, s.sent(t, answer, "m1").Effects)
}

// restoredStore is a store whose games were restored from a backup, but not their messages.
type restoredStore struct {
	people.Store
	active *game.Game
}

func (s restoredStore) Load(ctx context.Context, at game.Place, delivery game.Delivery) (game.Room, error) {
	room, err := s.Store.Load(ctx, at, delivery)
	room.Active = s.active
	return room, err
}

// TestSentOfARestoredGame checks that a slot which wants a newer version is not redrawn forever.
func TestSentOfARestoredGame(t *testing.T) {
	s := newStage(t, limits)
	start := s.do(t, typed("ana", "start"))
	active := rooms(t, s).Active
	s.do(t, pressed(t, "ana", "d3", start))
	s.Table = game.NewTable(restoredStore{s.store, active}, timing)
	nothing(t, s.sent(t, start, "m1").Effects)
}
