package bot

import (
	"context"

	"othellobot/chat"
	"othellobot/rules"
)

// noGame says that there is no game to move in, and offers one that begins with
// the move, if it can.
func noGame(square rules.Square) chat.Response {
	offer := chat.Button{Label: "Start a game", Action: control{verb: "open"}.String()}
	if rules.Start().Legal().Has(square) {
		offer = chat.Button{Label: "Start with " + square.String(), Action: control{verb: "open", arg: square.String()}.String()}
	}
	return whisper(chat.Message{
		Text:     chat.Say("No game here. ", chat.CommandOf("start"), " opens one for everybody, and ", chat.CommandOf("start bot"), " one against the bot."),
		Controls: []chat.Row{{Buttons: []chat.Button{offer}}},
	})
}

// pressOpen opens a game for everybody, with a first move if the control names
// one.
func (b *Bot) pressOpen(ctx context.Context, r request) (chat.Response, error) {
	g := b.wished(r, wish{})
	happened := startStory(r, wish{})
	if r.press.arg != "" {
		square, err := rules.ParseSquare(r.press.arg)
		if err != nil {
			return chat.Response{}, errBadControl
		}
		opened, events, err := g.Play(r.by, square, r.now)
		if err != nil {
			return chat.Response{}, errBadControl
		}
		g, happened = opened, story(opened, events)
	}
	return b.begin(ctx, r, g, happened)
}
