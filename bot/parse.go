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

// parse finds out which verb the words of a text command mean, with which
// arguments. Nothing at all asks for the board if there is one, else for help;
// words that are squares are moves.
func (b *Bot) parse(r request) (verb, arguments, error) {
	words := tokens(r.Words)
	switch {
	case len(words) == 0 && r.room.Active != nil:
		return b.verbs["board"], nil, nil
	case len(words) == 0:
		return b.verbs["help"], nil, nil
	}
	v, rest, err := b.recognize(words)
	if err != nil {
		return verb{}, nil, err
	}
	args, err := v.arguments(rest)
	return v, args, err
}

// recognize finds out which verb words mean, of which there is at least one, and
// which of them are its arguments.
func (b *Bot) recognize(words []chat.Word) (verb, []chat.Word, error) {
	if words[0].Kind != chat.MentionsNobody {
		return verb{}, nil, errMentionOnly
	}
	first := strings.ToLower(strings.Trim(words[0].Text, ":,.!?/"))
	if v, known := b.verbs[first]; known {
		return v, words[1:], nil
	}
	if first == "pass" || squareLike.MatchString(first) || areMoves(words) {
		return b.verbs["move"], words, nil
	}
	return verb{}, nil, &unknownVerbError{Typed: words[0].Text}
}

// tokens splits words at white space and cleans them: compatibility forms such
// as wide letters become plain ones, quotation marks and invisible characters
// go.
func tokens(words []chat.Word) []chat.Word {
	var list []chat.Word
	for _, w := range words {
		if w.Kind != chat.MentionsNobody {
			list = append(list, w)
			continue
		}
		text := strings.ToValidUTF8(w.Text, "?")
		for _, field := range strings.Fields(norm.NFKC.String(text)) {
			if field = strings.Map(visible, field); field != "" {
				list = append(list, chat.Word{Text: field})
			}
		}
	}
	return list
}

// visible drops quotation marks and characters that nobody sees.
func visible(r rune) rune {
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
	texts := make([]string, len(words))
	for i, w := range words {
		texts[i] = w.Text
	}
	return strings.Join(texts, " ")
}

// arguments sorts words into the verb's parameters: key:value in any order,
// choices, numbers, people and flags by what they look like, and what is left
// over together as the free text, if the verb takes one.
func (v verb) arguments(words []chat.Word) (arguments, error) {
	var args arguments
	var rest []chat.Word
	for i := 0; i < len(words); i++ {
		word := words[i]
		p, value, keyed := v.keyed(word)
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
			p, ok := v.accepting(word, args)
			switch {
			case ok && args.has(p.Name) && (p.Name == "with" || p.Name == "opponent"):
				return args, errOpponents
			case ok && args.has(p.Name):
				return args, &twiceError{Name: p.Name}
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
	for _, p := range v.Parameters {
		if !args.has(p.Name) && (p.Type == chat.TypeText || p.Type == chat.TypeRest) && p.Choices == nil {
			args = args.with(p.Name, chat.Word{Text: spaced(rest)})
			return args, nil
		}
	}
	for _, p := range v.Parameters {
		if p.Choices != nil && len(v.Parameters) == 1 {
			return args, &choiceError{Parameter: p}
		}
	}
	return args, &leftOverError{Word: rest[0]}
}

// keyed tells which parameter a word names, as "key:value", as "key:", or as a
// bare key before its value.
func (v verb) keyed(word chat.Word) (chat.Parameter, string, bool) {
	if word.Kind != chat.MentionsNobody {
		return chat.Parameter{}, "", false
	}
	key, value, colon := strings.Cut(word.Text, ":")
	for _, p := range v.Parameters {
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
func (v verb) accepting(word chat.Word, args arguments) (taken chat.Parameter, ok bool) {
	for _, p := range v.Parameters {
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
