package discord

import (
	"context"
	"errors"
	"time"

	"github.com/bwmarrin/discordgo"

	"othellobot/chat"
)

// exchange is one interaction and what is answered to it, in one goroutine.
type exchange struct {
	*Adapter
	handler  chat.Handler
	in       interaction
	received time.Time
	grant    grant
	place    chat.Place // where posts go: a thread, once one was opened for the action
	state    state
	done     string // what the actor is told if the answer is elsewhere, in markup

	// respond sends the first answer, and gives the id of the message that shows
	// it if that is known. It is called once.
	respond func(context.Context, callback) (string, error)
	byHTTP  bool // the first answer is an HTTP response
}

// state tells how far the answer to an interaction is.
type state uint8

const (
	waiting  state = iota // nothing was sent
	deferred              // Discord was told to wait
	answered              // the actor has the answer
	lost                  // the first answer did not get through: its token is dead
)

var errPanic = errors.New("discord: a panic")

// run answers the interaction, whatever happens.
func (x *exchange) run(ctx context.Context, h chat.Handler) {
	defer func() {
		if recover() != nil { // without its value, which may hold anything
			x.Log.ErrorContext(ctx, "a panic in an exchange was survived")
			if x.state == waiting {
				x.whisper(ctx, chat.Message{Text: saySorry})
			}
		}
	}()
	x.handler = h
	action, err := x.in.action(x.self)
	switch {
	case x.in.Type == discordgo.InteractionApplicationCommandAutocomplete:
		x.complete(ctx, action, err)
	case errors.Is(err, errNobody):
		x.Log.WarnContext(ctx, "cannot answer an interaction", "error", err)
		x.whisper(ctx, chat.Message{Text: sayNotOurs})
	case err != nil:
		x.whisper(ctx, refusalOf(err))
	default:
		x.place = action.Place
		x.carryOut(ctx, action, x.handle(ctx, action))
	}
}

// handle has the handler do the action. If that takes long, Discord is told to
// wait.
func (x *exchange) handle(ctx context.Context, action chat.Action) chat.Response {
	ctx, cancel := context.WithTimeout(ctx, handleWithin)
	defer cancel()
	if x.state != waiting {
		return x.ask(ctx, func() (chat.Response, error) { return x.handler.Handle(ctx, action) })
	}
	ready := make(chan chat.Response, 1)
	go func() {
		ready <- x.ask(ctx, func() (chat.Response, error) { return x.handler.Handle(ctx, action) })
	}()
	timer := time.NewTimer(time.Until(x.received.Add(deferAfter)))
	defer timer.Stop()
	select {
	case r := <-ready:
		return r
	case <-timer.C:
		x.wait(ctx)
		return <-ready
	}
}

// ask calls the handler. If that fails or panics, the response says so to whoever
// acted.
func (a *Adapter) ask(ctx context.Context, call func() (chat.Response, error)) (r chat.Response) {
	err := errPanic
	defer func() {
		if err != nil {
			_ = recover() // without its value, which may hold anything
			a.Log.ErrorContext(ctx, "the handler failed", "error", err)
			r = chat.Response{Effects: []chat.Effect{{Kind: chat.Whisper, Message: chat.Message{Text: saySorry}}}}
		}
	}()
	r, err = call()
	return r
}

// complete answers a completion, which cannot be put off. One that takes too long
// gets no choices.
func (x *exchange) complete(ctx context.Context, action chat.Action, wrong error) {
	offer := func(list []chat.Choice) {
		x.first(ctx, callback{Type: discordgo.InteractionApplicationCommandAutocompleteResult, Data: completion(list)})
	}
	if wrong != nil {
		offer(nil)
		return
	}
	limited, cancel := context.WithDeadline(ctx, x.received.Add(completeWithin))
	defer cancel()
	ready := make(chan chat.Response, 1)
	go func() {
		ready <- x.ask(limited, func() (chat.Response, error) { return x.handler.Handle(limited, action) })
	}()
	select {
	case r := <-ready:
		offer(r.Choices)
	case <-limited.Done():
		offer(nil)
		<-ready // the end waits for the handler too
	}
}

// first sends the first answer, and gives the id of its message if that is known.
func (x *exchange) first(ctx context.Context, c callback) string {
	x.state = answered
	id, err := x.respond(ctx, c)
	if has(err, codeAlreadyAnswered) { // by an attempt whose outcome was not seen
		err = nil
	}
	x.Observer.acknowledged(time.Since(x.received), err)
	if err != nil {
		x.state = lost
		x.Log.WarnContext(ctx, "the first answer did not get through", "error", err)
		return ""
	}
	if x.byHTTP {
		x.grant.answered = time.Now()
	}
	switch c.Type {
	case discordgo.InteractionApplicationCommandAutocompleteResult: // the token sends nothing more
	case discordgo.InteractionResponseDeferredChannelMessageWithSource: // the next message would be taken for the answer
	default:
		x.keepChannel()
	}
	return id
}

// wait tells Discord that the answer takes longer: that of a command will be a
// whisper, that of a press changes the message pressed.
func (x *exchange) wait(ctx context.Context) {
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

// keepChannel remembers that the token sends messages to its channel.
func (x *exchange) keepChannel() { x.grants.put(x.in.ChannelID, x.grant) }

// keepPressed remembers that the token changes the message pressed, once the
// first answer was one to that message.
func (x *exchange) keepPressed() {
	if x.in.Message != nil {
		x.grant.original = x.in.Message.ID
		x.grants.put(x.in.Message.ID, x.grant)
	}
}

// log notes what went wrong after the answer, and cannot be helped.
func (a *Adapter) log(ctx context.Context, err error) {
	switch {
	case err == nil:
	case errors.Is(err, errDropped), errors.Is(err, errOutOfReach):
		a.Log.DebugContext(ctx, "a message was left as it is", "error", err)
	default:
		a.Log.WarnContext(ctx, "cannot show a message", "error", err)
	}
}
