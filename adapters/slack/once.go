package slack

import (
	"context"
	"crypto/sha256"
	"fmt"
	"net/url"

	slackapi "github.com/slack-go/slack"

	"othellobot/chat"
)

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
func isSentOnly(s chat.Slot) bool { return s == chat.SlotPing || s == chat.SlotPuzzle }

// knownAs gives a message its client_msg_id, for which slack-go has no option. The base is
// that of the Web API.
func knownAs(base, id string) slackapi.MsgOption {
	return slackapi.UnsafeMsgOptionEndpoint(base+"chat.postMessage", func(form url.Values) {
		form.Set("client_msg_id", id)
	})
}
