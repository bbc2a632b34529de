package slack

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"slices"
	"strings"
	"time"

	"othellobot/adapters/internal/exchange"
	"othellobot/chat"
)

const pictureWithin = 5 * time.Second // limits an attempt with a picture, which Slack fetches before it answers

// show carries out an effect with the Web API, and returns the shown message.
func (a *Adapter) show(ctx context.Context, by install, place chat.Place, e chat.Effect) (shown ref, err error) {
	to := audience{team: place.Team, thread: place.Thread != "", quiet: e.Redraw}
	switch e.Kind {
	case chat.Post, chat.Ping:
		return a.sendOnce(ctx, by, place, e, to)
	case chat.Edit, chat.Collapse, chat.Remove:
	default:
		return ref{}, errNoUser
	}
	if shown, err = parseRef(e.Ref); err != nil {
		return ref{}, err
	}
	to.edit = true
	if e.Kind == chat.Remove {
		err = a.call(ctx, by, "chat.delete", evenIfSent, url.Values{"channel": {shown.channel}, "ts": {shown.ts}}, nil)
	} else {
		err = a.replace(ctx, by, shown, a.encoder.message(messageOf(e), to))
	}
	switch {
	case isGone(err) && e.Kind != chat.Edit: // if the message still exists, its controls are stale anyway
		return shown, nil
	case e.Subject.Slot == chat.SlotNone || !isGone(err):
		return shown, err
	case e.Redraw:
		return ref{}, errGone
	default: // the game continues in a new message
		to.edit = false
		return a.send(ctx, by, place, a.encoder.message(e.Message, to), "", ifUnsent)
	}
}

// messageOf returns the message of an effect. A collapsed message keeps only its text.
func messageOf(e chat.Effect) chat.Message {
	if e.Kind == chat.Collapse {
		return chat.Message{Text: e.Message.Text}
	}
	return e.Message
}

// call calls a method. A rate limit delays later calls of the method in the same workspace or, for new
// messages, in the same channel.
func (a *Adapter) call(ctx context.Context, by install, method string, again retryPolicy, arguments url.Values, answer any) error {
	if a.suspended.has(tokenKey + by.Token) {
		return errDeadToken
	}
	key := method + " " + by.Enterprise + "/" + by.Team + " "
	if strings.HasPrefix(method, "chat.post") {
		key += arguments.Get("channel")
	}
	return a.rateLimits.do(ctx, key, again, func(ctx context.Context) error {
		err := a.web.call(ctx, by.Token, method, arguments, answer)
		if isDeadToken(err) {
			a.suspendToken(by, err)
		}
		return err
	})
}

// callWith calls a method with a message and further arguments, except empty ones. It turns off the parsing
// of names, which is Slack's default for updates, https://docs.slack.dev/reference/methods/chat.update.
func (a *Adapter) callWith(ctx context.Context, by install, method string, again retryPolicy, p payload, more url.Values, answer any) error {
	return a.sendWithFallback(ctx, p, again, func(ctx context.Context, p payload, again retryPolicy) error {
		all := url.Values{"text": {p.Text}, "blocks": {asJSON(p.Blocks)}, "parse": {"none"}, "unfurl_links": {"false"}}
		for name, value := range more {
			if value[0] != "" {
				all[name] = value
			}
		}
		return a.call(ctx, by, method, again, all, answer)
	})
}

// send posts a message. The id is the result of [messageID], or empty.
func (a *Adapter) send(ctx context.Context, by install, place chat.Place, p payload, id string, again retryPolicy) (ref, error) {
	var sent struct{ TS string }
	err := a.callWith(ctx, by, "chat.postMessage", again, p, url.Values{"channel": {place.Channel}, "thread_ts": {place.Thread}, "client_msg_id": {id}}, &sent)
	if err != nil {
		return ref{}, err
	}
	return ref{place.Channel, sent.TS}, nil
}

func (a *Adapter) replace(ctx context.Context, by install, r ref, p payload) error {
	return a.callWith(ctx, by, "chat.update", evenIfSent, p, url.Values{"channel": {r.channel}, "ts": {r.ts}}, nil)
}

