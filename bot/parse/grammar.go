package parse

import (
	"slices"
	"strings"
	"sync"

	"othellobot/chat"
	"othellobot/record"
	"othellobot/words"
)

// Grammar understands what users type, in all languages. Its methods are safe for concurrent use.
type Grammar struct {
	all        []Command // in the order of menus and help
	commands   map[string]Command
	languages  []string // tags
	vocabulary func() *vocabulary
	records    func() *record.Reader
}

// Commands returns all commands in the order of menus and help. The caller must not change them.
func (g *Grammar) Commands() []Command { return g.all }

// NewGrammar returns the grammar of the commands. It reads the languages of w when they are first needed.
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

func (g *Grammar) isLanguage(c Command, w chat.Token) bool {
	_, about := c.parameter("language")
	return about && slices.Contains(g.languages, strings.ToLower(w.Text))
}
