package slacktest

import (
	"regexp"
	"time"
)

// clientID is the argument by which chat.postMessage knows a message that was sent before.
// Slack documents only the errors that come of it,
// https://docs.slack.dev/reference/methods/chat.postMessage#errors.
const clientID = "client_msg_id"

// clientIDForm is the form of a UUID, as Slack's own clients send them.
var clientIDForm = regexp.MustCompile("^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$")

// clientIDLives is for how long a message is known by it here. Slack does not say; nobody
// should count on more.
const clientIDLives = 5 * time.Minute

// sending is a message by its client_msg_id.
type sending struct {
	id string // with the workspace
	m  *message
}

// IgnoreClientIDs has the fake take every message for a new one from now on, whatever its
// client_msg_id, as Slack might.
func (s *Server) IgnoreClientIDs() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.deaf = true
}

// sentAs gives the message that was sent to a channel before with a client_msg_id, nil if
// there is none, or the code of the error where it is there no more. The caller holds the
// lock.
func (s *Server) sentAs(by *install, id string, to *channel) (m *message, code string) {
	for len(s.sendings) > 0 && s.Now().Sub(s.sendings[0].m.Sent) >= clientIDLives {
		s.sendings = s.sendings[1:]
	}
	for _, sent := range s.sendings {
		if id == "" || s.deaf || sent.id != by.ws.TeamID+id {
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

// know remembers a message by its client_msg_id. The caller holds the lock.
func (s *Server) know(by *install, id string, m *message) {
	if id != "" {
		s.sendings = append(s.sendings, sending{by.ws.TeamID + id, m})
	}
}
