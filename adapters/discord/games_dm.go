package discord

import (
	"context"
	"net/http"
	"time"

	"github.com/bwmarrin/discordgo"

	"othellobot/adapters/internal/exchange"
	"othellobot/chat"
)

const (
	dmEditTime     = 10 * time.Minute // a request within this time edits the last message
	dmRefusalPause = 10 * time.Second // a request within this time after a refusal sends no message
)

// writeDM sends or edits the user's direct message, and answers with a link to it. A button in direct
// messages edits its own message instead.
func (x *responder) writeDM(ctx context.Context, m chat.Message) {
	if x.in.direct() && x.in.Message != nil && !x.in.whispered() {
		x.update(ctx, chat.Effect{Kind: chat.Edit, Message: m})
		x.gamesDMs.Open(userID(x.in.person().ID), x.newGamesDM(x.in.pressedRef(), x.received), true)
		return
	}
	if x.state == unanswered {
		x.deferAnswer(ctx)
	}
	who := userID(x.in.person().ID)
	l, free := x.beginDM(who)
	if !free {
		return // another request of the user is writing the message, and answers with the link
	}
	err := error(&apiError{Status: http.StatusForbidden})
	if time.Since(l.refused) > dmRefusalPause {
		l, err = x.deliverDM(ctx, l, m)
	}
	switch {
	case err == nil:
		x.gamesDMs.Open(who, l, true)
		x.whisper(ctx, chat.Message{Text: chat.Text{chat.LinkOf(x.sentences().InMessages, chat.Link{
			Place: chat.Place{Platform: Platform, Channel: l.ref.channel}, Message: l.ref.messageRef(),
		})}})
	case statusOf(err) == http.StatusForbidden:
		x.gamesDMs.Forget(who)
		x.gamesDMs.Change(who, func(gamesDM) gamesDM { return gamesDM{refused: time.Now()} })
		x.whisper(ctx, chat.Message{Text: x.sentences().MayNotSend})
	default:
		x.gamesDMs.Forget(who)
		x.logFailure(ctx, err)
		x.whisper(ctx, chat.Message{Text: x.sentences().Sorry})
	}
}

// beginDM returns the user's message, and reports whether the caller may write it now.
func (a *Adapter) beginDM(who chat.UserID) (is gamesDM, free bool) {
	a.gamesDMs.Change(who, func(l gamesDM) gamesDM {
		is, free = l, time.Since(l.begun) > followWithin
		if free {
			l.begun = time.Now()
		}
		return l
	})
	return is, free
}

func (x *responder) deliverDM(ctx context.Context, l gamesDM, m chat.Message) (gamesDM, error) {
	p := x.encoder.message(m)
	if time.Since(l.sent) < dmEditTime {
		if err := x.api.edit(ctx, l.ref, p, true); !hasCode(err, discordgo.ErrCodeUnknownMessage) {
			return x.newGamesDM(l.ref, l.sent), err
		}
	}
	channel, err := x.api.openDM(ctx, x.in.person().ID)
	if err != nil {
		return gamesDM{}, err
	}
	sent, err := x.api.post(ctx, channel, p.withNonce(newNonce()))
	return x.newGamesDM(ref{channel: channel, message: sent.ID}, time.Now()), err
}

func (x *responder) newGamesDM(r ref, sent time.Time) gamesDM {
	return gamesDM{ref: r, locale: x.in.Locale, sent: sent}
}

func (a *Adapter) refreshGames(players []chat.UserID) {
	readers := make([]chat.UserID, len(players))
	for i, p := range players {
		readers[i] = userID(p.ID)
	}
	a.gamesDMs.Refresh(a.outbox, readers, a.rewriteDM)
}

// rewriteDM edits the message. It forgets one that was deleted or whose reader accepts no more messages.
func (a *Adapter) rewriteDM(ctx context.Context, who chat.UserID, l gamesDM) {
	if l.ref == (ref{}) {
		return
	}
	m, ok := exchange.Games(ctx, a.log, a.intake.Handler(), who, l.locale)
	if !ok {
		return
	}
	err := a.api.edit(ctx, l.ref, a.encoder.message(m), false)
	if hasCode(err, discordgo.ErrCodeUnknownMessage, discordgo.ErrCodeUnknownChannel, discordgo.ErrCodeCannotSendMessagesToThisUser) {
		a.gamesDMs.Forget(who)
	}
	a.logFailure(ctx, err)
}
