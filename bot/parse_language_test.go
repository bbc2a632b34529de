package bot

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"othellobot/bot/parse"
	"othellobot/chat"
	"othellobot/words"
)

// TestWordsMeanSomething checks that the language files name only commands, arguments and values
// that exist.
func TestWordsMeanSomething(t *testing.T) {
	b := New(Config{Words: words.MustLoad()})
	for phrase, meant := range b.Words.Verbs() {
		for line := range strings.SplitSeq(strings.TrimSuffix(meant, "?"), "/") {
			r, err := b.parse(chat.Action{Words: []chat.Word{{Text: line}}}, nil)
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
				return c.Takes(chat.Word{Text: value}) || slices.Contains(c.Names(), value)
			}
			if !slices.ContainsFunc(b.Grammar.Commands(), takes) {
				t.Errorf("%q means %q, which nothing takes", word, value)
			}
		}
		for _, a := range b.Grammar.Commands() {
			takes := func(value string) bool { return a.Takes(chat.Word{Text: value}) }
			if first := slices.IndexFunc(values, takes); first >= 0 && slices.ContainsFunc(values[first+1:], takes) {
				t.Errorf("%q means more than one of %q after %s", word, values, a.Name)
			}
		}
	}
}

// TestCommandsOfOtherLanguages checks that commands can be typed in all languages.
func TestCommandsOfOtherLanguages(t *testing.T) {
	b := New(Config{Words: words.MustLoad()})
	for typed, want := range map[string]struct {
		verb string
		args map[string]string
	}{
		"board:text":          {"board", map[string]string{"format": "text"}},
		"Zug d3":              {"move", map[string]string{"square": "d3"}},
		"spielen d3":          {"move", map[string]string{"square": "d3"}},
		"neu bot schwarz":     {"start", map[string]string{"with": "bot", "color": "black"}},
		"START BOT WEISS":     {"start", map[string]string{"with": "bot", "color": "white"}},
		"jugar bot fácil":     {"start", map[string]string{"with": "bot", "level": "1"}},
		"対局 ボット 黒":            {"start", map[string]string{"with": "bot", "color": "black"}},
		"投了":                  {"resign", nil},
		"시작 봇":                {"start", map[string]string{"with": "bot"}},
		"เดิน d3":             {"move", map[string]string{"square": "d3"}},
		"vérifier d3 noir":    {"check", map[string]string{"square": "d3", "color": "black"}},
		"start computer hard": {"start", map[string]string{"with": "bot", "level": "7"}},
		"aiuto":               {"help", nil},
		"Rätsel schwer":       {"puzzle", map[string]string{"grade": "hard"}},
		"puzzle leicht":       {"puzzle", map[string]string{"grade": "easy"}},
		"enigma grade:medio":  {"puzzle", map[string]string{"grade": "medium"}},
		"問題 難しい":              {"puzzle", map[string]string{"grade": "hard"}},
		"Sprache zu Deutsch":  {"settings", map[string]string{"language": "de"}},
		"Einstellungen nie":   {"settings", map[string]string{"pings": "off"}},
		"neu bot Vorgabe 2":   {"start", map[string]string{"with": "bot", "handicap": "2"}},
		"neu bot Lehrer":      {"start", map[string]string{"with": "bot", "coach": "true"}},
		"coach me":            {"start", map[string]string{"coach": "true"}},
		"start bot 5 ハンデ 2":   {"start", map[string]string{"with": "bot", "level": "5", "handicap": "2"}},
		"vote d3":             {"move", map[string]string{"square": "d3"}},
		"Abstimmung C4":       {"move", map[string]string{"square": "C4"}},
		"vote":                {"start", map[string]string{"with": "vote"}},
		"vote 1h":             {"start", map[string]string{"with": "vote", "vote": "1h"}},
		"vote 2m":             {"start", map[string]string{"with": "vote", "vote": "2m"}},
		"투표":                  {"start", map[string]string{"with": "vote"}},
	} {
		r, err := b.parse(chat.Action{Words: []chat.Word{{Text: typed}}}, nil)
		if err != nil || r.action.Name != want.verb {
			t.Errorf("%q is read as %q, %v, want %q", typed, r.action.Name, err, want.verb)
		}
		for name, value := range want.args {
			if got := r.args.Text(name); !strings.EqualFold(got, value) {
				t.Errorf("%q has the %s %q, want %q", typed, name, got, value)
			}
		}
	}
}
