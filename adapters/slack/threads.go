package slack

import (
	"context"

	"othellobot/chat"
)

// playInThread posts a message to start a thread from, and has the action done
// again there. The actor is told where it is.
func (x *reply) playInThread(ctx context.Context, action chat.Action) {
	root := chat.Message{Text: x.sentences().PlaysInThread(action.User)}
	within, done := context.WithTimeout(ctx, answerWithin)
	defer done()
	start, err := x.send(within, x.install, x.place, x.encoder.message(root, x.everybody()), "", ifUnsent)
	if err != nil {
		x.log(ctx, err)
		x.log(ctx, x.whisper(within, chat.Message{Text: x.sentences().NoThread}))
		return
	}
	action.Place.Thread = start.ts
	handling, cancel := context.WithTimeout(ctx, handleWithin)
	defer cancel()
	r := x.ask(handling, func() (chat.Response, error) { return x.handler.Handle(handling, action) })
	x.carryOut(ctx, outcome{action, r})
}
