package bot

import (
	"testing"

	"othellobot/bot/card"
	"othellobot/rules"
	"othellobot/words/wordstest"
)

// english returns a request that answers in English.
func english() *request {
	l := wordstest.Quoted().Default()
	return &request{order: &order{}, Viewer: card.Viewer{All: l, Own: l}}
}

func moves(t *testing.T, text string) []rules.Square {
	t.Helper()
	moves, err := rules.ParseTranscript(text)
	if err != nil {
		t.Fatal(err)
	}
	return moves
}
