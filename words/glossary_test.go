package words_test

import (
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"

	"othellobot/words"
)

// terms holds the terms of the game, with messages that must use them in every language.
var terms = map[string][]string{
	"disc":       {"Rules", "TakenByBlack"},
	"move":       {"ChooseMove", "LearnedMove"},
	"legal move": {"SpokenPass", "MayPlayNothing"},
	"pass":       {"NoPassing", "Rules", "LearnedPass"},
	"flip":       {"Rules", "TrapsNoWhite", "TrapsNoBlack", "IsLegal"},
	"corner":     {"HintCorner", "Rules", "LessonCorner", "LearnedCorner"},
	"square":     {"NotASquare", "WhichSquare", "Notation"},
	"board":      {"BoardHelp", "DoneBoard", "Notation"},
	"X square":   {"LessonCorner", "LearnedXSquare"},
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

// glossary parses the comment at the head of a language's file. It has a line "# term =
// word, word" for each term of the game, with all forms in use.
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
