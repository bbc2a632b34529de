package slack

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"othellobot/adapters/internal/exchange"
	"othellobot/chat"
	"othellobot/internal/survived"
)

// reply is one delivery and what is answered to it.
type reply struct {
	*Adapter
	in      delivery
	handler chat.Handler
	install install
	place   chat.Place   // where effects go
	uses    atomic.Int32 // how often the response address was used
	acked   bool

	answered func() // tells the outbox that the first answer is out; may be called again

	// acknowledge sends the acknowledgement, with a message for the actor alone
	// if there is one. It is called once.
	acknowledge func(ctx context.Context, whisper *response) error
	// carries reports whether an acknowledgement can hold a message.
	carries bool
	// decline leaves the delivery unacknowledged, so that Slack sends it again. It is
	// called instead of acknowledge; nil where nothing has to be done for that.
	decline func()
}

// outcome holds the handler's response to a delivery.
type outcome struct {
	action   chat.Action
	response chat.Response
}

// run answers the delivery, whatever happens.
func (x *reply) run(ctx context.Context, h chat.Handler) {
	defer func() {
		if value := recover(); value != nil {
			x.logger.ErrorContext(ctx, "a panic in an exchange was survived", survived.Panic(value))
			if !x.acked && x.carries {
				whisper := x.whispering(chat.Message{Text: x.sentences().Sorry})
				x.ack(ctx, &whisper)
			}
			x.ack(ctx, nil)
		}
	}()
	x.handler = h
	if x.in.kind == removalKind { // whose repetition is harmless, and wanted where the first failed
		x.removal(ctx, h)
		return
	}
	if x.in.kind == revocationKind {
		x.ack(ctx, nil)
		x.checkToken(ctx)
		return
	}
	if x.in.kind == homeKind {
		x.ack(ctx, nil)
		if isID(x.in.user) {
			x.showGames(ctx)
		}
		return
	}
	x.answered = sync.OnceFunc(x.outbox.Answering(x.in.place()))
	defer x.answered()
	made := exchange.Await(x.in.received.Add(ackAfter), func() outcome { return x.work(ctx) }, func() { x.ack(ctx, nil) })
	x.carryOut(ctx, made)
}

// ack acknowledges the delivery, if that is still to be done, and reports whether
// that got through.
func (x *reply) ack(ctx context.Context, whisper *response) bool {
	if x.acked {
		return false
	}
	x.acked = true
	err := x.acknowledge(ctx, whisper)
	x.observer.Ack(time.Since(x.in.received), err)
	if err != nil {
		x.logger.WarnContext(ctx, "an acknowledgement did not get through", "error", plain(err))
	}
	return err == nil
}

// work has the handler do what was asked.
func (x *reply) work(ctx context.Context) (o outcome) {
	defer func() {
		if value := recover(); value != nil {
			x.logger.ErrorContext(ctx, "a panic in an exchange was survived", survived.Panic(value))
			o = x.failed()
		}
	}()
	ctx, cancel := context.WithTimeout(ctx, handleWithin)
	defer cancel()
	found, err := x.installOf(ctx, x.in.team)
	if err != nil {
		x.logger.WarnContext(ctx, "a delivery for nobody", "error", err)
		switch {
		case errors.Is(err, errNotInstalled):
			return x.byAddress(x.sentences().NotInstalled(x.oauth.installURL()))
		case errors.Is(err, errNotReady):
			return x.byAddress(x.sentences().NotReady)
		}
		return x.failed()
	}
	x.install = found
	x.names.learn(x.in.team, x.in.user, x.in.userName)
	action, err := x.in.action(found.BotUser, x.commands)
	action.Direct = x.in.private && !x.strange.Has(x.in.team+"/"+x.in.channel)
	o = outcome{action: action}
	switch {
	case err != nil && (action.User.ID == "" || action.Place.Channel == ""): // nobody, or nowhere, to be answered
	case err != nil:
		o.response = x.refusalOf(err)
	default:
		x.learnMentioned(action)
		x.meet(ctx, found, x.in.team, concerned(action)...)
		who := x.names.of(x.in.team, x.in.user)
		o.action.Locale, o.action.Moderator, o.action.Unmoderated = who.locale, who.moderates, x.withholds(found, "users.info")
		o.response = x.ask(ctx, func() (chat.Response, error) { return x.handler.Handle(ctx, o.action) })
	}
	return o
}

// failed answers a delivery that the bot could not even look at.
func (x *reply) failed() outcome { return x.excuse(x.sentences().Sorry) }

// byAddress is the excuse where the bot has no token to write with, so that only the
// delivery's own address is left.
func (x *reply) byAddress(why chat.Text) outcome {
	if x.in.response == "" {
		return outcome{}
	}
	return x.excuse(why)
}

// excuse tells the actor, if there is one, why nothing comes of a delivery.
func (x *reply) excuse(why chat.Text) outcome {
	if x.in.user == "" || x.in.channel == "" {
		return outcome{}
	}
	return outcome{chat.Action{Place: x.in.place()}, whisperOf(why)}
}

// concerned are the people whom an action is about: who did it, and who is mentioned.
func concerned(a chat.Action) []string {
	users := []string{a.User.ID}
	for _, w := range a.Words {
		if w.Kind == chat.MentionsPerson {
			users = append(users, w.User.ID)
		}
	}
	return users
}

// learnMentioned remembers the names that Slack has put beside mentions.
func (x *reply) learnMentioned(a chat.Action) {
	for _, w := range a.Words {
		if w.Kind == chat.MentionsPerson {
			x.names.learn(w.User.Team, w.User.ID, w.Text)
		}
	}
}

// ask calls the handler. If that fails or panics, the response says so to whoever
// acted.
func (x *reply) ask(ctx context.Context, call func() (chat.Response, error)) chat.Response {
	if r, ok := exchange.Ask(ctx, x.logger, call); ok {
		return r
	}
	return whisperOf(x.sentences().Sorry)
}
