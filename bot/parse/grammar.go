package parse

import (
	"slices"
	"strings"
	"sync"

	"othellobot/chat"
	"othellobot/record"
	"othellobot/words"
)

// Grammar knows what people can type, in all languages. Its methods may be called
// concurrently.
type Grammar struct {
	all      []Command // in the order in which they are offered
	commands map[string]Command
	// languages are the tags of those that there are.
	languages []string
	// vocabulary is what phrases mean, which is read when the first is typed.
	vocabulary func() *vocabulary
	// records reads moves and boards; it is made when the first is typed.
	records func() *record.Reader
}

// Commands are all there are, in the order in which they are offered. They must not be
// changed.
func (g *Grammar) Commands() []Command { return g.all }

// NewGrammar makes the grammar of the commands, which reads what phrases mean when the first is
// typed that is no command.
func NewGrammar(commands []Command, w *words.Catalog) *Grammar {
	g := &Grammar{all: commands, commands: make(map[string]Command)}
	for _, c := range commands {
		g.commands[c.Name] = c
	}
	g.languages = w.Tags()
	g.vocabulary = sync.OnceValue(func() *vocabulary { return newVocabulary(commands, w) })
	g.records = sync.OnceValue(func() *record.Reader { return newRecords(w) })
	return g
}

// speaks reports whether a word is the tag of a language, and the command about one.
func (g *Grammar) speaks(c Command, w chat.Word) bool {
	_, about := c.parameter("language")
	return about && slices.Contains(g.languages, strings.ToLower(w.Text))
}
