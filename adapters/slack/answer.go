package slack

import (
	"context"
	"errors"
	"slices"

	"othellobot/chat"
)

// corrections is how often in a row the handler may correct a message.
const corrections = 4

// carryOut acknowledges the delivery, with a whisper if that is the whole answer
// to a command, and then carries out the effects in their order.
func (x *exchange) carryOut(ctx context.Context, o outcome) {
	x.place = o.action.Place
	if o.response.Place != (chat.Place{}) {
		x.place = o.response.Place
	}
	effects := o.response.Effects
	if i := slices.IndexFunc(effects, func(e chat.Effect) bool { return e.Kind == chat.OpenThread }); i >= 0 && x.place.Thread == "" {
		x.ack(ctx, nil)
		x.playInThread(ctx, o.action, effects[i].Message)
		return
	}
	if !x.acked && x.carries && len(effects) > 0 && effects[0].Kind == chat.Whisper {
		whisper := x.whispering(effects[0].Message)
		if x.ack(ctx, &whisper) {
			effects = effects[1:]
		}
	}
	x.ack(ctx, nil)
	for i, e := range effects {
		err := x.effect(ctx, e)
		if err != nil && i == 0 && e.Kind != chat.Whisper {
			x.explain(ctx, err)
		}
		x.log(ctx, err)
	}
}

// effect carries out one effect.
func (x *exchange) effect(ctx context.Context, e chat.Effect) error {
	switch {
	case e.Kind == chat.Whisper:
		return x.whisper(ctx, e.Message)
	case x.changesPressed(e):
		return x.update(ctx, e)
	case e.Kind == chat.Post || e.Kind == chat.Ping:
		return x.post(ctx, e)
	default:
		return x.show(ctx, x.install, x.place, e, corrections)
	}
}

// explain tells the actor that what they did is not to be seen, and what helps.
func (x *exchange) explain(ctx context.Context, err error) {
	say := sayNotShown
	switch {
	case has(err, "is_archived"):
		say = sayArchived
	case isDead(err):
		say = sayDead
	}
	x.log(ctx, x.whisper(ctx, chat.Message{Text: say}))
}

func (x *exchange) pressed() ref { return ref{x.in.channel, x.in.message} }

// changesPressed reports whether an effect is about the message pressed.
func (x *exchange) changesPressed(e chat.Effect) bool {
	return x.in.kind == pressKind && (e.Kind == chat.Edit || e.Kind == chat.Collapse && e.Ref != "") &&
		(e.Ref == "" || e.Ref == x.pressed().name())
}

// update changes the message pressed: by the press's own address, which works
// everywhere, else as any message of the bot.
func (x *exchange) update(ctx context.Context, e chat.Effect) error {
	if e.Kind == chat.Collapse {
		e.Message = chat.Message{Text: e.Message.Text}
	}
	p := x.message(e.Message, x.here())
	_, end := x.updates.begin(x.pressed()) // what waits to be shown there is older
	defer end()
	err := x.answer(ctx, response{ReplaceOriginal: true, Text: p.text, Blocks: p.blocks})
	if err != nil {
		if x.in.whisper {
			return err // it is for its reader alone, and only they can reach it
		}
		e.Kind, e.Ref = chat.Edit, x.pressed().name()
		return x.show(ctx, x.install, x.place, e, corrections)
	}
	if e.Shows.Slot == chat.SlotNone {
		return nil
	}
	return x.report(ctx, x.install, x.place, e, x.pressed(), corrections)
}

// post sends a message to everybody: in the bot's name, or where it is no member
// by the address of the delivery. A message sent so has no name until somebody
// presses a control on it.
func (x *exchange) post(ctx context.Context, e chat.Effect) error {
	err := x.show(ctx, x.install, x.place, e, corrections)
	if !has(err, "not_in_channel", "channel_not_found") || x.in.response == "" || x.place.Channel != x.in.channel {
		return err
	}
	p := x.message(e.Message, x.everybody())
	if err := x.answer(ctx, response{ResponseType: inChannel, Text: p.text, Blocks: p.blocks, ThreadTS: x.place.Thread}); err != nil {
		return err
	}
	if x.in.private {
		x.strange.add(x.in.team + "/" + x.in.channel)
	}
	if !x.hinted.add(x.in.team + "/" + x.in.channel) {
		return nil
	}
	hint := sayInvite
	if x.in.closed {
		hint = sayGuest
	}
	return x.whisper(ctx, chat.Message{Text: hint})
}

// whisper shows a message to the actor alone, where they are.
func (x *exchange) whisper(ctx context.Context, m chat.Message) error {
	w := x.whispering(m)
	err := x.answer(ctx, w)
	if err == nil {
		return nil
	}
	at := x.place
	at.Thread = x.in.thread
	return x.postEphemeral(ctx, x.install, at, x.in.user, payload{w.Text, w.Blocks})
}

func (x *exchange) whispering(m chat.Message) response {
	p := x.message(m, x.here())
	return response{ResponseType: ephemeral, Text: p.text, Blocks: p.blocks, ThreadTS: x.in.thread}
}

// here is the audience of what notifies nobody where the actor is: a whisper, or
// a change of the message pressed.
func (x *exchange) here() audience {
	return audience{team: x.in.team, thread: x.in.thread != "", edit: true}
}

// everybody is the audience of a new message.
func (x *exchange) everybody() audience {
	return audience{team: x.in.team, thread: x.place.Thread != ""}
}

var errUsedUp = errors.New("slack: the response address is used up")

// answer sends to the delivery's own address.
func (x *exchange) answer(ctx context.Context, r response) error {
	if x.in.response == "" || x.uses == maxResponses {
		return errUsedUp
	}
	x.uses++
	return x.respond(ctx, x.in.response, r)
}
