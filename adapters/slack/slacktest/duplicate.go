package slacktest

import (
	"regexp"
	"time"
)

// clientID is the argument that lets chat.postMessage recognize a repeated message. Slack documents
// only its errors, https://docs.slack.dev/reference/methods/chat.postMessage#errors.
const clientID = "client_msg_id"

var clientIDForm = regexp.MustCompile("^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$")

// clientIDLives limits how long the fake recognizes a message. Slack documents no limit.
const clientIDLives = 5 * time.Minute

type sending struct {
	id string // the workspace's ID and the client_msg_id
	m  *message
}

// IgnoreClientIDs makes the fake ignore client_msg_id, as Slack might.
func (s *Server) IgnoreClientIDs() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ignoresClientIDs = true
}

// sentAs returns the message that was sent to a channel with a client_msg_id, or nil. It returns an
// error code if that message is gone or in another channel.
func (s *Server) sentAs(by *install, id string, to *channel) (m *message, code string) {
	for len(s.sendings) > 0 && s.Now().Sub(s.sendings[0].m.Sent) >= clientIDLives {
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
