package bot

import (
	"fmt"
	"strconv"

	"othellobot/bot/card"
	"othellobot/bot/parse"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/rules"
	"othellobot/words"
)

func (r *request) whisper(messages ...words.Message) chat.Response {
	return whisper(chat.Message{Text: r.Own.Text(messages...)})
}

func whisper(m chat.Message) chat.Response { return respond(chat.Whisper, m) }

func edit(m chat.Message) chat.Response { return respond(chat.Edit, m) }

func respond(kind chat.Kind, m chat.Message) chat.Response {
	return chat.Response{Effects: []chat.Effect{{Kind: kind, Message: m}}}
}

func withWhisper(response chat.Response, m chat.Message) chat.Response {
	response.Effects = append(response.Effects, chat.Effect{Kind: chat.Whisper, Message: m})
	return response
}

func editAndPost(edited, posted chat.Message) chat.Response {
	return chat.Response{Effects: []chat.Effect{{Kind: chat.Edit, Message: edited}, {Kind: chat.Post, Message: posted}}}
}

func message(text chat.Text, buttons ...chat.Button) chat.Message {
	m := chat.Message{Text: text}
	if len(buttons) > 0 {
		m.Controls = []chat.Row{card.Row(buttons...)}
	}
	return m
}

func appendLine(above, text chat.Text) chat.Text {
	return append(append(above, chat.Span{Text: "\n"}), text...)
}

func (r *request) numberedGames(games []game.Unfinished) (list chat.Text) {
	for i, u := range games {
		list = append(append(list, chat.Span{Text: "\n" + strconv.Itoa(i+1) + ". "}), r.channelGameLine(u)...)
	}
	return list
}

func (r *request) channelGameLine(u game.Unfinished) chat.Text {
	g := u.Game
	board := r.linkTo(u, game.BoardSlot, words.MoveLink{Number: g.Number()})
	switch g.Mode {
	case game.Open:
		return r.Own.Text(words.ListedOpen{Starter: words.Name(g.Starter), Board: board})
	case game.Voted:
		return r.Own.Text(words.ListedVote{Starter: words.Name(g.Starter), Board: board})
	default:
		return r.Own.Text(words.ListedDuel{Black: words.Name(g.Player(rules.Black)), White: words.Name(g.Player(rules.White)), Board: board})
	}
}

// linkTo returns plain text if the place cannot be parsed.
func (r *request) linkTo(u game.Unfinished, slot game.SlotName, text words.Message) chat.Text {
	place, err := chat.ParsePlace(string(u.Game.Place))
	if err != nil {
		return r.Own.Text(text)
	}
	to := chat.Link{Place: place}
	for _, s := range u.Slots {
		if s.Name == slot {
			to.Message = chat.MessageRef(s.Ref)
		}
	}
	return chat.Text{chat.LinkOf(r.Own.String(text), to)}
}

// refusal is an error that the actor sees. It says what is wrong and what to do next.
type refusal struct {
	said     []words.Message
	games    []game.Unfinished         // games to list below the text
	offers   []parse.Offer             // buttons for what the user can do instead
	controls func(*request) []chat.Row // if not nil, returns the controls to show in place of offers
}

// Error names only the type of the first message, not its text.
func (e *refusal) Error() string { return fmt.Sprintf("refused: %T", e.said[0]) }

func refused(messages ...words.Message) *refusal { return &refusal{said: messages} }

func (e *refusal) offer(label words.Message, action string) *refusal {
	e.offers = append(e.offers, parse.Offer{Label: label, Control: action})
	return e
}

func (e *refusal) offering(controls func(*request) []chat.Row) *refusal {
	e.controls = controls
	return e
}

func (e *refusal) listing(games []game.Unfinished) *refusal {
	e.games = games
	return e
}

func (e *refusal) message(r *request) chat.Message {
	var buttons []chat.Button
	for _, o := range e.offers {
		buttons = append(buttons, card.Button(r.Own, o.Label, o.Control))
	}
	m := message(append(r.Own.Text(e.said...), r.numberedGames(e.games)...), buttons...)
	if e.controls != nil {
		m.Controls = e.controls(r)
	}
	return m
}

// errBadControl refuses a control that is invalid, or that the actor may not use.
var errBadControl = refused(words.OldButton{})

// ErrThinking reports that the engine is too busy for a hint.
var ErrThinking error = refused(words.Thinking{})
