package discord

import (
	"context"

	"github.com/bwmarrin/discordgo"

	"othellobot/chat"
)

// threadArchive is the number of minutes without a message after which Discord archives a
// thread. The next message reopens it.
const threadArchive = 24 * 60

// maxThreadName is the length of the longest thread name, in UTF-16 units.
const maxThreadName = 100

// toOpen holds the permissions for opening a thread and playing in it.
const toOpen = discordgo.PermissionCreatePublicThreads | discordgo.PermissionSendMessagesInThreads

// openThread opens a thread, where the action is then repeated. It reports whether it
// succeeded. The user sees where the thread is, or why there is no thread.
func (x *responder) openThread(ctx context.Context, action *chat.Action, named chat.Message) bool {
	limited, cancel := context.WithTimeout(ctx, followWithin)
	defer cancel()
	if refusal := x.refusesThread(); refusal != nil {
		x.whisper(limited, chat.Message{Text: refusal})
		return false
	}
	if x.state == unanswered {
		x.wait(ctx)
	}
	id, err := x.api.openThread(limited, action.Place.Channel, newThread{
		Name: cut(named.Text.String(), maxThreadName), AutoArchiveDuration: threadArchive, Type: x.in.threadType(),
	})
	if err != nil {
		x.opened.Take(x.threadKey())
		x.logFailure(ctx, err)
		x.tell(limited, x.encoder.part(x.sentences().MayNotOpen, ""))
		return false
	}
	action.Place.Thread = id
	x.place = action.Place
	x.done = x.encoder.part(x.sentences().InThread, "") + " <#" + id + ">"
	return true
}

// refusesThread returns why no thread may be opened for the action, or nil. The bot opens no
// thread for members who may not open one themselves. From one message, it opens one thread per
// member, however often they press.
func (x *responder) refusesThread() chat.Text {
	there, theirs, ours := x.in.threads()
	switch {
	case !there:
		return x.sentences().NoThreads
	case !theirs:
		return x.sentences().YouMayNotOpen
	case !ours:
		return x.sentences().MayNotOpen
	case x.in.Message != nil && !x.opened.Add(x.threadKey()):
		return x.sentences().Opened
	default:
		return nil
	}
}

// threads reports whether the place can have threads, and whether the member and the bot may
// open them.
func (in *interaction) threads() (there, theirs, ours bool) {
	there = in.GuildID != "" && in.isMember() && in.hasThreads()
	theirs = in.Member != nil && allows(in.Member.Permissions, toOpen)
	return there, theirs, in.Permissions == "" || allows(in.Permissions, toOpen)
}

// hasThreads reports whether the channel's type has threads. It assumes so if the interaction
// does not hold the channel. See https://docs.discord.com/developers/topics/threads#threads.
func (in *interaction) hasThreads() bool {
	if in.Channel == nil {
		return true
	}
	switch in.Channel.Type {
	case discordgo.ChannelTypeGuildText, discordgo.ChannelTypeGuildNews:
		return true
	}
	return false
}

// threadType returns the only type of public threads that the channel can have.
func (in *interaction) threadType() discordgo.ChannelType {
	if in.Channel != nil && in.Channel.Type == discordgo.ChannelTypeGuildNews {
		return discordgo.ChannelTypeGuildNewsThread
	}
	return discordgo.ChannelTypeGuildPublicThread
}

// threadKey identifies the message pressed and the user, who together get one thread.
func (x *responder) threadKey() string {
	if x.in.Message == nil {
		return ""
	}
	return x.in.Message.ID + "/" + x.in.person().ID
}
