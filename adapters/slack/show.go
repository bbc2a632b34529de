package slack

import (
	"cmp"
	"context"
	"errors"

	slackapi "github.com/slack-go/slack"

	"othellobot/chat"
)

var (
	errNoActor  = errors.New("slack: nobody to whisper to, or to open a thread for")
	errOutdated = errors.New("slack: a newer change of the message is under way")
)

// Deliver implements [chat.Poster].
func (a *Adapter) Deliver(ctx context.Context, place chat.Place, r chat.Response) error {
	found, err := a.installOf(ctx, place.Team)
	if err != nil {
		return err
	}
	var failed error
	for _, e := range r.Effects {
		failed = cmp.Or(failed, plain(a.show(ctx, found, place, e, corrections)))
	}
	return failed
}

// show carries out an effect in the bot's name, and reports the message if it
// shows a game.
func (a *Adapter) show(ctx context.Context, by install, place chat.Place, e chat.Effect, rounds int) error {
	var shown ref
	var err error
	to := audience{team: place.Team, thread: place.Thread != "", edit: e.Kind == chat.Edit || e.Kind == chat.Collapse}
	switch e.Kind {
	case chat.Post, chat.Ping:
		shown, err = a.send(ctx, by, place, a.message(e.Message, to))
	case chat.Edit:
		if shown, err = parseRef(e.Ref); err != nil {
			return err
		}
		err = a.replace(ctx, by, shown, a.message(e.Message, to))
		if errors.Is(err, errOutdated) {
			return nil // whoever sends the newer one reports it
		}
		if e.Shows.Slot != chat.SlotNone && has(err, "message_not_found", "cant_update_message", "edit_window_closed") {
			to.edit = false // the game goes on in a new message
			shown, err = a.send(ctx, by, place, a.message(e.Message, to))
		}
	case chat.Collapse:
		r, err := parseRef(e.Ref)
		if err != nil {
			return err
		}
		return unlessGone(a.replace(ctx, by, r, a.message(chat.Message{Text: e.Message.Text}, to)))
	case chat.Remove:
		r, err := parseRef(e.Ref)
		if err != nil {
			return err
		}
		return unlessGone(a.delete(ctx, by, r))
	default:
		return errNoActor
	}
	if err != nil || e.Shows.Slot == chat.SlotNone {
		return err
	}
	return a.report(ctx, by, place, e, shown, rounds)
}

// report tells the handler which message shows a game now, and corrects the
// message as it says.
func (a *Adapter) report(ctx context.Context, by install, place chat.Place, e chat.Effect, r ref, rounds int) error {
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
			failed = cmp.Or(failed, a.show(ctx, by, place, e, rounds-1))
		}
	}
	return failed
}

// unlessGone takes it for done if a message that was to be taken down is beyond
// reach: its controls are stale, which is all that matters.
func unlessGone(err error) error {
	if errors.Is(err, errOutdated) || has(err, "message_not_found", "cant_update_message", "cant_delete_message", "edit_window_closed") {
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

// limit is what Slack counts calls by.
func limit(method string, by install, channel string) string {
	return method + " " + by.Enterprise + "/" + by.Team + " " + channel
}

func (a *Adapter) send(ctx context.Context, by install, place chat.Place, p payload) (ref, error) {
	sent := ref{channel: place.Channel}
	err := a.queues.do(ctx, limit("chat.postMessage", by, place.Channel), func(ctx context.Context) (err error) {
		_, sent.ts, err = a.client(by.Token).PostMessageContext(ctx, place.Channel, options(p, place.Thread)...)
		return err
	})
	return sent, err
}

// replace changes a message. It fails with errOutdated if a newer change of it was
// announced while this one waited.
func (a *Adapter) replace(ctx context.Context, by install, r ref, p payload) error {
	outdated, end := a.updates.begin(r)
	defer end()
	return a.queues.do(ctx, limit("chat.update", by, ""), func(ctx context.Context) error {
		if outdated() {
			return errOutdated
		}
		_, _, _, err := a.client(by.Token).UpdateMessageContext(ctx, r.channel, r.ts, options(p, "")...)
		return err
	})
}

func (a *Adapter) delete(ctx context.Context, by install, r ref) error {
	return a.queues.do(ctx, limit("chat.delete", by, ""), func(ctx context.Context) error {
		_, _, err := a.client(by.Token).DeleteMessageContext(ctx, r.channel, r.ts)
		return err
	})
}

func (a *Adapter) postEphemeral(ctx context.Context, by install, place chat.Place, user string, p payload) error {
	return a.queues.do(ctx, limit("chat.postEphemeral", by, place.Channel), func(ctx context.Context) error {
		_, err := a.client(by.Token).PostEphemeralContext(ctx, place.Channel, user, options(p, place.Thread)...)
		return err
	})
}
