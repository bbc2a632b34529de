package bottest

import (
	"fmt"
	"slices"
	"testing"

	"othellobot/chat"
)

func here(look func(chat.Kind, chat.Message)) Place {
	in := Place{
		Place:  chat.Place{Platform: "nowhere", Channel: "here"},
		Limits: chat.Limits{ButtonsPerRow: 5, MoveButtons: 10, Options: 25, Choices: 25, Themes: []string{"moon"}},
		Look:   look,
		Ref:    func(n int) chat.MessageRef { return chat.MessageRef(fmt.Sprint(n)) },
	}
	for _, name := range []string{"ana", "bo", "cy"} {
		in.People = append(in.People, chat.UserID{Platform: in.Platform, ID: name})
	}
	return in
}

func TestNewCommandChangesNoWalk(t *testing.T) {
	const steps = 60
	walk := func(seed uint64, also ...chat.Command) (said []string) {
		p := newPlayer(t, here(func(_ chat.Kind, m chat.Message) { said = append(said, m.Text.String()) }), seed)
		p.commands = slices.Insert(p.commands, int(seed)%len(p.commands), also...)
		for range steps {
			p.step()
		}
		return said
	}
	for seed := range uint64(5) {
		if without, with := walk(seed), walk(seed, chat.Command{Name: "coin"}); len(without) == 0 || !slices.Equal(without, with) {
			t.Errorf("seed %d walks otherwise", seed)
		}
	}
}
