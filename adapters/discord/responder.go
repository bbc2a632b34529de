package discord

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/bwmarrin/discordgo"

	"othellobot/adapters/internal/exchange"
	"othellobot/chat"
)

type responder struct {
	*Adapter
	handler       chat.Handler
	in            interaction
	received      time.Time
	awaited       time.Time // when Discord began to wait for the answer
	grant         grant
	place         chat.Place // where posts go; a thread if one was opened for the action
	state         state
	lostBecause   error        // why the first answer was lost
	doneMarkup    string       // the line that the user sees if the answer is shown elsewhere
	unillustrated *chat.Effect // the first answer, if it was sent without its picture
	contested     bool         // another process may have sent the first answer

	// respond sends the first answer, once, and returns the id of its message if known.
	respond func(context.Context, callback) (string, error)
	byHTTP  bool // the first answer is an HTTP response
}

type state uint8

const (
	unanswered state = iota // nothing was sent
	deferred                // Discord knows that the answer takes longer
	answered                // the user has the answer
	lost                    // the first answer failed, or Discord does not know the token
)

func (x *responder) handle(ctx context.Context, action chat.Action) (r chat.Response) {
	ctx, cancel := context.WithTimeout(ctx, handleWithin)
	defer cancel()
	x.deferIfSlow(ctx, func() {
		r = x.askHandler(ctx, func() (chat.Response, error) { return x.handler.Handle(ctx, action) })
	}, func() {})
	return r
}

// deferIfSlow calls do. If do takes too long, it meanwhile defers the first answer and calls late.
func (x *responder) deferIfSlow(ctx context.Context, do, late func()) {
	if x.state != unanswered {
		do()
		return
	}
	exchange.Await(x.awaited.Add(deferAfter), do, func() { x.deferAnswer(ctx); late() })
}

func (x *responder) askHandler(ctx context.Context, call func() (chat.Response, error)) chat.Response {
	r, ok := exchange.Ask(ctx, x.log, call)
	if !ok {
		r.Effects = []chat.Effect{{Kind: chat.Whisper, Message: chat.Message{Text: x.sentences().Sorry}}}
	}
	return r
}

func (x *responder) sentences() Sentences { return x.says(x.in.Locale) }

func (x *responder) sendFirst(ctx context.Context, c callback) string {
	x.state = answered
	id, err := x.respond(ctx, c)
	if hasCode(err, codeAlreadyAnswered) { // by an earlier attempt with unknown outcome, or by another process
		err, x.contested = nil, true
	}
	x.observer.RecordAck(time.Since(x.received), err)
	if err != nil {
		x.state, x.lostBecause = lost, err
		level := slog.LevelWarn
		if errors.Is(err, exchange.ErrBroken) { // all requests fail then, and a metric counts them
			level = slog.LevelDebug
		}
		x.log.Log(ctx, level, "the first answer did not get through", "error", err)
		return ""
	}
	if x.byHTTP {
		x.grant.replied = time.Now()
	}
	switch c.Type {
	case discordgo.InteractionApplicationCommandAutocompleteResult, discordgo.InteractionResponseModal, // the token cannot send more
		discordgo.InteractionResponseDeferredChannelMessageWithSource: // the next message would become the answer
	default:
		x.keepChannel()
	}
	return id
}

// dropIfDead reports whether err shows that the token is dead. If so, the token is not used again.
func (x *responder) dropIfDead(err error) bool {
	if !tokenDead(err) {
		return false
	}
	x.state = lost
	x.grants.forgetToken(x.grant, x.in.ChannelID)
	if x.in.Message != nil {
		x.grants.forgetToken(x.grant, x.in.Message.ID)
	}
	return true
}

// deferAnswer defers the answer. After a command, the deferred answer is a whisper.
func (x *responder) deferAnswer(ctx context.Context) {
	c := callback{Type: discordgo.InteractionResponseDeferredMessageUpdate}
	if x.in.Message == nil {
		c = callback{
			Type: discordgo.InteractionResponseDeferredChannelMessageWithSource,
			Data: map[string]any{"flags": discordgo.MessageFlagsEphemeral},
		}
	}
	if x.sendFirst(ctx, c); x.state == answered {
		x.state = deferred
		x.keepPressedMessage()
	}
}

func (x *responder) keepChannel() { x.grants.Put(x.in.ChannelID, x.grant) }

// keepPressedMessage remembers the token for the message whose control was pressed. The first answer
// must have changed that message or been deferred.
func (x *responder) keepPressedMessage() {
	if x.in.Message != nil {
		x.grant.original = x.in.Message.ID
		x.grants.Put(x.in.Message.ID, x.grant)
	}
}
