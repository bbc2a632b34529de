package discord

import (
	"context"
	"time"

	"github.com/bwmarrin/discordgo"

	"othellobot/adapters/internal/exchange"
	"othellobot/chat"
)

const whisperLost = "a whisper did not get through"

func (x *responder) whisper(ctx context.Context, m chat.Message) {
	if m.File != nil && x.state == unanswered {
		x.deferAnswer(ctx) // the first answer cannot hold a file
	}
	switch {
	case x.state == unanswered:
		x.sendFirst(ctx, callback{Type: discordgo.InteractionResponseChannelMessageWithSource, Data: x.encoder.message(m).whisper()})
		if x.state == answered {
			x.notePicture(chat.Effect{Message: m}, chat.Outcome{})
		}
	case x.state == deferred && x.in.Message == nil:
		x.fill(ctx, x.encoder.pictured(ctx, m))
	case x.state == lost:
		x.log.WarnContext(ctx, whisperLost)
	default:
		x.followUp(ctx, x.encoder.pictured(ctx, m).whisper())
	}
}

// followUp sends a message, and again if the first attempt may have failed: a duplicate is better than
// a loss.
func (x *responder) followUp(ctx context.Context, p payload) {
	retry := exchange.Retry{First: firstBackoff, Longest: firstBackoff, Tries: 2, Random: x.api.random, Temporary: func(err error) (time.Duration, bool) {
		return 0, !x.dropIfDead(err) && fateOf(err) == chat.Unknown
	}}
	x.logFailure(ctx, retry.Do(ctx, func() error {
		if !x.grant.takeFollowUp() {
			return errOutOfReach
		}
		_, err := x.api.followUp(ctx, x.grant, p)
		p = p.bare()
		return err
	}))
}

// fill replaces the deferred answer. If that fails, the channel must not use the token: Discord would
// take the next message for the answer and show it to the user alone.
func (x *responder) fill(ctx context.Context, p payload) {
	x.state = answered
	p.Flags = 0 // it became a whisper when it was deferred
	err := x.api.editByToken(ctx, x.grant, "@original", p)
	x.logFailure(ctx, err)
	if !x.dropIfDead(err) && err == nil {
		x.keepChannel()
	}
}

func (x *responder) tellUser(ctx context.Context, line string) {
	p := payload{Content: line, Allowed: mentions{Parse: []string{}}, Components: []component{}}
	switch {
	case x.state == lost:
		x.log.WarnContext(ctx, whisperLost)
	case x.in.Message == nil || x.in.whispered():
		x.fill(ctx, p)
	default:
		x.followUp(ctx, p.whisper())
	}
}

// notePicture records that the first answer lacks its picture. Drawing takes time, and a picture can make
// an HTTP response too large: https://github.com/discord/discord-api-docs/issues/5250.
func (x *responder) notePicture(e chat.Effect, out chat.Outcome) {
	if e.Message.Picture != nil && !x.contested {
		e.Kind, e.Ref = chat.Edit, out.Ref
		x.unillustrated = &e
	}
}

func (x *responder) update(ctx context.Context, e chat.Effect) chat.Outcome {
	if e.Kind == chat.Collapse {
		e.Message = chat.Message{Text: e.Message.Text}
	}
	pressed := x.in.pressedRef()
	if x.state == unanswered && len(x.in.Message.Attachments) > 0 {
		x.deferAnswer(ctx) // an update cannot remove attachments: https://github.com/discord/discord-api-docs/issues/4309
		if x.state == deferred && !x.ownsAnswer(ctx) {
			return chat.Outcome{Fate: chat.Unknown}
		}
	}
	if x.state == unanswered {
		x.sendFirst(ctx, callback{Type: discordgo.InteractionResponseUpdateMessage, Data: x.encoder.message(e.Message)})
		if x.state == answered {
			x.keepPressedMessage()
			out, arrived := x.updateOutcome(ctx, e)
			if arrived {
				x.notePicture(e, out)
				return out
			}
		}
	}
	e.Kind, e.Ref = chat.Edit, pressed.messageRef()
	return x.show(ctx, x.place, e)
}

// updateOutcome returns the outcome of a first answer that changes the pressed message, and whether the answer
// may have arrived. An answer in an HTTP response has arrived once Discord knows the token.
func (x *responder) updateOutcome(ctx context.Context, e chat.Effect) (out chat.Outcome, arrived bool) {
	out.Ref = x.in.pressedRef().messageRef()
	if !x.byHTTP || e.Subject.Slot == chat.SlotNone && e.Message.Picture == nil {
		return out, true
	}
	id, err := x.api.original(ctx, x.grant)
	switch {
	case err == nil && id != x.in.Message.ID:
		x.loseToOther()
		return out, true
	case err == nil || !x.in.isMember():
		return out, true
	case x.dropIfDead(err):
		return out, false
	default:
		x.logFailure(ctx, err)
		return chat.Outcome{Fate: chat.Unknown}, true
	}
}

func (x *responder) ownsAnswer(ctx context.Context) bool {
	if x.byHTTP && !x.contested {
		switch id, err := x.api.original(ctx, x.grant); {
		case x.dropIfDead(err):
		case err == nil && id != x.in.Message.ID:
			x.loseToOther()
		}
	}
	return !x.contested
}

// loseToOther records that Discord took another process's answer: the token cannot change the message.
func (x *responder) loseToOther() {
	x.contested = true
	x.grants.Forget(x.in.Message.ID)
}
