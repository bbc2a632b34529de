package bot

import (
	"othellobot/bot/card"
	"othellobot/chat"
	"othellobot/words"
)

// whisper returns a response with a private text in the actor's language.
func (r *request) whisper(messages ...words.Message) chat.Response {
	return whisper(chat.Message{Text: r.Own.Text(messages...)})
}

// whisper returns a response with a private message.
func whisper(m chat.Message) chat.Response { return respond(chat.Whisper, m) }

// edit returns a response that replaces the pressed message.
func edit(m chat.Message) chat.Response { return respond(chat.Edit, m) }

// respond returns a response with one message.
func respond(kind chat.Kind, m chat.Message) chat.Response {
	return chat.Response{Effects: []chat.Effect{{Kind: kind, Message: m}}}
}

// message returns a text with a row of buttons, if there are any.
func message(text chat.Text, buttons ...chat.Button) chat.Message {
	m := chat.Message{Text: text}
	if len(buttons) > 0 {
		m.Controls = []chat.Row{card.Row(buttons...)}
	}
	return m
}

// below puts a text on a new line below another text.
func below(above, text chat.Text) chat.Text {
	return append(append(above, chat.Span{Text: "\n"}), text...)
}
