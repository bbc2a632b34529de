package slack

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"time"

	slackapi "github.com/slack-go/slack"

	"othellobot/adapters/internal/exchange"
	"othellobot/chat"
)

// pictureWithin is how long a message with a picture may take, which Slack fetches before it
// answers. What takes longer is sent without.
const pictureWithin = 5 * time.Second

// send is a way to send a message.
type send func(context.Context, payload, repeating) error

// show carries out an effect in the bot's name, and gives the message that it has
// sent or changed.
func (a *Adapter) show(ctx context.Context, by install, place chat.Place, e chat.Effect) (shown ref, err error) {
	to := audience{team: place.Team, thread: place.Thread != "", quiet: e.Redraw}
	if e.Kind == chat.Post || e.Kind == chat.Ping {
		return a.sendOnce(ctx, by, place, e, to)
	}
	if e.Kind != chat.Edit && e.Kind != chat.Collapse && e.Kind != chat.Remove {
		return ref{}, errNoActor
	}
	if shown, err = parseRef(e.Ref); err != nil {
		return ref{}, err
	}
	if e.Kind == chat.Remove {
		return shown, unlessGone(a.delete(ctx, by, shown))
	}
	to.edit = true
	if e.Kind == chat.Collapse {
		return shown, unlessGone(a.replace(ctx, by, shown, a.encoder.message(chat.Message{Text: e.Message.Text}, to)))
	}
	err = a.replace(ctx, by, shown, a.encoder.message(e.Message, to))
	switch {
	case e.Shows.Slot == chat.SlotNone || !isGone(err):
		return shown, err
	case e.Redraw:
		return ref{}, errGone
	default: // the game goes on in a new message
		to.edit = false
		return a.send(ctx, by, place, a.encoder.message(e.Message, to), "", ifUnsent)
	}
}

// unlessGone takes it for done if a message that was to be taken down is beyond
// reach: its controls are stale, which is all that matters.
func unlessGone(err error) error {
	if isGone(err) {
		return nil
	}
	return err
}

// argumentsOf are the arguments of a message, in which Slack reads nothing as a name
// by itself: what an update reads by default is more than a post does,
// https://docs.slack.dev/reference/methods/chat.update.
func argumentsOf(p payload, thread string) []slackapi.MsgOption {
	list := []slackapi.MsgOption{
		slackapi.MsgOptionText(p.text, false), slackapi.MsgOptionBlocks(p.blocks...), slackapi.MsgOptionParse(false), slackapi.MsgOptionDisableLinkUnfurl(),
	}
	if thread != "" {
		list = append(list, slackapi.MsgOptionTS(thread))
	}
	return list
}

// call makes a call of the Web API for an installation, and holds it back with all
// others that Slack counts together with it: those of the method in the workspace,
// and in the channel if that is not empty.
func (a *Adapter) call(ctx context.Context, by install, method, channel string, again repeating, call func(context.Context, *slackapi.Client) error) error {
	if until, _ := a.dead.Get(by.Token); time.Now().Before(until) {
		return errDead
	}
	key := method + " " + by.Enterprise + "/" + by.Team + " " + channel
	err := a.queues.do(ctx, key, again, func(ctx context.Context) error { return call(ctx, a.web.client(by.Token)) })
	if isDead(err) {
		a.bury(by, err)
	}
	return err
}

// send sends a message to everybody in a place, with its client_msg_id unless that is
// empty: see [messageID].
func (a *Adapter) send(ctx context.Context, by install, place chat.Place, p payload, id string, again repeating) (sent ref, err error) {
	err = a.try(ctx, p, again, func(ctx context.Context, p payload, again repeating) error {
		return a.call(ctx, by, "chat.postMessage", place.Channel, again, func(ctx context.Context, client *slackapi.Client) error {
			list := argumentsOf(p, place.Thread)
			if id != "" {
				list = append(list, knownAs(a.web.base, id))
			}
			_, ts, err := client.PostMessageContext(ctx, place.Channel, list...)
			if err == nil {
				sent = ref{place.Channel, ts}
			}
			return err
		})
	})
	return sent, err
}

func (a *Adapter) replace(ctx context.Context, by install, r ref, p payload) error {
	return a.try(ctx, p, always, func(ctx context.Context, p payload, again repeating) error {
		return a.call(ctx, by, "chat.update", "", again, func(ctx context.Context, client *slackapi.Client) error {
			_, _, _, err := client.UpdateMessageContext(ctx, r.channel, r.ts, argumentsOf(p, "")...)
			return err
		})
	})
}

func (a *Adapter) delete(ctx context.Context, by install, r ref) error {
	return a.call(ctx, by, "chat.delete", "", always, func(ctx context.Context, client *slackapi.Client) error {
		_, _, err := client.DeleteMessageContext(ctx, r.channel, r.ts)
		return err
	})
}

func (a *Adapter) postEphemeral(ctx context.Context, by install, place chat.Place, user string, p payload) error {
	return a.try(ctx, p, ifUnsent, func(ctx context.Context, p payload, again repeating) error {
		return a.call(ctx, by, "chat.postEphemeral", place.Channel, again, func(ctx context.Context, client *slackapi.Client) error {
			_, err := client.PostEphemeralContext(ctx, place.Channel, user, argumentsOf(p, place.Thread)...)
			return err
		})
	})
}

