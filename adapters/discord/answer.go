package discord

import (
	"cmp"
	"context"
	"slices"

	"github.com/bwmarrin/discordgo"

	"othellobot/adapters/internal/exchange"
	"othellobot/chat"
)

// carryOut answers with at most one effect, then sends whispers. It queues all other effects in order.
func (x *responder) carryOut(ctx context.Context, action chat.Action, r chat.Response) {
	if i := slices.IndexFunc(r.Effects, func(e chat.Effect) bool { return e.Kind == chat.OpenThread }); i >= 0 && action.Place.Thread == "" {
		if x.openThread(ctx, &action, r.Effects[i].Message) {
			x.carryOut(ctx, action, x.handle(ctx, action))
		}
		return
	}
	if r.Repeated && !x.byHTTP { // an answer here would replace the first one
		return
	}
	if r.Place != (chat.Place{}) {
		x.place = r.Place
	}
	defer x.refreshGames(r.Players)
	ctx, cancel := context.WithTimeout(ctx, followWithin)
	defer cancel()
	if len(r.Effects) == 1 && r.Effects[0].Kind == chat.OpenForm {
		x.openForm(ctx, r.Effects[0])
		return
	}
	if len(r.Effects) == 1 && r.Effects[0].Kind == chat.Direct {
		x.writeDM(ctx, r.Effects[0].Message)
		return
	}
	if x.doneMarkup == "" {
		x.doneMarkup = cmp.Or(x.encoder.markup(r.Confirmation, ""), x.encoder.markup(x.sentences().Done, ""))
	}
	lead := x.leadOf(r.Effects)
	switch {
	case lead >= 0:
		x.answer(ctx, r.Effects[lead], r.EngineNext && lead == 0)
	case x.in.Message == nil:
		x.whisper(ctx, chat.Message{Text: x.sentences().Done})
	case x.state == unanswered:
		x.deferAnswer(ctx)
	}
	rest := x.illustrate(ctx, make([]chat.Effect, 0, len(r.Effects)))
	for i, e := range r.Effects {
		switch {
		case i == lead:
		case e.Kind == chat.Whisper:
			x.whisper(ctx, e.Message)
		default:
			rest = append(rest, e)
		}
	}
	if x.in.isMember() && x.access.takeWarning(channelOf(x.place)) {
		x.whisper(ctx, chat.Message{Text: x.sentences().Shut})
	}
	x.outbox.Put(x.place, rest, x.sender(x.place))
}

// leadOf returns the index of the effect that answers the user, or -1. It prefers an effect that
// changes the message whose control was pressed.
func (x *responder) leadOf(effects []chat.Effect) int {
	if i := slices.IndexFunc(effects, x.changesPressed); i >= 0 {
		return i
	}
	return slices.IndexFunc(effects, func(e chat.Effect) bool {
		return e.Kind == chat.Whisper || e.Kind == chat.Post || e.Kind == chat.Ping
	})
}

func (x *responder) changesPressed(e chat.Effect) bool {
	return (e.Kind == chat.Edit || e.Kind == chat.Collapse && e.Ref != "") &&
		x.in.Message != nil && (e.Ref == "" || e.Ref == x.in.pressedRef().messageRef())
}

// answer sends the effect that answers the user. If soon is set, it first waits briefly for a newer
// version of the effect.
func (x *responder) answer(ctx context.Context, e chat.Effect, soon bool) {
	send := x.sender(x.place)
	var end func(context.Context, chat.Outcome, exchange.Send)
	separate := x.in.Message == nil && e.Kind != chat.Whisper
	showDone := func() {
		if separate && x.state == deferred {
			x.tellUser(ctx, x.doneMarkup)
		}
	}
	showDone()
	out := chat.Outcome{Fate: chat.Unknown} // the outcome after a panic
	defer func() { end(ctx, out, send) }()
	x.deferIfSlow(ctx, func() { e, end = x.outbox.Turn(ctx, x.place, e, soon) }, showDone)
	switch {
	case x.changesPressed(e):
		out = x.update(ctx, e)
	case e.Kind == chat.Whisper:
		x.whisper(ctx, e.Message)
	case x.state == unanswered && x.place == x.in.place():
		out = x.reply(ctx, e)
	default:
		if x.state == deferred && x.place != x.in.place() {
			x.tellUser(ctx, x.doneMarkup)
		}
		out = x.show(ctx, x.place, e)
	}
}

// reply answers with a message for the whole channel. If the answer surely did not arrive or the token
// is dead, it sends the message to the channel instead.
func (x *responder) reply(ctx context.Context, e chat.Effect) chat.Outcome {
	id := x.sendFirst(ctx, callback{Type: discordgo.InteractionResponseChannelMessageWithSource, Data: x.encoder.message(e.Message)})
	if x.state == lost && fateOf(x.lostBecause) != chat.Unknown {
		return x.show(ctx, x.place, e)
	}
	if id == "" && x.state == answered && e.Subject.Slot == chat.SlotNone {
		x.notePicture(e, chat.Outcome{})
		return chat.Outcome{}
	}
	if id == "" {
		var err error
		id, err = x.api.original(ctx, x.grant)
		switch {
		case err == nil:
		case x.dropIfDead(err):
			return x.show(ctx, x.place, e)
		case x.state == answered && !x.in.isMember(): // the bot cannot search the channel for the message
			return chat.Outcome{}
		default:
			x.logFailure(ctx, err)
			return chat.Outcome{Fate: chat.Unknown}
		}
		x.state = answered
	}
	x.grant.original = id
	x.grants.Put(id, x.grant)
	x.keepChannel()
	out := chat.Outcome{Ref: ref{x.in.ChannelID, id, !x.in.isMember()}.messageRef()}
	x.notePicture(e, out)
	return out
}

// illustrate adds the picture that the first answer lacks. If a slot's message is known, it instead appends
// a Refresh, so that the outbox keeps the order of versions.
func (x *responder) illustrate(ctx context.Context, follows []chat.Effect) []chat.Effect {
	switch e := x.unillustrated; {
	case e == nil:
	case e.Subject.Slot != chat.SlotNone && e.Ref != "":
		follows = append(follows, chat.Effect{Kind: chat.Refresh, Subject: e.Subject})
	default:
		if p := x.encoder.pictured(ctx, e.Message); p.upload != nil {
			x.logFailure(ctx, x.api.editByToken(ctx, x.grant, "@original", p))
		}
	}
	return follows
}

// openForm opens the effect's form. If an answer was already sent, it whispers the effect's message.
func (x *responder) openForm(ctx context.Context, e chat.Effect) {
	if x.state == unanswered && e.Form != nil {
		x.sendFirst(ctx, callback{Type: discordgo.InteractionResponseModal, Data: formOf(*e.Form)})
		return
	}
	x.whisper(ctx, e.Message)
}
