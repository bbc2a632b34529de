package bot

import (
	"context"
	"strings"

	"othellobot/bot/card"
	"othellobot/bot/control"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/words"
)

// threadButton offers to start the same in a thread, and false where that is
// not possible.
func threadButton(r *request) (chat.Button, bool) {
	if !r.Limits.Threads || r.Threadless || r.Place.Thread != "" {
		return chat.Button{}, false
	}
	var said []string
	for _, key := range []string{"with", "color", "level", "vote"} {
		if value := r.args.Text(key); value != "" {
			said = append(said, strings.ToLower(value))
		}
	}
	if value := r.args.Text("handicap"); value != "" {
		said = append(said, "handicap:"+value) // else it would be the level
	}
	if r.args.Flag("coach") {
		said = append(said, "coach")
	}
	action := control.Control{Verb: "thread", Arg: strings.Join(said, ".")}
	return card.Button(r.Own, words.ThreadButton{}, action.String()), true
}

// withThread are the buttons and one that starts the same in a thread, where that is
// possible, in one row; nothing if there is no button.
func (r *request) withThread(buttons ...chat.Button) []chat.Row {
	if thread, ok := threadButton(r); ok {
		buttons = append(buttons, thread)
	}
	if len(buttons) == 0 {
		return nil
	}
	return []chat.Row{card.Row(buttons...)}
}

// threadOnly offers to start the same in a thread, where that is possible.
func threadOnly(r *request) []chat.Row { return r.withThread() }

// inThread has the request come in again from a thread that is opened for it, if the channel has
// room for the next game.
func (b *Bot) inThread(ctx context.Context, r *request, next game.Game) (chat.Response, error) {
	if err := b.hasRoom(ctx, r, next, ""); err != nil {
		return chat.Response{}, err
	}
	if err := b.Table.Claim(ctx, r.room, r.delivery(), r.Now); err != nil {
		return chat.Response{}, err
	}
	return chat.Response{Effects: []chat.Effect{{Kind: chat.OpenThread, Message: chat.Message{Text: r.All.Text(words.ThreadTitle{})}}}}, nil
}
