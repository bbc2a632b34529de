package slack

import (
	"context"
	"errors"

	"othellobot/adapters/internal/exchange"
	"othellobot/chat"
	"othellobot/internal/survived"
)

// run answers the delivery. It recovers from panics.
func (x *reply) run(ctx context.Context, h chat.Handler) {
	defer func() {
		if value := recover(); value != nil {
			x.logger.ErrorContext(ctx, "recovered from a panic in an exchange", survived.Panic(value))
			if !x.acked && x.carries {
				whisper := x.whispering(chat.Message{Text: x.sentences().Sorry})
				x.ack(ctx, &whisper)
			}
			x.ack(ctx, nil)
		}
	}()
	x.handler = h
	switch x.in.kind {
	case removalKind:
		x.removal(ctx)
	case revocationKind:
		x.ack(ctx, nil)
		x.checkToken(ctx)
	case homeKind:
		x.ack(ctx, nil)
		if isID(x.in.user) {
			x.showGames(ctx)
		}
	default:
		var made handled
		exchange.Await(x.in.received.Add(ackAfter), func() { made = x.work(ctx) }, func() { x.ack(ctx, nil) })
		x.carryOut(ctx, made)
	}
}

func (x *reply) work(ctx context.Context) (o handled) {
	defer func() {
		if value := recover(); value != nil {
			x.logger.ErrorContext(ctx, "recovered from a panic in an exchange", survived.Panic(value))
			o = x.excuse(x.sentences().Sorry)
		}
	}()
	ctx, cancel := context.WithTimeout(ctx, handleWithin)
	defer cancel()
	found, err := x.installOf(ctx, x.in.team)
	if err != nil {
		x.logger.WarnContext(ctx, "a delivery for nobody", "error", err)
		switch {
		case errors.Is(err, errNotInstalled):
			return x.excuse(x.sentences().NotInstalled(x.oauth.installURL()))
		case errors.Is(err, errNotReady):
			return x.excuse(x.sentences().NotReady)
		}
		return x.excuse(x.sentences().Sorry)
	}
	x.install = found
	x.names.learn(x.in.team, x.in.user, x.in.userName)
	action, err := x.in.action(found.BotUser, x.commands)
	action.Direct = x.in.Private && !x.foreignDMs.Has(x.in.team+"/"+x.in.Channel)
	o = handled{action: action}
	switch {
	case err != nil && (action.User.ID == "" || action.Place.Channel == ""):
	case errors.Is(err, errRawName):
		o.response = whisperOf(x.sentences().UnresolvedName)
	case errors.Is(err, errUserGroup):
		o.response = whisperOf(x.sentences().OnePlayer)
	case err != nil:
		o.response = whisperOf(x.sentences().Unread)
	default:
		x.meetConcerned(ctx, action)
		who := x.names.of(x.in.team, x.in.user)
		o.action.Locale, o.action.Zone, o.action.Moderator, o.action.Unmoderated = who.locale, who.zone, who.moderator, x.suspended.has(profilesKey+found.Token)
		o.response = x.ask(ctx, func() (chat.Response, error) { return x.handler.Handle(ctx, o.action) })
	}
	return o
}

// excuse explains to the user why a delivery had no effect. It does nothing if the delivery has no
// user, or if the bot has neither a token nor a response address.
func (x *reply) excuse(why chat.Text) handled {
	if x.in.user == "" || x.in.Channel == "" || x.in.Response == "" && x.install.Token == "" {
		return handled{}
	}
	return handled{chat.Action{Place: x.in.place()}, whisperOf(why)}
}

// slackbot is the user that Slack itself writes as. Its profile does not mark it as a program.
const slackbot = "USLACKBOT"

// meetConcerned looks up the user who acts and the mentioned users. It marks the mentions of
// programs and of deactivated accounts.
func (x *reply) meetConcerned(ctx context.Context, a chat.Action) {
	users := []string{a.User.ID}
	for _, w := range a.Tokens {
		if w.Kind == chat.MentionsPerson {
			x.names.learn(w.User.Team, w.User.ID, w.Text)
			users = append(users, w.User.ID)
		}
	}
	x.meet(ctx, x.install, x.in.team, users...)
	for i := range a.Tokens {
		w := &a.Tokens[i]
		if w.Kind != chat.MentionsPerson {
			continue
		}
		who := x.names.of(w.User.Team, w.User.ID)
		w.Absent = who.closed
		if who.program || w.User.ID == slackbot {
			w.Kind = chat.MentionsOtherBot
		}
	}
}
