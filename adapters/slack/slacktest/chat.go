package slacktest

// channelOf returns the channel of a call, or an error code if the bot may not write there. A bot
// that is not a member may write in public channels unless mustBeMember is set,
// https://docs.slack.dev/reference/scopes/chat.write.public.
func (s *Server) channelOf(c *call, mustBeMember bool) (*channel, string) {
	found := s.channels[c.fields["channel"]]
	switch {
	case found == nil || !c.in.serves(found.ws):
		return nil, "channel_not_found"
	case !found.member && found.kind != public:
		return nil, "channel_not_found"
	case !found.member && (mustBeMember || !s.may("chat:write.public")):
		return nil, "not_in_channel"
	case found.archived:
		return nil, "is_archived"
	}
	return found, ""
}

func postMessage(s *Server, c *call) (object, string) {
	to, code := s.channelOf(c, false)
	if code != "" {
		return nil, code
	}
	m, code := s.sentAs(c.in, c.fields[clientID], to)
	if code != "" {
		return nil, code
	}
	if m == nil {
		now, err := s.content(c.fields)
		if err != nil {
			return nil, "invalid_blocks"
		}
		m = s.create(to, now, c.fields["thread_ts"], nil)
		if id := c.fields[clientID]; id != "" {
			s.sendings = append(s.sendings, sending{c.in.ws.TeamID + id, m})
		}
	}
	return object{"channel": to.id, "ts": m.TS, "message": s.json(to, m)}, ""
}

// postEphemeral fails if the bot is not a member,
// https://github.com/slackapi/node-slack-sdk/issues/977.
func postEphemeral(s *Server, c *call) (object, string) {
	to, code := s.channelOf(c, true)
	if code != "" {
		return nil, code
	}
	reader := s.people[c.fields["user"]]
	if reader == nil || !to.reads(reader.Name) || to.ws.users[reader.Name] != reader {
		return nil, "user_not_in_channel"
	}
	now, err := s.content(c.fields)
	if err != nil {
		return nil, "invalid_blocks"
	}
	m := s.create(to, now, c.fields["thread_ts"], reader)
	return object{"message_ts": m.TS}, ""
}

func updateMessage(s *Server, c *call) (object, string) {
	to, m, code := s.own(c, "cant_update_message")
	if code != "" {
		return nil, code
	}
	now, err := s.content(c.fields)
	if err != nil {
		return nil, "invalid_blocks"
	}
	m.edit(now)
	return object{"channel": to.id, "ts": m.TS, "text": m.Text, "message": s.json(to, m)}, ""
}

func deleteMessage(s *Server, c *call) (object, string) {
	to, m, code := s.own(c, "cant_delete_message")
	if code != "" {
		return nil, code
	}
	m.Deleted = true
	return object{"channel": to.id, "ts": m.TS}, ""
}

// own returns the bot's message that a call names. It does not find whispers.
func (s *Server) own(c *call, refusal string) (*channel, *message, string) {
	to, code := s.channelOf(c, false)
	if code != "" {
		return nil, nil, code
	}
	m := to.find(c.fields["ts"])
	if m == nil || m.Deleted || m.For != "" {
		return nil, nil, "message_not_found"
	}
	if m.Author != to.ws.person(botName).ID {
		return nil, nil, refusal
	}
	return to, m, ""
}
