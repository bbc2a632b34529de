package discord

import (
	"slices"
	"strconv"
	"strings"

	"othellobot/chat"
)

// commandText formats commands for messages: clickable, with named options.
type commandText struct {
	id       string // of the registered slash command; empty if unknown
	commands []chat.Command
}

// write returns a command's words in markup. If the first word names no command, write takes it
// for a choice of a parameter, or else for the label of a button.
func (c commandText) write(words string) string {
	verb, rest, _ := strings.Cut(words, " ")
	for i := range c.commands {
		if c.commands[i].Name == verb {
			return c.mention(verb) + options(&c.commands[i], rest)
		}
	}
	for i := range c.commands {
		if p := parameterWithChoice(&c.commands[i], verb); p != nil {
			return c.mention(c.commands[i].Name) + " " + p.Name + ":" + verb
		}
	}
	if verb == "" {
		return chat.SlashName
	}
	return "**" + strings.ToUpper(verb[:1]) + verb[1:] + "**"
}

// mention returns a clickable command, or the command as code if its id is unknown:
// https://docs.discord.com/developers/reference#message-formatting.
func (c commandText) mention(verb string) string {
	if c.id == "" {
		return "`" + chat.SlashName + " " + verb + "`"
	}
	return "<" + chat.SlashName + " " + verb + ":" + c.id + ">"
}

func options(command *chat.Command, words string) string {
	var text strings.Builder
	for word := range strings.FieldsSeq(words) {
		text.WriteByte(' ')
		if p := parameterFor(command, word); p != nil {
			text.WriteString(p.Name + ":")
		}
		text.WriteString(word)
	}
	return text.String()
}

// parameterFor returns the parameter that a word fits: the one that lists the word as a choice, or
// else the first with a suitable type.
func parameterFor(command *chat.Command, word string) *chat.Parameter {
	if p := parameterWithChoice(command, word); p != nil {
		return p
	}
	_, notNumber := strconv.Atoi(word)
	for i := range command.Parameters {
		switch p := &command.Parameters[i]; {
		case p.Choices != nil:
		case p.Type == chat.TypeInteger && notNumber == nil,
			p.Type == chat.TypeText && notNumber != nil,
			p.Type == chat.TypeRest:
			return p
		}
	}
	return nil
}

func parameterWithChoice(command *chat.Command, word string) *chat.Parameter {
	for i := range command.Parameters {
		p := &command.Parameters[i]
		if slices.ContainsFunc(p.Choices, func(c chat.Choice) bool { return c.Value == word }) {
			return p
		}
	}
	return nil
}
