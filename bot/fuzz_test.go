package bot_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"othellobot/chat"
	"othellobot/game"
)

// FuzzWords sends any text as a command, to a place with a game and to one without. It must never
// fail, a refusal must change nothing, and no markup may come back.
func FuzzWords(f *testing.F) {
	for _, seed := range []string{
		"", " ", "start", "start bo", "start 4", "d3", "move d3", "d3 e6", "load f5d6c3", "check d5 black board:XO", "@everyone", "<@U1>", "**d3**",
		"\x00", "\xff\xfe", "\u202emove", "５ｅ", "start level:99999999999999999999", "board:", "::", ":", "settings theme:", "help rules", "pass", "5", "resign",
		"could you please take that back?", "quit", "why can't i play a1", "ボットと対戦したい", "c3に置きます", "settings theme=moon", "level 3", "no me rindo", "board:text", "a 1 b",
		strings.Repeat("d3", 5000), strings.Repeat("a ", 5000),
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, words string) {
		s := newStage(t, limits)
		for _, begin := range []string{"", "start bot"} {
			if begin != "" {
				s.do(t, typed("ana", "stop"))
				s.do(t, typed("ana", begin))
			}
			before := rooms(t, s)
			r := s.do(t, typed("ana", words))
			if len(r.Effects) == 0 {
				t.Errorf("%.60q is not answered", words)
			}
			private := true
			for _, e := range r.Effects {
				private = private && e.Kind == chat.Whisper
				text := e.Message.Text.String()
				if !utf8.ValidString(text) || strings.ContainsAny(text, "<>*`\x00\u202e") {
					t.Errorf("%.60q is answered %q", words, text)
				}
			}
			if diff := cmp.Diff(before, rooms(t, s), cmpopts.IgnoreUnexported(game.Room{}, game.Game{})); private && diff != "" {
				t.Errorf("%.60q is refused or answered in private, but changes something:\n%s", words, diff)
			}
		}
	})
}

// rooms returns the room of a stage's only place.
func rooms(t *testing.T, s *stage) game.Room {
	t.Helper()
	return roomOf(t, s, typed("", "").Place)
}
