package app

import (
	"strings"
	"sync"

	"othellobot/chat"
	"othellobot/words"
)

// english returns the language of the tests.
var english = sync.OnceValue(func() *words.Language { return words.MustLoad().Default() })

// sentence returns the messages as users read them, without markup and word joiners.
func sentence(messages ...words.Message) string {
	return strings.ReplaceAll(english().Text(messages...).String(), "\u2060", "")
}

// buttons maps the labels that conversations use to their messages.
var buttons = map[string]words.Message{
	"Accept": words.AcceptFriendlyButton{}, "Decline": words.DeclineButton{}, "Yes, resign": words.ResignYesButton{}, "Forget me": words.ForgetYesButton{},
}

// label returns a button's text: a square, or the bot's own label.
func label(button string) string {
	if m, ok := buttons[button]; ok {
		return english().String(m)
	}
	return button
}

// called returns a person with this display name.
func called(name string) words.Person { return words.Person{User: &chat.UserID{ID: name}} }

// openedGame returns the longest unformatted part of the sentence about an opened game. All platforms
// show it the same way.
func openedGame() (longest string) {
	for _, span := range english().Text(words.Opened{Player: called("ana")}) {
		if len(span.Text) > len(longest) {
			longest = span.Text
		}
	}
	return longest
}
