package discord

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/bwmarrin/discordgo"

	"othellobot/adapters/internal/exchange"
	"othellobot/chat"
)

func (a *Adapter) sender(place chat.Place) exchange.Send {
	return func(ctx context.Context, e chat.Effect) chat.Outcome { return a.show(ctx, place, e) }
}

func (a *Adapter) show(ctx context.Context, place chat.Place, e chat.Effect) chat.Outcome {
	if slices.ContainsFunc(e.OtherMessages, isTokenOnly) || e.Subject.Slot != chat.SlotNone && isTokenOnly(e.Ref) {
		if given, ok := a.grants.valid(channelOf(place)); !ok || !given.member {
			a.access.change(channelOf(place), func(s *channelAccess) { s.notMember = true }) // the bot was not a member when it sent a token-only message
		}
	}
	var r ref
	var err error
	switch e.Kind {
	case chat.Post, chat.Ping:
		r, err = a.post(ctx, place, e)
	case chat.Edit:
		r, err = a.edit(ctx, place, e)
	case chat.Collapse:
		err = a.collapse(ctx, place, e)
	case chat.Remove:
		err = a.remove(ctx, place, e.Ref)
	case chat.Probe:
		err = a.probe(ctx, place)
	default:
		err = errNoActor
	}
	a.logFailure(ctx, err)
	if err != nil {
		return chat.Outcome{Fate: fateOf(err)}
	}
	out := chat.Outcome{Ref: r.messageRef()}
	if e.Kind == chat.Edit && out.Ref != e.Ref {
		out.Replaced = e.Ref
	}
	return out
}

// payload returns the effect's new message.
func (a *Adapter) payload(ctx context.Context, e chat.Effect) payload {
	p := a.encoder.pictured(ctx, e.Message)
	if e.Silent {
		p.Flags |= discordgo.MessageFlagsSuppressNotifications
	}
	return p
}

// post looks in the channel before a redraw, because an earlier attempt may have arrived.
func (a *Adapter) post(ctx context.Context, place chat.Place, e chat.Effect) (ref, error) {
	p := a.payload(ctx, e).withNonce(nonceOf(e))
	if !e.Redraw {
		return a.send(ctx, place, p)
	}
	p.Allowed.Users = nil
	channel := channelOf(place)
	if a.access.get(channel).notMember {
		return a.send(ctx, place, p)
	}
	if place.Thread != "" {
		switch archived, err := a.api.lookUp(ctx, "channels", channel, true); {
		case err != nil:
			return ref{}, err
		case archived:
			return ref{}, errArchived
		}
	}
	there, err := a.find(ctx, channel, e, p.Content)
	if err == nil && there.ID == "" {
		if there, err = a.sendAsBot(ctx, place, p); err == nil && there.Content == p.Content {
			return ref{channel: channel, message: there.ID}, nil
		}
	}
	if err != nil {
		return ref{}, err
	}
	r := ref{channel: channel, message: there.ID}
	return r, a.replace(ctx, place, r, p, true)
}

// find returns the bot's newest message, not in e.Others, that shows the game or, if e has no controls,
// equals content. It does not look for reminders, because their nonces prevent duplicates.
func (a *Adapter) find(ctx context.Context, channel string, e chat.Effect, content string) (posted, error) {
	if e.Subject.Slot == chat.SlotPing {
		return posted{}, nil
	}
	all, err := a.api.history(ctx, channel)
	if hasCode(err, discordgo.ErrCodeMissingAccess, discordgo.ErrCodeMissingPermissions) {
		return posted{}, nil
	}
	i := slices.IndexFunc(all, func(m posted) bool {
		name := ref{channel: channel, message: m.ID}.messageRef()
		known := m.shows(e.Subject.Game) || len(e.Message.Controls) == 0 && m.Content == content
		return m.Author.ID == a.self.Bot.ID && known && !slices.Contains(e.OtherMessages, name)
	})
	if err != nil || i < 0 {
		return posted{}, err
	}
	return all[i], nil
}

func (a *Adapter) send(ctx context.Context, place chat.Place, p payload) (ref, error) {
	channel := channelOf(place)
	given, ok := a.grants.valid(channel)
	if ok && given.takeFollowUp() {
		id, err := a.api.followUp(ctx, given, p)
		if err == nil {
			given.original = ""
			a.grants.Put(id, given)
			return ref{channel, id, !given.member}, nil
		}
		if !tokenDead(err) && !hasCode(err, codeFollowUpsUsedUp) {
			return ref{}, err
		}
		a.grants.Forget(channel)
	}
	if ok && !given.member {
		return ref{}, errOutOfReach
	}
	m, err := a.sendAsBot(ctx, place, p)
	return ref{channel: channel, message: m.ID}, err
}

func (a *Adapter) sendAsBot(ctx context.Context, place chat.Place, p payload) (posted, error) {
	channel := channelOf(place)
	switch {
	case a.access.get(channel).notMember:
		return posted{}, errOutOfReach
	case a.access.holdsBack(channel):
		return posted{}, errShutOut
	}
	m, err := a.api.post(ctx, channel, p)
	switch {
	case err == nil:
		a.access.change(channel, func(s *channelAccess) { s.shutUntil = time.Time{} })
	case hasCode(err, discordgo.ErrCodeMissingAccess, discordgo.ErrCodeMissingPermissions):
		a.access.change(channel, func(s *channelAccess) {
			if s.shutUntil.IsZero() {
				s.shutUntil, s.unwarned = time.Now().Add(shutFor), true
			}
		})
	}
	return m, a.noteAccess(ctx, place, err)
}

