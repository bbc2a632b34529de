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

// responder answers one interaction, in one goroutine.
type responder struct {
	*Adapter
	handler  chat.Handler
	in       interaction
	received time.Time
	awaited  time.Time // since when Discord waits for the answer; not after received
	grant    grant
	place    chat.Place // where posts go: a thread, once one was opened for the action
	state    state
	why      error        // the first answer is lost
	done     string       // what the actor is told if the answer is elsewhere, in markup
	pending  *chat.Effect // the picture of the first answer, which went without it
	doubted  bool         // the first answer may be another process's

	// respond sends the first answer, and gives the id of the message that shows
	// it if that is known. It is called once.
	respond func(context.Context, callback) (string, error)
	byHTTP  bool // the first answer is an HTTP response
}

// state tells how far the answer to an interaction is.
type state uint8

const (
	unanswered state = iota // nothing was sent
	deferred                // Discord was told to wait
	answered                // the actor has the answer
	lost                    // the first answer did not get through: its token is dead
)

// handle has the handler do the action.
func (x *responder) handle(ctx context.Context, action chat.Action) (r chat.Response) {
	ctx, cancel := context.WithTimeout(ctx, handleWithin)
	defer cancel()
	x.meanwhile(ctx, func() {
		r = x.ask(ctx, func() (chat.Response, error) { return x.handler.Handle(ctx, action) })
	}, func() {})
	return r
}

// meanwhile does something before the first answer. If that takes long, Discord is told to
// wait, and late is called.
func (x *responder) meanwhile(ctx context.Context, do, late func()) {
	if x.state != unanswered {
		do()
		return
	}
	exchange.Await(x.awaited.Add(deferAfter), do, func() { x.wait(ctx); late() })
}

// ask calls the handler. If that fails, the response says so to whoever acted.
func (x *responder) ask(ctx context.Context, call func() (chat.Response, error)) chat.Response {
	r, ok := exchange.Ask(ctx, x.log, call)
	if !ok {
		r.Effects = []chat.Effect{{Kind: chat.Whisper, Message: chat.Message{Text: x.sentences().Sorry}}}
	}
	return r
}

// sentences are those in the language of whoever acts.
func (x *responder) sentences() Sentences { return x.says(x.in.Locale) }

// first sends the first answer, and gives the id of its message if that is known.
func (x *responder) first(ctx context.Context, c callback) string {
	x.state = answered
	id, err := x.respond(ctx, c)
	if has(err, codeAlreadyAnswered) { // by an attempt whose outcome was not seen, or by another process
		err, x.doubted = nil, true
	}
	x.observer.Ack(time.Since(x.received), err)
	if err != nil {
		x.state, x.why = lost, err
		level := slog.LevelWarn
		if errors.Is(err, exchange.ErrBroken) { // as with all others, which a metric says
			level = slog.LevelDebug
		}
		x.log.Log(ctx, level, "the first answer did not get through", "error", err)
		return ""
	}
	if x.byHTTP {
		x.grant.replied = time.Now()
	}
	switch c.Type {
	case discordgo.InteractionApplicationCommandAutocompleteResult, discordgo.InteractionResponseModal: // the token sends nothing more
	case discordgo.InteractionResponseDeferredChannelMessageWithSource: // the next message would be taken for the answer
	default:
		x.keepChannel()
	}
	return id
}

// isLost reports whether an error of the token tells that Discord has no answer, or no longer,
// and has then nothing more sent by it.
func (x *responder) isLost(err error) bool {
	if !tokenDead(err) {
		return false
	}
	x.state = lost
	x.grants.forget(x.grant, x.in.ChannelID)
	if x.in.Message != nil {
		x.grants.forget(x.grant, x.in.Message.ID)
	}
	return true
}

// wait tells Discord that the answer takes longer: that of a command will be a
// whisper, that of a press changes the message pressed.
func (x *responder) wait(ctx context.Context) {
	c := callback{Type: discordgo.InteractionResponseDeferredMessageUpdate}
	if x.in.Message == nil {
		c = callback{
			Type: discordgo.InteractionResponseDeferredChannelMessageWithSource,
			Data: struct {
				Flags discordgo.MessageFlags `json:"flags"`
			}{discordgo.MessageFlagsEphemeral},
		}
	}
	if x.first(ctx, c); x.state == answered {
		x.state = deferred
		x.keepPressed()
	}
}

// holds tells Discord that the answer takes longer, and reports whether it waits for it.
func (x *responder) holds(ctx context.Context) bool {
	x.wait(ctx)
	return x.state == deferred
}

// keepChannel remembers that the token sends messages to its channel.
func (x *responder) keepChannel() { x.grants.Put(x.in.ChannelID, x.grant) }

// keepPressed remembers that the token changes the message pressed, once the
// first answer was one to that message.
func (x *responder) keepPressed() {
	if x.in.Message != nil {
		x.grant.original = x.in.Message.ID
		x.grants.Put(x.in.Message.ID, x.grant)
	}
}
