package parse

import (
	"slices"
	"strings"
	"sync"

	"othellobot/chat"
	"othellobot/record"
	"othellobot/words"
)

// Grammar knows everything that users can type, in all languages. Its methods are safe for
// concurrent use.
type Grammar struct {
	all      []Command // in the order of menus and help
	commands map[string]Command
	// languages are the tags of all languages.
	languages []string
	// vocabulary returns the meanings of phrases, which are loaded at the first call.
	vocabulary func() *vocabulary
	// records returns the reader of moves and boards, which is made at the first call.
	records func() *record.Reader
}

// Commands returns all commands in the order of menus and help. The caller must not change them.
func (g *Grammar) Commands() []Command { return g.all }

// NewGrammar returns the grammar of the commands. It loads the meanings of phrases when the first
// text is typed that is no command.
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

// isLanguage reports whether a word is a language tag and the command has a language parameter.
func (g *Grammar) isLanguage(c Command, w chat.Word) bool {
	_, about := c.parameter("language")
	return about && slices.Contains(g.languages, strings.ToLower(w.Text))
}
