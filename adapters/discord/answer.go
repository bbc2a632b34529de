package discord

import (
	"cmp"
	"context"
	"slices"

	"github.com/bwmarrin/discordgo"

	"othellobot/chat"
)

// corrections is how often in a row the handler may correct a message.
const corrections = 4

// carryOut answers with one of the effects and then carries out the others, in
// their order.
func (x *exchange) carryOut(ctx context.Context, action chat.Action, r chat.Response) {
	if i := slices.IndexFunc(r.Effects, func(e chat.Effect) bool { return e.Kind == chat.OpenThread }); i >= 0 && action.Place.Thread == "" {
		x.playInThread(ctx, action, r.Effects[i].Message)
		return
	}
	if x.done == "" {
		x.done = x.line(r.Done)
	}
	lead := x.lead(r.Effects)
	if lead < 0 {
		x.acknowledge(ctx)
	} else {
		x.answer(ctx, r.Effects[lead])
	}
	for i, e := range r.Effects {
		if i == lead {
			continue
		}
		if e.Kind == chat.Whisper {
			x.whisper(ctx, e.Message)
			continue
		}
		x.log(ctx, x.show(ctx, x.via(), e, corrections))
	}
	if x.in.isMember() && x.shut.take(channelOf(x.place)) {
		x.whisper(ctx, chat.Message{Text: sayShut})
	}
}

// lead finds the effect that answers the actor: for a press what becomes of the
// message pressed, else what is shown first. It is -1 if there is none.
func (x *exchange) lead(effects []chat.Effect) int {
	if x.in.Message != nil {
		if i := slices.IndexFunc(effects, x.changesPressed); i >= 0 {
			return i
		}
	}
	return slices.IndexFunc(effects, func(e chat.Effect) bool {
		return e.Kind == chat.Whisper || e.Kind == chat.Post || e.Kind == chat.Ping
	})
}

// changesPressed reports whether an effect is about the message pressed.
func (x *exchange) changesPressed(e chat.Effect) bool {
	return (e.Kind == chat.Edit || e.Kind == chat.Collapse && e.Ref != "") &&
		x.in.Message != nil && (e.Ref == "" || e.Ref == x.in.pressedRef().name())
}

// answer sends the effect that answers the actor.
func (x *exchange) answer(ctx context.Context, e chat.Effect) {
	switch {
	case x.changesPressed(e):
		x.update(ctx, e)
	case e.Kind == chat.Whisper:
		x.whisper(ctx, e.Message)
	case x.state == waiting && x.place == x.in.place():
		x.reply(ctx, e)
	default:
		if x.state == deferred && (x.in.Message == nil || x.place != x.in.place()) {
			x.tell(ctx, x.done)
		}
		x.log(ctx, x.show(ctx, x.via(), e, corrections))
	}
}

// update changes the message pressed.
func (x *exchange) update(ctx context.Context, e chat.Effect) {
	if e.Kind == chat.Collapse {
		e.Message = chat.Message{Text: e.Message.Text}
	}
	pressed := x.in.pressedRef()
	if x.state != waiting {
		e.Kind, e.Ref = chat.Edit, pressed.name()
		x.log(ctx, x.show(ctx, x.via(), e, corrections))
		return
	}
	x.first(ctx, callback{Type: discordgo.InteractionResponseUpdateMessage, Data: x.message(e.Message)})
	if x.state == lost {
		e.Kind, e.Ref = chat.Edit, pressed.name()
		x.log(ctx, x.show(ctx, x.via(), e, corrections))
		return
	}
	x.keepPressed()
	if e.Shows.Slot != chat.SlotNone {
		x.log(ctx, x.report(ctx, x.place, e, pressed, corrections))
	}
}

// reply answers with a message for everybody. If the answer comes too late for
// its token, the message is sent to the channel.
func (x *exchange) reply(ctx context.Context, e chat.Effect) {
	id := x.first(ctx, callback{Type: discordgo.InteractionResponseChannelMessageWithSource, Data: x.message(e.Message)})
	if x.state == lost {
		x.log(ctx, x.show(ctx, x.via(), e, corrections))
		return
	}
	if e.Shows.Slot == chat.SlotNone {
		return
	}
	if id == "" {
		var err error
		if id, err = x.api.original(ctx, x.grant); err != nil {
			x.log(ctx, err)
			return
		}
	}
	x.grant.original = id
	x.grants.put(id, x.grant)
	x.log(ctx, x.report(ctx, x.place, e, ref{x.in.ChannelID, id, !x.in.isMember()}, corrections))
}

// whisper shows a message to the actor alone.
func (x *exchange) whisper(ctx context.Context, m chat.Message) {
	p := x.message(m).whisper()
	switch {
	case x.state == waiting:
		x.first(ctx, callback{Type: discordgo.InteractionResponseChannelMessageWithSource, Data: p})
	case x.state == deferred && x.in.Message == nil:
		x.fill(ctx, p)
	case x.state == lost:
		x.Log.WarnContext(ctx, "a whisper did not get through")
	default:
		x.followUp(ctx, p)
	}
}

// followUp sends one more message by the interaction's token.
func (x *exchange) followUp(ctx context.Context, p payload) {
	if !x.grant.followUps.take() {
		x.log(ctx, errOutOfReach)
		return
	}
	_, err := x.api.followUp(ctx, x.grant, p)
	x.log(ctx, err)
}

// fill puts a message in the place that was kept for the answer.
func (x *exchange) fill(ctx context.Context, p payload) {
	x.state = answered
	p.Flags = 0 // it is a whisper since it was put off
	x.log(ctx, x.api.editBy(ctx, x.grant, "@original", p))
	x.keepChannel()
}

// tell shows the actor alone a line in markup: in the message that waits for it,
// in place of the whisper that was pressed, or in one more.
func (x *exchange) tell(ctx context.Context, line string) {
	p := payload{Content: line, Allowed: mentions{Parse: []string{}}, Components: []component{}}
	if x.in.Message == nil || x.in.whispered() {
		x.fill(ctx, p)
		return
	}
	x.followUp(ctx, p.whisper())
}

// acknowledge ends an exchange that has nothing to show.
func (x *exchange) acknowledge(ctx context.Context) {
	switch {
	case x.state == waiting && x.in.Message != nil:
		x.wait(ctx)
	case x.in.Message == nil:
		x.whisper(ctx, chat.Message{Text: sayDone})
	}
}

// line writes what the actor is told while the answer is shown elsewhere.
func (x *exchange) line(t chat.Text) string {
	return cmp.Or(x.part(t, ""), x.part(sayDone, ""))
}
