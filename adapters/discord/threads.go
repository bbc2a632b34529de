package discord

import (
	"context"

	"github.com/bwmarrin/discordgo"

	"othellobot/chat"
)

// A thread archives itself after a day without a message; the next one brings it
// back.
const threadArchive = 24 * 60

// maxThreadName is how long a thread's name may be, in UTF-16 units.
const maxThreadName = 100

// playInThread opens a thread and has the action done again there. The actor is
// told where it is.
func (x *exchange) playInThread(ctx context.Context, action chat.Action, named chat.Message) {
	if x.state == waiting {
		x.wait(ctx)
	}
	if action.Place.Team == "" || !x.in.isMember() {
		x.tellOf(ctx, sayNoThreads)
		return
	}
	id, err := x.api.openThread(ctx, action.Place.Channel, thread{
		Name: cut(named.Text.String(), maxThreadName), AutoArchiveDuration: threadArchive, Type: int(discordgo.ChannelTypeGuildPublicThread),
	})
	if err != nil {
		x.log(ctx, err)
		x.tellOf(ctx, sayMayNotOpen)
		return
	}
	action.Place.Thread = id
	x.place = action.Place
	x.done = "The game is in <#" + id + ">."
	x.carryOut(ctx, action, x.handle(ctx, action))
}

// tellOf is tell for a text.
func (x *exchange) tellOf(ctx context.Context, t chat.Text) { x.tell(ctx, x.part(t, "")) }
