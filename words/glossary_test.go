package words_test

import (
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/BurntSushi/toml"

	"othellobot/words"
)

// terms holds the terms of the game, with messages that must use them in every language.
var terms = map[string][]string{
	"disc":       {"Rules", "TakenByBlack"},
	"move":       {"ChooseMove", "LearnedFewLines"},
	"legal move": {"SpokenPass", "MayPlayNothing"},
	"pass":       {"NoPassing", "Rules", "LearnedPass"},
	"flip":       {"Rules", "TrapsNoWhite", "TrapsNoBlack", "IsLegal"},
	"corner":     {"HintCorner", "Rules", "LessonCorners", "LearnedCorner"},
	"square":     {"NotASquare", "WhichSquare", "Notation"},
	"board":      {"BoardHelp", "DoneBoard", "Notation"},
	"X square":   {"LessonXSquares", "LearnedXSquare"},
	"opening":    {"OpeningReached", "EndMovesOpening"},
	"resign":     {"ResignButton", "ResignHelp", "DoneResigned"},
	"draw":       {"Draw", "HintDraw"},
	"take back":  {"UndoHelp", "NothingToTakeBack"},
	"hint":       {"HintButton", "NoHintsInDuels"},
	"rematch":    {"RematchButton", "NotOver"},
	"level":      {"Levels", "BotWins"},
	"challenge":  {"AcceptHelp", "Declined"},
	"transcript": nil,
	"edge":       nil,
}

var glossaryLine = regexp.MustCompile(`^# ([A-Za-z ,]+?) = ([^(]+)`)

// glossary parses the comment at the head of a language's file. A line "# term = word, word"
// lists the translations of a term of the game, in all forms in use.
func glossary(text string) map[string][]string {
	list := make(map[string][]string)
	for line := range strings.Lines(text) {
		found := glossaryLine.FindStringSubmatch(strings.TrimSpace(line))
		switch {
		case found != nil:
			for term := range strings.SplitSeq(found[1], ", ") {
				for word := range strings.SplitSeq(found[2], ",") {
					list[term] = append(list[term], strings.ToLower(strings.TrimSpace(word)))
				}
			}
		case strings.TrimSpace(line) != "" && !strings.HasPrefix(line, "#"):
			return list
		}
	}
	return list
}

// TestGlossary checks that each translation's glossary has every term of the game, and that the
// messages about a term use one of its words.
func TestGlossary(t *testing.T) {
	for _, tag := range words.Load().Tags() {
		if tag == "en" {
			continue
		}
		text, err := os.ReadFile("active." + tag + ".toml")
		noError(t, err)
		var messages map[string]map[string]string
		noError(t, toml.Unmarshal(text, &messages))
		list := glossary(string(text))
		for _, term := range slices.Sorted(maps.Keys(terms)) {
			if len(list[term]) == 0 {
				t.Errorf("%s: the glossary has no word for %q", tag, term)
			}
			for _, name := range terms[term] {
				said := strings.ToLower(fmt.Sprint(messages[name]))
				if !slices.ContainsFunc(list[term], func(word string) bool { return strings.Contains(said, word) }) {
					t.Errorf("%s: %s has none of %q for %q: %s", tag, name, list[term], term, said)
				}
			}
		}
	}
}

// avoided lists, by language, phrases that users misunderstood or that natives would not use.
var avoided = map[string][]string{
	"en": {
		"game for two", "is not known any more", "stands alone", "I know {{", "would like to take back the last move", "'s side until",
		"Right at once", "Somebody else, and how often", "thinking about others", "those that wait for you", "None of your finished games",
		"A question waits", "Dropped:", "wins all the same", "and that happens by itself", "to take Black", "lost a move",
		"{{.Instead}} times in 100", "keeps most", "{{.Best}} not.", "Chances to win", "would have {{.Less}}", "nothing more happened",
		"open to everybody", "thinking about other",
	},
	"de": {
		"remis", "Remis", "Partie", "steht allein", "Bestes Spiel:", "gibt sie oft her", "Jemand anderes, und", "ebenso lange", "Spiel für zwei",
		"führt nur zum Unentschieden oder", "von 100 Mal", "Das ist die Eröffnung", ": off", ": lag in", "schon weiter, ", "\"Mit dem Bot",
	},
	"it": {
		"Inviameli", "scacchiera", "Bravo!", "non vinceva", "Gioco migliore", "la fine è in", "partita per due", "non può rispondere",
		"mosse legali", "mossa legale", "{{.Moves}} possibil", "era meglio di {{.Lost", "volte su 100", ": off", "col bot",
	},
	"ja": {
		"いっぺん", "だれ", "休みます", "挑戦", "公開", "2人用", "すぐに自分をすべて", "リバーシ", "Othello", "段目", "正確さ", "二度と", "見込み", "：off",
	},
}

// typed matches the entries of words that users type, which may contain any phrase.
var typed = regexp.MustCompile(`(?s)\n\[(Verb|Value|Filler)Words\]\n.*?"""\n.*?"""`)

func TestNoSentenceIsAvoided(t *testing.T) {
	for tag, list := range avoided {
		text, err := os.ReadFile("active." + tag + ".toml")
		noError(t, err)
		for line := range strings.Lines(typed.ReplaceAllString(string(text), "")) {
			form, said, ok := strings.Cut(line, " = ")
			if !ok || form == "description" || strings.HasPrefix(line, "#") {
				continue
			}
			for _, phrase := range list {
				if strings.Contains(said, phrase) {
					t.Errorf("%s: %q has %q", tag, strings.TrimSpace(said), phrase)
				}
			}
		}
	}
}

// TestWordsMeanOneThing checks that a typed word means the same in all languages, because the
// bot cannot know the language that a user types.
func TestWordsMeanOneThing(t *testing.T) {
	catalog := words.Load()
	verbs, values := catalog.Verbs(), catalog.Values()
	for _, tag := range catalog.Tags() {
		l, _ := catalog.Named(tag)
		for what, m := range map[string]words.Message{"verb": words.VerbWords{}, "value": words.ValueWords{}} {
			all := verbs
			if what == "value" {
				all = values
			}
			for line := range strings.Lines(l.String(m)) {
				meant, list, _ := strings.Cut(strings.TrimSpace(line), ":")
				for word := range strings.SplitSeq(list, ",") {
					word = strings.ToLower(strings.TrimSpace(word))
					if all[word] != meant {
						t.Errorf("%s: the %s %q means %q here and %q elsewhere", tag, what, word, meant, all[word])
					}
				}
			}
		}
	}
}

func TestMeaningsNeedAColon(t *testing.T) {
	text := strings.Replace(english(t), "start: new,", "start new,", 1)
	if err := words.Check(fstest.MapFS{"active.en.toml": {Data: []byte(text)}}); err == nil || !strings.Contains(err.Error(), "VerbWords") {
		t.Errorf("the error is %v", err)
	}
}
