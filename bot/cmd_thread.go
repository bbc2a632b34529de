package bot

import (
	"context"
	"strings"

	"othellobot/chat"
	"othellobot/game"
)

func threadAction() action {
	return action{Command: chat.Command{Name: "thread"}, press: (*Bot).pressThread}
}

// openThread asks for a thread; the same action then comes in again from there.
// Where it would only be refused there, no thread is opened.
func (b *Bot) openThread(ctx context.Context, r *request, w wish) (chat.Response, error) {
	if !r.limits.Threads {
		return chat.Response{}, refused("There are no threads here. ", chat.CommandOf("start"), " without one, or start in another channel.")
	}
	if err := b.mayBegin(ctx, r, w); err != nil {
		return chat.Response{}, err
	}
	return chat.Response{Effects: []chat.Effect{{Kind: chat.OpenThread, Message: chat.Message{Text: chat.Say("Othello")}}}}, nil
}

// pressThread starts in a thread what could not be started in a busy channel.
// The control's argument holds the words of the start.
func (b *Bot) pressThread(ctx context.Context, r *request) (chat.Response, error) {
	start := b.actions["start"]
	args, err := start.arguments(tokens([]chat.Word{{Text: strings.ReplaceAll(r.control.arg, ".", " ")}}), r.limits)
	if err != nil {
		return chat.Response{}, errBadControl
	}
	if err := start.admit(args); err != nil {
		return chat.Response{}, err
	}
	r.asCommand()
	r.action, r.args = start, args.with("thread", chat.Word{Text: "true"})
	return b.start(ctx, r)
}

// mayBegin is nil unless a game with that opponent would be refused wherever it
// is to begin.
func (b *Bot) mayBegin(ctx context.Context, r *request, w wish) error {
	switch w.opponent {
	case somebody:
		return b.mayChallenge(ctx, r, r.by, game.Player(w.person.String()))
	case theEngine, anyone:
		return b.mayDuel(ctx, r, r.by)
	default:
		return nil
	}
}

// threadButton offers to start the same in a thread, and false where that is
// not possible.
func threadButton(r *request) (chat.Button, bool) {
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
