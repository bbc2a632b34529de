package app

import (
	"strings"
	"sync"

	"othellobot/chat"
	"othellobot/rules"
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
	"Accept": words.AcceptFriendlyButton{}, "Decline": words.DeclineButton{}, "Agree": words.AgreeButton{}, "Refuse": words.RefuseButton{},
	"Join": words.JoinButton{}, "Hint": words.HintButton{}, "Resign": words.ResignButton{}, "Rematch": words.RematchButton{},
	"Yes, resign": words.ResignYesButton{}, "Play on": words.ResignNoButton{}, "Forget me": words.ForgetYesButton{},
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

// square is one whose name is right.
func square(name string) rules.Square {
	s, err := rules.ParseSquare(name)
	if err != nil {
		panic(err)
	}
	return s
}

// played is how a move is told that flips one disc.
func played(name, at, flips string) string {
	return sentence(words.Played{Player: called(name), Square: square(at), Flips: words.All(rules.SetOf(square(flips)))})
}

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
