package parse

import (
	"strings"
	"time"

	"othellobot/chat"
)

// ByVotes is the argument for a game that the channel plays by votes.
const ByVotes = "vote"

// PlainStart names the parameters of the words for a voted game: a duration, and "vote" itself.
func PlainStart(typed []chat.Word) []chat.Word {
	plain, key := make([]chat.Word, 0, len(typed)), ""
	for _, w := range typed {
		word := strings.ToLower(strings.Trim(w.Text, ",.!?"))
		if word == ByVotes && key != "with" && key != "with:" {
			w.Text = "with:" + ByVotes // because "vote" is also a parameter's name
		}
		if isWindow(word) && key != "vote:" {
			w.Text = "vote:" + word
		}
		key = word
		plain = append(plain, w)
	}
	return plain
}

// isWindow reports whether a word is a duration, as of a vote.
func isWindow(word string) bool {
	_, err := time.ParseDuration(strings.ToLower(word))
	return err == nil && word != "0"
}
