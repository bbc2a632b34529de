package discord

import (
	"context"

	"github.com/bwmarrin/discordgo"

	"othellobot/chat"
)

func (x *responder) update(ctx context.Context, e chat.Effect) chat.Outcome {
	if e.Kind == chat.Collapse {
		e.Message = chat.Message{Text: e.Message.Text}
	}
	pressed := x.in.pressedRef()
	if x.state == unanswered && len(x.in.Message.Attachments) > 0 {
		x.deferAnswer(ctx) // the update itself cannot remove them: https://github.com/discord/discord-api-docs/issues/4309
		if x.state == deferred && !x.owns(ctx) {
			return chat.Outcome{Fate: chat.Unknown}
		}
	}
	if x.state == unanswered {
		x.sendFirst(ctx, callback{Type: discordgo.InteractionResponseUpdateMessage, Data: x.encoder.message(e.Message)})
		if x.state == answered {
			x.keepPressedMessage()
			out, arrived := x.updated(ctx, e)
			if arrived {
				x.notePicture(e, out)
				return out
			}
		}
	}
	e.Kind, e.Ref = chat.Edit, pressed.name()
	return x.show(ctx, x.place, e)
}

// updated returns the outcome of the first answer that changed a message, and whether the answer
// may have arrived. An answer in an HTTP response has arrived once Discord knows the token.
func (x *responder) updated(ctx context.Context, e chat.Effect) (out chat.Outcome, arrived bool) {
	out.Ref = x.in.pressedRef().name()
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

// owns reports whether Discord took this process's answer to the press. Discord ignores an
// HTTP response if another process answered earlier.
func (x *responder) owns(ctx context.Context) bool {
	if x.byHTTP && !x.contested {
		switch id, err := x.api.original(ctx, x.grant); {
		case x.dropIfDead(err):
		case err == nil && id != x.in.Message.ID:
			x.loseToOther()
		}
	}
	return !x.contested
}

// loseToOther records that Discord took the answer of another process to the press. The token then
// cannot change the message whose control was pressed.
func (x *responder) loseToOther() {
	x.contested = true
	x.grants.Forget(x.in.Message.ID)
}
