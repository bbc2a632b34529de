package parse

import (
	"strings"

	"othellobot/chat"
)

// flagValues lists what a flag may say, in upper or lower case.
var flagValues = map[string]bool{"yes": true, "no": false, "true": true, "false": false}

// Flag returns what a flag says, which is no if it is absent. Only what [admits] lets
// through gets here.
func (a Arguments) Flag(name string) bool { return flagValues[strings.ToLower(a.Text(name))] }

// admits reports whether a value is one that a parameter with few of them can
// have. Of others it says nothing: true.
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
