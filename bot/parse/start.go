package parse

import (
	"strings"
	"time"

	"othellobot/chat"
)

// ByVotes is the argument for a game that the channel plays by votes.
const ByVotes = "vote"

// PlainStart adds the parameter names to the words for a voted game. It marks a duration as the
// voting time, even if it is not among the choices.
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

// isWindow reports whether a word is a duration for votes.
func isWindow(word string) bool {
	_, err := time.ParseDuration(strings.ToLower(word))
	return err == nil && word != "0"
}