// messageID is the client_msg_id of an effect's message, by which Slack knows one that it
// has taken already: a UUID that is the same in every process and at every try, and another
// for every slot, post and place. It is empty for what belongs to no slot, or has no number
// there.
//
// What is known of it, and what is not:
//   - Slack documents two errors that tell of "the duplicate message associated with
//     client_msg_id", https://docs.slack.dev/reference/methods/chat.postMessage#errors, and
//     not the argument itself, nor for how long a message is known. One who maintains its
//     libraries has called the field one for Slack's own clients,
//     https://github.com/slackapi/java-slack-sdk/issues/852.
//   - Others rely on it with tokens of bots. One has recorded a trial of 2026-09-29 against
//     Slack: the repetition was answered with the time stamp of the first message, and no
//     other appeared, https://github.com/curie-eng/curie apps/worker/tests/test_live.py.
//   - This bot has never been tried so against Slack itself.
//
// Where Slack pays no heed to it, a message whose sender died may stand there twice, and
// one whose answers were lost as often as it was tried.
func messageID(place chat.Place, e chat.Effect) string {
	if e.Shows.Slot == chat.SlotNone || e.Shows.Post == 0 {
		return ""
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%s %s %s %d", place, e.Shows.Game, e.Shows.Slot, e.Shows.Post))
	sum[6], sum[8] = sum[6]&0x0f|0x40, sum[8]&0x3f|0x80 // of the form that Slack's own clients send, version 4
	return fmt.Sprintf("%x-%x-%x-%x-%x", sum[:4], sum[4:6], sum[6:8], sum[8:10], sum[10:16])
}

// sendOnce sends the message of an effect, which stands there once however often it is
// sent, so that it is tried again at once where it may have arrived. A reminder is not: a
// second notification would be worse than none. What was sent before is brought up to date,
// and not put back where somebody has taken it away.
func (a *Adapter) sendOnce(ctx context.Context, by install, place chat.Place, e chat.Effect, to audience) (ref, error) {
	p := a.encoder.message(e.Message, to)
	id := messageID(place, e)
	again := repeating(id != "" && e.Shows.Slot != chat.SlotPing)
	sent, err := a.send(ctx, by, place, p, id, again)
	switch {
	case has(err, "duplicate_message_not_found", "duplicate_channel_not_found"):
		if e.Redraw {
			return ref{}, errGone
		}
		return a.send(ctx, by, place, p, "", ifUnsent)
	case err != nil || !e.Redraw || isSentOnly(e.Shows.Slot):
		return sent, err
	}
	to.edit = true
	if err = a.replace(ctx, by, sent, a.encoder.message(e.Message, to)); isGone(err) {
		err = errGone
	}
	return sent, err
}

// isSentOnly reports whether what a slot shows never changes.
func isSentOnly(s chat.Slot) bool {
	return s == chat.SlotPing || s == chat.SlotPuzzle || s == chat.SlotWeek
}

// knownAs gives a message its client_msg_id, for which slack-go has no option. The base is
// that of the Web API.
func knownAs(base, id string) slackapi.MsgOption {
	return slackapi.UnsafeMsgOptionEndpoint(base+"chat.postMessage", func(form url.Values) {
		form.Set("client_msg_id", id)
	})
}

// try sends a message, once with its picture or chart if it has one, and where that may be why it did
// not get through at once without: Slack refuses all of a message whose picture it cannot
// fetch, https://github.com/slackapi/python-slack-sdk/issues/1782.
func (a *Adapter) try(ctx context.Context, p payload, again repeating, send send) error {
	if p.bare != nil {
		limited, cancel := context.WithTimeout(ctx, pictureWithin)
		err := send(limited, p, ifUnsent)
		cancel()
		if !maySpoil(err) {
			return err
		}
		a.logger.WarnContext(ctx, "a message is sent without its picture", "error", plain(err))
		p.blocks, p.bare = p.bare, nil
	}
	return send(ctx, p, again)
}

// maySpoil reports whether a message may have failed because of its picture.
func maySpoil(err error) bool {
	switch {
	case err == nil, errors.Is(err, exchange.ErrBroken), errors.Is(err, errUsedUp), errors.Is(err, errNotSlacks):
		return false
	case codeOf(err) != "":
		return has(err, "invalid_blocks", "invalid_blocks_format", "invalid_arguments") || isTheirs(err)
	default:
		return true
	}
}

// outcome returns what came of an effect, which is logged if it failed. A reminder that may
// have arrived is taken to be out: where Slack does not know it again, a second one helps
// nobody.
func (a *Adapter) outcome(ctx context.Context, e chat.Effect, shown ref, err error) chat.Outcome {
	if err == nil {
		out := chat.Outcome{Ref: shown.name()}
		if e.Kind == chat.Edit && out.Ref != e.Ref {
			out.Instead = e.Ref
		}
		return out
	}
	a.log(ctx, err)
	fate := fateOf(err)
	if fate == chat.Unknown && e.Shows.Slot == chat.SlotPing && e.Kind != chat.Edit {
		fate = chat.Out
	}
	return chat.Outcome{Fate: fate}
}

// log notes that a message could not be shown, and why.
func (a *Adapter) log(ctx context.Context, err error) {
	switch {
	case err == nil, errors.Is(err, errGone):
	case errors.Is(err, exchange.ErrBroken): // that it does not work was told once
		a.logger.Log(ctx, slog.LevelDebug, "cannot show a message", "error", plain(err))
	default:
		a.logger.WarnContext(ctx, "cannot show a message", "error", plain(err))
	}
}
