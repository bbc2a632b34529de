package parse

import (
	"slices"
	"strings"

	"othellobot/chat"
	"othellobot/words"
)

// maxTyped bounds what is read of a typed command, in bytes. The longest that
// makes sense, a check with a board, is far shorter.
const maxTyped = 2000

// Read finds out which command an action types, and sorts its arguments. It knows nothing
// of the place: no words at all are the zero Command. With an error, an [*Unclear], come
// the command and the arguments as far as they were understood.
func (g *Grammar) Read(a chat.Action, limits chat.Limits) (Command, Arguments, error) {
	if length(a) > maxTyped {
		return Command{}, nil, unclear(words.TooLong{})
	}
	c, said, err := g.recognize(a)
	if err != nil {
		return Command{}, nil, err
	}
	args := Arguments(a.Args)
	if a.Origin == chat.OriginCompletion {
		return c, args, nil
	}
	if a.Verb == "" {
		if args, err = c.arguments(g.meant(c, said), limits); err != nil {
			return c, args, err
		}
	}
	return c, args, c.Admit(args)
}

// Sort sorts words that stand after the name of a command into its arguments. Whether they
// are admitted is for [Command.Admit] to say.
func (g *Grammar) Sort(c Command, typed string, limits chat.Limits) (Arguments, error) {
	return c.arguments(g.meant(c, tokens([]chat.Word{{Text: typed}})), limits)
}

// Verb names the command that an action types, as far as that can be told, and is empty
// where it types none.
func (g *Grammar) Verb(a chat.Action) string {
	if length(a) > maxTyped {
		return ""
	}
	c, _, _ := g.recognize(a) // no command where there is an error
	return c.Name
}

// length is how many bytes of text were typed.
func length(a chat.Action) int {
	n := len(a.Verb)
	for _, w := range a.Words {
		n += len(w.Text)
	}
	for _, arg := range a.Args {
		n += len(arg.Value.Text)
	}
	return n
}

// Admit refuses values that parameters cannot have.
func (c Command) Admit(args Arguments) error {
	for _, p := range c.Parameters {
		if given, ok := args.Find(p.Name); ok && !admits(p, given) {
			return errChoice(p)
		}
	}
	return nil
}

// recognize finds out which command an action types, and which of its words are the
// arguments. It is the zero Command where there is no word; words that are squares are
// moves.
func (g *Grammar) recognize(a chat.Action) (Command, []chat.Word, error) {
	if a.Verb != "" {
		if what, ok := g.commands[a.Verb]; ok {
			return what, nil, nil
		}
		return Command{}, nil, g.errUnknownVerb([]chat.Word{{Text: a.Verb}})
	}
	said := tokens(a.Words)
	if len(said) == 0 {
		return Command{}, nil, nil
	}
	if said[0].Kind != chat.MentionsNobody {
		return Command{}, nil, unclear(words.NoCommand{})
	}
	said = g.aboutVotes(said)
	if what, known := g.verbOf(said); known {
		if asks(said) && !what.Harmless {
			return Command{}, nil, unclear(words.DidYouMean{Meant: what.Name})
		}
		return what, said[1:], nil
	}
	if _, single := onlySquare(said); single && asks(said) {
		return Command{}, nil, g.errUnknownVerb(said)
	}
	first := strings.ToLower(strings.Trim(said[0].Text, ":,.!?/"))
	if first == "pass" || squareLike.MatchString(first) || areMoves(said) {
		return g.commands["move"], said, nil
	}
	return Command{}, nil, g.errUnknownVerb(said)
}

// meant returns what was typed, with words of any language for what a parameter of the action
// can be as the parameter has it.
func (g *Grammar) meant(c Command, said []chat.Word) []chat.Word {
	var list []chat.Word
	for i, w := range said {
		if w.Kind != chat.MentionsNobody {
			continue
		}
		word := strings.ToLower(strings.Trim(w.Text, ",.!?"))
		key := word[:strings.IndexByte(word, ':')+1]
		if c.Takes(chat.Word{Text: word[len(key):]}) {
			continue
		}
		values := g.values()[word[len(key):]]
		taken := slices.IndexFunc(values, func(value string) bool { return c.Takes(chat.Word{Text: value}) })
		if taken < 0 {
			continue
		}
		if list == nil {
			list = slices.Clone(said)
		}
		list[i].Text = key + values[taken]
	}
	if list == nil {
		return said
	}
	return list
}

// Takes reports whether a word is one of the few that a parameter can be.
func (c Command) Takes(w chat.Word) bool {
	return slices.ContainsFunc(c.Parameters, func(p Parameter) bool { return fits(p, w) })
}
