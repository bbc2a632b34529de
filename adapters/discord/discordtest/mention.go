package discordtest

import (
	"regexp"
	"slices"
)

// allowedMentions is whom a message may notify,
// https://docs.discord.com/developers/resources/message#allowed-mentions-object.
type allowedMentions struct {
	Users []string `json:"users"`
}

var (
	codeInText    = regexp.MustCompile("(?s)```.*?```|``.*?``|`[^`]*`")
	mentionInText = regexp.MustCompile(`<@!?(\d+)>`)
)

// mentioned gives the ids of the users whom a content mentions. A mention in code
// is none; one behind a backslash counts, since it is only not drawn as one.
func (s *Server) mentioned(content string) []string {
	var all []string
	for _, m := range mentionInText.FindAllStringSubmatch(codeInText.ReplaceAllString(content, ""), -1) {
		if _, known := s.names[m[1]]; known && !slices.Contains(all, m[1]) {
			all = append(all, m[1])
		}
	}
	return all
}

// notified gives the ids of the users whom a new message notifies.
func (s *Server) notified(c *channel, m *message, allowed *allowedMentions) []string {
	var all []string
	for _, id := range m.mentions {
		if allowed != nil && slices.Contains(allowed.Users, id) && c.reads(s.names[id]) && (m.For == "" || m.For == id) {
			all = append(all, id)
		}
	}
	return all
}
