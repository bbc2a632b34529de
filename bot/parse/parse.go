package parse

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

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
		values := g.values[word[len(key):]]
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

// tokens splits words at white space and cleans them: compatibility forms such
// as wide letters become plain ones, quotation marks and invisible characters
// go.
func tokens(typed []chat.Word) []chat.Word {
	list := make([]chat.Word, 0, len(typed)+1)
	for _, w := range typed {
		if w.Kind != chat.MentionsNobody {
			list = append(list, w)
			continue
		}
		text := strings.ToValidUTF8(w.Text, "?")
		for field := range strings.FieldsSeq(norm.NFKC.String(text)) {
			if field = strings.Map(visible, field); field != "" {
				list = append(list, chat.Word{Text: field})
			}
		}
	}
	return list
}

// visible drops quotation marks and characters that nobody sees.
func visible(r rune) rune {
	if r < unicode.MaxASCII && r > ' ' && r != '"' && r != '\'' && r != '`' {
		return r
	}
	if strings.ContainsRune("\"'`‘’“”«»", r) || unicode.In(r, unicode.Cf, unicode.Cc) {
		return -1
	}
	return r
}

// squareLike is a word meant as a square, whether or not it is one.
var squareLike = regexp.MustCompile(`^([a-z]\d{1,2}|\d{1,2}[a-z])$`)

// areMoves reports whether the words are squares, one or more.
func areMoves(said []chat.Word) bool {
	_, err := Moves(spaced(said))
	return err == nil
}

// spaced is the text of the words with spaces between; a mention has none.
func spaced(said []chat.Word) string {
	if len(said) == 1 {
		return said[0].Text
	}
	texts := make([]string, len(said))
	for i, w := range said {
		texts[i] = w.Text
	}
	return strings.Join(texts, " ")
}
