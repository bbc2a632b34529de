package discordtest

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"time"
)

func (s *Server) channel(c *call, permission uint64) (*channel, *failure) {
	place := s.channels[c.r.PathValue("channel_id")]
	switch {
	case place == nil:
		return nil, unknownChannel
	case !place.may(ViewChannel): // also where the bot is not a member
		return nil, missingAccess
	case !place.may(permission):
		return nil, missingPermissions
	}
	return place, nil
}

// nonceLives is the lifetime of a nonce, which prevents a second message. Discord says "the past few
// minutes": https://docs.discord.com/developers/resources/message#create-message.
const nonceLives = 5 * time.Minute

func createMessage(s *Server, c *call) reply {
	permission := SendMessages
	if place := s.channels[c.r.PathValue("channel_id")]; place != nil && place.isThread() {
		permission = SendMessagesInThreads
	}
	place, f := s.channel(c, permission)
	switch {
	case f != nil:
		return reply{failure: f}
	case place.context() == inBotDM && s.person(place.recipients[0]).closed:
		return reply{failure: closedDM}
	}
	b, f := c.message()
	if f != nil {
		return reply{failure: f}
	}
	nonce := fmt.Sprint(b.Nonce)
	if m := place.nonces[nonce]; b.EnforceNonce && m != nil && s.Now().Sub(m.Sent) < nonceLives {
		return reply{status: 200, body: s.json(m)}
	}
	m, f := s.create(place, b, "")
	if f != nil {
		return reply{failure: f}
	}
	if b.Nonce != nil {
		place.nonces[nonce] = m
	}
	return reply{status: 200, body: s.json(m)}
}

// createDM returns the conversation of the bot with a user, even if the user accepts no
// messages: https://docs.discord.com/developers/resources/user#create-dm.
func createDM(s *Server, c *call) reply {
	var wanted struct {
		Recipient string `json:"recipient_id"`
	}
	_ = json.Unmarshal(c.json, &wanted) // already checked
	name, known := s.names[wanted.Recipient]
	if !known {
		return reply{failure: invalid("there is no user %s", wanted.Recipient)}
	}
	place := s.botDM(name)
	return reply{status: 200, body: object{
		"id": place.Channel, "type": directDM, "last_message_id": nil, "flags": 0, "recipients": []any{s.person(name).json()},
	}}
}

// listMessages returns the newest messages first, or no messages without the permission to read
// the history: https://docs.discord.com/developers/resources/message#get-channel-messages.
func listMessages(s *Server, c *call) reply {
	place, f := s.channel(c, ViewChannel)
	if f != nil {
		return reply{failure: f}
	}
	limit, err := strconv.Atoi(c.r.URL.Query().Get("limit"))
	if err != nil {
		limit = 50
	}
	all := []any{}
	for _, m := range slices.Backward(place.messages) {
		if len(all) < limit && !m.Deleted && !m.Ephemeral() && place.may(ReadMessageHistory) {
			all = append(all, s.json(m))
		}
	}
	return reply{status: 200, body: all}
}

// getChannel returns any channel in the form of a thread.
func getChannel(s *Server, c *call) reply {
	place, f := s.channel(c, ViewChannel)
	if f != nil {
		return reply{failure: f}
	}
	return reply{status: 200, body: s.thread(place)}
}

func getGuild(s *Server, c *call) reply {
	id := c.r.PathValue("guild_id")
	if id != s.guild(home) {
		return reply{failure: unknownGuild}
	}
	return reply{status: 200, body: object{"id": id}}
}

func (s *Server) channelMessage(c *call) (*message, *failure) {
	place, f := s.channel(c, ViewChannel)
	if f != nil {
		return nil, f
	}
	m := s.messages[c.r.PathValue("message_id")]
	switch {
	case m == nil || m.Channel != place.Channel || m.Deleted || m.Ephemeral():
		return nil, unknownMessage
	case m.Author == s.person(botName).ID:
		return m, nil
	case c.r.Method == "PATCH":
		return nil, notTheAuthor
	default:
		return nil, missingPermissions
	}
}

func createThread(s *Server, c *call) reply {
	place, f := s.channel(c, ViewChannel)
	switch {
	case f != nil:
		return reply{failure: f}
	case place.Kind != guildText && place.Kind != GuildNews:
		return reply{failure: wrongChannelType}
	case !place.may(CreatePublicThreads):
		return reply{failure: missingPermissions}
	}
	var wanted struct {
		Name string `json:"name"`
		Type int    `json:"type"`
	}
	_ = json.Unmarshal(c.json, &wanted) // already checked
	if wanted.Type != map[int]int{guildText: publicThread, GuildNews: newsThread}[place.Kind] {
		return reply{failure: invalid("a channel of type %d has no threads of type %d", place.Kind, wanted.Type)}
	}
	thread := s.add(Where{
		Guild: place.Guild, Channel: s.snowflake(), Parent: place.Channel, Kind: wanted.Type, Installed: true,
	}, threadKey(place.Channel, wanted.Name))
	return reply{status: 201, body: s.thread(thread)}
}
