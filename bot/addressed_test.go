package bot

import (
	"strings"
	"testing"

	"othellobot/bot/parse"
	"othellobot/chat"
	"othellobot/words"
)

// TestAddressed checks commands that also mention the bot. The mention is an opponent only in a new
// game.
func TestAddressed(t *testing.T) {
	b := New(Config{Words: words.MustLoad()})
	for typed, want := range map[string]string{
		"undo @": "undo", "@ undo": "undo", "@ undo @": "undo", "d3 @": "move square:d3", "@ d3": "move square:d3", "hint please @": "hint",
		"resign @": "resign", "ich gebe auf @": "resign", "again @": "rematch", "what can i play @": "moves", "settings theme:moon @": "settings theme:moon",
		"check d3 @": "check square:d3", "@": "", "start @": "start opponent:@", "@ start 5": "start level:5 opponent:@", "play against @": "start opponent:@",
		"thanks @": "thanks", "@ merci beaucoup": "thanks",
	} {
		var said []chat.Word
		for i, part := range strings.Split(typed, "@") {
			if i > 0 {
				said = append(said, chat.Word{Kind: chat.MentionsBot})
			}
			if part != "" {
				said = append(said, chat.Word{Text: part})
			}
		}
		r, err := b.parse(chat.Action{Words: said}, nil)
		got := r.action.Name
		for _, arg := range r.args {
			got += " " + arg.Name + ":" + arg.Value.Text
			if arg.Value.Kind == chat.MentionsBot {
				got += "@"
			}
		}
		if unclear, ok := err.(*parse.Unclear); ok {
			got = remarkOf(unclear)
		}
		if got != want {
			t.Errorf("%q is taken for %q, %v, want %q", typed, got, err, want)
		}
	}
}
