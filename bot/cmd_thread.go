package bot

import (
	"context"
	"strings"

	"othellobot/bot/card"
	"othellobot/bot/control"
	"othellobot/bot/parse"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/words"
)

func threadAction() action {
	return action{Command: parse.Command{Name: "thread"}, press: (*Bot).pressThread, begins: true}
}

// openThread asks for a thread; the same action then comes in again from there.
// Where it would only be refused there, no thread is opened.
func (b *Bot) openThread(ctx context.Context, r *request, w wish) (chat.Response, error) {
	if !r.Limits.Threads {
		return chat.Response{}, refused(words.NoThreads{})
	}
	if err := b.mayBegin(ctx, r, w); err != nil {
		return chat.Response{}, err
	}
	return chat.Response{Effects: []chat.Effect{{Kind: chat.OpenThread, Message: chat.Message{Text: r.All.Text(words.ThreadTitle{})}}}}, nil
}

// pressThread starts in a thread what could not be started in a busy channel.
// The control's argument holds the words of the start.
func (b *Bot) pressThread(ctx context.Context, r *request) (chat.Response, error) {
	if err := b.asStart(r); err != nil {
		return chat.Response{}, err
	}
	r.args = r.args.With("thread", chat.Word{Text: "true"})
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
	if !r.Limits.Threads || r.Place.Thread != "" {
		return chat.Button{}, false
	}
	var said []string
	for _, key := range []string{"with", "color", "level", "vote"} {
		if value := r.args.Text(key); value != "" {
			said = append(said, strings.ToLower(value))
		}
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
