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

// toOpen holds the permissions to open a thread and to play in it.
const toOpen = discordgo.PermissionCreatePublicThreads | discordgo.PermissionSendMessagesInThreads

// openThread opens a thread in which the action is to be done again, and reports whether
// there is one. The actor is told where it is, or why there is none.
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

// refusesThread says why no thread is opened for the action, and otherwise notes that
// one is. The bot does nothing for a member that they may not do themselves, and from one
// message opens one thread for each of them, however often they press.
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

// threads reports whether there can be threads where the interaction comes from, and whether
// the member and the bot may open them.
func (in *interaction) threads() (there, theirs, ours bool) {
	there = in.GuildID != "" && in.isMember() && in.hasThreads()
	theirs = in.Member != nil && allows(in.Member.Permissions, toOpen)
	return there, theirs, in.Permissions == "" || allows(in.Permissions, toOpen)
}

// hasThreads reports whether the channel is of a type that has threads. It assumes so if the
// interaction does not hold the channel. See
// https://docs.discord.com/developers/topics/threads#threads.
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

// threadType is the only type of public threads that the channel can have.
func (in *interaction) threadType() discordgo.ChannelType {
	if in.Channel != nil && in.Channel.Type == discordgo.ChannelTypeGuildNews {
		return discordgo.ChannelTypeGuildNewsThread
	}
	return discordgo.ChannelTypeGuildPublicThread
}

// threadKey names the message pressed and who pressed it, for whom one thread is opened.
func (x *responder) threadKey() string {
	if x.in.Message == nil {
		return ""
	}
	return x.in.Message.ID + "/" + x.in.person().ID
}
