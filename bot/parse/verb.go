package parse

import (
	"slices"
	"strings"

	"othellobot/chat"
	"othellobot/rules"
)

// named returns the command whose name is the first word. It reports false if that word begins a
// longer phrase, or if the words have a negation outside free text.
func (g *Grammar) named(said []chat.Token) (Command, bool) {
	first := strings.ToLower(strings.Trim(said[0].Text, ":,.!?/"))
	c, known := g.commands[first]
	if !known || mayBeMoves(said[1:]) || len(said) == 1 {
		return c, known
	}
	v := g.vocabulary()
	list, _ := v.withoutFillers(v.terms(said))
	if _, taken := v.meant(list); taken > 1 {
		return c, false
	}
	return c, c.takesText() || !v.hasNegation(list)
}

// aboutVotes puts a command before words that begin with a word for "vote": move if a square follows,
// otherwise start.
func (g *Grammar) aboutVotes(said []chat.Token) []chat.Token {
	first := strings.ToLower(strings.Trim(said[0].Text, ":,.!/"))
	if _, command := g.commands[first]; command || first != ByVotes && !slices.Contains(g.vocabulary().values[folded(first)], ByVotes) {
		return said
	}
	if rest := said[1:]; len(rest) > 0 && !isDuration(rest[0].Text) &&
		(areMoves(rest) || squareLike.MatchString(strings.ToLower(rest[0].Text))) {
		return append([]chat.Token{{Text: "move"}}, rest...)
	}
	return append([]chat.Token{{Text: "start"}}, said...)
}

func cutQuestion(said []chat.Token) (bare, question []chat.Token) {
	last := len(said) - 1
	text := strings.TrimRight(said[last].Text, "?")
	switch {
	case text == said[last].Text, text == "" && last == 0:
		return said, nil
	case text != "":
		bare = []chat.Token{{Text: text}}
	}
	return slices.Concat(said[:last], bare), []chat.Token{{Text: "?"}}
}

func isSquare(w chat.Token) bool { return areMoves([]chat.Token{w}) }

// onlySquare returns the only square among the words. It reports false if the words have no square or
// several.
func onlySquare(said []chat.Token) (found rules.Square, ok bool) {
	for i, w := range said {
		square, err := rules.ParseSquare(strings.Trim(w.Text, punctuation))
		if err != nil && i+1 < len(said) && len(w.Text) == 1 {
			square, err = rules.ParseSquare(w.Text + strings.Trim(said[i+1].Text, punctuation))
		}
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
