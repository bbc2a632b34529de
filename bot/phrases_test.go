package bot

import (
	"errors"
	"os"
	"strings"
	"testing"

	"othellobot/bot/control"
	"othellobot/bot/parse"
	"othellobot/chat"
	"othellobot/words"
)

// alike maps requests to others with the same answer.
var alike = map[string]string{"help learn": "learn", "help rules": "rules", "help privacy": "privacy", "help forget": "forget", "help notation": "notation", "check": "moves", "turn": "board"}

// asked returns the request that words mean: an action's name and the values of its arguments. It
// reports false if the request is only offered or not understood.
func (b *Bot) asked(typed string) (asked string, done bool) {
	r, err := b.parse(chat.Action{Words: []chat.Word{{Text: typed}}}, nil)
	if unclear, ok := errors.AsType[*parse.Unclear](err); ok {
		if remark := remarkOf(unclear); remark != "" {
			return remark, true
		}
		if len(unclear.Offers) == 0 {
			return "", false
		}
		c, _ := control.Parse(unclear.Offers[0].Control)
		asked, _ = b.asked(c.Arg)
		return asked, false
	}
	if err != nil {
		return "", false // refused
	}
	asked = r.action.Name
	for _, arg := range r.args {
		asked += " " + arg.Name + ":" + strings.ToLower(arg.Value.Text)
	}
	return asked, true
}

// remarkOf returns the remark that an answer is for, or "" if there is no such remark.
func remarkOf(answer *parse.Unclear) string {
	switch answer.Said[0].(type) {
	case words.YouAreWelcome:
		return "thanks"
	case words.NoDraws:
		return "draw"
	default:
		return ""
	}
}

// wants reports whether a request is one of the wanted ones. A wanted request may hold only the
// values of arguments.
func wants(wanted, asked string) bool {
	for one := range strings.SplitSeq(wanted, ",") {
		one = strings.TrimPrefix(one, "-")
		want, got := strings.Fields(one), strings.Fields(asked)
		if len(want) == 0 || len(got) == 0 {
			continue
		}
		values := got[0]
		for _, arg := range got[1:] {
			_, value, _ := strings.Cut(arg, ":")
			values += " " + value
		}
		if values == one || alike[values] == one || asked == one {
			return true
		}
		if got[0] == want[0] && len(want) > 1 && strings.Contains(asked, want[1]) && strings.Contains(asked, want[len(want)-1]) {
			return true
		}
	}
	return false
}

// TestPhrases checks that typed phrases are understood, or that the wanted command is the first
// offer. Text that is no command must not change a game.
func TestPhrases(t *testing.T) {
	b := New(Config{Words: words.MustLoad()})
	for file, least := range map[string]int{"phrases.tsv": 378, "phrases2.tsv": 111, "phrases3.tsv": 101, "ratings.tsv": 86, "chat.tsv": 135, "wishes.tsv": 272} {
		t.Run(file, func(t *testing.T) {
			text, err := os.ReadFile("parse/testdata/" + file)
			if err != nil {
				t.Fatal(err)
			}
			var all, understood, offered int
			for line := range strings.Lines(string(text)) {
				row := strings.Split(strings.TrimSpace(line), "\t")
				if len(row) != 4 {
					continue // a comment
				}
				typed, wanted := row[1], row[2]
				asked, done := b.asked(typed)
				name, _, _ := strings.Cut(asked, " ")
				action, known := b.actions[name]
				all++
				switch {
				case strings.HasPrefix(wanted, "-") && done && known && !action.Harmless:
					t.Errorf("%q does %q, and is no order", typed, asked)
				case wanted == "-", wants(wanted, asked) && done:
					understood++
				case wants(wanted, asked):
					offered++
				default:
					t.Logf("%s: %q is taken for %q, %v, want %q", row[0], typed, asked, done, wanted)
				}
			}
			t.Logf("of %d phrases %d are understood, and for %d what is wanted is offered first", all, understood, offered)
			if understood+offered < least {
				t.Errorf("that are fewer than %d", least)
			}
		})
	}
}
