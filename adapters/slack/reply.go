package slack

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"time"

	slackapi "github.com/slack-go/slack"

	"othellobot/adapters/internal/exchange"
	"othellobot/chat"
	"othellobot/internal/survived"
)

type reply struct {
	*Adapter
	in      delivery
	handler chat.Handler
	install install
	place   chat.Place   // where the effects go
	uses    atomic.Int32 // uses of the response address
	acked   bool

	acknowledge func(ctx context.Context, whisper *response) error // called at most once; whisper may be nil
	carries     bool                                               // the acknowledgement can hold a whisper
	decline     func()                                             // ends an HTTP delivery without an acknowledgement; nil for Socket Mode
}

type handled struct {
	action   chat.Action
	response chat.Response
}

func (x *reply) ack(ctx context.Context, whisper *response) bool {
	if x.acked {
		return false
	}
	x.acked = true
	err := x.acknowledge(ctx, whisper)
	x.observer.RecordAck(time.Since(x.in.received), err)
	if err != nil {
		x.logger.WarnContext(ctx, "an acknowledgement did not get through", "error", loggable(err))
	}
	return err == nil
}

func (x *reply) ask(ctx context.Context, call func() (chat.Response, error)) chat.Response {
	if r, ok := exchange.Ask(ctx, x.logger, call); ok {
		return r
	}
	return whisperOf(x.sentences().Sorry)
}

func whisperOf(text chat.Text) chat.Response {
	return chat.Response{Effects: []chat.Effect{{Kind: chat.Whisper, Message: chat.Message{Text: text}}}}
}

func (x *reply) sentences() Sentences { return x.says(x.names.of(x.in.team, x.in.user).locale) }

// whisper shows a message only to the user. It tries several ways in turn, even if an earlier one may have worked.
func (x *reply) whisper(ctx context.Context, m chat.Message) {
	ctx, cancel := context.WithTimeout(ctx, answerWithin)
	defer cancel()
	if x.inView() && x.open(ctx, x.encoder.modal(m, x.in.team, x.in.origin)) == nil {
		return
	}
	w := x.whisperResponse(m)
	if x.answer(ctx, w) == nil {
		return
	}
	more := url.Values{"channel": {x.place.Channel}, "thread_ts": {x.in.Thread}, "user": {x.in.user}}
	x.log(ctx, x.callWith(ctx, x.install, "chat.postEphemeral", ifUnsent, w.withoutPicture(), more, nil))
}

func (x *reply) whisperResponse(m chat.Message) response {
	return response{ResponseType: ephemeral, ThreadTS: x.in.Thread, payload: x.encoder.message(m, x.editAudience())}
}

func (x *reply) answer(ctx context.Context, r response) error {
	return x.sendWithFallback(ctx, r.payload, ifUnsent, func(ctx context.Context, p payload, _ retryPolicy) error {
		if x.in.Response == "" || x.uses.Add(1) > maxResponses {
			return errUsedUp
		}
		r.payload = p
		return x.respond(ctx, x.in.Response, r)
	})
}

func (a *Adapter) respond(ctx context.Context, address string, r response) error {
	if !a.web.trusts(address) {
		return errUntrusted
	}
	again := retryPolicy(r.ReplaceOriginal)
	return a.rateLimits.do(ctx, "response "+address, again, func(ctx context.Context) error {
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, address, strings.NewReader(asJSON(r)))
		if err != nil {
			return errUntrusted
		}
		req.Header.Set("Content-Type", "application/json")
		said, err := fetch(a.hooks, req)
		if err != nil {
			return err
		}
		var answer slackapi.SlackResponse
		if json.Unmarshal(said, &answer) != nil || answer.Error == "" { // the usual answer is the text "ok"
			return nil
		}
		return answer.Err()
	})
}

func (x *reply) inView() bool { return x.in.kind == pressKind && x.in.message == "" }

func (x *reply) editAudience() audience {
	return audience{team: x.in.team, thread: x.in.Thread != "", edit: true}
}

func (x *reply) postAudience() audience {
	return audience{team: x.in.team, thread: x.place.Thread != ""}
}

