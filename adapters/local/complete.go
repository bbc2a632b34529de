package local

import (
	"context"
	"strings"

	"othellobot/chat"
)

// Complete returns the lines that a typed text can be completed to, as the values of choices. It
// completes commands and arguments, and asks the handler where that depends on the game. The labels
// hold the help texts.
func (a *Adapter) Complete(ctx context.Context, s chat.Action, typed string) []chat.Choice {
	slash := commandForm.FindString(typed)
	verb, rest, more := strings.Cut(typed[len(slash):], " ")
	var found []chat.Choice
	for _, c := range a.Commands {
		switch {
		case more && strings.EqualFold(c.Name, verb):
			return a.completed(ctx, s, c, rest, slash)
		case !more && hasPrefix(c.Name, verb):
			found = append(found, chat.Choice{Label: inLanguage(c.Help, c.HelpIn, s.Locale), Value: slash + c.Name})
		}
	}
	return found
}

// completed completes the last word of a command's arguments.
func (a *Adapter) completed(ctx context.Context, s chat.Action, c chat.Command, typed, slash string) []chat.Choice {
	before, word := "", typed
	if at := strings.LastIndexByte(typed, ' ') + 1; at > 0 {
		before, word = typed[:at], typed[at:]
	}
	named, value, isNamed := strings.Cut(word, ":")
	var found []chat.Choice
	offer := func(parameter, label, value string) {
		found = append(found, chat.Choice{Label: label, Value: slash + c.Name + " " + before + parameter + value})
	}
	for _, p := range c.Parameters {
		prefix, begun := "", word
		if isNamed {
			if !strings.EqualFold(named, p.Name) {
				continue
			}
			prefix, begun = p.Name+":", value
		}
		help := inLanguage(p.Help, p.HelpIn, s.Locale)
		for _, choice := range a.choices(ctx, s, c.Name, p, begun) {
			offer(prefix, help, choice.Value)
		}
		if !isNamed && p.Type != chat.TypeUser && hasPrefix(p.Name, word) {
			offer(p.Name+":", help, "")
		}
	}
	return found
}

// choices returns the values of a parameter that begin with begun.
func (a *Adapter) choices(ctx context.Context, s chat.Action, verb string, p chat.Parameter, begun string) []chat.Choice {
	if p.Complete {
		s.Origin, s.Verb, s.Focus = chat.OriginCompletion, verb, p.Name
		s.Args = []chat.Argument{{Name: p.Name, Value: chat.Word{Text: begun}}}
		return a.ask(ctx, func() (chat.Response, error) { return a.Handler.Handle(ctx, s) }).Choices
	}
	var fit []chat.Choice
	for _, choice := range p.Choices {
		if hasPrefix(choice.Value, begun) {
			fit = append(fit, choice)
		}
	}
	return fit
}

// Squares returns the legal squares of the running game that begin with a word typed at a terminal.
func (a *Adapter) Squares(ctx context.Context, word string) []string {
	s := chat.Action{User: UserID(Alone), Place: chat.Place{Platform: Platform, Channel: Platform}}
	var squares []string
	for _, c := range a.choices(ctx, s, "move", chat.Parameter{Name: "square", Complete: true}, word) {
		squares = append(squares, c.Value)
	}
	return squares
}

func hasPrefix(word, begun string) bool {
	return len(begun) <= len(word) && strings.EqualFold(word[:len(begun)], begun)
}

// inLanguage returns the text in the language of a locale.
func inLanguage(text string, others chat.Translations, locale string) string {
	if other, ok := others.In()[locale]; ok {
		return other
	}
	return text
}
