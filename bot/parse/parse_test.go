package parse

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"othellobot/chat"
	"othellobot/rules"
	"othellobot/words"
	"othellobot/words/wordstest"
)

// TestPhrasesMeanOneThing checks that no phrase has different meanings in two spellings or languages.
func TestPhrasesMeanOneThing(t *testing.T) {
	meanings := make(map[string]string)
	for phrase, meant := range words.Load().Verbs() {
		key := ""
		for _, w := range tokens([]chat.Token{{Text: phrase}}) {
			key += folded(w.Text) + " "
		}
		if other, known := meanings[key]; known && other != meant {
			t.Errorf("%q means %q and %q", phrase, meant, other)
		}
		meanings[key] = meant
	}
}

// TestFillersKeepMeaning checks that words for a negation, a condition or another person are no fillers.
func TestFillersKeepMeaning(t *testing.T) {
	v := newVocabulary(nil, words.Load())
	for word := range strings.FieldsSeq(`not no dont never without nobody should if he she they
		nicht kein keine nie niemals ohne wenn falls er sie non ne pas jamais sans si il nunca jamas sin no si
		mai senza se nao nem jamais inte aldrig utan om ない しない まだ もし 안 못 않 不 别 別 没 沒 ไม่ อย่า`) {
		if n := v.phrases.next[folded(word)]; n != nil && n.filler {
			t.Errorf("%q is a filler word", word)
		}
	}
}

func TestSplitKeepsEverything(t *testing.T) {
	v := newVocabulary(nil, words.Load())
	for _, text := range []string{"ヒントください", "e6に打ちます", "レベル5で対局", "あいうえお", "d3", "봇이랑", "日本語a1b2語"} {
		var got string
		for _, w := range v.terms([]chat.Token{{Text: text}}) {
			got += w.Text
		}
		if got != text {
			t.Errorf("the parts of %q together are %q", text, got)
		}
	}
}

func TestClean(t *testing.T) {
	for text, want := range map[string]string{
		"d3": "d3", "*d3*": "d3", "_*d3*_": "d3", "**f5 d6**": "f5 d6", "~~d3~~ ||d3||": "d3 d3", "```\nf5\n```": "\nf5\n", "> d3": "d3", "# d3": "d3", "-# d3": "d3",
		"ｄ３": "d3", "𝐝𝟑": "d3", "d\u00ad3\u200b": "d3", "„d3“ «d3» 「d3」": "d3 d3 d3", `\*d3\* 1\. f5`: "d3 1. f5", "3\u2060–\u20603": "3–3", "1\ufe0f\u20e3🟩": "1🟩",
		"---*O* * *OX": "---*O* * *OX", "*]B[f5]": "*]B[f5]", "New_York": "New_York", "São Paulo": "São Paulo", "a\xff": "a?", "＂d3＂": "d3", "´d3´": "d3", "": "",
	} {
		if got := Clean(text); got != want {
			t.Errorf("%q is cleaned to %q, want %q", text, got, want)
		}
	}
}

func TestOffersFit(t *testing.T) {
	c, typed := Command{Name: "settings"}, []chat.Token(nil)
	for _, name := range []string{"theme", "language", "puzzle", "zone", "anything"} {
		c.Parameters = append(c.Parameters, Parameter{Parameter: chat.Parameter{Name: name}})
		typed = append(typed, chat.Token{Text: name + ":" + strings.Repeat("x", 12)})
	}
	g := NewGrammar([]Command{c}, words.Load())
	if o := offer(g.line(c, typed)); len(o.Control) > 100 {
		t.Errorf("%q takes %d bytes", o.Control, len(o.Control))
	}
	if got, want := g.line(c, typed[:2]), "settings theme:xxxxxxxxxxxx language:xxxxxxxxxxxx"; got != want {
		t.Errorf("a line is %q, want %q", got, want)
	}
}

func TestNearest(t *testing.T) {
	var commands []Command
	for _, name := range []string{"start", "move", "board", "check", "hint", "resign", "settings"} {
		commands = append(commands, Command{Name: name})
	}
	g := NewGrammar(commands, words.Load())
	for typed, want := range map[string]string{
		"resing": "resign", "strat": "start", "mvoe": "move", "boards": "board", "hnit": "hint", "setings": "settings", "restart": "start",
		"thanks": "", "surrender": "", "mooove": "move", "x": "", "ha": "",
	} {
		if got := g.nearest(typed); got != want {
			t.Errorf("nearest(%q) = %q, want %q", typed, got, want)
		}
	}
}

// TestZoneNames checks that every name means an existing zone, and every abbreviation a listed zone.
func TestZoneNames(t *testing.T) {
	for _, zone := range Zones() {
		if named, ok := ZoneNamed(zone); !ok || named != zone {
			t.Errorf("%s is %s", zone, named)
		}
	}
	for key, zone := range zones().named {
		if _, err := time.LoadLocation(zone); err != nil {
			t.Errorf("%s: %v", key, err)
		}
	}
	for key, meant := range zones().meant {
		if zone, ok := ZoneNamed(key); ok {
			t.Errorf("%s is also %s", key, zone)
		}
		for _, zone := range meant {
			if !slices.Contains(Zones(), zone) {
				t.Errorf("%s means %s", key, zone)
			}
		}
	}
}

func typedSquare(typed string) (rules.Square, error) {
	square := Parameter{Parameter: chat.Parameter{Name: "square"}}
	c := Command{Name: "move", Parameters: []Parameter{square}}
	return c.Square(Arguments{{Name: "square", Value: chat.Token{Text: typed}}}, chat.Limits{})
}

func TestSquareAsTyped(t *testing.T) {
	for typed, want := range map[string]string{
		"e5": "e5", "E5": "e5", "e 5": "e5", "e-5": "e5", "e.5": "e5", "e,5": "e5", "(e5)": "e5", "5e": "e5", "5E": "e5",
		"５ｅ": "e5", "ｅ５": "e5", "\"e5\"": "e5", "“e5”": "e5", "e\u00a05": "e5", "\u202ee5": "e5", "`e5`": "e5",
	} {
		got, err := typedSquare(typed)
		if err != nil || got.String() != want {
			t.Errorf("%q is read as %v, %v, want %s", typed, got, err, want)
		}
	}
}

func TestNotOneSquare(t *testing.T) {
	for typed, want := range map[string]string{
		"":                   "Which square?",
		"\u200b":             "Which square?",
		"pass":               "Passing is automatic",
		"i5":                 "i5 is not a square.",
		"e9":                 "e9 is not a square.",
		"e":                  "e is not a square.",
		"e5e":                "e5e is not a square.",
		"d3 e6":              "That is 2 moves",
		"d3 purple":          "I cannot use purple there.",
		"5e purple, now":     "I cannot use that there.",
		"e 5 purple":         "I cannot use purple there.",
		"d3 c4 e 5 f f5":     "I cannot use f there.",
		"d3 e9":              "e9 is not a square.",
		"d3 e":               "I cannot use e there.",
		"\u202ed3\u200b \"x": "I cannot use x there.",
		"purple d3":          "That is not a square.",
		"d3 5e":              "That is not a square.",
		"f5d6c3":             "That is 3 moves",
	} {
		got, err := typedSquare(typed)
		said := ""
		if unclear, ok := errors.AsType[*Unclear](err); ok {
			said = wordstest.Quoted().Default().Text(unclear.Said...).String()
		}
		if !strings.HasPrefix(said, want) {
			t.Errorf("%q is read as %v, %q, want %q", typed, got, said, want)
		}
	}
}
