package bot_test

import (
	"context"
	"errors"
	"testing"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/people"
)

// asking counts the reads of personal settings, and fails them while it is broken.
type asking struct {
	people.Store
	asked  int
	broken bool
}

func (p *asking) LoadDocument(ctx context.Context, who game.Player, kind people.Kind) (people.Document, error) {
	p.asked++
	if p.broken {
		return people.Document{}, errors.New("disk full")
	}
	return p.Store.LoadDocument(ctx, who, kind)
}

// amongPeople returns a stage where users can choose Esperanto.
func amongPeople(t *testing.T) (*stage, *asking) {
	s := newStage(t, limits)
	s.Words = twoLanguages()
	kept := &asking{Store: s.store}
	s.People = kept
	return s, kept
}

// TestMovesReadNoChoices checks that a move reads no personal settings from the store unless it is
// refused.
func TestMovesReadNoChoices(t *testing.T) {
	s, kept := amongPeople(t)
	start, key := s.do(t, typed("ana", "start")), arguments("ana", "move", "square", "")
	key.Origin, key.Focus = chat.OriginCompletion, "square"
	for _, c := range []struct {
		what  string
		do    chat.Action
		asked int
	}{
		{"a move that is pressed", pressed(t, "ana", "d3", start), 0},
		{"a move that is typed", typed("bo", "c3"), 0},
		{"a move that is refused", typed("ana", "a1"), 1},
		{"a press of an old board", pressed(t, "bo", "d3", start), 1},
		{"what is not understood", typed("ana", "dance"), 1},
		{"a question", typed("ana", "check d3"), 1},
		{"what completes a move", key, 1},
	} {
		kept.asked = 0
		if s.do(t, c.do); kept.asked != c.asked {
			t.Errorf("%s reads personal settings %d times, want %d", c.what, kept.asked, c.asked)
		}
	}
}

// TestUnreadableChoices checks that unreadable personal settings count as unset.
func TestUnreadableChoices(t *testing.T) {
	s, kept := amongPeople(t)
	s.do(t, typed("ana", "settings language:eo"))
	kept.broken = true
	says(t, s.do(t, typed("ana", "dance")), "I do not know dance…")
}

// TestLanguageOfADirectConversation checks that in a direct message the language of the place and
// of the user are the same.
func TestLanguageOfADirectConversation(t *testing.T) {
	s, _ := amongPeople(t)
	direct := func(words string) chat.Action {
		a := in("direct", typed("ana", words))
		a.Direct = true
		return a
	}
	for _, said := range []string{"settings language:eo", "personal language:eo"} {
		s.do(t, direct("settings language:en"))
		s.do(t, direct(said))
		says(t, s.do(t, direct("start bot")), "…ⓛⓔⓥⓔⓛ…")
		says(t, s.do(t, typed("ana", "dance")), "Ⓘ…")
		s.do(t, direct("stop"))
	}
}

func TestInvalidSettingControls(t *testing.T) {
	s, _ := amongPeople(t)
	for _, control := range []string{
		"o1:0:0:personal:lxx", "o1:0:0:personal:lEO", "o1:0:0:personal:tmoon", "o1:0:0:personal:=", "o1:0:0:speak:xx", "o1:0:0:speak",
	} {
		a := press("ana", control)
		r := s.do(t, a)
		if kept, err := s.store.LoadDocument(t.Context(), game.Player(a.User.String()), people.ChoicesKind); kept.Version != 0 || err != nil || r.Effects[0].Kind != chat.Whisper {
			t.Errorf("%s is answered %v, and %+v is kept, %v", control, r, kept, err)
		}
	}
}
