package bot

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"othellobot/bot/control"
	"othellobot/chat"
	"othellobot/words"
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
	what, said, err := b.recognize(r)
	if err != nil {
		return err
	}
	r.action, r.args = what, r.Args
	if r.Origin == chat.OriginCompletion {
		return nil
	}
	if r.Verb == "" {
		if r.args, err = what.arguments(b.meant(what, said), r.Limits); err != nil {
			return err
		}
	}
	return what.admit(r.args)
}

// readControl finds out what a control does, if its sender may use it.
func (b *Bot) readControl(r *request) error {
	c, err := control.Parse(r.Control)
	what, ok := b.actions[c.Verb]
	if err != nil || !ok || what.press == nil || !what.by.has(r.Origin) {
		return errBadControl
	}
	r.control, r.action = c, what
	return nil
}

// admit refuses values that parameters cannot have.
func (a action) admit(args arguments) error {
	for _, p := range a.parameters {
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
		return action{}, nil, b.errUnknownVerb([]chat.Word{{Text: r.Verb}})
	}
	said := tokens(r.Words)
	if len(said) == 0 {
		return action{}, nil, nil
	}
	if said[0].Kind != chat.MentionsNobody {
		return action{}, nil, refused(words.NoCommand{})
	}
	said = b.aboutVotes(said)
	if what, known := b.verbOf(said); known {
		if asks(said) && !what.harmless {
			return action{}, nil, refused(words.DidYouMean{Meant: what.name})
		}
		return what, said[1:], nil
	}
	if _, single := onlySquare(said); single && asks(said) {
		return action{}, nil, b.errUnknownVerb(said)
	}
	first := strings.ToLower(strings.Trim(said[0].Text, ":,.!?/"))
	if first == "pass" || squareLike.MatchString(first) || areMoves(said) {
		return b.actions["move"], said, nil
	}
	return action{}, nil, b.errUnknownVerb(said)
}

// meant returns what was typed, with words of any language for what a parameter of the action
// can be as the parameter has it.
func (b *Bot) meant(a action, said []chat.Word) []chat.Word {
	var list []chat.Word
	for i, w := range said {
		if w.Kind != chat.MentionsNobody {
			continue
		}
		word := strings.ToLower(strings.Trim(w.Text, ",.!?"))
		key := word[:strings.IndexByte(word, ':')+1]
		values := b.values[word[len(key):]]
		taken := slices.IndexFunc(values, func(value string) bool { return a.takes(chat.Word{Text: value}) })
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

// takes reports whether a word is one of the few that a parameter can be.
func (a action) takes(w chat.Word) bool {
	return slices.ContainsFunc(a.parameters, func(p parameter) bool { return fits(p, w) })
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
	_, err := parseMoves(spaced(said))
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

// arguments sorts words into the action's parameters: key:value in any order,
// choices, numbers, people and flags by what they look like, and what is left
// over together as the free text, if the action takes one.
func (a action) arguments(typed []chat.Word, limits chat.Limits) (arguments, error) {
	var args arguments
	var room [2]chat.Word // mostly enough
	rest := room[:0]
	if a.plain != nil {
		typed = a.plain(typed)
	}
	for i := 0; i < len(typed); i++ {
		word := typed[i]
		if word.Kind == chat.MentionsNobody && polite[strings.ToLower(strings.Trim(word.Text, ",.!"))] {
			continue
		}
		p, value, keyed := a.keyed(word)
		switch {
		case keyed && p.Type == chat.TypeRest:
			args = args.with(p.Name, chat.Word{Text: spaced(append([]chat.Word{{Text: value}}, typed[i+1:]...))})
			i = len(typed)
		case keyed && value == "" && i+1 < len(typed):
			i++
			args = args.with(p.Name, typed[i])
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
	for _, p := range a.parameters {
		if !args.has(p.Name) && (p.Type == chat.TypeText || p.Type == chat.TypeRest) && p.Choices == nil {
			args = args.with(p.Name, chat.Word{Text: spaced(rest)})
			return args, nil
		}
	}
	for _, p := range a.parameters {
		if p.Choices != nil && len(a.parameters) == 1 {
			return args, errChoice(p)
		}
	}
	return args, a.errLeftOver(rest[0].Text, limits)
}

// polite are words that mean nothing anywhere.
var polite = map[string]bool{"please": true, "pls": true, "plz": true, "thanks": true}

// errTwice refuses a parameter that was given twice.
func (a action) errTwice(parameter string) error {
	if a.twice != nil {
		return a.twice(parameter)
	}
	return errGivenTwice(parameter)
}

func errGivenTwice(parameter string) error {
	return refused(words.GivenTwice{Parameter: parameter})
}

// errLeftOver refuses a word that the action has no use for, and says what it
// takes.
func (a action) errLeftOver(word string, limits chat.Limits) error {
	if a.leftOver != nil {
		return a.leftOver(word)
	}
	typed, usage := words.Typed(word), a.usage(limits)
	switch {
	case usage != "" && typed.Harmless():
		return refused(words.Takes{Word: typed, Command: a.name, Takes: usage})
	case usage != "":
		return refused(words.TakesUnsaid{Command: a.name, Takes: usage})
	case typed.Harmless():
		return refused(words.StandsAlone{Word: typed, Command: a.name})
	default:
		return refused(words.StandsAloneUnsaid{Command: a.name})
	}
}

// errChoice refuses a value that is not among the choices of a parameter.
func errChoice(p parameter) error {
	return refused(words.ChoicesAre{Parameter: p.Name, Choices: choiceValues(p)})
}

// keyed tells which parameter a word names, as "key:value", as "key:", or as a
// bare key before its value.
func (a action) keyed(word chat.Word) (parameter, string, bool) {
	if word.Kind != chat.MentionsNobody {
		return parameter{}, "", false
	}
	key, value, colon := strings.Cut(word.Text, ":")
	for _, p := range a.parameters {
		if !strings.EqualFold(p.Name, key) {
			continue
		}
		if p.Type == chat.TypeFlag && !colon {
			return p, "true", true
		}
		return p, value, true
	}
	return parameter{}, "", false
}

// accepting is the parameter that a bare word fits, one without a value if there
// is one.
func (a action) accepting(word chat.Word, args arguments) (taken parameter, ok bool) {
	for _, p := range a.parameters {
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

func fits(p parameter, word chat.Word) bool {
	if word.Kind != chat.MentionsNobody {
		return p.Type == chat.TypeUser
	}
	if p.Type == chat.TypeInteger {
		return strings.Trim(word.Text, "0123456789") == ""
	}
	return slices.ContainsFunc(p.Choices, func(c chat.Choice) bool { return strings.EqualFold(c.Value, word.Text) })
}