// messageID returns the client_msg_id of an effect's message, by which Slack recognizes a repeated
// message, or "" if the effect has no slot or no post number. Slack documents only the errors of this argument,
// https://docs.slack.dev/reference/methods/chat.postMessage#errors. Another bot has recorded that it works,
// https://github.com/curie-eng/curie apps/worker/tests/test_live.py. If Slack ignores it, a message may
// appear twice after a process died or Slack's answer was lost.
func messageID(place chat.Place, e chat.Effect) string {
	if e.Subject.Slot == chat.SlotNone || e.Subject.Post == 0 {
		return ""
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%s %s %s %d", place, e.Subject.Game, e.Subject.Slot, e.Subject.Post))
	sum[6], sum[8] = sum[6]&0x0f|0x40, sum[8]&0x3f|0x80 // the UUID has version 4, as in Slack's own clients
	return fmt.Sprintf("%x-%x-%x-%x-%x", sum[:4], sum[4:6], sum[6:8], sum[8:10], sum[10:16])
}

// sendOnce posts the message of an effect, with an ID by which Slack can recognize a repetition. It updates
// a redrawn message that already exists, or returns errGone if a user has deleted the message.
func (a *Adapter) sendOnce(ctx context.Context, by install, place chat.Place, e chat.Effect, to audience) (ref, error) {
	p := a.encoder.message(e.Message, to)
	id := messageID(place, e)
	again := retryPolicy(id != "" && e.Subject.Slot != chat.SlotPing)
	sent, err := a.send(ctx, by, place, p, id, again)
	switch {
	case isDuplicate(err):
		if e.Redraw {
			return ref{}, errGone
		}
		return a.send(ctx, by, place, p, "", ifUnsent)
	case err != nil || !e.Redraw || slices.Contains([]chat.Slot{chat.SlotPing, chat.SlotPuzzle, chat.SlotWeek, chat.SlotSeason}, e.Subject.Slot): // these never change
		return sent, err
	}
	to.edit = true
	if err = a.replace(ctx, by, sent, a.encoder.message(e.Message, to)); isGone(err) {
		err = errGone
	}
	return sent, err
}

// sendWithFallback sends a message, and again without its picture or chart if these may have caused a failure,
// https://github.com/slackapi/python-slack-sdk/issues/1782.
func (a *Adapter) sendWithFallback(ctx context.Context, p payload, again retryPolicy, send func(context.Context, payload, retryPolicy) error) error {
	var err error
	if p.bare != nil {
		limited, cancel := context.WithTimeout(ctx, pictureWithin)
		err = send(limited, p, ifUnsent)
		cancel()
		if !pictureSuspected(err) {
			return err
		}
		a.logger.WarnContext(ctx, "a message is sent without its picture", "error", loggable(err))
		p = p.withoutPicture()
	}
	return decisiveError(err, send(ctx, p, again))
}

func pictureSuspected(err error) bool {
	switch {
	case err == nil, errors.Is(err, exchange.ErrBroken), errors.Is(err, errUsedUp), errors.Is(err, errUntrusted):
		return false
	case codeOf(err) != "":
		return hasCode(err, "invalid_blocks", "invalid_blocks_format", "invalid_arguments") || isServerError(err)
	default:
		return true
	}
}

// outcome returns the outcome of an effect, and logs a failure. A reminder that may have arrived counts as delivered.
func (a *Adapter) outcome(ctx context.Context, e chat.Effect, shown ref, err error) chat.Outcome {
	if err == nil {
		out := chat.Outcome{Ref: shown.name()}
		if e.Kind == chat.Edit && out.Ref != e.Ref {
			out.Replaced = e.Ref
		}
		return out
	}
	a.log(ctx, err)
	fate := fateOf(err)
	if fate == chat.Unknown && e.Subject.Slot == chat.SlotPing && e.Kind != chat.Edit {
		fate = chat.Delivered
	}
	return chat.Outcome{Fate: fate}
}

func (a *Adapter) log(ctx context.Context, err error) {
	level := slog.LevelWarn
	if errors.Is(err, exchange.ErrBroken) { // an outage must not fill the log
		level = slog.LevelDebug
	}
	if err != nil && !errors.Is(err, errGone) {
		a.logger.Log(ctx, level, "cannot show a message", "error", loggable(err))
	}
}
