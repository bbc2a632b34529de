package words

import (
	"slices"

	"othellobot/chat"
	"othellobot/game"
)

// List joins texts with commas.
func (l *Language) List(items []chat.Text) chat.Text { return l.join(items, joining{last: l.comma}) }

// ListAll joins texts with commas, and with the word for "and" before the last.
func (l *Language) ListAll(items []chat.Text) chat.Text { return l.join(items, l.all) }

// Mentions lists people and notifies them.
func (l *Language) Mentions(people []game.Player) chat.Text { return l.people(people, Mention) }

// Names lists people without notifying them.
func (l *Language) Names(people ...game.Player) chat.Text { return l.people(people, Name) }

func (l *Language) people(people []game.Player, as func(game.Player) Person) chat.Text {
	list := make([]chat.Text, len(people))
	for i, p := range people {
		list[i] = chat.Text{l.person(as(p), false)}
	}
	return l.List(list)
}

// join is [Language.list] for texts.
func (l *Language) join(items []chat.Text, by joining) (list chat.Text) {
	if len(items) < 2 {
		return slices.Concat(items...)
	}
	add := func(text string) {
		if text != "" {
			list = append(list, chat.Span{Text: text})
		}
	}
	add(by.before)
	for i, item := range items {
		switch i {
		case 0:
		case len(items) - 1:
			add(by.last)
		default:
			add(l.comma)
		}
		list = append(list, item...)
	}
	add(by.after)
	return list
}
