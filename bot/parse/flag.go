package parse

import (
	"strings"

	"othellobot/chat"
)

// flagValues lists the words for a flag, in lower case.
var flagValues = map[string]bool{"yes": true, "no": false, "true": true, "false": false}

// Flag returns the value of a flag, or false if it is absent. The value must have passed [admits].
func (a Arguments) Flag(name string) bool { return flagValues[strings.ToLower(a.Text(name))] }

// admits reports whether a value is valid for a flag or a parameter with choices. For other
// parameters it reports true.
func admits(p Parameter, value chat.Word) bool {
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
