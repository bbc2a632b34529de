package bot_test

import (
	"strings"
	"testing"

	"othellobot/chat"
)

// challenging is the typed command of ana that challenges bo.
func challenging() chat.Action {
	a := typed("ana", "")
	a.Words = []chat.Word{{Text: "start black"}, {Text: "bo", User: by("bo", "c", "t").User, Kind: chat.MentionsPerson}}
	return a
}

func TestTheActorIsToldWhatWasDoneElsewhere(t *testing.T) {
	duel := []chat.Action{typed("ana", "start anyone black"), typed("bo", "join"), typed("ana", "d3"), typed("bo", "c3")}
	type conversation []chat.Action
	for name, c := range map[string]struct {
		said conversation
		want string
	}{
		"a start":          {conversation{typed("ana", "start")}, "The game has begun."},
		"a challenge":      {conversation{challenging()}, "The challenge is made."},
		"an acceptance":    {conversation{challenging(), typed("bo", "accept")}, "The game has begun."},
		"a refusal":        {conversation{challenging(), typed("bo", "decline")}, "The challenge is off."},
		"a free seat":      {duel[:2], "You have joined."},
		"a bare square":    {duel[:3], "d3 played."},
		"a move":           {conversation{typed("ana", "start"), typed("ana", "move f5")}, "f5 played."},
		"an asked undo":    {append(duel[:4:4], typed("ana", "undo")), "The other side is asked."},
		"a free undo":      {append(duel[:4:4], typed("bo", "undo")), "The move is taken back."},
		"a stop":           {append(duel[:4:4], typed("bo", "stop")), "The game is stopped."},
		"a rematch":        {conversation{typed("ana", "start"), typed("ana", "stop"), typed("ana", "rematch")}, "The game has begun."},
		"a rematch of two": {append(duel[:4:4], typed("bo", "stop"), typed("bo", "rematch")), "The challenge is made."},
		"a position":       {conversation{typed("ana", "load f5d6")}, "The position is loaded."},
		"a board":          {conversation{typed("ana", "start"), typed("bo", "")}, "Here is the board."},
		"a setting":        {conversation{typed("ana", "settings pings:off")}, "Settings changed."},
		"a text board":     {conversation{typed("ana", "start"), typed("bo", "board text")}, ""},
		"a refused move":   {conversation{typed("ana", "start"), typed("bo", "a1")}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			s := newStage(t, limits)
			var last chat.Response
			for _, a := range c.said {
				last = s.do(t, a)
			}
			if got := last.Done.String(); got != c.want {
				t.Errorf("the actor alone is told %q, want %q", got, c.want)
			}
		})
	}
}

// A press that changes its own message needs no further answer, one that makes a
// new message does.
func TestPressesAreAnsweredWhereTheyAre(t *testing.T) {
	l := limits
	l.Threads = true
	s := newStage(t, l)
	start := s.do(t, typed("ana", "start"))
	if got := s.do(t, pressed(t, "ana", "d3", start)); got.Done != nil {
		t.Errorf("a pressed move has the line %q", got.Done)
	}
	again := s.do(t, pressed(t, "ana", "Rematch", s.do(t, typed("ana", "stop"))))
	if got := again.Done.String(); got != "The game has begun." {
		t.Errorf("a pressed rematch has the line %q", got)
	}
	thread := pressed(t, "bo", "Play in a thread", s.do(t, typed("bo", "start bot")))
	thread.Place.Thread = "thread 1"
	if got := s.do(t, thread).Done.String(); !strings.HasPrefix(got, "The game has begun") {
		t.Errorf("a thread that is pressed for begins with the line %q", got)
	}
}
