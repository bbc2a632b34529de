package parse

import (
	"strings"
	"time"

	"othellobot/chat"
)

// ByVotes is how a game is asked for that the channel plays by votes.
const ByVotes = "vote"

// PlainStart says with what a game is asked for by votes, and that a time is that for votes,
// also one that cannot be chosen.
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
		key = word
		plain = append(plain, w)
	}
	return plain
}

// isWindow reports whether a word says how long votes are to be open.
func isWindow(word string) bool {
	_, err := time.ParseDuration(strings.ToLower(word))
	return err == nil && word != "0"
}
