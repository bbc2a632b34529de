package slack

import (
	"context"
	"errors"
	"slices"
	"time"

	"othellobot/chat"
)

// answerWithin is how long what is sent as the answer itself may take, after the
// handler is done; what takes longer is left to the clock.
const answerWithin = 15 * time.Second

// carryOut acknowledges the delivery, with a whisper if that is the whole answer
// to a command, sends the answer, and leaves what follows it to the outbox.
func (x *reply) carryOut(ctx context.Context, o outcome) {
	x.place = o.action.Place
	if o.response.Place != (chat.Place{}) {
		x.place = o.response.Place
	}
	x.refreshHomes(o.response.Players)
	effects := o.response.Effects
	if slices.ContainsFunc(effects, func(e chat.Effect) bool { return e.Kind == chat.OpenThread }) && x.place.Thread == "" {
		x.ack(ctx, nil)
		x.playInThread(ctx, o.action)
		return
	}
	if len(effects) == 1 && effects[0].Kind == chat.Ask {
		x.ack(ctx, nil)
		x.openForm(ctx, effects[0])
		return
	}
	if !x.acked && x.carries && len(effects) > 0 && effects[0].Kind == chat.Whisper && !x.encoder.shows(effects[0].Message.Picture) {
		whisper := x.whispering(effects[0].Message)
		if x.ack(ctx, &whisper) {
			effects = effects[1:]
		}
	}
	x.ack(ctx, nil)
	within, cancel := context.WithTimeout(ctx, answerWithin)
	defer cancel()
	var whispers []chat.Message
	var follows []chat.Effect
	led := false
	for _, e := range effects {
		if x.in.kind == pressKind && e.Kind == chat.Edit && e.Ref == "" {
			e.Ref = x.in.pressed().name()
		}
		switch {
		case e.Kind == chat.Edit && e.Ref == "" && x.inView(): // which is published anew
		case e.Kind == chat.Whisper:
			whispers = append(whispers, e.Message)
		case !led && len(follows) == 0 && (e.Kind == chat.Post || e.Kind == chat.Edit):
			led = true
			if err := x.lead(ctx, within, e, o.response.EngineNext); err != nil {
				whispers = append(whispers, chat.Message{Text: x.sentences().excuseFor(e, err)})
			}
		default:
			follows = append(follows, e)
		}
	}
	if len(o.response.Effects) > 0 && x.playsApart() {
		whispers = append(whispers, chat.Message{Text: x.sentences().Apart})
	}
	for _, m := range whispers {
		x.log(ctx, x.whisper(within, m))
	}
	x.answered()
	x.outbox.Put(x.place, follows, x.follow)
}

// playsApart reports whether the actor is to be told that another tenant plays in the
// channel, too: each has games of its own in a channel that they share. Only commands and
// presses of both tell that it is shared, so this is said once somebody of both has acted.
func (x *reply) playsApart() bool {
	if x.install.Token == "" || x.in.channel == "" {
		return false
	}
	shared := false
	x.latest.Change(x.in.channel, func(last string, known bool) (string, bool) {
		shared = known && last != x.in.team
		return x.in.team, true
	})
	return shared && x.apart.Add(x.in.team+"/"+x.in.channel)
}

// lead sends the answer itself.
func (x *reply) lead(ctx, within context.Context, e chat.Effect, soon bool) error {
	e = x.outbox.Lead(within, e, soon)
	out := chat.Outcome{Fate: chat.Unknown} // if it panics
	defer func() { x.outbox.Sent(ctx, e, out, x.follow) }()
	shown, err := x.effect(within, e)
	out = x.outcome(ctx, e, shown, err)
	return err
}

// follow sends what follows the answer.
func (x *reply) follow(ctx context.Context, e chat.Effect) chat.Outcome {
	shown, err := x.effect(ctx, e)
	return x.outcome(ctx, e, shown, err)
}

// effect carries out one effect, and gives the message that it has sent or changed.
func (x *reply) effect(ctx context.Context, e chat.Effect) (ref, error) {
	x.meetNamed(ctx, x.install, x.place.Team, e.Message)
	switch {
	case x.in.kind == pressKind && (e.Kind == chat.Edit || e.Kind == chat.Collapse) && e.Ref == x.in.pressed().name() && !x.inView():
		return x.update(ctx, e)
	case e.Kind == chat.Post || e.Kind == chat.Ping:
		return x.post(ctx, e)
	default:
		return x.show(ctx, x.install, x.place, e)
	}
}

