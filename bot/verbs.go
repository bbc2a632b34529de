package bot

import (
	"context"

	"othellobot/chat"
)

// verb is a command with what it does.
type verb struct {
	chat.Command
	run   func(*Bot, context.Context, request) (chat.Response, error)
	words bool   // a word of text commands only; elsewhere a control or an option does the same
	done  string // the line for the actor where a message for everybody answers
}

// verbs lists every verb, the declared commands first and in the order in which
// they are shown.
func verbs() []verb {
	return []verb{
		startVerb(), moveVerb(), boardVerb(), checkVerb(), hintVerb(), undoVerb(),
		resignVerb(), stopVerb(), historyVerb(), loadVerb(), settingsVerb(), helpVerb(),
		acceptVerb(), declineVerb(), joinVerb(), rematchVerb(),
		movesVerb(), rulesVerb(), privacyVerb(), forgetVerb(),
	}
}

// Commands declares the commands there are, in the order in which they are to
// be offered.
func Commands() []chat.Command {
	var commands []chat.Command
	for _, v := range verbs() {
		if !v.words {
			commands = append(commands, v.Command)
		}
	}
	return commands
}

// VerbOf names the verb that an action asks for, and does nothing. The name is
// one of the few that there are, never what somebody typed, so it can stand where
// names must not grow with use. It is empty where no verb is named: by a control,
// by what is no command, and by no words at all, which mean another verb where a
// game runs. It may be called concurrently.
func (b *Bot) VerbOf(a chat.Action) string {
	r := request{Action: a}
	if r.length() > maxTyped {
		return ""
	}
	if words := tokens(r.Words); len(words) > 0 {
		v, _, _ := b.recognize(words) // no verb where there is an error
		return v.Name
	}
	return b.verbs[r.Verb].Name
}

// choiceValues are the values that a parameter can have, if they are few.
func choiceValues(p chat.Parameter) []string {
	if p.Type == chat.TypeFlag {
		return []string{"yes", "no"}
	}
	values := make([]string, len(p.Choices))
	for i, c := range p.Choices {
		values[i] = c.Value
	}
	return values
}

// choices makes the choices of a parameter from their values.
func choices(values ...string) []chat.Choice {
	list := make([]chat.Choice, len(values))
	for i, v := range values {
		list[i] = chat.Choice{Label: v, Value: v}
	}
	return list
}
