package local

import (
	"cmp"
	"context"
	"strings"

	"othellobot/chat"
)

// Complete returns the lines that a typed text can be completed to, as the values of choices, with
// help texts as labels. The handler completes arguments that depend on the game.
func (a *Adapter) Complete(ctx context.Context, s chat.Action, typed string) (found []chat.Choice) {
	slash := commandPattern.FindString(typed)
	verb, rest, more := strings.Cut(typed[len(slash):], " ")
	for _, c := range a.Commands {
		switch {
		case more && strings.EqualFold(c.Name, verb):
			return a.completeArgument(ctx, s, c, rest, slash)
		case !more && hasPrefix(c.Name, verb):
			found = append(found, chat.Choice{Label: inLanguage(c.Help, c.HelpIn, s.Locale), Value: slash + c.Name})
		}
	}
	return found
}

// completeArgument completes the last word of a command's arguments.
func (a *Adapter) completeArgument(ctx context.Context, s chat.Action, c chat.Command, typed, slash string) (found []chat.Choice) {
	at := strings.LastIndexByte(typed, ' ') + 1
	line, word := slash+c.Name+" "+typed[:at], typed[at:]
	name, value, isNamed := strings.Cut(word, ":")
	for _, p := range c.Parameters {
		parameter, prefix := "", word
		if isNamed {
			if !strings.EqualFold(name, p.Name) {
				continue
			}
			parameter, prefix = p.Name+":", value
		}
		help := inLanguage(p.Help, p.HelpIn, s.Locale)
		for _, choice := range a.choices(ctx, s, c.Name, p, prefix) {
			found = append(found, chat.Choice{Label: help, Value: line + parameter + choice.Value})
		}
		if !isNamed && p.Type != chat.TypeUser && hasPrefix(p.Name, word) {
			found = append(found, chat.Choice{Label: help, Value: line + p.Name + ":"})
		}
	}
	return found
}

// choices returns the values of a parameter that begin with prefix.
func (a *Adapter) choices(ctx context.Context, s chat.Action, verb string, p chat.Parameter, prefix string) (found []chat.Choice) {
	if p.Complete {
		s.Origin, s.Verb, s.Focus = chat.OriginCompletion, verb, p.Name
		s.Args = []chat.Argument{{Name: p.Name, Value: chat.Token{Text: prefix}}}
		return a.ask(ctx, func() (chat.Response, error) { return a.Handler.Handle(ctx, s) }).Choices
	}
	for _, choice := range p.Choices {
		if hasPrefix(choice.Value, prefix) {
			found = append(found, choice)
		}
	}
	return found
}

// Squares returns the legal squares of the running game that begin with a word typed at a terminal.
func (a *Adapter) Squares(ctx context.Context, word string) (squares []string) {
	s := chat.Action{User: UserID(Alone), Place: chat.Place{Platform: Platform, Channel: Platform}}
	for _, c := range a.choices(ctx, s, "move", chat.Parameter{Name: "square", Complete: true}, word) {
		squares = append(squares, c.Value)
	}
	return squares
}

// hasPrefix reports whether word begins with prefix, ignoring case.
func hasPrefix(word, prefix string) bool {
	return len(prefix) <= len(word) && strings.EqualFold(word[:len(prefix)], prefix)
}

func inLanguage(text string, others chat.Translations, locale string) string {
	return cmp.Or(others.In()[locale], text)
}
