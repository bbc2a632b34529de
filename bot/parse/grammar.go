package parse

import "othellobot/words"

// Grammar knows what people can type, in all languages. Its methods may be called
// concurrently.
type Grammar struct {
	all      []Command // in the order in which they are offered
	commands map[string]Command
	verbs    map[string]string   // what words mean for a command
	values   map[string][]string // and what they can mean for arguments
}

// Commands are all there are, in the order in which they are offered. They must not be
// changed.
func (g *Grammar) Commands() []Command { return g.all }

// NewGrammar makes the grammar of the commands. Without a catalog their own names alone are
// known.
func NewGrammar(commands []Command, w *words.Catalog) *Grammar {
	g := &Grammar{all: commands, commands: make(map[string]Command)}
	for _, c := range commands {
		g.commands[c.Name] = c
	}
	if w != nil {
		g.verbs, g.values = w.Verbs(), Values(w)
	}
	return g
}
