package parse

import (
	"strings"
	"testing"

	"othellobot/chat"
	"othellobot/words"
)

func TestOffersFit(t *testing.T) {
	c, typed := Command{Name: "settings"}, []chat.Token(nil)
	for _, name := range []string{"theme", "language", "puzzle", "zone", "anything"} {
		c.Parameters = append(c.Parameters, Parameter{Parameter: chat.Parameter{Name: name}})
		typed = append(typed, chat.Token{Text: name + ":" + strings.Repeat("x", 12)})
	}
	g := NewGrammar([]Command{c}, words.Load())
	if o := offer(g.line(c, typed)); len(o.Control) > 100 {
		t.Errorf("%q takes %d bytes", o.Control, len(o.Control))
	}
	if got, want := g.line(c, typed[:2]), "settings theme:xxxxxxxxxxxx language:xxxxxxxxxxxx"; got != want {
		t.Errorf("a line is %q, want %q", got, want)
	}
}
