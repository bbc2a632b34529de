package discord

import (
	"context"
	"net/http"
	"time"

	"github.com/bwmarrin/discordgo"

	"othellobot/adapters/internal/exchange"
	"othellobot/chat"
	"othellobot/internal/recent"
)

// How often somebody is sent a letter at most; those that they ask for in between change the
// last one. How long it is kept up to date, how long after a change at least, by when the
// board is out to which it leads, and how often at most. How long those who took none are not
// tried again.
const (
	letterEvery   = 10 * time.Minute
	letterLasts   = 24 * time.Hour
	letterAfter   = 400 * time.Millisecond
	letterRests   = 5 * time.Second
	refusedLetter = 10 * time.Second
)

// letters are the direct messages that people have asked for here of late, by the ids of
// those people. It may be used concurrently.
type letters struct {
	recent.Map[string, letter]
}

type letter struct {
	ref     ref // of the message; the zero value is none
	locale  string
	sent    time.Time
	asked   time.Time // for the last time
	refused time.Time // somebody takes none
	writes  time.Time // since when it is being sent or changed because they have asked
	next    time.Time // when it may be changed again
	waits   bool      // to be changed
}

// write sends the actor a message in their conversation with the bot, and tells them. If
// they have acted on it there, or asked for it a moment ago, that message is changed.
func (x *responder) write(ctx context.Context, m chat.Message) {
	if x.in.direct() && x.in.Message != nil && !x.in.whispered() {
		x.update(ctx, chat.Effect{Kind: chat.Edit, Message: m})
		x.letters.Put(x.in.person().ID, x.letter(x.in.pressedRef(), x.received))
		return
	}
	if x.state == waiting {
		x.wait(ctx)
	}
	who := x.in.person().ID
	l, begun := x.letters.ask(who)
	if !begun {
		return // they are told when it is there
	}
	err := error(&apiError{Status: http.StatusForbidden})
	if time.Since(l.refused) > refusedLetter {
		l, err = x.deliver(ctx, who, l, m)
	}
	switch {
	case err == nil:
		x.letters.Put(who, l)
		x.whisper(ctx, chat.Message{Text: chat.Text{chat.LinkOf(x.sentences().InMessages, chat.Link{
			Place: chat.Place{Platform: Platform, Channel: l.ref.channel}, Message: l.ref.name(),
		})}})
	case statusOf(err) == http.StatusForbidden:
		x.letters.Put(who, letter{refused: time.Now()})
		x.whisper(ctx, chat.Message{Text: x.sentences().MayNotSend})
	default:
		x.letters.Forget(who)
		x.logFailure(ctx, err)
		x.whisper(ctx, chat.Message{Text: x.sentences().Sorry})
	}
}

// ask gives the letter of somebody who asks for one, and false if they do already.
func (l *letters) ask(who string) (is letter, begun bool) {
	l.Change(who, func(it letter, _ bool) (letter, bool) {
		is, begun = it, time.Since(it.writes) > followWithin
		if begun {
			it.writes = time.Now()
		}
		return it, true
	})
	return is, begun
}

// deliver brings somebody a message: in their last letter if that is not old, else in
// another one.
func (x *responder) deliver(ctx context.Context, who string, l letter, m chat.Message) (letter, error) {
	p := x.encoder.message(m)
	if time.Since(l.sent) < letterEvery {
		if err := x.api.edit(ctx, l.ref, p, true); !has(err, discordgo.ErrCodeUnknownMessage) {
			return x.letter(l.ref, l.sent), err
		}
	}
	channel, err := x.api.conversation(ctx, who)
	if err != nil {
		return letter{}, err
	}
	sent, err := x.api.post(ctx, channel, p.once(newNonce()))
	return x.letter(ref{channel: channel, message: sent.ID}, time.Now()), err
}

// letter is one that the actor has just asked for.
func (x *responder) letter(r ref, sent time.Time) letter {
	now := time.Now()
	return letter{ref: r, locale: x.in.Locale, sent: sent, asked: now, next: now.Add(letterRests)}
}

// due is how long to wait before a letter is brought up to date, and false if it need not
// be, or waits already.
func (l *letters) due(who string) (wait time.Duration, due bool) {
	l.Change(who, func(is letter, known bool) (letter, bool) {
		known = known && time.Since(is.asked) < letterLasts
		wait, due = time.Until(is.next), known && is.ref != (ref{}) && !is.waits
		is.waits = true
		return is, known
	})
	return wait, due
}

// begin takes up a letter that is brought up to date, and false if it is forgotten.
func (l *letters) begin(who string) (is letter, begun bool) {
	l.Change(who, func(it letter, known bool) (letter, bool) {
		it.waits, it.next = false, time.Now().Add(letterRests)
		is, begun = it, known && it.ref != (ref{})
		return it, known
	})
	return is, begun
}

// keepCurrent brings the letters of players up to date, each after a while.
func (a *Adapter) keepCurrent(players []chat.UserID) {
	for _, p := range players {
		wait, due := a.letters.due(p.ID)
		if !due {
			continue
		}
		lane := chat.Place{Platform: Platform, Channel: "letters of " + p.ID}
		a.outbox.After(max(wait, letterAfter), lane, func(ctx context.Context) { a.rewrite(ctx, p) })
	}
}

// rewrite brings the letter of a player up to date. One that is gone is forgotten.
func (a *Adapter) rewrite(ctx context.Context, who chat.UserID) {
	l, begun := a.letters.begin(who.ID)
	if !begun {
		return
	}
	r, ok := exchange.Ask(ctx, a.log, func() (chat.Response, error) {
		return a.intake.Handler().Handle(ctx, chat.Action{
			User: who, Place: chat.Place{Platform: Platform}, Origin: chat.OriginPlatform, Verb: chat.VerbHome, Locale: l.locale,
		})
	})
	if !ok || len(r.Effects) == 0 {
		return
	}
	err := a.api.edit(ctx, l.ref, a.encoder.message(r.Effects[0].Message), false)
	if has(err, discordgo.ErrCodeUnknownMessage, discordgo.ErrCodeUnknownChannel, discordgo.ErrCodeCannotSendMessagesToThisUser) {
		a.letters.Forget(who.ID)
	}
	a.logFailure(ctx, err)
}
