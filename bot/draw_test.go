package bot_test

import (
	"context"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"othellobot/bot"
	"othellobot/chat"
)

// redrawing draws each board that answers a user again from the store, and compares the two.
type redrawing struct {
	*bot.Bot
	t testing.TB
}

func (d redrawing) Handle(ctx context.Context, a chat.Action) (chat.Response, error) {
	r, err := d.Bot.Handle(ctx, a)
	for _, e := range r.Effects {
		if e.Kind == chat.Show || e.Shows.Slot != chat.SlotBoard {
			continue
		}
		got, err := d.Draw(ctx, chat.Effect{Kind: chat.Show, Shows: e.Shows, Reserved: true})
		if err != nil || len(got.Effects) != 1 || got.Effects[0].Shows != e.Shows {
			d.t.Errorf("%+v is drawn as %+v: %v", e.Shows, got, err)
			continue
		}
		now := got.Effects[0].Message
		switch verb := d.VerbOf(a); {
		case verb == "move", verb == "board", strings.Contains(a.Control, ":move:"):
		default: // only the answer says that a game began, was joined, or that a move was taken back
			now.Text, now.Spoken, now.Controls = e.Message.Text, e.Message.Spoken, e.Message.Controls
		}
		if diff := cmp.Diff(e.Message, now, cmp.Exporter(func(reflect.Type) bool { return true })); diff != "" {
			d.t.Errorf("%q %q is answered by one message, and drawn from the store as another (-answered +drawn):\n%s", d.VerbOf(a), a.Control, diff)
		}
	}
	return r, err
}
