package slacktest

import (
	"cmp"
	"regexp"
	"time"
)

// channelOf returns the channel of a call, or an error code if the bot may not write there,
// https://docs.slack.dev/reference/scopes/chat.write.public.
func (s *Server) channelOf(c *call, mustBeMember bool) (*channel, string) {
	found := s.channels[c.fields["channel"]]
	switch {
	case found == nil || !c.in.serves(found.ws):
		return nil, "channel_not_found"
	case !found.member && found.kind != public:
		return nil, "channel_not_found"
	case !found.member && (mustBeMember || !s.hasScope("chat:write.public")):
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
	m, code := s.sentAs(c.in, c.fields[clientMsgID], to)
	if code != "" {
		return nil, code
	}
	if m == nil {
		blocks, err := s.blocksOf(c.fields["blocks"])
		if err != nil {
			return nil, "invalid_blocks"
		}
		m = s.create(to, c.fields, blocks, nil)
		if id := c.fields[clientMsgID]; id != "" {
			s.sendings = append(s.sendings, sending{c.in.ws.TeamID + id, m})
		}
	}
	return object{"channel": to.id, "ts": m.TS}, ""
}

// postEphemeral fails if the bot is not a member,
// https://github.com/slackapi/node-slack-sdk/issues/977.
func postEphemeral(s *Server, c *call) (object, string) {
	to, code := s.channelOf(c, true)
	if code != "" {
		return nil, code
	}
	reader := s.people[c.fields["user"]]
	if reader == nil || !to.canRead(reader.Name) || to.ws.users[reader.Name] != reader {
		return nil, "user_not_in_channel"
	}
	blocks, err := s.blocksOf(c.fields["blocks"])
	if err != nil {
		return nil, "invalid_blocks"
	}
	m := s.create(to, c.fields, blocks, reader)
	return object{"message_ts": m.TS}, ""
}

func updateMessage(s *Server, c *call) (object, string) {
	to, m, code := s.ownMessage(c, "cant_update_message")
	if code != "" {
		return nil, code
	}
	blocks, err := s.blocksOf(c.fields["blocks"])
	if err != nil {
		return nil, "invalid_blocks"
	}
	m.edit(c.fields, blocks)
	return object{"channel": to.id, "ts": m.TS}, ""
}

func deleteMessage(s *Server, c *call) (object, string) {
	to, m, code := s.ownMessage(c, "cant_delete_message")
	if code != "" {
		return nil, code
	}
	m.Deleted = true
	return object{"channel": to.id, "ts": m.TS}, ""
}

// ownMessage returns the bot's message that a call names. It does not find whispers.
func (s *Server) ownMessage(c *call, refusal string) (*channel, *message, string) {
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

// clientMsgID is the argument that lets chat.postMessage recognize a repeated message. Slack documents
// only its errors, https://docs.slack.dev/reference/methods/chat.postMessage#errors.
const clientMsgID = "client_msg_id"

var clientMsgIDForm = regexp.MustCompile("^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$")

// clientMsgIDLifetime limits how long the fake recognizes a message. Slack documents no limit.
const clientMsgIDLifetime = 5 * time.Minute

type sending struct {
	id string // the workspace's ID and the client_msg_id
	m  *message
}

// IgnoreMessageIDs makes the fake ignore client_msg_id, as Slack might.
func (s *Server) IgnoreMessageIDs() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ignoresClientIDs = true
}

// sentAs returns the message that was sent with a client_msg_id, or nil. It returns an error code if that
// message is gone or in another channel.
func (s *Server) sentAs(by *install, id string, to *channel) (m *message, code string) {
	for len(s.sendings) > 0 && s.Now().Sub(s.sendings[0].m.Sent) >= clientMsgIDLifetime {
		s.sendings = s.sendings[1:]
	}
	for _, sent := range s.sendings {
		if id == "" || s.ignoresClientIDs || sent.id != by.ws.TeamID+id {
			continue
		}
		switch {
		case sent.m.Channel != to.id:
			return nil, "duplicate_channel_not_found"
		case sent.m.Deleted:
			return nil, "duplicate_message_not_found"
		}
		return sent.m, ""
	}
	return nil, ""
}

// usersInfo returns a user's profile, https://docs.slack.dev/reference/methods/users.info.
func usersInfo(s *Server, c *call) (object, string) {
	p := s.people[c.fields["user"]]
	if p == nil || !c.in.serves(p.ws) {
		return nil, "user_not_found"
	}
	return object{"user": object{
		"id": p.ID, "name": p.Name, "deleted": p.profile.Deactivated, "is_bot": p.BotID != "", "is_workflow_bot": p.profile.Workflow,
		"is_admin": p.profile.Admin, "tz": "Europe/Vienna", "locale": cmp.Or(p.profile.Locale, "en-US"),
		"profile": object{"real_name": p.Name, "display_name": cmp.Or(p.profile.DisplayName, p.Name)},
	}}, ""
}

func authTest(_ *Server, c *call) (object, string) {
	w := c.in.ws
	bot := w.person(botName)
	return object{
		"url": "https://" + w.Domain + ".slack.com/", "team": w.Domain, "user": bot.Name, "team_id": w.TeamID, "user_id": bot.ID,
		"enterprise_id": w.EnterpriseID,
	}, ""
}
