package discord

import (
	"context"

	"github.com/bwmarrin/discordgo"

	"othellobot/chat"
)

const (
	threadArchive = 24 * 60 // minutes without a message after which Discord archives a thread
	maxThreadName = 100     // UTF-16 units

	toOpen = discordgo.PermissionCreatePublicThreads | discordgo.PermissionSendMessagesInThreads
)

// openThread changes the action's place to the new thread. If it returns false, it has sent the user the reason.
func (x *responder) openThread(ctx context.Context, action *chat.Action, named chat.Message) bool {
	limited, cancel := context.WithTimeout(ctx, followWithin)
	defer cancel()
	if refusal := x.threadRefusal(); refusal != nil {
		x.whisper(limited, chat.Message{Text: refusal})
		return false
	}
	if x.state == unanswered {
		x.deferAnswer(ctx)
	}
	kind := discordgo.ChannelTypeGuildPublicThread
	if c := x.in.Channel; c != nil && c.Type == discordgo.ChannelTypeGuildNews {
		kind = discordgo.ChannelTypeGuildNewsThread
	}
	id, err := x.api.openThread(limited, action.Place.Channel, cut(named.Text.String(), maxThreadName), kind)
	if err != nil {
		x.threadsOpened.Take(x.threadKey())
		x.logFailure(ctx, err)
		x.tellUser(limited, x.encoder.markup(x.sentences().MayNotOpen, ""))
		return false
	}
	action.Place.Thread = id
	x.place = action.Place
	x.doneMarkup = x.encoder.markup(x.sentences().InThread, "") + " <#" + id + ">"
	return true
}

// threadRefusal returns why no thread may be opened, or nil. After nil, it refuses the user another
// thread from the same message.
func (x *responder) threadRefusal() chat.Text {
	possible, userMay, botMay := x.in.threads()
	switch {
	case !possible:
		return x.sentences().NoThreads
	case !userMay:
		return x.sentences().YouMayNotOpen
	case !botMay:
		return x.sentences().MayNotOpen
	case x.in.Message != nil && !x.threadsOpened.Add(x.threadKey()):
		return x.sentences().Opened
	default:
		return nil
	}
}

// threads reports whether the place can have threads, and whether the member and the bot may open
// them. See https://docs.discord.com/developers/topics/threads#threads.
func (in *interaction) threads() (possible, userMay, botMay bool) {
	kind := discordgo.ChannelTypeGuildText // if the interaction does not say
	if in.Channel != nil {
		kind = in.Channel.Type
	}
	possible = in.GuildID != "" && in.isMember() && (kind == discordgo.ChannelTypeGuildText || kind == discordgo.ChannelTypeGuildNews)
	userMay = in.Member != nil && allows(in.Member.Permissions, toOpen)
	return possible, userMay, in.Permissions == "" || allows(in.Permissions, toOpen)
}

func (x *responder) threadKey() string {
	if x.in.Message == nil {
		return ""
	}
	return x.in.Message.ID + "/" + x.in.person().ID
}
