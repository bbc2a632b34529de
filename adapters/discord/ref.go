package discord

import (
	"errors"
	"strings"

	"github.com/bwmarrin/discordgo"

	"othellobot/chat"
)

// ref names a message of the bot.
type ref struct {
	channel, message string

	// tokenOnly says that the message can be changed through an interaction's
	// token and in no other way: it is a whisper, or the bot is no member there.
	tokenOnly bool
}

const tokenOnlyMark = "/t"

// name writes the ref so that parseRef reads it back: at most 43 bytes.
func (r ref) name() chat.MessageRef {
	text := r.channel + "/" + r.message
	if r.tokenOnly {
		text += tokenOnlyMark
	}
	return chat.MessageRef(text)
}

var errBadRef = errors.New("discord: not the name of a message")

func parseRef(name chat.MessageRef) (ref, error) {
	text, tokenOnly := strings.CutSuffix(string(name), tokenOnlyMark)
	channel, message, ok := strings.Cut(text, "/")
	if !ok || !snowflake(channel) || !snowflake(message) {
		return ref{}, errBadRef
	}
	return ref{channel, message, tokenOnly}, nil
}

// isTokenOnly reports whether a message can be changed through a token alone.
func isTokenOnly(name chat.MessageRef) bool { return strings.HasSuffix(string(name), tokenOnlyMark) }

// snowflake reports whether a text is an id of Discord,
// https://docs.discord.com/developers/reference#snowflakes.
func snowflake(text string) bool {
	return len(text) > 0 && len(text) <= 20 && strings.Trim(text, "0123456789") == ""
}

// pressedRef names the message whose control was pressed.
func (in *interaction) pressedRef() ref {
	return ref{in.ChannelID, in.Message.ID, in.whispered() || !in.isMember()}
}

// whispered reports whether the control pressed is on a message for the actor
// alone.
func (in *interaction) whispered() bool {
	return in.Message != nil && in.Message.Flags&discordgo.MessageFlagsEphemeral != 0
}
