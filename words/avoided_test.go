package words_test

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// avoided lists phrases by language that users misunderstood or natives would not use.
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
