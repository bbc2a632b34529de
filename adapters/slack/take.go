package slack

import (
	"context"
	"errors"

	"othellobot/adapters/internal/exchange"
	"othellobot/chat"
	"othellobot/internal/survived"
)

// run answers the delivery, and survives panics.
func (x *reply) run(ctx context.Context, h chat.Handler) {
	defer func() {
		if value := recover(); value != nil {
			x.logger.ErrorContext(ctx, "a panic in an exchange was survived", survived.Panic(value))
			if !x.acked && x.carries {
				whisper := x.whispering(chat.Message{Text: x.sentences().Sorry})
				x.ack(ctx, &whisper)
			}
			x.ack(ctx, nil)
		}
	}()
	x.handler = h
	if x.in.kind == removalKind { // repeating it is harmless, and needed if the first attempt failed
		x.removal(ctx)
		return
	}
	if x.in.kind == revocationKind {
		x.ack(ctx, nil)
		x.checkToken(ctx)
		return
	}
	if x.in.kind == homeKind {
		x.ack(ctx, nil)
		if isID(x.in.user) {
			x.showGames(ctx)
		}
		return
	}
	var made handled
	exchange.Await(x.in.received.Add(ackAfter), func() { made = x.work(ctx) }, func() { x.ack(ctx, nil) })
	x.carryOut(ctx, made)
}

// work passes the action to the handler.
func (x *reply) work(ctx context.Context) (o handled) {
	defer func() {
		if value := recover(); value != nil {
			x.logger.ErrorContext(ctx, "a panic in an exchange was survived", survived.Panic(value))
			o = x.failed()
		}
	}()
	ctx, cancel := context.WithTimeout(ctx, handleWithin)
	defer cancel()
	found, err := x.installOf(ctx, x.in.team)
	if err != nil {
		x.logger.WarnContext(ctx, "a delivery for nobody", "error", err)
		switch {
		case errors.Is(err, errNotInstalled):
			return x.byAddress(x.sentences().NotInstalled(x.oauth.installURL()))
		case errors.Is(err, errNotReady):
			return x.byAddress(x.sentences().NotReady)
		}
		return x.failed()
	}
	x.install = found
	x.names.learn(x.in.team, x.in.user, x.in.userName)
	action, err := x.in.action(found.BotUser, x.commands)
	action.Direct = x.in.private && !x.foreignDMs.Has(x.in.team+"/"+x.in.channel)
	o = handled{action: action}
	switch {
	case err != nil && (action.User.ID == "" || action.Place.Channel == ""): // no user or no channel to answer to
	case err != nil:
		o.response = x.refusalOf(err)
	default:
		x.learnMentioned(action)
		x.meet(ctx, found, x.in.team, concerned(action)...)
		x.classify(action.Words)
		who := x.names.of(x.in.team, x.in.user)
		o.action.Locale, o.action.Zone, o.action.Moderator, o.action.Unmoderated = who.locale, who.zone, who.moderates, x.rests.has(restOfNames+found.Token)
		o.response = x.ask(ctx, func() (chat.Response, error) { return x.handler.Handle(ctx, o.action) })
	}
	return o
}

// failed answers a delivery that the bot could not process.
func (x *reply) failed() handled { return x.excuse(x.sentences().Sorry) }

// byAddress returns an excuse for a bot without a token. It needs the delivery's response address.
func (x *reply) byAddress(why chat.Text) handled {
	if x.in.response == "" {
		return handled{}
	}
	return x.excuse(why)
}

// excuse explains to the user, if there is one, why a delivery had no effect.
func (x *reply) excuse(why chat.Text) handled {
	if x.in.user == "" || x.in.channel == "" {
		return handled{}
	}
	return handled{chat.Action{Place: x.in.place()}, whisperOf(why)}
}

// refusalOf explains why a delivery is not an action.
func (x *reply) refusalOf(err error) chat.Response {
	s := x.sentences()
	switch {
	case errors.Is(err, errRawName):
		return whisperOf(s.RawName)
	case errors.Is(err, errUserGroup):
		return whisperOf(s.OnePlayer)
	default:
		return whisperOf(s.Unread)
	}
}

// concerned returns the IDs of the users that an action concerns: the user who acts and those
// mentioned.
func concerned(a chat.Action) []string {
	users := []string{a.User.ID}
	for _, w := range a.Words {
		if w.Kind == chat.MentionsPerson {
			users = append(users, w.User.ID)
		}
	}
	return users
}

// learnMentioned records the names that Slack sends with mentions.
func (x *reply) learnMentioned(a chat.Action) {
	for _, w := range a.Words {
		if w.Kind == chat.MentionsPerson {
			x.names.learn(w.User.Team, w.User.ID, w.Text)
		}
	}
}

// slackbot is the user that Slack itself writes as. Its profile does not mark it as a program.
const slackbot = "USLACKBOT"

// classify marks mentions of programs and of deactivated accounts.
func (x *reply) classify(words []chat.Word) {
	for i := range words {
		w := &words[i]
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
