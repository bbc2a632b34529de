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
	maxTyped = 2000   // all typed words together
	maxGiven = 32_000 // all arguments together that the platform has separated
)

// Read returns the command and the arguments of an action, as far as it understood them. Without
// words the Command is zero. The error is an [*Unclear], or comes from [Command.LeftOverError] or
// [Command.TwiceError].
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

// Arguments sorts the text that follows a command's name into arguments. The caller must check their values
// with [Command.Admit].
func (g *Grammar) Arguments(c Command, typed string, limits chat.Limits) (Arguments, error) {
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

// recognize returns the command of an action and the words for its arguments.
func (g *Grammar) recognize(a chat.Action) (Command, []chat.Token, error) {
	if a.Verb != "" {
		if what, ok := g.commands[a.Verb]; ok {
			return what, nil, nil
		}
		return Command{}, nil, g.errUnknown(chat.Token{Text: a.Verb})
	}
	bot := func(w chat.Token) bool { return w.Kind == chat.MentionsBot }
	if i := slices.IndexFunc(a.Tokens, bot); i >= 0 { // a mention of the bot is either an argument or the address
		named := a.Tokens[i]
		a.Tokens = slices.DeleteFunc(slices.Clone(a.Tokens), bot)
		c, said, err := g.recognize(a)
		if c.Takes(named) {
			said = append(slices.Clone(said), named)
		}
		return c, said, err
	}
	said := tokens(a.Tokens)
	if len(said) == 0 {
		return Command{}, nil, nil
	}
	if said = g.splitValue(said); said[0].Kind != chat.MentionsNobody {
		return g.understand(said)
	}
	said, question := cutQuestion(said)
	if len(question) == 0 && areMoves(said) {
		return g.commands["move"], said, nil
	}
	said = g.aboutVotes(said)
	c, known := g.commandNamed(said)
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

func (g *Grammar) splitValue(said []chat.Token) []chat.Token {
	name, value, keyed := strings.Cut(said[0].Text, ":")
	if _, known := g.commands[strings.ToLower(name)]; !keyed || !known || value == "" {
		return said
	}
	return slices.Concat([]chat.Token{{Text: name}, {Text: value}}, said[1:])
}

// commandNamed returns the command whose name is the first word. It reports false for a longer phrase or a negated command.
func (g *Grammar) commandNamed(said []chat.Token) (Command, bool) {
	first := strings.ToLower(strings.Trim(said[0].Text, ":,.!?/"))
	c, known := g.commands[first]
	if !known || mayBeMoves(said[1:]) || len(said) == 1 {
		return c, known
	}
	v := g.vocabulary()
	list, _ := v.withoutFillers(v.terms(said))
	if _, taken := v.meant(list); taken > 1 {
		return c, false
	}
	return c, c.takesText() || !v.hasNegation(list)
}

// aboutVotes puts a command before a word for "vote": move if a square follows, otherwise start.
func (g *Grammar) aboutVotes(said []chat.Token) []chat.Token {
	first := strings.ToLower(strings.Trim(said[0].Text, ":,.!/"))
	if _, command := g.commands[first]; command || first != ByVotes && !slices.Contains(g.vocabulary().values[folded(first)], ByVotes) {
		return said
	}
	if rest := said[1:]; len(rest) > 0 && !isDuration(rest[0].Text) &&
		(areMoves(rest) || squareLike.MatchString(strings.ToLower(rest[0].Text))) {
		return append([]chat.Token{{Text: "move"}}, rest...)
	}
	return append([]chat.Token{{Text: "start"}}, said...)
}

func cutQuestion(said []chat.Token) (bare, question []chat.Token) {
	last := len(said) - 1
	text := strings.TrimRight(said[last].Text, "?")
	switch {
	case text == said[last].Text, text == "" && last == 0:
		return said, nil
	case text != "":
		bare = []chat.Token{{Text: text}}
	}
	return slices.Concat(said[:last], bare), []chat.Token{{Text: "?"}}
}
