package parse

import (
	"errors"
	"slices"
	"strings"

	"othellobot/chat"
	"othellobot/words"
)

// Limits on the text of an action, in bytes.
const (
	maxTyped = 2000   // typed words
	maxGiven = 32_000 // arguments that the platform has separated
)

// Read returns the command and the arguments of an action. The Command is zero if there are no words.
// The error is an [*Unclear], or comes from [Command.LeftOver] or [Command.Twice]. With an error, Read
// returns as much as it understood.
func (g *Grammar) Read(a chat.Action, limits chat.Limits) (Command, Arguments, error) {
	if tooLong(a) {
		return Command{}, nil, unclear(words.TooLong{})
	}
	c, said, err := g.recognize(a)
	if err != nil {
		return Command{}, nil, err
	}
	args := cleanArguments(a.Args)
	if a.Origin == chat.OriginCompletion {
		return c, args, nil
	}
	if a.Verb == "" {
		if args, err = c.arguments(g.plainWords(c, said), limits); err != nil {
			if e, ok := errors.AsType[*Unclear](err); ok && len(args) == 0 {
				err = e.offering(c.Name)
			}
			return c, args, err
		}
	}
	return c, args, c.Admit(args)
}

// Sort sorts the text that follows a command's name into arguments. The caller must check their values
// with [Command.Admit].
func (g *Grammar) Sort(c Command, typed string, limits chat.Limits) (Arguments, error) {
	return c.arguments(g.plainWords(c, tokens([]chat.Token{{Text: typed}})), limits)
}

// Verb returns the name of the command of an action, or "" if the action has no clear command.
func (g *Grammar) Verb(a chat.Action) string {
	if tooLong(a) {
		return ""
	}
	c, _, _ := g.recognize(a) // after an error, the name is ""
	return c.Name
}

func tooLong(a chat.Action) bool {
	typed, given := len(a.Verb), 0
	for _, w := range a.Tokens {
		typed += len(w.Text)
	}
	for _, arg := range a.Args {
		given += len(arg.Value.Text)
	}
	return typed > maxTyped || given > maxGiven
}

// recognize returns the command of an action and the words that are its arguments. The Command is
// zero if there are no words.
func (g *Grammar) recognize(a chat.Action) (Command, []chat.Token, error) {
	if a.Verb != "" {
		if what, ok := g.commands[a.Verb]; ok {
			return what, nil, nil
		}
		return Command{}, nil, g.errUnknown(chat.Token{Text: a.Verb})
	}
	bot := func(w chat.Token) bool { return w.Kind == chat.MentionsBot }
	if i := slices.IndexFunc(a.Tokens, bot); i >= 0 { // the bot is either an argument or the addressee
		named := a.Tokens[i]
		a.Tokens = slices.DeleteFunc(slices.Clone(a.Tokens), bot)
		c, said, err := g.recognize(a)
		if c.Takes(named) {
			said = append(slices.Clone(said), named)
		}
		return c, said, err
	}
	said := g.splitValue(tokens(a.Tokens))
	if len(said) == 0 {
		return Command{}, nil, nil
	}
	if said[0].Kind != chat.MentionsNobody {
		return g.understand(said)
	}
	said, question := cutQuestion(said)
	if len(question) == 0 && areMoves(said) {
		return g.commands["move"], said, nil // most commands are moves
	}
	said = g.aboutVotes(said)
	c, known := g.named(said)
	switch {
	case !known:
		return g.understand(append(said, question...))
	case len(question) > 0 && (!c.Harmless || c.ChangesSettings && len(said) > 1):
		if square, single := onlySquare(said[1:]); single && c.Name == "move" {
			return g.commands["check"], []chat.Token{{Text: square.String()}}, nil
		}
		return Command{}, nil, g.didYouMean(g.line(c, said[1:]))
	default:
		return c, said[1:], nil
	}
}

// splitValue separates the command from the value in "board:text".
func (g *Grammar) splitValue(said []chat.Token) []chat.Token {
	if len(said) == 0 {
		return said
	}
	name, value, keyed := strings.Cut(said[0].Text, ":")
	if _, known := g.commands[strings.ToLower(name)]; !keyed || !known || value == "" {
		return said
	}
	return slices.Concat([]chat.Token{{Text: name}, {Text: value}}, said[1:])
}

// plainWords drops filler words from the words that follow a command, and translates values from any
// language.
func (g *Grammar) plainWords(c Command, said []chat.Token) []chat.Token {
	if len(said) == 0 || mayBeMoves(said) {
		return said
	}
	v := g.vocabulary()
	list := v.terms(said)
	plain := make([]chat.Token, 0, len(list))
	free, within, afterName := c.takesText(), false, false
	alone := len(said) == 1 && g.isLanguage(c, said[0]) // as in "my settings it"
	end := v.trailingFillers(list)
	for len(list) > 0 {
		w := list[0].Token
		if bare := strings.Trim(w.Text, punctuation); bare != "" && c.Takes(chat.Token{Text: bare}) && w.Kind == chat.MentionsNobody {
			w.Text = bare // as in "bot, 5"
		}
		key, text := c.splitKey(w)
		p, keyed := c.parameter(key)
		named, bare := c.parameter(w.Text)
		idle, _ := v.fillers(list)
		if idle > 0 && len(list) > 1 && !fits(named, list[1].Token) {
			bare = false // as in "with @bo", where "with" is no parameter
		}
		if !keyed && !bare && !c.Takes(w) {
			if m, n := v.meant(list); n > 0 && !m.unsure {
				if line := strings.Fields(m.lines[0]); line[0] == c.Name { // as in "settings german"
					plain, list = withArguments(plain, line[1:]), list[n:]
					continue
				}
			}
			code := alone || afterName && len(list) == 1 && len(w.Text) == 2 // as in "language it"
			if idle > 0 && !code && (!free || !within || len(list) <= end) {
				list = list[idle:]
				continue
			}
		}
		within, afterName = !bare, bare
		if w.Kind == chat.MentionsNobody && !c.Takes(chat.Token{Text: text}) {
			for _, value := range v.values[folded(text)] {
				if _, name := c.parameter(value); name || c.Takes(chat.Token{Text: value}) {
					text = value
					break
				}
			}
		}
		if w.Text = text; keyed {
			w.Text = key + ":" + text
		}
		plain, list = append(plain, w), list[1:]
		if keyed && p.Type == chat.TypeRest {
			for _, t := range list {
				plain = append(plain, t.Token)
			}
			break
		}
	}
	return plain
}

// withArguments appends the arguments of a phrase. If the last word is the name of an argument's
// parameter, the argument replaces it.
func withArguments(said []chat.Token, args []string) []chat.Token {
	for _, arg := range args {
		if last := len(said) - 1; last >= 0 && strings.HasPrefix(arg, strings.ToLower(said[last].Text)+"=") {
			said = said[:last]
		}
		said = append(said, chat.Token{Text: strings.Replace(strings.TrimSuffix(arg, "="), "=", ":", 1)})
	}
	return said
}
