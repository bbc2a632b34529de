package bot

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"othellobot/chat"
)

// maxTyped bounds what is read of a typed command, in bytes. The longest that
// makes sense, a check with a board, is far shorter.
const maxTyped = 2000

// read finds out what a request asks for, and completes it by that. It knows
// nothing of the place: no words at all are no action yet.
func (b *Bot) read(r *request) error {
	if r.length() > maxTyped {
		return errTooLong
	}
	if r.pressed() {
		return b.readControl(r)
	}
	what, words, err := b.recognize(r)
	if err != nil {
		return err
	}
	r.action, r.args = what, r.Args
	if r.Origin == chat.OriginCompletion {
		return nil
	}
	if r.Verb == "" {
		if r.args, err = what.arguments(words, r.limits); err != nil {
			return err
		}
	}
	return what.admit(r.args)
}

// admit refuses values that parameters cannot have.
func (a action) admit(args arguments) error {
	for _, p := range a.Parameters {
		if given, ok := args.find(p.Name); ok && !admits(p, given) {
			return errChoice(p)
		}
	}
	return nil
}

// recognize finds out which action a command means, and which of its words are
// the arguments. It is the zero action where there is no word; words that are
// squares are moves.
func (b *Bot) recognize(r *request) (action, []chat.Word, error) {
	if r.Verb != "" {
		if what, ok := b.actions[r.Verb]; ok && what.typed() {
			return what, nil, nil
		}
		return action{}, nil, b.errUnknownVerb(r.Verb)
	}
	words := tokens(r.Words)
	if len(words) == 0 {
		return action{}, nil, nil
	}
	if words[0].Kind != chat.MentionsNobody {
		return action{}, nil, refused("What about them? ", chat.CommandOf("start @name"), " challenges somebody, and ", chat.CommandOf("help"), " shows all.")
	}
	first := strings.ToLower(strings.Trim(words[0].Text, ":,.!?/"))
	if what, known := b.actions[first]; known && what.typed() {
		return what, words[1:], nil
	}
	if first == "pass" || squareLike.MatchString(first) || areMoves(words) {
		return b.actions["move"], words, nil
	}
	return action{}, nil, b.errUnknownVerb(words[0].Text)
}

// tokens splits words at white space and cleans them: compatibility forms such
// as wide letters become plain ones, quotation marks and invisible characters
// go.
func tokens(words []chat.Word) []chat.Word {
	list := make([]chat.Word, 0, len(words)+1)
	for _, w := range words {
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
func areMoves(words []chat.Word) bool {
	_, err := parseMoves(spaced(words))
	return err == nil
}

// spaced is the text of the words with spaces between; a mention has none.
func spaced(words []chat.Word) string {
	if len(words) == 1 {
		return words[0].Text
	}
	texts := make([]string, len(words))
	for i, w := range words {
		texts[i] = w.Text
	}
	return strings.Join(texts, " ")
}

// arguments sorts words into the action's parameters: key:value in any order,
// choices, numbers, people and flags by what they look like, and what is left
// over together as the free text, if the action takes one.
func (a action) arguments(words []chat.Word, limits chat.Limits) (arguments, error) {
	var args arguments
	var rest []chat.Word
	for i := 0; i < len(words); i++ {
		word := words[i]
		p, value, keyed := a.keyed(word)
		switch {
		case keyed && p.Type == chat.TypeRest:
			args = args.with(p.Name, chat.Word{Text: spaced(append([]chat.Word{{Text: value}}, words[i+1:]...))})
			i = len(words)
		case keyed && value == "" && i+1 < len(words):
			i++
			args = args.with(p.Name, words[i])
		case keyed:
			args = args.with(p.Name, chat.Word{Text: value})
		default:
			p, ok := a.accepting(word, args)
			switch {
			case ok && args.has(p.Name):
				return args, a.errTwice(p.Name)
			case ok:
				args = args.with(p.Name, word)
			default:
				rest = append(rest, word)
			}
		}
	}
	if len(rest) == 0 {
		return args, nil
	}
	for _, p := range a.Parameters {
		if !args.has(p.Name) && (p.Type == chat.TypeText || p.Type == chat.TypeRest) && p.Choices == nil {
			args = args.with(p.Name, chat.Word{Text: spaced(rest)})
			return args, nil
		}
	}
	for _, p := range a.Parameters {
		if p.Choices != nil && len(a.Parameters) == 1 {
			return args, errChoice(p)
		}
	}
	return args, a.errLeftOver(rest[0].Text, limits)
}

// errTwice refuses a parameter that was given twice.
func (a action) errTwice(parameter string) error {
	if a.twice != nil {
		return a.twice(parameter)
	}
	return errGivenTwice(parameter)
}

func errGivenTwice(parameter string) error {
	return refused("That says the ", parameter, " twice. Once is enough.")
}

// errLeftOver refuses a word that the action has no use for, and says what it
// takes.
func (a action) errLeftOver(word string, limits chat.Limits) error {
	if a.leftOver != nil {
		return a.leftOver(word)
	}
	taken := " stands alone."
	if usage := usage(a.Command, limits); usage != "" {
		taken = " takes: " + usage + "."
	}
	return refused("I cannot use ", quote(word), " there. ", chat.CommandOf(a.Name), taken)
}

// errChoice refuses a value that is not among the choices of a parameter.
func errChoice(p chat.Parameter) error {
	return refused("For ", chat.CodeOf(p.Name), " I know ", list(choiceValues(p), "or"), ". ", chat.CommandOf("help"), " shows all.")
}

// keyed tells which parameter a word names, as "key:value", as "key:", or as a
// bare key before its value.
func (a action) keyed(word chat.Word) (chat.Parameter, string, bool) {
	if word.Kind != chat.MentionsNobody {
		return chat.Parameter{}, "", false
	}
	key, value, colon := strings.Cut(word.Text, ":")
	for _, p := range a.Parameters {
		if !strings.EqualFold(p.Name, key) {
			continue
		}
		if p.Type == chat.TypeFlag && !colon {
			return p, "true", true
		}
		return p, value, true
	}
	return chat.Parameter{}, "", false
}

// accepting is the parameter that a bare word fits, one without a value if there
// is one.
func (a action) accepting(word chat.Word, args arguments) (taken chat.Parameter, ok bool) {
	for _, p := range a.Parameters {
		if !fits(p, word) {
			continue
		}
		if !args.has(p.Name) {
			return p, true
		}
		taken, ok = p, true
	}
	return taken, ok
}

func fits(p chat.Parameter, word chat.Word) bool {
	if word.Kind != chat.MentionsNobody {
		return p.Type == chat.TypeUser
	}
	if p.Type == chat.TypeInteger {
		return strings.Trim(word.Text, "0123456789") == ""
	}
	return slices.ContainsFunc(p.Choices, func(c chat.Choice) bool { return strings.EqualFold(c.Value, word.Text) })
}