// excuseFor tells why what somebody did is not to be seen, and what helps.
func (s Sentences) excuseFor(e chat.Effect, err error) chat.Text {
	fate := fateOf(err)
	switch {
	case has(err, "is_archived"):
		return s.Archived
	case isDead(err):
		return s.Dead
	case e.Shows.Slot != chat.SlotNone && (fate == chat.Unsent || fate == chat.Unknown):
		return s.Late
	default:
		return s.NotShown
	}
}

// inView reports whether a control was pressed in a view.
func (x *reply) inView() bool { return x.in.kind == pressKind && x.in.message == "" }

// update changes the message pressed: by the press's own address, which works
// everywhere, else as any message of the bot.
func (x *reply) update(ctx context.Context, e chat.Effect) (ref, error) {
	if e.Kind == chat.Collapse {
		e.Message = chat.Message{Text: e.Message.Text}
	}
	p := x.encoder.message(e.Message, x.here())
	err := x.answer(ctx, response{ReplaceOriginal: true, Text: p.text, Blocks: p.blocks, bare: p.bare})
	if err == nil || x.in.whisper { // which only its reader can reach
		return x.in.pressed(), err
	}
	return x.show(ctx, x.install, x.place, e)
}

// post sends a message to everybody: in the bot's name, or where it is no member
// by the address of the delivery. A message sent so has no name until somebody
// presses a control on it.
func (x *reply) post(ctx context.Context, e chat.Effect) (ref, error) {
	shown, err := x.show(ctx, x.install, x.place, e)
	if !has(err, "not_in_channel", "channel_not_found") || x.in.response == "" || x.place.Channel != x.in.channel {
		return shown, err
	}
	p := x.encoder.message(e.Message, x.everybody())
	if err := x.answer(ctx, response{ResponseType: inChannel, Text: p.text, Blocks: p.blocks, bare: p.bare, ThreadTS: x.place.Thread}); err != nil {
		return ref{}, err
	}
	if x.in.private {
		x.strange.Add(x.in.team + "/" + x.in.channel)
	}
	if x.hinted.Add(x.in.team + "/" + x.in.channel) {
		hint := x.sentences().Invite
		if x.in.closed {
			hint = x.sentences().Guest
		}
		x.log(ctx, x.whisper(ctx, chat.Message{Text: hint}))
	}
	return ref{}, nil
}

// whisper shows a message to the actor alone, where they are: what comes of a press in a
// view is another view. What may have been lost
// on the first way is sent on the other: a whisper that comes twice harms nobody.
func (x *reply) whisper(ctx context.Context, m chat.Message) error {
	if x.inView() {
		if err := x.open(ctx, x.encoder.modal(m, x.in.team, x.in.origin())); err == nil {
			return nil
		}
	}
	w := x.whispering(m)
	if x.answer(ctx, w) == nil {
		return nil
	}
	at := x.place
	at.Thread = x.in.thread
	if w.bare != nil {
		w.Blocks = w.bare
	}
	return x.postEphemeral(ctx, x.install, at, x.in.user, payload{text: w.Text, blocks: w.Blocks})
}

func (x *reply) whispering(m chat.Message) response {
	p := x.encoder.message(m, x.here())
	return response{ResponseType: ephemeral, Text: p.text, Blocks: p.blocks, bare: p.bare, ThreadTS: x.in.thread}
}

// here is the audience of what notifies nobody where the actor is: a whisper, or
// a change of the message pressed.
func (x *reply) here() audience {
	return audience{team: x.in.team, thread: x.in.thread != "", edit: true}
}

// everybody is the audience of a new message.
func (x *reply) everybody() audience {
	return audience{team: x.in.team, thread: x.place.Thread != ""}
}

var errNoTrigger = errors.New("slack: nothing to open a view by")

var errUsedUp = errors.New("slack: the response address is used up")

// answer sends to the delivery's own address.
func (x *reply) answer(ctx context.Context, r response) error {
	p := payload{text: r.Text, blocks: r.Blocks, bare: r.bare}
	return x.try(ctx, p, ifUnsent, func(ctx context.Context, p payload, _ repeating) error {
		if x.in.response == "" || x.uses.Add(1) > maxResponses {
			return errUsedUp
		}
		r.Blocks = p.blocks
		return x.respond(ctx, x.in.response, r)
	})
}
