package app

import (
	"strings"
	"sync"

	"othellobot/chat"
	"othellobot/words"
)

// english is the language of the tests.
var english = sync.OnceValue(func() *words.Language { return words.MustLoad().Default() })

// sentence is how people read messages of the bot, without markup and word joiners.
func sentence(messages ...words.Message) string {
	return strings.ReplaceAll(english().Text(messages...).String(), "\u2060", "")
}

// buttons are those that conversations press, as they are called there.
var buttons = map[string]words.Message{
	"Accept": words.AcceptFriendlyButton{}, "Decline": words.DeclineButton{}, "Yes, resign": words.ResignYesButton{}, "Forget me": words.ForgetYesButton{},
}

// label returns the text on a button: a square, or what the bot writes there.
func label(button string) string {
	if m, ok := buttons[button]; ok {
		return english().String(m)
	}
	return button
}

// called is somebody with the name that people read.
func called(name string) words.Person { return words.Person{User: &chat.UserID{ID: name}} }

// openedGame is the longest part of the sentence that tells of a game somebody opened,
// which platforms show alike.
func openedGame() (longest string) {
	for _, span := range english().Text(words.Opened{Player: called("ana")}) {
		if len(span.Text) > len(longest) {
			longest = span.Text
		}
	}
	return longest
}
