package bot

import (
	"othellobot/chat"
	"othellobot/game"
	"othellobot/words"
)

// all says something in the language of the place, for all to see.
func (r *request) all(messages ...words.Message) chat.Text { return r.toAll.Text(messages...) }

// whisper is the response that tells the actor something privately, in their own
// language.
func (r *request) whisper(messages ...words.Message) chat.Response {
	return whisper(chat.Message{Text: r.toActor.Text(messages...)})
}

// whisper is the response that shows the actor alone a message.
func whisper(m chat.Message) chat.Response {
	return chat.Response{Effects: []chat.Effect{{Kind: chat.Whisper, Message: m}}}
}

// button is a button in that language.
func button(l *words.Language, label words.Message, action string) chat.Button {
	return chat.Button{Label: l.String(label), Action: action}
}

// primary is a button for what most would do, and danger one for what nobody brings
// back.
func primary(b chat.Button) chat.Button { b.Style = chat.StylePrimary; return b }
func danger(b chat.Button) chat.Button  { b.Style = chat.StyleDanger; return b }

// row is a row of buttons.
func row(buttons ...chat.Button) chat.Row { return chat.Row{Buttons: buttons} }

// person is somebody who was named.
type person struct {
	player game.Player
	name   words.Person
}

// name is how a player is spoken of, without notifying them. It remembers a few, for a
// board names the same people several times.
func (r *request) name(p game.Player) words.Person {
	for i := range r.people {
		known := &r.people[i]
		switch known.player {
		case p:
			return known.name
		case game.Nobody:
			*known = person{p, words.Name(p)}
			return known.name
		}
	}
	return words.Name(p)
}

// awaited is how a player is spoken of who is to do something: they are notified
// unless the place wants no pings.
func (r *request) awaited(p game.Player) words.Person {
	person := r.name(p)
	person.Awaited = r.room.Settings.Pings != game.PingOff
	return person
}

// score writes a score with the number of one side first.
func score(first, second int) words.Score { return words.Score{First: first, Second: second} }
