package slack

import (
	"context"
	"errors"
	"time"

	"othellobot/chat"
)

// exchange is one delivery and what is answered to it.
type exchange struct {
	*Adapter
	in      delivery
	handler chat.Handler
	install install
	place   chat.Place // where effects go
	uses    int        // how often the response address was used
	acked   bool

	// acknowledge sends the acknowledgement, with a message for the actor alone
	// if there is one. It is called once.
	acknowledge func(ctx context.Context, whisper *response) error
	// carries reports whether an acknowledgement can hold a message.
	carries bool
}

// outcome is what the handler made of a delivery.
type outcome struct {
	action   chat.Action
	response chat.Response
}

var errPanic = errors.New("slack: a panic")

// run answers the delivery, whatever happens.
func (x *exchange) run(ctx context.Context, h chat.Handler) {
	defer func() {
		if recover() != nil { // without its value, which may hold anything
			x.Log.ErrorContext(ctx, "a panic in an exchange was survived")
			if !x.acked && x.carries {
				whisper := x.whispering(chat.Message{Text: saySorry})
				x.ack(ctx, &whisper)
			}
			x.ack(ctx, nil)
		}
	}()
	x.handler = h
	if !x.seen.take(x.in.id, x.in.received) {
		x.ack(ctx, nil)
		return
	}
	if x.in.kind == removalKind {
		x.ack(ctx, nil)
		x.remove(ctx, h)
		return
	}
	ready := make(chan outcome, 1)
	go func() { ready <- x.work(ctx) }()
	timer := time.NewTimer(time.Until(x.in.received.Add(ackAfter)))
	defer timer.Stop()
	select {
	case o := <-ready:
		x.carryOut(ctx, o)
	case <-timer.C:
		x.ack(ctx, nil)
		x.carryOut(ctx, <-ready)
	}
}

// ack acknowledges the delivery, if that is still to be done, and reports whether
// that got through.
func (x *exchange) ack(ctx context.Context, whisper *response) bool {
	if x.acked {
		return false
	}
	x.acked = true
	err := x.acknowledge(ctx, whisper)
	x.Observer.acknowledged(time.Since(x.in.received), err)
	if err != nil {
		x.Log.WarnContext(ctx, "an acknowledgement did not get through", "error", plain(err))
	}
	return err == nil
}

// work has the handler do what was asked.
func (x *exchange) work(ctx context.Context) (o outcome) {
	defer func() {
		if recover() != nil { // without its value, which may hold anything
			x.Log.ErrorContext(ctx, "a panic in an exchange was survived")
			o = x.failed()
		}
	}()
	ctx, cancel := context.WithTimeout(ctx, handleWithin)
	defer cancel()
	found, err := x.installOf(ctx, x.in.team)
	if err != nil {
		x.Log.WarnContext(ctx, "a delivery for nobody", "error", err)
		if errors.Is(err, errNotInstalled) {
			return x.notInstalled()
		}
		return x.failed()
	}
	x.install = found
	x.names.learn(x.in.team, x.in.user, x.in.userName)
	action, err := x.in.action(found.BotUser)
	action.Direct = x.in.private && !x.strange.has(x.in.team+"/"+x.in.channel)
	o = outcome{action: action}
	switch {
	case err != nil && (action.User.ID == "" || action.Place.Channel == ""): // nobody, or nowhere, to be answered
	case err != nil:
		o.response = refusalOf(err)
	default:
		x.learnMentioned(action)
		o.response = x.ask(ctx, func() (chat.Response, error) { return x.handler.Handle(ctx, action) })
	}
	return o
}

// failed is what comes of a delivery that the bot could not even look at.
func (x *exchange) failed() outcome { return x.excuse(saySorry) }

// notInstalled is what comes of a delivery from where the bot has no token to
// write with, so that only the delivery's own address is left.
func (x *exchange) notInstalled() outcome {
	if x.in.response == "" {
		return outcome{}
	}
	return x.excuse(sayNotInstalled(x.installURL()))
}

// excuse tells the actor, if there is one, why nothing comes of a delivery.
func (x *exchange) excuse(why chat.Text) outcome {
	if x.in.user == "" || x.in.channel == "" {
		return outcome{}
	}
	at := chat.Place{Platform: Platform, Team: x.in.team, Channel: x.in.channel, Thread: x.in.thread}
	return outcome{chat.Action{Place: at}, whisperOf(why)}
}

// learnMentioned remembers the names that Slack has put beside mentions.
func (x *exchange) learnMentioned(a chat.Action) {
	for _, w := range a.Words {
		if w.Kind == chat.MentionsPerson {
			x.names.learn(w.User.Team, w.User.ID, w.Text)
		}
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
			r = whisperOf(saySorry)
		}
	}()
	r, err = call()
	return r
}

// log notes what went wrong after the answer, and cannot be helped.
func (a *Adapter) log(ctx context.Context, err error) {
	if err != nil {
		a.Log.WarnContext(ctx, "cannot show a message", "error", plain(err))
	}
}

// remove forgets a workspace that has taken the bot out.
func (x *exchange) remove(ctx context.Context, h chat.Handler) {
	x.names.forget(x.in.team)
	if err := x.Installs.Delete(ctx, x.in.team); err != nil {
		x.Log.ErrorContext(ctx, "cannot delete an installation", "error", err)
	}
	x.ask(ctx, func() (chat.Response, error) {
		return h.Handle(ctx, chat.Action{
			Origin: chat.OriginPlatform, Verb: chat.VerbRemoved, Place: chat.Place{Platform: Platform, Team: x.in.team},
		})
	})
}
