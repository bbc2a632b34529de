package discordtest

import (
	"encoding/json"
	"fmt"
)

// channel finds the channel of a route for the bot.
func (s *Server) channel(c *call, permission uint64) (*channel, *failure) {
	place := s.channels[c.r.PathValue("channel_id")]
	switch {
	case place == nil:
		return nil, unknownChannel
	case !place.may(ViewChannel): // as where the bot is no member
		return nil, missingAccess
	case !place.may(permission):
		return nil, missingPermissions
	}
	return place, nil
}

func createMessage(s *Server, c *call) reply {
	permission := SendMessages
	if place := s.channels[c.r.PathValue("channel_id")]; place != nil && place.Kind == publicThread {
		permission = SendMessagesInThreads
	}
	place, f := s.channel(c, permission)
	if f != nil {
		return reply{failure: f}
	}
	b, f := c.message()
	if f != nil {
		return reply{failure: f}
	}
	nonce := fmt.Sprint(b.Nonce)
	if m := place.nonces[nonce]; b.EnforceNonce && m != nil {
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

// inChannel finds the message of a route. Ephemeral ones are not stored where
// these routes look.
func (s *Server) inChannel(c *call) (*channel, *message, *failure) {
	place, f := s.channel(c, ViewChannel)
	if f != nil {
		return nil, nil, f
	}
	m := s.messages[c.r.PathValue("message_id")]
	if m == nil || m.Channel != place.Channel || m.Deleted || m.Ephemeral() {
		return nil, nil, unknownMessage
	}
	return place, m, nil
}

func getMessage(s *Server, c *call) reply {
	_, m, f := s.inChannel(c)
	if f != nil {
		return reply{failure: f}
	}
	return reply{status: 200, body: s.json(m)}
}

func editMessage(s *Server, c *call) reply {
	_, m, f := s.inChannel(c)
	switch {
	case f != nil:
		return reply{failure: f}
	case m.Author != s.person("bot").ID:
		return reply{failure: notTheAuthor}
	}
	return s.change(m, c)
}

func deleteMessage(s *Server, c *call) reply {
	place, m, f := s.inChannel(c)
	switch {
	case f != nil:
		return reply{failure: f}
	case m.Author == s.person("bot").ID:
	case place.Guild == "":
		return reply{failure: onlyOutsideDM}
	case !place.may(ManageMessages):
		return reply{failure: missingPermissions}
	}
	m.Deleted = true
	return reply{status: 204}
}

func createThread(s *Server, c *call) reply {
	place, f := s.channel(c, ViewChannel)
	switch {
	case f != nil:
		return reply{failure: f}
	case place.Kind != guildText:
		return reply{failure: wrongChannelType}
	case !place.may(CreatePublicThreads):
		return reply{failure: missingPermissions}
	}
	var wanted struct {
		Name string `json:"name"`
	}
	if err := json.Unmarshal(c.json, &wanted); err != nil {
		return reply{failure: invalid("%v", err)}
	}
	thread := s.add(Where{
		Guild: place.Guild, Channel: s.snowflake(), Parent: place.Channel, Kind: publicThread, Installed: true,
	}, threadKey(place.Channel, wanted.Name))
	return reply{status: 201, body: s.thread(thread)}
}
