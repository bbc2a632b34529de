package discord

import (
	"cmp"
	"context"
	"errors"

	"othellobot/chat"
)

var (
	errOutOfReach = errors.New("discord: the bot is no member there, and the token is used up")
	errNoActor    = errors.New("discord: nobody to whisper to, or to open a thread for")
)

// via is the way to a place: by the token of the interaction under way, if it is
// of there, else by one that was of there before, else in the name of the bot.
type via struct {
	place chat.Place
	own   *grant
}

func (x *exchange) via() via {
	if x.state == lost || x.place != x.in.place() {
		return via{place: x.place}
	}
	return via{x.place, &x.grant}
}

// Deliver implements [chat.Poster]. Where the bot can do nothing without an
// interaction's token and has none, it does nothing.
func (a *Adapter) Deliver(ctx context.Context, place chat.Place, r chat.Response) error {
	ctx, cancel := context.WithTimeout(ctx, handleWithin)
	defer cancel()
	var failed error
	for _, e := range r.Effects {
		err := a.show(ctx, via{place: place}, e, corrections)
		if errors.Is(err, errOutOfReach) || errors.Is(err, errDropped) {
			a.log(ctx, err)
			continue
		}
		failed = cmp.Or(failed, err)
	}
	return failed
}

// show carries out an effect that is not the first answer, and reports the
// message if it shows a game.
func (a *Adapter) show(ctx context.Context, v via, e chat.Effect, rounds int) error {
	var r ref
	var err error
	switch e.Kind {
	case chat.Post, chat.Ping:
		r, err = a.send(ctx, v, a.message(e.Message))
	case chat.Edit:
		if r, err = parseRef(e.Ref); err != nil {
			return err
		}
		p := a.message(e.Message)
		err = a.replace(ctx, r, p, true)
		if e.Shows.Slot != chat.SlotNone && (has(err, codeUnknownMessage) || errors.Is(err, errOutOfReach)) {
			r, err = a.send(ctx, v, p) // somebody deleted it, or it is out of reach: the game goes on in a new one
		}
	case chat.Collapse:
		return a.collapse(ctx, e)
	case chat.Remove:
		return a.remove(ctx, e.Ref)
	default:
		return errNoActor
	}
	if err != nil || e.Shows.Slot == chat.SlotNone {
		return err
	}
	return a.report(ctx, v.place, e, r, rounds)
}

// report tells the handler which message shows a game now, and corrects the
// message as it says.
func (a *Adapter) report(ctx context.Context, place chat.Place, e chat.Effect, r ref, rounds int) error {
	handler := a.intake.current()
	correction := a.ask(ctx, func() (chat.Response, error) {
		return handler.Sent(ctx, e.Shows, r.name())
	})
	if rounds == 0 {
		return nil
	}
	var failed error
	for _, e := range correction.Effects {
		if e.Kind != chat.Whisper {
			failed = cmp.Or(failed, a.show(ctx, via{place: place}, e, rounds-1))
		}
	}
	return failed
}

// send sends a message to everybody in a place.
func (a *Adapter) send(ctx context.Context, v via, p payload) (ref, error) {
	channel := channelOf(v.place)
	given, ok := a.grants.get(channel)
	if v.own != nil {
		given, ok = *v.own, true
	}
	var err error
	if ok && given.followUps.take() {
		var id string
		if id, err = a.api.followUp(ctx, given, p); err == nil {
			given.original = ""
			a.grants.put(id, given)
			return ref{channel, id, !given.member}, nil
		}
		if !tokenDead(err) {
			return ref{}, err
		}
		a.grants.drop(channel)
	}
	if ok && !given.member || a.outside.has(channel) {
		return ref{}, errOutOfReach
	}
	id, err := a.api.post(ctx, channel, p)
	a.noteGone(ctx, v.place, err)
	if has(err, codeMissingAccess, codeMissingPermissions) {
		a.shut.add(channel)
	}
	return ref{channel: channel, message: id}, err
}

// noteGone has everything forgotten of a channel or a server that is not there
// any more. A thread is left to its time.
func (a *Adapter) noteGone(ctx context.Context, at chat.Place, err error) {
	gone := chat.Place{Platform: at.Platform, Team: at.Team}
	switch {
	case has(err, codeUnknownGuild) && at.Team != "":
	case has(err, codeUnknownChannel) && at.Thread == "":
		gone.Channel = at.Channel
	default:
		return
	}
	handler := a.intake.current()
	a.ask(ctx, func() (chat.Response, error) {
		return handler.Handle(ctx, chat.Action{Origin: chat.OriginPlatform, Verb: chat.VerbRemoved, Place: gone})
	})
}

// replace changes a message: by the token it was sent with while that lives,
// else in the name of the bot.
func (a *Adapter) replace(ctx context.Context, r ref, p payload, patient bool) error {
	if given, ok := a.grants.get(r.message); ok {
		err := a.api.editBy(ctx, given, r.message, p)
		if !tokenDead(err) {
			return err
		}
		a.grants.drop(r.message)
	}
	if r.tokenOnly {
		return errOutOfReach
	}
	return a.api.edit(ctx, r, p, patient)
}

// collapse takes a message down to a line. It gives way when much is waiting to
// be sent.
func (a *Adapter) collapse(ctx context.Context, e chat.Effect) error {
	r, err := parseRef(e.Ref)
	if err != nil {
		return err
	}
	err = a.replace(ctx, r, a.message(chat.Message{Text: e.Message.Text}), false)
	if !r.tokenOnly {
		a.grants.drop(r.message) // it will hardly be touched again
	}
	return unlessGone(err)
}

func (a *Adapter) remove(ctx context.Context, name chat.MessageRef) error {
	r, err := parseRef(name)
	if err != nil {
		return err
	}
	given, ok := a.grants.get(r.message)
	a.grants.drop(r.message)
	if ok {
		if err := a.api.removeBy(ctx, given, r.message); !tokenDead(err) {
			return unlessGone(err)
		}
	}
	if r.tokenOnly {
		return errOutOfReach
	}
	return unlessGone(a.api.remove(ctx, r))
}

// unlessGone takes it for done if the message was deleted already.
func unlessGone(err error) error {
	if has(err, codeUnknownMessage) {
		return nil
	}
	return err
}
