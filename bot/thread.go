package bot

import (
	"context"
	"strings"

	"othellobot/chat"
)

// openThread asks for a thread; the same action then comes in again from there.
func (b *Bot) openThread(r request) (chat.Response, error) {
	if !r.limits.Threads {
		return chat.Response{}, errNoThreads
	}
	return chat.Response{Effects: []chat.Effect{{Kind: chat.OpenThread, Message: chat.Message{Text: chat.Say("Othello")}}}}, nil
}

// pressThread starts in a thread what could not be started in a busy channel.
// The control's argument holds the words of the start.
func (b *Bot) pressThread(ctx context.Context, r request) (chat.Response, error) {
	if r.Place.Thread == "" {
		return b.openThread(r)
	}
	args, err := startVerb().arguments(tokens([]chat.Word{{Text: strings.ReplaceAll(r.press.arg, ".", " ")}}))
	if err != nil {
		return chat.Response{}, errBadControl
	}
	r = r.asCommand()
	r.args = args
	return b.start(ctx, r)
}

// threadButton offers to start the same in a thread, and false where that is
// not possible.
func threadButton(r request) (chat.Button, bool) {
	if !r.limits.Threads || r.Place.Thread != "" {
		return chat.Button{}, false
	}
	var words []string
	for _, key := range []string{"with", "color", "level"} {
		if value := r.args.text(key); value != "" {
			words = append(words, strings.ToLower(value))
		}
	}
	action := control{verb: "thread", arg: strings.Join(words, ".")}
	return chat.Button{Label: "Play in a thread", Action: action.String()}, true
}
