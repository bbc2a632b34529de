package parse

import (
	"slices"
	"strings"

	"othellobot/bot/control"
	"othellobot/chat"
	"othellobot/internal/spelling"
	"othellobot/rules"
	"othellobot/words"
)

// verbOf is the action that the first of some words means, in any language, and false if
// it means none. Some words mean more than one: play is a move if squares follow.
func (g *Grammar) verbOf(said []chat.Word) (Command, bool) {
	first := strings.ToLower(strings.Trim(said[0].Text, ":,.!/"))
	if len(first) > 1 {
		first = strings.TrimSuffix(first, "?")
	}
	if what, known := g.commands[first]; known {
		return what, true
	}
	meant, known := g.verbs()[first]
	if meant == "start" && len(said) > 1 && areMoves(said[1:]) {
		meant = "move"
	}
	return g.commands[meant], known
}

// aboutVotes puts the command before words that begin with the word for a vote, which is not
// one: a vote for a square is a move, and all else begins a game that is played by votes.
func (g *Grammar) aboutVotes(said []chat.Word) []chat.Word {
	first := strings.ToLower(strings.Trim(said[0].Text, ":,.!/"))
	if _, command := g.commands[first]; command || first != ByVotes && !slices.Contains(g.values()[first], ByVotes) {
		return said
	}
	if rest := said[1:]; len(rest) > 0 && !isWindow(rest[0].Text) &&
		(areMoves(rest) || squareLike.MatchString(strings.ToLower(rest[0].Text))) {
		return append([]chat.Word{{Text: "move"}}, rest...)
	}
	return append([]chat.Word{{Text: "start"}}, said...)
}

// asks reports whether words are a question, which changes nothing.
func asks(said []chat.Word) bool {
	last := said[len(said)-1].Text
	return strings.HasSuffix(last, "?") && last != "?"
}

// errUnknownVerb refuses words that begin with no verb. If one of them is a square, it
// may be meant as a move; else the verb that the first was most likely meant for is
// named, if there is one.
func (g *Grammar) errUnknownVerb(said []chat.Word) error {
	if square, ok := onlySquare(said); ok {
		e := unclear(words.PlayThat{Square: square})
		e.Offers = []Offer{{words.SquareButton{Square: square}, control.Of("play", square.String())}}
		return e
	}
	word, meant := words.Typed(said[0].Text), g.nearest(strings.ToLower(said[0].Text))
	switch {
	case meant != "" && word.Harmless():
		return unclear(words.UnknownVerb{Word: word, Meant: meant})
	case meant != "":
		return unclear(words.DidYouMean{Meant: meant})
	case word.Harmless():
		return unclear(words.UnknownWord{Word: word})
	default:
		return unclear(words.UnknownWordUnsaid{})
	}
}

// onlySquare is the square among the words if there is exactly one.
func onlySquare(said []chat.Word) (found rules.Square, ok bool) {
	for _, w := range said {
		square, err := rules.ParseSquare(strings.Trim(w.Text, ".,!?"))
		if err != nil {
			continue
		}
		if ok {
			return rules.NoSquare, false
		}
		found, ok = square, true
	}
	return found, ok
}

// farthest is by how many letters a mistyped verb may differ, if those are less than
// half of it.
const farthest = 2

// longestVerb bounds what may be a mistyped verb, in bytes.
const longestVerb = 20

// nearest is the verb that a mistyped word was most likely meant for, empty if it
// resembles none.
func (g *Grammar) nearest(typed string) string {
	if len(typed) > longestVerb {
		return ""
	}
	best, least := "", farthest+1
	for _, a := range g.all {
		if d := spelling.Distance(typed, a.Name); d < least && 2*d < len(typed) {
			best, least = a.Name, d
		}
	}
	return best
}
