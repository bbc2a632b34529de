package slack

import (
	"context"
	"slices"
	"strings"

	"othellobot/chat"
)

// carryOut acknowledges the delivery, if possible with a leading whisper. It sends the other whispers and
// a leading message or edit, and leaves the rest to the outbox.
func (x *reply) carryOut(ctx context.Context, o handled) {
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
	if len(effects) == 1 && effects[0].Kind == chat.OpenForm {
		x.ack(ctx, nil)
		if err := x.open(ctx, formView(*effects[0].Form, x.in.origin)); err != nil {
			x.log(ctx, err)
			x.whisper(ctx, effects[0].Message)
		}
		return
	}
	if !x.acked && x.carries && len(effects) > 0 && effects[0].Kind == chat.Whisper && !x.encoder.canShow(effects[0].Message.Picture) {
		whisper := x.whisperResponse(effects[0].Message)
		if x.ack(ctx, &whisper) {
			effects = effects[1:]
		}
	}
	x.ack(ctx, nil)
	var whispers []chat.Message
	var follows []chat.Effect
	led := false
	for _, e := range effects {
		if x.in.kind == pressKind && e.Kind == chat.Edit && e.Ref == "" {
			e.Ref = x.in.pressed().name()
		}
		switch {
		case e.Kind == chat.Edit && e.Ref == "" && x.inView(): // a modal is not edited, and refreshHomes publishes the App Home
		case e.Kind == chat.Whisper:
			whispers = append(whispers, e.Message)
		case !led && len(follows) == 0 && (e.Kind == chat.Post || e.Kind == chat.Edit):
			led = true
			if err := x.sendFirst(ctx, e, o.response.EngineNext); err != nil {
				whispers = append(whispers, chat.Message{Text: x.sentences().excuseFor(e, err)})
			}
		default:
			follows = append(follows, e)
		}
	}
	if len(o.response.Effects) > 0 && x.newlyShared() {
		whispers = append(whispers, chat.Message{Text: x.sentences().SharedChannel})
	}
	for _, m := range whispers {
		x.whisper(ctx, m)
	}
	x.outbox.Put(x.place, follows, x.follow)
}

// newlyShared reports, once for each tenant and channel, whether users of another tenant play there.
func (x *reply) newlyShared() bool {
	if x.install.Token == "" || x.in.Channel == "" {
		return false
	}
	shared := false
	x.latest.Change(x.in.Channel, func(last string, known bool) (string, bool) {
		shared = known && last != x.in.team
		return x.in.team, true
	})
	return shared && x.sharedNoticed.Add(x.in.team+"/"+x.in.Channel)
}

func (x *reply) sendFirst(ctx context.Context, e chat.Effect, soon bool) error {
	within, cancel := context.WithTimeout(ctx, answerWithin)
	defer cancel()
	e, end := x.outbox.Turn(within, x.place, e, soon)
	out := chat.Outcome{Fate: chat.Unknown} // remains if sending panics
	defer func() { end(ctx, out, x.follow) }()
	shown, err := ref{}, errNoTurn
	if within.Err() == nil {
		shown, err = x.effect(within, e)
	}
	out = x.outcome(ctx, e, shown, err)
	return err
}

func (x *reply) follow(ctx context.Context, e chat.Effect) chat.Outcome {
	shown, err := x.effect(ctx, e)
	return x.outcome(ctx, e, shown, err)
}

func (x *reply) effect(ctx context.Context, e chat.Effect) (ref, error) {
	x.requestNamedProfiles(ctx, x.install, x.place.Team, e.Message)
	switch {
	case x.in.kind == pressKind && (e.Kind == chat.Edit || e.Kind == chat.Collapse) && e.Ref == x.in.pressed().name() && !x.inView():
		return x.update(ctx, e)
	case e.Kind == chat.Post || e.Kind == chat.Ping:
		return x.post(ctx, e)
	default:
		return x.show(ctx, x.install, x.place, e)
	}
}

func (s Sentences) excuseFor(e chat.Effect, err error) chat.Text {
	fate := fateOf(err)
	switch {
	case hasCode(err, "is_archived"):
		return s.Archived
	case strings.HasPrefix(codeOf(err), "restricted_action"):
		return s.ReadOnly
	case isDeadToken(err):
		return s.TokenRefused
	case e.Subject.Slot != chat.SlotNone && (fate == chat.NotDelivered || fate == chat.Unknown):
		return s.Late
	default:
		return s.NotShown
	}
}

// update changes the pressed message through the response address, which works even where the bot is not a
// member. If that fails, it uses the Web API.
func (x *reply) update(ctx context.Context, e chat.Effect) (ref, error) {
	err := x.answer(ctx, response{ReplaceOriginal: true, payload: x.encoder.message(messageOf(e), x.editAudience())})
	if err == nil || x.in.whisper { // the Web API cannot change a whisper
		return x.in.pressed(), err
	}
	shown, again := x.show(ctx, x.install, x.place, e)
	return shown, decisiveError(err, again)
}

// post sends a public message through the Web API or, if the bot is not a member, through the response
// address, which returns no ref.
func (x *reply) post(ctx context.Context, e chat.Effect) (ref, error) {
	shown, err := x.show(ctx, x.install, x.place, e)
	if !hasCode(err, "not_in_channel", "channel_not_found") || x.in.Response == "" || x.place.Channel != x.in.Channel {
		return shown, err
	}
	if err := x.answer(ctx, response{ResponseType: inChannel, ThreadTS: x.place.Thread, payload: x.encoder.message(e.Message, x.postAudience())}); err != nil {
		return ref{}, err
	}
	if x.in.Private {
		x.foreignDMs.Add(x.in.team + "/" + x.in.Channel)
	}
	if x.hinted.Add(x.in.team + "/" + x.in.Channel) {
		hint := x.sentences().Invite
		if x.in.Closed {
			hint = x.sentences().Guest
		}
		x.whisper(ctx, chat.Message{Text: hint})
	}
	return ref{}, nil
}

// playInThread posts a message that starts a thread, and repeats the action in the thread.
func (x *reply) playInThread(ctx context.Context, action chat.Action) {
	root := x.encoder.message(chat.Message{Text: x.sentences().PlaysInThread(action.User)}, x.postAudience())
	within, done := context.WithTimeout(ctx, answerWithin)
	start, err := x.send(within, x.install, x.place, root, "", ifUnsent)
	done()
	if err != nil {
		x.log(ctx, err)
		x.whisper(ctx, chat.Message{Text: x.sentences().NoThread})
		return
	}
	action.Place.Thread = start.ts
	handling, cancel := context.WithTimeout(ctx, handleWithin)
	defer cancel()
	r := x.ask(handling, func() (chat.Response, error) { return x.handler.Handle(handling, action) })
	x.carryOut(ctx, handled{action, r})
}
