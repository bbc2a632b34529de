package slacktest

import (
	"net/http"
	"time"
)

// Limits of a response address,
// https://docs.slack.dev/interactivity/handling-user-interaction#message_responses.
const (
	maxResponses  = 5
	responsesLast = 30 * time.Minute
)

type response struct {
	channel  *channel
	user     *person
	original *message // the pressed message; nil for a command
	uses     int
	expires  time.Time
}

// responseURL returns a response address for a user's action. The caller holds the lock.
func (s *Server) responseURL(c *channel, user *person, original *message) string {
	kind := "/commands/"
	if original != nil {
		kind = "/actions/"
	}
	path := kind + c.ws.TeamID + "/" + s.id("") + "/" + s.secret()
	s.responses[path] = &response{channel: c, user: user, original: original, expires: s.Now().Add(responsesLast)}
	return s.base + path
}

// respondTo serves response addresses, which work even where the bot is not a member.
func (s *Server) respondTo(c *call) (status int, answer object) {
	if wrong := s.check(c.method, c.fields, c.body); wrong {
		return http.StatusBadRequest, object{"ok": false, "error": "invalid_payload"}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	r := s.responses[c.r.URL.Path]
	code := ""
	switch {
	case r == nil:
		code = "invalid_url"
	case r.expires.Before(s.Now()):
		code = "expired_url"
	case r.uses == maxResponses:
		code = "used_url"
	default:
		r.uses++
		code = s.respond(r, c.method, c.fields)
	}
	if code != "" {
		return http.StatusNotFound, object{"ok": false, "error": code}
	}
	return http.StatusOK, object{"ok": true}
}

// respond shows a message sent to a response address or in an acknowledgement. It returns an error
// code if Slack would refuse the message.
func (s *Server) respond(r *response, method string, f fields) (code string) {
	replaces := f["replace_original"] == "true"
	now, err := s.content(f)
	switch {
	case err != nil:
		return "invalid_blocks"
	case r.channel.archived:
		return "is_archived"
	case replaces && r.original == nil:
		if !s.Unchecked() {
			s.Violation("%s: replaces an original message, and a command has none", method)
		}
	case replaces && r.original.Deleted:
		return "message_not_found"
	case replaces:
		if r.original.For != "" && f["response_type"] == "in_channel" && !s.Unchecked() {
			s.Violation("%s: what only one user sees cannot become public", method)
		}
		r.original.edit(now)
		return ""
	}
	var seenBy *person
	if f["response_type"] != "in_channel" {
		seenBy = r.user
	}
	s.create(r.channel, now, f["thread_ts"], seenBy)
	return ""
}