// noteAccess records what err shows about the place. It returns err, or errOutOfReach if the bot is
// not a member of the conversation.
func (a *Adapter) noteAccess(ctx context.Context, place chat.Place, err error) error {
	switch channel := channelOf(place); {
	case err == nil:
		a.access.change(channel, func(s *channelAccess) { s.invisible = false })
	case hasCode(err, discordgo.ErrCodeMissingAccess):
		a.access.change(channel, func(s *channelAccess) { s.invisible = true })
	case hasCode(err, discordgo.ErrCodeUnknownGuild) && place.Team != "":
		a.intake.Report(ctx, a.log, chat.VerbRemoved, chat.Place{Platform: place.Platform, Team: place.Team})
	case hasCode(err, discordgo.ErrCodeUnknownChannel) && place.Team == "": // a conversation of which the bot is not a member
		a.access.change(channel, func(s *channelAccess) { s.notMember = true })
		return errOutOfReach
	case hasCode(err, discordgo.ErrCodeUnknownChannel) && place.Thread == "": // a missing thread is left to expire
		a.intake.Report(ctx, a.log, chat.VerbRemoved, chat.Place{Platform: place.Platform, Team: place.Team, Channel: channel})
	}
	return err
}

// edit continues the game in a new message if its board was deleted or is out of reach, except on a redraw.
func (a *Adapter) edit(ctx context.Context, place chat.Place, e chat.Effect) (ref, error) {
	r, err := parseRef(e.Ref)
	if err != nil {
		return ref{}, err
	}
	p := a.payload(ctx, e)
	if e.Redraw {
		p.Allowed.Users = nil
	}
	err = a.replace(ctx, place, r, p, true)
	deleted := hasCode(err, discordgo.ErrCodeUnknownMessage)
	switch {
	case !e.Redraw && e.Subject.Slot == chat.SlotBoard && (deleted || errors.Is(err, errOutOfReach)):
		return a.send(ctx, place, p.withNonce(newNonce()))
	case deleted && e.Subject.Slot != chat.SlotNone:
		return ref{}, errDeleted
	default:
		return r, err
	}
}

func (a *Adapter) replace(ctx context.Context, place chat.Place, r ref, p payload, patient bool) error {
	p.Nonce, p.Enforce = "", false
	p.Flags &^= discordgo.MessageFlagsSuppressNotifications // only new messages can have this flag

	if p.Attachments == nil { // removes an earlier picture
		p.Attachments = &[]attachment{}
	}
	if given, ok := a.grants.valid(r.message); ok {
		err := a.api.editByToken(ctx, given, r.message, p)
		if !tokenDead(err) {
			return err
		}
		a.grants.Forget(r.message)
	}
	return a.asBot(ctx, place, r, func() error { return a.api.edit(ctx, r, p, patient) })
}

func (a *Adapter) asBot(ctx context.Context, place chat.Place, r ref, do func() error) error {
	switch {
	case r.tokenOnly:
		return errOutOfReach
	case a.access.get(r.channel).invisible:
		return errShutOut
	default:
		return a.noteAccess(ctx, place, do())
	}
}

func (a *Adapter) collapse(ctx context.Context, place chat.Place, e chat.Effect) error {
	r, err := parseRef(e.Ref)
	if err != nil {
		return err
	}
	err = a.replace(ctx, place, r, a.encoder.message(chat.Message{Text: e.Message.Text}), false)
	if !r.tokenOnly {
		a.grants.Forget(r.message) // further changes are unlikely
	}
	return ignoreGone(err)
}

func (a *Adapter) remove(ctx context.Context, place chat.Place, name chat.MessageRef) error {
	r, err := parseRef(name)
	if err != nil {
		return err
	}
	given, ok := a.grants.valid(r.message)
	a.grants.Forget(r.message)
	if ok {
		if err := a.api.removeByToken(ctx, given, r.message); !tokenDead(err) {
			return ignoreGone(err)
		}
	}
	return ignoreGone(a.asBot(ctx, place, r, func() error { return a.api.remove(ctx, r) }))
}

func ignoreGone(err error) error {
	if hasCode(err, discordgo.ErrCodeUnknownMessage) {
		return nil
	}
	return err
}

func (a *Adapter) logFailure(ctx context.Context, err error) {
	switch {
	case err == nil:
	case errors.Is(err, errDropped), errors.Is(err, errOutOfReach), errors.Is(err, errShutOut), errors.Is(err, errArchived), errors.Is(err, errDeleted),
		errors.Is(err, exchange.ErrBroken), errors.Is(err, errRefused), errors.Is(err, errInvalid):
		a.log.DebugContext(ctx, "a message was left as it is", "error", err)
	default:
		a.log.WarnContext(ctx, "cannot show a message", "error", err)
	}
}

// probe reports to the handler whether a channel exists or, without a channel, whether the bot is in the
// server. It returns an error if Discord's answer shows neither.
func (a *Adapter) probe(ctx context.Context, place chat.Place) error {
	if a.access.get(channelOf(place)).notMember {
		return errOutOfReach
	}
	what, id := "channels", channelOf(place)
	if place.Channel == "" {
		what, id = "guilds", place.Team
	}
	_, err := a.api.lookUp(ctx, what, id, false)
	switch {
	case err == nil:
		a.intake.Report(ctx, a.log, chat.VerbPresent, place)
	case hasCode(err, discordgo.ErrCodeUnknownChannel, discordgo.ErrCodeUnknownGuild):
		a.intake.Report(ctx, a.log, chat.VerbRemoved, place)
		err = nil
	}
	return err
}
