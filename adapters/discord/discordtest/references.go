package discordtest

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

var (
	emojiInText   = regexp.MustCompile(`<a?:(\w+):(\d+)>`)
	commandInText = regexp.MustCompile(`</([^:<>]+):(\d+)>`)
)

// unknownReferences returns the references in a body that lead nowhere. Users would see their raw
// code. The caller holds the lock.
func (s *Server) unknownReferences(raw []byte) (problems []string) {
	text := strings.NewReplacer(`\u003c`, "<", `\u003e`, ">").Replace(string(raw))
	for _, m := range emojiInText.FindAllStringSubmatch(text, -1) {
		if !slices.Contains(s.emoji, emoji{m[2], m[1]}) {
			problems = append(problems, fmt.Sprintf("the application has no emoji %s", m[0]))
		}
	}
	for _, m := range commandInText.FindAllStringSubmatch(text, -1) {
		if !s.registered(m[1], m[2]) {
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

// registered reports whether words name a registered sub-command of the command with this id:
// https://docs.discord.com/developers/reference#message-formatting.
func (s *Server) registered(words, id string) bool {
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
