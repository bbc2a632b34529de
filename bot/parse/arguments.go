package parse

import (
	"slices"

	"othellobot/chat"
)

// Arguments are the arguments of a command. A later argument replaces an earlier one of the same
// name.
type Arguments []chat.Argument

// With returns the arguments with one more.
func (a Arguments) With(name string, value chat.Word) Arguments {
	return append(a, chat.Argument{Name: name, Value: value})
}

// Find returns the argument of that name. It reports false if it is absent.
func (a Arguments) Find(name string) (chat.Word, bool) {
	for _, arg := range slices.Backward(a) {
		if arg.Name == name {
			return arg.Value, true
		}
	}
	return chat.Word{}, false
}

// Text returns the text of an argument, or "" if it is absent.
func (a Arguments) Text(name string) string {
	word, _ := a.Find(name)
	return word.Text
}

// Has reports whether the argument is present.
func (a Arguments) Has(name string) bool {
	_, ok := a.Find(name)
	return ok
}
