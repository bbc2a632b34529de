package app

import (
	"strings"
	"sync"

	"othellobot/chat"
	"othellobot/words"
)

var english = sync.OnceValue(func() *words.Language { return words.Load().Default() })

// sentence returns the messages without markup and word joiners.
func sentence(messages ...words.Message) string {
	return strings.ReplaceAll(english().Text(messages...).String(), "\u2060", "")
}

// buttons maps the labels in the tests' conversations to the bot's own.
var buttons = map[string]words.Message{
	"Accept": words.AcceptFriendlyButton{}, "Decline": words.DeclineButton{}, "Yes, resign": words.ResignYesButton{}, "Forget me": words.ForgetYesButton{},
}

func label(button string) string {
	if m, ok := buttons[button]; ok {
		return english().String(m)
	}
	return button
}

func called(name string) words.Person { return words.Person{User: &chat.UserID{ID: name}} }

// openedGame returns the part of the sentence about an opened game that all platforms show the same
// way: its longest span.
func openedGame() (longest string) {
	for _, span := range english().Text(words.Opened{Player: called("ana")}) {
		if len(span.Text) > len(longest) {
			longest = span.Text
		}
	}
	return longest
}
