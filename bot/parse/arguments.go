package parse

import (
	"slices"
	"strings"

	"othellobot/chat"
)

// Arguments are the arguments of a command. Of several with the same name, the last counts.
type Arguments []chat.Argument

func (a Arguments) With(name string, value chat.Token) Arguments {
	return append(a, chat.Argument{Name: name, Value: value})
}

func (a Arguments) Find(name string) (chat.Token, bool) {
	for _, arg := range slices.Backward(a) {
		if arg.Name == name {
			return arg.Value, true
		}
	}
	return chat.Token{}, false
}

func (a Arguments) Text(name string) string {
	word, _ := a.Find(name)
	return word.Text
}

func (a Arguments) Has(name string) bool {
	_, ok := a.Find(name)
	return ok
}

var flagValues = map[string]bool{"yes": true, "no": false, "true": true, "false": false}

// Flag returns the value of a flag, or false if it is absent. [Command.Admit] must have accepted the
// arguments.
func (a Arguments) Flag(name string) bool { return flagValues[strings.ToLower(a.Text(name))] }

// admits reports whether a parameter can have the value. It does not check texts and numbers.
func admits(p Parameter, value chat.Token) bool {
	switch {
	case p.Choices != nil:
		return fits(p, value)
	case p.Type == chat.TypeFlag:
		_, ok := flagValues[strings.ToLower(value.Text)]
		return ok && value.Kind == chat.MentionsNobody
	default:
		return true
	}
}
