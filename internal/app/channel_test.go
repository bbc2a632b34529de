package app

import (
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/chat"
	"othellobot/chat/chattest"
	"othellobot/game"
	"othellobot/words"
)

// channel is a place on a fake platform that the whole program serves.
type channel struct{ chattest.Client }

func (m channel) do(t *testing.T, user, does string) {
	t.Helper()
	if button, ok := strings.CutPrefix(does, "["); ok {
		wanted := label(strings.TrimSuffix(button, "]"))
		for _, message := range slices.Backward(m.Seen(user)) {
			if i := slices.IndexFunc(message.Controls, func(c chattest.Control) bool { return c.Label == wanted }); i >= 0 {
				m.Press(user, message.Controls[i])
				return
			}
		}
		t.Fatalf("%s sees no control %q in\n%+v", user, wanted, m.Seen(user))
	}
	words := strings.Fields(does)
	var args []chat.Argument
	for _, word := range words[1:] {
		key, value, _ := strings.Cut(word, ":")
		argument := chat.Argument{Name: key, Value: chat.Token{Text: value}}
		if person, ok := strings.CutPrefix(value, "@"); ok {
			argument.Value = chat.Token{Text: person, Kind: chat.MentionsPerson}
		}
		args = append(args, argument)
	}
	m.Command(user, words[0], args...)
}

var keeping = game.Timing{IdleExpiry: 168 * time.Hour, Retention: 2160 * time.Hour, Zones: time.LoadLocation}

// act performs a line such as "ana: start" or "bo: [Accept]", and waits for all immediate effects.
func (m channel) act(t *testing.T, line string) {
	t.Helper()
	user, does, _ := strings.Cut(line, ": ")
	m.do(t, user, does)
	synctest.Wait()
}

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
