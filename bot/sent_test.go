package bot_test

import (
	"testing"

	"othellobot/chat"
)

// sent reports the first effect of a response as the message ref.
func (s *stage) sent(t *testing.T, r chat.Response, ref chat.MessageRef) chat.Response {
	t.Helper()
	e := r.Effects[0]
	correction, err := s.Sent(t.Context(), e.Game, e.Slot, e.Version, ref)
	if err != nil {
		t.Fatal(err)
	}
	return correction
}

func TestSentOfTheNewestCorrectsNothing(t *testing.T) {
	s := newStage(t, limits)
	if got := s.sent(t, s.do(t, typed("ana", "start")), "m1"); len(got.Effects) != 0 {
		t.Errorf("the first message is corrected: %v", got)
	}
	move := s.do(t, typed("ana", "d3"))
	if got := move.Effects[1]; got.Kind != chat.Collapse || got.Ref != "m1" {
		t.Errorf("a move does %v to the old board", got)
	}
	if got := s.sent(t, move, "m2"); len(got.Effects) != 0 {
		t.Errorf("the second message is corrected: %v", got)
	}
}

// Two moves are made before either message is out, and the messages arrive in
// the wrong order.
func TestSentCollapsesAnOvertakenBoard(t *testing.T) {
	s := newStage(t, limits)
	s.sent(t, s.do(t, typed("ana", "start")), "m1")
	first := s.do(t, typed("ana", "d3"))
	second := s.do(t, typed("bo", "c3"))
	if got := s.sent(t, second, "m3"); len(got.Effects) != 0 {
		t.Errorf("the newer message is corrected: %v", got)
	}
	got := s.sent(t, first, "m2")
	if len(got.Effects) != 1 || got.Effects[0].Kind != chat.Collapse || got.Effects[0].Ref != "m2" {
		t.Errorf("the older message, arriving later, gets %v, want a collapse", got)
	}
}

func TestSentDrawsAgainWhatIsBehind(t *testing.T) {
	s := newStage(t, limits)
	start := s.do(t, typed("ana", "start"))
	move := s.do(t, pressed(t, "ana", "d3", start))
	got := s.sent(t, start, "m1")
	if len(got.Effects) != 1 || got.Effects[0].Kind != chat.Edit || got.Effects[0].Ref != "m1" || got.Effects[0].Version != move.Effects[0].Version {
		t.Fatalf("a board that is behind gets %v, want an edit to version %d", got, move.Effects[0].Version)
	}
	if again := s.sent(t, got, "m1"); len(again.Effects) != 0 {
		t.Errorf("the correction is corrected: %v", again)
	}
}

// An edit of an older version is reported after that of a newer one: the
// message may show the older one.
func TestSentDrawsAgainAfterEditsInTheWrongOrder(t *testing.T) {
	s := newStage(t, limits)
	start := s.do(t, typed("ana", "start"))
	s.sent(t, start, "m1")
	first := s.do(t, pressed(t, "ana", "d3", start))
	second := s.do(t, pressed(t, "bo", "c3", first))
	s.sent(t, second, "m1")
	got := s.sent(t, first, "m1")
	if len(got.Effects) != 1 || got.Effects[0].Kind != chat.Edit || got.Effects[0].Version != second.Effects[0].Version {
		t.Errorf("an older edit reported late gets %v, want the newest board", got)
	}
}

func TestSentOfAnUnknownGame(t *testing.T) {
	s := newStage(t, limits)
	for _, id := range []chat.GameID{"", "@", "zz@p/t/c/", "!@p/t/c/", "zz@nowhere"} {
		r, _ := s.Sent(t.Context(), id, chat.SlotBoard, 1, "m1")
		if len(r.Effects) != 0 {
			t.Errorf("a message of the unknown game %q gets %v", id, r)
		}
	}
}

// A reminder whose message is out only after the player has moved goes at once.
func TestSentRemovesALateReminder(t *testing.T) {
	s := newStage(t, limits)
	s.do(t, typed("ana", "start anyone black"))
	begun := s.do(t, typed("bo", "join"))
	clock := by("", "c", "t")
	clock.Origin = chat.OriginClock
	clock.Control = "o1:" + gameOf(begun) + ":0:ping"
	ping := s.do(t, clock)
	if len(ping.Effects) != 1 || ping.Effects[0].Kind != chat.Ping {
		t.Fatalf("the clock's reminder does %v", ping)
	}
	s.do(t, typed("ana", "d3"))
	got := s.sent(t, ping, "m9")
	if len(got.Effects) != 1 || got.Effects[0].Kind != chat.Remove || got.Effects[0].Ref != "m9" {
		t.Errorf("a late reminder gets %v, want it removed", got)
	}
}

// A board that was behind is drawn again while the newer one goes out, so that
// two messages show the same version. One of them stays, whatever their names.
func TestSentLeavesOneOfTwoNewestBoards(t *testing.T) {
	for _, names := range [][2]chat.MessageRef{{"m2", "m3"}, {"m3", "m2"}} {
		s := newStage(t, limits)
		s.sent(t, s.do(t, typed("ana", "start")), "m1")
		first := s.do(t, typed("ana", "d3"))
		second := s.do(t, typed("bo", "c3"))
		redrawn := s.sent(t, first, names[0]) // an edit of the first to the second move
		collapsed := make(map[chat.MessageRef]bool)
		for _, r := range []chat.Response{s.sent(t, second, names[1]), s.sent(t, redrawn, names[0])} {
			for _, e := range r.Effects {
				if e.Kind == chat.Collapse {
					collapsed[e.Ref] = true
				}
			}
		}
		if len(collapsed) != 1 {
			t.Errorf("of the boards %v, %v are collapsed, want one", names, collapsed)
		}
	}
}

// A board is brought down again while a change of the old one is still on its
// way. The old one goes, whenever it is reported.
func TestSentLeavesTheBoardThatWasBroughtDown(t *testing.T) {
	s := newStage(t, limits)
	move := s.do(t, typed("ana", "start"))
	s.sent(t, move, "m1")
	again := s.do(t, typed("ana", "board")) // takes m1 down
	late := s.sent(t, move, "m1")
	if len(late.Effects) != 1 || late.Effects[0].Kind != chat.Collapse || late.Effects[0].Ref != "m1" {
		t.Errorf("the late report of the old board gets %v, want it collapsed", late.Effects)
	}
	if got := s.sent(t, again, "m0"); len(got.Effects) != 0 {
		t.Errorf("the board that was brought down gets %v, want it left", got.Effects)
	}
}
