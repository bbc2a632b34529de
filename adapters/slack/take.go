package slack

import (
	"context"
	"errors"

	"othellobot/adapters/internal/exchange"
	"othellobot/chat"
	"othellobot/internal/survived"
)

// run answers the delivery, whatever happens.
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
	if x.in.kind == removalKind { // whose repetition is harmless, and wanted where the first failed
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

// work has the handler do what was asked.
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
	action.Direct = x.in.private && !x.strange.Has(x.in.team+"/"+x.in.channel)
	o = handled{action: action}
	switch {
	case err != nil && (action.User.ID == "" || action.Place.Channel == ""): // nobody, or nowhere, to be answered
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

// failed answers a delivery that the bot could not even look at.
func (x *reply) failed() handled { return x.excuse(x.sentences().Sorry) }

// byAddress is the excuse where the bot has no token to write with, so that only the
// delivery's own address is left.
func (x *reply) byAddress(why chat.Text) handled {
	if x.in.response == "" {
		return handled{}
	}
	return x.excuse(why)
}

// excuse tells the actor, if there is one, why nothing comes of a delivery.
func (x *reply) excuse(why chat.Text) handled {
	if x.in.user == "" || x.in.channel == "" {
		return handled{}
	}
	return handled{chat.Action{Place: x.in.place()}, whisperOf(why)}
}

// refusalOf tells why a delivery was not taken.
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

// concerned are the people whom an action is about: who did it, and who is mentioned.
func concerned(a chat.Action) []string {
	users := []string{a.User.ID}
	for _, w := range a.Words {
		if w.Kind == chat.MentionsPerson {
			users = append(users, w.User.ID)
		}
	}
	return users
}

// learnMentioned remembers the names that Slack has put beside mentions.
func (x *reply) learnMentioned(a chat.Action) {
	for _, w := range a.Words {
		if w.Kind == chat.MentionsPerson {
			x.names.learn(w.User.Team, w.User.ID, w.Text)
		}
	}
}

// slackbot is the user that Slack itself writes as. Its profile does not say that it is a
// program.
const slackbot = "USLACKBOT"

// classify marks the mentions of programs, and of people whose account is closed.
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
