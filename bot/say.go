package bot

import (
	"othellobot/bot/card"
	"othellobot/chat"
	"othellobot/words"
)

// whisper is the response that tells the actor something privately, in their own
// language.
func (r *request) whisper(messages ...words.Message) chat.Response {
	return whisper(chat.Message{Text: r.Own.Text(messages...)})
}

// whisper is the response that shows the actor alone a message.
func whisper(m chat.Message) chat.Response { return respond(chat.Whisper, m) }

// edit is the response that shows the actor a message in the place of the one they pressed.
func edit(m chat.Message) chat.Response { return respond(chat.Edit, m) }

// respond is the response that shows a message.
func respond(kind chat.Kind, m chat.Message) chat.Response {
	return chat.Response{Effects: []chat.Effect{{Kind: kind, Message: m}}}
}

// message is a text with buttons below it, if there are any.
func message(text chat.Text, buttons ...chat.Button) chat.Message {
	m := chat.Message{Text: text}
	if len(buttons) > 0 {
		m.Controls = []chat.Row{card.Row(buttons...)}
	}
	return m
}

// below puts a text on the lines below another one.
func below(above, text chat.Text) chat.Text {
	return append(append(above, chat.Span{Text: "\n"}), text...)
}