// open opens a view for the user, or replaces the content of the modal that the delivery came from,
// https://docs.slack.dev/reference/methods/views.open.
func (x *reply) open(ctx context.Context, v slackapi.ModalViewRequest) error {
	switch {
	case x.in.view != "":
		return x.call(ctx, x.install, "views.update", evenIfSent, url.Values{"view_id": {x.in.view}, "view": {asJSON(v)}}, nil)
	case x.in.trigger == "":
		return errNoTrigger
	default:
		return x.call(ctx, x.install, "views.open", ifUnsent, url.Values{"trigger_id": {x.in.trigger}, "view": {asJSON(v)}}, nil)
	}
}

// response is the body of a request to a response address,
// https://docs.slack.dev/interactivity/handling-user-interaction#message_responses.
type response struct {
	ResponseType    string `json:"response_type,omitempty"`
	ReplaceOriginal bool   `json:"replace_original"`
	ThreadTS        string `json:"thread_ts,omitempty"`
	payload
}

const (
	ephemeral = "ephemeral"
	inChannel = "in_channel"
)

func (x *reply) run(ctx context.Context, h chat.Handler) {
	defer x.survive(ctx, func() {
		if !x.acked && x.carries {
			whisper := x.whisperResponse(chat.Message{Text: x.sentences().Sorry})
			x.ack(ctx, &whisper)
		}
		x.ack(ctx, nil)
	})
	x.handler = h
	switch x.in.kind {
	case removalKind:
		x.removal(ctx)
	case linkKind:
		x.ack(ctx, nil)
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

func (x *reply) survive(ctx context.Context, then func()) {
	if value := recover(); value != nil {
		x.logger.ErrorContext(ctx, "recovered from a panic in an exchange", survived.Panic(value))
		then()
	}
}

func (x *reply) work(ctx context.Context) (o handled) {
	defer x.survive(ctx, func() { o = x.excuse(x.sentences().Sorry) })
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
	case errors.Is(err, errUnresolvedName):
		o.response = whisperOf(x.sentences().UnresolvedName)
	case errors.Is(err, errUserGroup):
		o.response = whisperOf(x.sentences().OnePlayer)
	case err != nil:
		o.response = whisperOf(x.sentences().NotUnderstood)
	default:
		x.identifyUsers(ctx, action)
		who := x.names.of(x.in.team, x.in.user)
		o.action.Locale, o.action.Zone, o.action.Moderator, o.action.Unmoderated = who.locale, who.zone, who.moderator, x.suspended.has(profilesKey+found.Token)
		o.response = x.ask(ctx, func() (chat.Response, error) { return x.handler.Handle(ctx, o.action) })
	}
	return o
}

// excuse returns a whisper that explains why a delivery had no effect, or nothing if it cannot be shown.
func (x *reply) excuse(why chat.Text) handled {
	if x.in.user == "" || x.in.Channel == "" || x.in.Response == "" && x.install.Token == "" {
		return handled{}
	}
	return handled{chat.Action{Place: x.in.place()}, whisperOf(why)}
}

// slackbot is the user that Slack itself writes as. Its profile does not mark it as a program.
const slackbot = "USLACKBOT"

// identifyUsers looks up the user and the mentioned users, and marks mentions of programs and of
// deactivated accounts.
func (x *reply) identifyUsers(ctx context.Context, a chat.Action) {
	users := []string{a.User.ID}
	for _, w := range a.Tokens {
		if w.Kind == chat.MentionsPerson {
			x.names.learn(w.User.Team, w.User.ID, w.Text)
			users = append(users, w.User.ID)
		}
	}
	x.requestProfiles(ctx, x.install, x.in.team, users...)
	for i := range a.Tokens {
		w := &a.Tokens[i]
		if w.Kind != chat.MentionsPerson {
			continue
		}
		who := x.names.of(w.User.Team, w.User.ID)
		w.Absent = who.deactivated
		if who.program || w.User.ID == slackbot {
			w.Kind = chat.MentionsOtherBot
		}
	}
}
