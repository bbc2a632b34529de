package discordtest

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Plain returns content as users read it, with names for mentions and without markup, except that
// single stars and underscores stay. See
// https://docs.discord.com/developers/reference#message-formatting.
func (s *Server) Plain(content string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.plain(content)
}

// The groups of markup are: an escaped character, a user, a time, its format, a command, an emoji, a
// channel, and the text of a link.
var markup = regexp.MustCompile(`\\([^0-9A-Za-z\s])|<@!?(\d+)>|<t:(-?\d+):([tf])>|<(/[^:<>]+):\d+>|<a?(:\w+:)\d+>|<(#\d+)>|` +
	`\[((?:\\.|[^\[\]\\])+)\]\(https?://[^)]+\)|(?m:^-# )|` + "```\n?|`" + `|\*\*|__|~~|\|\|`)

func (s *Server) plain(content string) string {
	return markup.ReplaceAllStringFunc(content, func(found string) string {
		f := markup.FindStringSubmatch(found)
		switch {
		case f[2] != "":
			return "@" + s.names[f[2]]
		case f[3] != "":
			seconds, _ := strconv.ParseInt(f[3], 10, 64)
			return time.Unix(seconds, 0).UTC().Format(map[string]string{"t": "15:04", "f": "January 2, 2006 15:04"}[f[4]])
		default:
			return f[1] + f[5] + f[6] + f[7] + s.plain(f[8])
		}
	})
}

// See https://docs.discord.com/developers/resources/message#allowed-mentions-object.
type allowedMentions struct {
	Users []string `json:"users"`
}

var (
	codeInText    = regexp.MustCompile("(?s)```.*?```|``.*?``|`[^`]*`")
	mentionInText = regexp.MustCompile(`<@!?(\d+)>`)
)

// mentioned ignores mentions in code. A mention after a backslash counts, although it looks different.
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

var (
	emojiInText   = regexp.MustCompile(`<a?:(\w+):(\d+)>`)
	commandInText = regexp.MustCompile(`</([^:<>]+):(\d+)>`)
)

// unknownReferences finds emoji, commands and users that do not exist. Users would see the raw code.
func (s *Server) unknownReferences(raw []byte) (problems []string) {
	text := strings.NewReplacer(`\u003c`, "<", `\u003e`, ">").Replace(string(raw))
	for _, m := range emojiInText.FindAllStringSubmatch(text, -1) {
		if !slices.Contains(s.emoji, emoji{m[2], m[1]}) {
			problems = append(problems, fmt.Sprintf("the application has no emoji %s", m[0]))
		}
	}
	for _, m := range commandInText.FindAllStringSubmatch(text, -1) {
		if !s.hasCommand(m[1], m[2]) {
			problems = append(problems, fmt.Sprintf("there is no command %s", m[0]))
		}
	}
	for _, m := range mentionInText.FindAllStringSubmatchIndex(text, -1) {
		id, escaped := text[m[2]:m[3]], m[0] > 0 && text[m[0]-1] == '\\'
		if _, known := s.names[id]; !known && !escaped {
			problems = append(problems, fmt.Sprintf("there is no user <@%s>", id))
		}
	}
	return problems
}

// See https://docs.discord.com/developers/reference#message-formatting.
func (s *Server) hasCommand(words, id string) bool {
	name, sub, _ := strings.Cut(words, " ")
	for _, all := range s.commands {
		for _, c := range all {
			if c.ID == id && c.Name == name {
				return slices.ContainsFunc(c.Options, func(o option) bool { return o.Type == subCommand && o.Name == sub })
			}
		}
	}
	return false
}
