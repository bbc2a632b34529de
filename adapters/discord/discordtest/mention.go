package discordtest

import (
	"regexp"
	"slices"
)

// allowedMentions lists the users whom a message may notify:
// https://docs.discord.com/developers/resources/message#allowed-mentions-object.
type allowedMentions struct {
	Users []string `json:"users"`
}

var (
	codeInText    = regexp.MustCompile("(?s)```.*?```|``.*?``|`[^`]*`")
	mentionInText = regexp.MustCompile(`<@!?(\d+)>`)
)

// mentioned returns the ids of the users whom a content mentions. A mention in code does not
// count. A mention after a backslash counts, because only its display differs.
func (s *Server) mentioned(content string) []string {
	var all []string
	for _, m := range mentionInText.FindAllStringSubmatch(codeInText.ReplaceAllString(content, ""), -1) {
		if _, known := s.names[m[1]]; known && !slices.Contains(all, m[1]) {
			all = append(all, m[1])
		}
	}
	return all
}

func (s *Server) notified(c *channel, m *message, allowed *allowedMentions) []string {
	var all []string
	for _, id := range m.mentions {
		if allowed != nil && slices.Contains(allowed.Users, id) && c.reads(s.names[id]) && (m.For == "" || m.For == id) {
			all = append(all, id)
		}
	}
	return all
}
