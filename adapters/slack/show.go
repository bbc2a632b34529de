package slack

import (
	"context"
	"errors"
	"time"

	slackapi "github.com/slack-go/slack"

	"othellobot/chat"
)

var errNoActor = errors.New("slack: nobody to whisper to, or to open a thread for")

// Deliver implements [chat.Poster].
func (a *Adapter) Deliver(_ context.Context, place chat.Place, r chat.Response) {
	a.refreshHomes(r.Players)
	a.outbox.Put(place, r.Effects, func(ctx context.Context, e chat.Effect) chat.Outcome {
		if e.Kind == chat.Probe {
			if place.Channel == "" { // of a channel nobody is ever told that it is gone
				a.probe(ctx, place.Team)
			}
			return chat.Outcome{}
		}
		found, err := a.installOf(ctx, place.Team)
		if err != nil {
			return a.outcome(ctx, e, ref{}, err)
		}
		a.meetNamed(ctx, found, place.Team, e.Message)
		shown, err := a.show(ctx, found, place, e)
		return a.outcome(ctx, e, shown, err)
	})
}

// Capacity implements [chat.Poster].
func (a *Adapter) Capacity() int {
	switch admits := a.breaker.Admits(); {
	case a.health.has(noBotToken):
		return 0
	case admits < 0:
		return a.outbox.Capacity()
	default:
		return min(admits, a.outbox.Capacity())
	}
}

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

// isGone reports whether a message is beyond reach.
func isGone(err error) bool {
	return has(err, "message_not_found", "cant_update_message", "cant_delete_message", "edit_window_closed")
}

// unlessGone takes it for done if a message that was to be taken down is beyond
// reach: its controls are stale, which is all that matters.
func unlessGone(err error) error {
	if isGone(err) {
		return nil
	}
	return err
}

// options are the arguments of a message, in which Slack reads nothing as a name
// by itself: what an update reads by default is more than a post does,
// https://docs.slack.dev/reference/methods/chat.update.
func options(p payload, thread string) []slackapi.MsgOption {
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
			list := options(p, place.Thread)
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
			_, _, _, err := client.UpdateMessageContext(ctx, r.channel, r.ts, options(p, "")...)
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
			_, err := client.PostEphemeralContext(ctx, place.Channel, user, options(p, place.Thread)...)
			return err
		})
	})
}
