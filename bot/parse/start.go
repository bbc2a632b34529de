package parse

import (
	"strings"
	"time"

	"othellobot/chat"
)

// ByVotes is how a game is asked for that the channel plays by votes.
const ByVotes = "vote"

// fillers lists words around a start that mean nothing.
var fillers = map[string]bool{
	"a": true, "an": true, "the": true, "game": true, "match": true, "new": true,
	"me": true, "us": true, "against": true, "vs": true, "versus": true, "play": true, "playing": true, "to": true,
	"and": true, "now": true, "mode": true, "difficulty": true, "of": true, "othello": true, "reversi": true, "as": true,
}

// PlainStart leaves out of what was typed after start what means nothing, and says with
// what a game is asked for by votes, and that a time is that for votes, also one that cannot
// be chosen.
func PlainStart(typed []chat.Word) []chat.Word {
	plain, key := make([]chat.Word, 0, len(typed)), ""
	for _, w := range typed {
		word := strings.ToLower(strings.Trim(w.Text, ",.!?"))
		if word == ByVotes && key != "with" && key != "with:" {
			w.Text = "with:" + ByVotes // for it is the name of another argument, too
		}
		if isWindow(word) && key != "vote:" {
			w.Text = "vote:" + word
		}
		if key = word; w.Kind != chat.MentionsNobody || !fillers[word] {
			plain = append(plain, w)
		}
	}
	return plain
}

// isWindow reports whether a word says how long votes are to be open.
func isWindow(word string) bool {
	_, err := time.ParseDuration(strings.ToLower(word))
	return err == nil && word != "0"
}
