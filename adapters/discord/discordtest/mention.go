package discordtest

import (
	"regexp"
	"slices"
)

// allowedMentions is whom a message may notify,
// https://docs.discord.com/developers/resources/message#allowed-mentions-object.
type allowedMentions struct {
	Parse []string `json:"parse"`
	Users []string `json:"users"`
}

func (a *allowedMentions) user(id string) bool {
	return a == nil || slices.Contains(a.Parse, "users") || slices.Contains(a.Users, id)
}

var (
	codeInText    = regexp.MustCompile("(?s)```.*?```|``.*?``|`[^`]*`")
	mentionInText = regexp.MustCompile(`<@!?(\d+)>`)
	everybody     = regexp.MustCompile(`@(everyone|here)\b`)
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
	if m.Flags&flagSuppressNotifications != 0 {
		return nil
	}
	var all []string
	for _, id := range m.mentions {
		if allowed.user(id) && c.reads(s.names[id]) && (m.For == "" || m.For == id) {
			all = append(all, id)
		}
	}
	text := codeInText.ReplaceAllString(m.Content, "")
	if everybody.MatchString(text) && (allowed == nil || slices.Contains(allowed.Parse, "everyone")) && c.may(mentionEveryone) {
		for _, p := range s.users {
			if !p.Bot && !p.Server && c.reads(p.Name) && (m.For == "" || m.For == p.ID) && !slices.Contains(all, p.ID) {
				all = append(all, p.ID)
			}
		}
	}
	return all
}
