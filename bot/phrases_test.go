package bot

import (
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"othellobot/bot/control"
	"othellobot/bot/parse"
	"othellobot/chat"
	"othellobot/words"
)

var alike = map[string]string{"help learn": "learn", "help rules": "rules", "help privacy": "privacy", "help forget": "forget", "help notation": "notation", "check": "moves", "turn": "board"}

// asked returns the action and the arguments that words mean, or false if they are only offered.
func (b *Bot) asked(typed string) (asked string, done bool) {
	r, err := b.parse(chat.Action{Tokens: []chat.Token{{Text: typed}}}, nil)
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

// wants reports whether asked is in the comma-separated list, which may leave out argument names.
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

func rowsOf(t *testing.T, file string) (rows [][]string) {
	text, err := os.ReadFile("parse/testdata/" + file)
	noError(t, err)
	for line := range strings.Lines(string(text)) {
		if row := strings.Split(strings.TrimSpace(line), "\t"); len(row) == 4 { // otherwise a comment
			rows = append(rows, row)
		}
	}
	return rows
}

// TestPhrases counts phrases whose wanted command runs or is the first offer. Chat must change no game.
func TestPhrases(t *testing.T) {
	b := New(Config{Words: words.Load()})
	for file, least := range map[string]int{"phrases.tsv": 378, "phrases2.tsv": 111, "phrases3.tsv": 101, "ratings.tsv": 86, "chat.tsv": 135, "wishes.tsv": 272, "invite.tsv": 67} {
		t.Run(file, func(t *testing.T) {
			var all, understood, offered int
			for _, row := range rowsOf(t, file) {
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

// TestNegations checks that a negated command is carried out only if it is harmless.
func TestNegations(t *testing.T) {
	b := New(Config{Words: words.Load()})
	for _, row := range rowsOf(t, "negations.tsv") {
		typed, wanted := row[1], row[2]
		asked, done := b.asked(typed)
		name, _, _ := strings.Cut(asked, " ")
		switch c := b.actions[name]; {
		case wanted == "-" && asked != "" && name != "help" && name != "board":
			t.Errorf("%s: %q is taken for %q, %v, want nothing", row[0], typed, asked, done)
		case wanted != "-" && (!wants(wanted, asked) || done && !c.Harmless):
			t.Errorf("%s: %q is taken for %q, %v, want an offer of %q", row[0], typed, asked, done, wanted)
		}
	}
}

// TestAddressed checks commands that also mention the bot. Only start takes the bot as the opponent.
func TestAddressed(t *testing.T) {
	b := New(Config{Words: words.Load()})
	for typed, want := range map[string]string{
		"undo @": "undo", "@ undo": "undo", "@ undo @": "undo", "d3 @": "move square:d3", "@ d3": "move square:d3", "hint please @": "hint",
		"resign @": "resign", "ich gebe auf @": "resign", "again @": "rematch", "what can i play @": "moves", "settings theme:moon @": "settings theme:moon",
		"check d3 @": "check square:d3", "@": "", "start @": "start opponent:@", "@ start 5": "start level:5 opponent:@", "play against @": "start opponent:@",
		"thanks @": "thanks", "@ merci beaucoup": "thanks",
	} {
		var said []chat.Token
		for i, part := range strings.Split(typed, "@") {
			if i > 0 {
				said = append(said, chat.Token{Kind: chat.MentionsBot})
			}
			if part != "" {
				said = append(said, chat.Token{Text: part})
			}
		}
		r, err := b.parse(chat.Action{Tokens: said}, nil)
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

// TestWordsMeanSomething checks that the language files name only commands and values that exist.
func TestWordsMeanSomething(t *testing.T) {
	b := New(Config{Words: words.Load()})
	for phrase, meant := range b.Words.Verbs() {
		for line := range strings.SplitSeq(strings.TrimSuffix(meant, "?"), "/") {
			r, err := b.parse(chat.Action{Tokens: []chat.Token{{Text: line}}}, nil)
			if unclear, ok := errors.AsType[*parse.Unclear](err); ok && remarkOf(unclear) == line {
				continue
			}
			if err != nil || !strings.HasPrefix(line, r.action.Name) {
				t.Errorf("%q means %q, which is no command: %v", phrase, line, err)
			}
		}
		if other, known := b.actions[phrase]; known && other.typed() {
			t.Errorf("%q means %q, but is a command itself", phrase, meant)
		}
	}
	for word, values := range parse.Values(b.Words) {
		for _, value := range values {
			takes := func(c parse.Command) bool {
				return c.Takes(chat.Token{Text: value}) || slices.Contains(c.Names(), value)
			}
			if !slices.ContainsFunc(b.Grammar.Commands(), takes) {
				t.Errorf("%q means %q, which nothing takes", word, value)
			}
		}
		for _, a := range b.Grammar.Commands() {
			takes := func(value string) bool { return a.Takes(chat.Token{Text: value}) }
			if first := slices.IndexFunc(values, takes); first >= 0 && slices.ContainsFunc(values[first+1:], takes) {
				t.Errorf("%q means more than one of %q after %s", word, values, a.Name)
			}
		}
	}
}

func TestCommandsOfOtherLanguages(t *testing.T) {
	b := New(Config{Words: words.Load()})
	for typed, want := range map[string]string{
		"board:text": "board format:text", "Zug d3": "move square:d3", "spielen d3": "move square:d3", "neu bot schwarz": "start with:bot color:black",
		"START BOT WEISS": "start with:bot color:white", "jugar bot fácil": "start with:bot level:1", "対局 ボット 黒": "start with:bot color:black", "投了": "resign",
		"시작 봇": "start with:bot", "เดิน d3": "move square:d3", "vérifier d3 noir": "check color:black square:d3", "start computer hard": "start with:bot level:10",
		"aiuto": "help", "Rätsel schwer": "puzzle grade:hard", "puzzle leicht": "puzzle grade:easy", "enigma grade:medio": "puzzle grade:medium",
		"問題 難しい": "puzzle grade:hard", "Sprache zu Deutsch": "settings language:de", "Einstellungen nie": "settings pings:off",
		"neu bot Vorgabe 2": "start with:bot handicap:2", "neu bot Lehrer": "start with:bot coach:true", "coach me": "start coach:true",
		"start bot 5 ハンデ 2": "start with:bot level:5 handicap:2", "vote d3": "move square:d3", "Abstimmung C4": "move square:c4", "vote": "start with:vote",
		"vote 1h": "start with:vote vote:1h", "vote 2m": "start with:vote vote:2m", "투표": "start with:vote",
	} {
		if asked, done := b.asked(typed); asked != want || !done {
			t.Errorf("%q is read as %q, %t, want %q", typed, asked, done, want)
		}
	}
}
