package parse

import (
	"slices"

	"othellobot/chat"
)

// Arguments are the arguments of a command. A later one of a name replaces an
// earlier one.
type Arguments []chat.Argument

// With is the arguments and one more.
func (a Arguments) With(name string, value chat.Word) Arguments {
	return append(a, chat.Argument{Name: name, Value: value})
}

// Find is the argument of that name, and false if it is absent.
func (a Arguments) Find(name string) (chat.Word, bool) {
	for _, arg := range slices.Backward(a) {
		if arg.Name == name {
			return arg.Value, true
		}
	}
	return chat.Word{}, false
}

// Text is the argument's text, empty if it is absent.
func (a Arguments) Text(name string) string {
	word, _ := a.Find(name)
	return word.Text
}

// Has reports whether the argument is there.
func (a Arguments) Has(name string) bool {
	_, ok := a.Find(name)
	return ok
}
