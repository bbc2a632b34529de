package parse

import (
	"slices"
	"strings"

	"othellobot/chat"
	"othellobot/words"
)

// Command declares what people can type. Its help, its registration and its grammar follow
// from that.
type Command struct {
	Name       string
	Help       words.Message
	Parameters []Parameter
	Shortcut   *Shortcut // in a menu; nil if there is none

	TextOnly bool // elsewhere a control or an option does the same, so it is not declared
	Harmless bool // changes no game before the actor has confirmed it
	Sets     bool // changes what is kept, though no game, where an argument is given

	// Plain are the words typed, without those that mean nothing; nil: they are as they are.
	Plain func(typed []chat.Word) []chat.Word
	// LeftOver refuses a word that fits no parameter where no opponent is known, and Twice a
	// parameter that was given twice; nil: in the usual words.
	LeftOver func(word string) error
	Twice    func(parameter string) error
}

// Parameter is an argument of a command, and what it is for.
type Parameter struct {
	chat.Parameter
	About words.Message
}

// Shortcut offers a command in a menu, under a title.
type Shortcut struct {
	chat.Shortcut
	Title words.Message
}

// Names are those of the command's parameters.
func (c Command) Names() []string {
	names := make([]string, len(c.Parameters))
	for i, p := range c.Parameters {
		names[i] = p.Name
	}
	return names
}

// Choices makes the choices of a parameter from their values.
func Choices(values ...string) []chat.Choice {
	list := make([]chat.Choice, len(values))
	for i, v := range values {
		list[i] = chat.Choice{Label: v, Value: v}
	}
	return list
}

// choiceValues are the values that a parameter can have, if they are few.
func choiceValues(p Parameter) []string {
	if p.Type == chat.TypeFlag {
		return []string{"yes", "no"}
	}
	values := make([]string, len(p.Choices))
	for i, c := range p.Choices {
		values[i] = c.Value
	}
	return values
}

// Usage shows a command's arguments in brief: "@opponent, black|white, level". One that has a
// value in common with an earlier one has to be named: "late|now|off, rated:on|off".
func (c Command) Usage(limits chat.Limits) string {
	var parts []string
	for i, p := range c.Parameters {
		earlier := Command{Parameters: c.Parameters[:i]}
		named := slices.ContainsFunc(p.Choices, func(v chat.Choice) bool { return earlier.Takes(chat.Word{Text: v.Value}) })
		switch {
		case p.Threads && !limits.Threads:
		case p.Type == chat.TypeUser:
			parts = append(parts, "@"+p.Name)
		case named:
			parts = append(parts, p.Name+":"+strings.Join(choiceValues(p), "|"))
		case p.Choices != nil:
			parts = append(parts, strings.Join(choiceValues(p), "|"))
		default:
			parts = append(parts, p.Name)
		}
	}
	return strings.Join(parts, ", ")
}

// Takes reports whether a word is one of the few that a parameter can be.
func (c Command) Takes(w chat.Word) bool {
	return slices.ContainsFunc(c.Parameters, func(p Parameter) bool { return fits(p, w) })
}

// parameter is the one of that name, in any case.
func (c Command) parameter(name string) (Parameter, bool) {
	for _, p := range c.Parameters {
		if name != "" && strings.EqualFold(p.Name, name) {
			return p, true
		}
	}
	return Parameter{}, false
}

// keyIn tells a parameter's name in "key:value" or "key=value" from the value.
func (c Command) keyIn(w chat.Word) (key, value string) {
	if at := strings.IndexAny(w.Text, ":="); at > 0 && w.Kind == chat.MentionsNobody {
		if _, ok := c.parameter(w.Text[:at]); ok {
			return w.Text[:at], w.Text[at+1:]
		}
	}
	return "", w.Text
}

// free reports whether an argument of the command is a text of several words, within which
// none may fall away: "Port of Spain".
func (c Command) free() bool {
	return len(c.Parameters) > 0 && c.Parameters[0].Name != "square" && slices.ContainsFunc(c.Parameters, func(p Parameter) bool {
		return p.Choices == nil && (p.Type == chat.TypeText || p.Type == chat.TypeRest)
	})
}

func fits(p Parameter, word chat.Word) bool {
	if word.Kind != chat.MentionsNobody {
		return p.Type == chat.TypeUser
	}
	if p.Type == chat.TypeInteger {
		return strings.Trim(word.Text, "0123456789") == ""
	}
	return slices.ContainsFunc(p.Choices, func(c chat.Choice) bool { return strings.EqualFold(c.Value, word.Text) })
}
