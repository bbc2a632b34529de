package parse

import (
	"maps"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"othellobot/chat"
	"othellobot/words"
)

// vocabulary knows the phrases of all languages, word by word.
type vocabulary struct {
	phrases node
	values  map[string][]string // possible argument values of words
	longest map[rune]int        // bytes of the longest word with this first letter
}

// node is a word of phrases in a tree. Phrases can end at it.
type node struct {
	next   map[string]*node
	means  *meaning // of the phrase that ends here, or nil
	filler bool     // the phrase that ends here is only a filler
	asks   bool     // that filler asks a question
	denies bool     // the phrase that ends here negates other words
}

// meaning is the meaning of a phrase: a command with arguments. An unsure meaning is never carried
// out; all of its lines are offered.
type meaning struct {
	lines  []string
	unsure bool
}

// newVocabulary returns the phrases of all languages. Each command's name is a phrase too.
func newVocabulary(commands []Command, w *words.Catalog) *vocabulary {
	v := &vocabulary{values: make(map[string][]string), longest: make(map[rune]int)}
	values := Values(w)
	for _, word := range slices.Sorted(maps.Keys(values)) {
		key := folded(spaced(tokens([]chat.Word{{Text: word}})))
		v.values[key] = append(v.values[key], values[word]...)
		v.longest[rune0(key)] = max(v.longest[rune0(key)], len(key))
	}
	for _, c := range commands {
		v.put(c.Name).means = &meaning{lines: []string{c.Name}}
	}
	for phrase, kind := range w.Fillers() {
		n := v.put(phrase)
		n.filler, n.asks, n.denies = kind != "not", kind == "asks", kind == "not"
	}
	for phrase, meant := range w.Verbs() {
		lines, unsure := strings.CutSuffix(meant, "?")
		v.put(phrase).means = &meaning{strings.Split(lines, "/"), unsure}
	}
	v.shorten(w.Verbs())
	return v
}

// shorten adds each phrase without its filler words, which users omit or move. The meaning of a
// shortened phrase is unsure. No shortened phrase begins with a command's name.
func (v *vocabulary) shorten(phrases map[string]string) {
	for _, phrase := range slices.Sorted(maps.Keys(phrases)) {
		var kept []string
		list := v.terms(tokens([]chat.Word{{Text: phrase}}))
		if v.denied(list) {
			continue
		}
		for len(list) > 0 {
			n, _ := v.idle(list)
			if n == 0 {
				kept, n = append(kept, list[0].plain), 1
			}
			list = list[n:]
		}
		if len(kept) < 2 || v.isName(kept[0]) {
			continue
		}
		if n := v.put(strings.Join(kept, " ")); n.means == nil {
			lines := strings.Split(strings.TrimSuffix(phrases[phrase], "?"), "/")
			n.means = &meaning{lines, true}
		}
	}
}

// isName reports whether a word is the name of a command.
func (v *vocabulary) isName(word string) bool {
	n := v.phrases.next[word]
	return n != nil && n.means != nil && n.means.lines[0] == word
}

// put returns the node where a phrase ends. It adds missing nodes.
func (v *vocabulary) put(phrase string) *node {
	at := &v.phrases
	for _, w := range tokens([]chat.Word{{Text: phrase}}) {
		word := folded(w.Text)
		v.longest[rune0(word)] = max(v.longest[rune0(word)], len(word))
		if at.next == nil {
			at.next = make(map[string]*node)
		}
		if at.next[word] == nil {
			at.next[word] = new(node)
		}
		at = at.next[word]
	}
	return at
}

// longestPhrase returns the node where the longest matching phrase ends at the start of said, and
// the phrase's number of words. It returns nil and 0 if no phrase matches.
func (v *vocabulary) longestPhrase(said []term, is func(*node) bool) (end *node, taken int) {
	at := &v.phrases
	for i, w := range said {
		if at = at.next[w.plain]; at == nil {
			break
		}
		if is(at) {
			end, taken = at, i+1
		}
	}
	return end, taken
}

// meant returns the meaning of the longest phrase at the start of said, and its number of words.
func (v *vocabulary) meant(said []term) (m *meaning, taken int) {
	end, taken := v.longestPhrase(said, func(n *node) bool { return n.means != nil })
	if taken > 0 {
		m = end.means
	}
	return m, taken
}

// negation returns the number of words at the start of said that negate others.
func (v *vocabulary) negation(said []term) (taken int) {
	_, taken = v.longestPhrase(said, func(n *node) bool { return n.denies })
	return taken
}

// denied reports whether some words hold a negation.
func (v *vocabulary) denied(said []term) bool {
	for i := range said {
		if v.negation(said[i:]) > 0 {
			return true
		}
	}
	return false
}

// idle returns the number of filler words at the start of said, and reports whether they ask a
// question. A letter before another single character is no filler: it belongs to a square, as in "a
// 1", or to a board.
func (v *vocabulary) idle(said []term) (taken int, asks bool) {
	if strings.Trim(said[0].Text, "?!,;…。、") == "" && said[0].Kind == chat.MentionsNobody {
		return 1, false
	}
	if len(said[0].plain) == 1 && (len(said) == 1 || len(said[1].plain) == 1) {
		return 0, false
	}
	end, taken := v.longestPhrase(said, func(n *node) bool { return n.filler })
	return taken, taken > 0 && end.asks
}

// end returns the number of filler words at the end of said.
func (v *vocabulary) end(said []term) (n int) {
	for len(said) > 0 {
		idle, _ := v.idle(said)
		switch {
		case idle == 0:
			n, idle = 0, 1
		case n == 0:
			n = len(said)
		}
		said = said[idle:]
	}
	return n
}

// repeats returns the number of words at the start of said that repeat the command, and the
// arguments that they add, as in "settings german".
func (v *vocabulary) repeats(c Command, said []term) (args []string, n int) {
	m, n := v.meant(said)
	if n == 0 || m.unsure {
		return nil, 0
	}
	if args = strings.Fields(m.lines[0]); args[0] != c.Name {
		return nil, 0
	}
	return args[1:], n
}

// knows reports whether a word has a meaning on its own.
func (v *vocabulary) knows(word string) bool {
	n := v.phrases.next[word]
	return n != nil && (n.filler || n.denies || n.means != nil) || v.values[word] != nil
}

// term is a typed word, with its form for looking up phrases. That form is empty for a mention.
type term struct {
	chat.Word
	plain string
}

// terms prepares words for looking up.
func (v *vocabulary) terms(said []chat.Word) []term {
	list := make([]term, 0, len(said)+1)
	for _, w := range said {
		switch plain := folded(w.Text); {
		case w.Kind != chat.MentionsNobody:
			list = append(list, term{Word: w})
		case strings.IndexFunc(plain, unspaced) < 0, v.knows(plain), v.phrases.next[plain] != nil:
			list = append(list, term{w, plain})
		default:
			list = v.split(list, plain)
		}
	}
	return list
}

// unspaced reports whether a letter's script has no spaces between words, or, as Korean, attaches
// particles to them. The scripts are Thai, kana, Chinese characters and Hangul.
func unspaced(r rune) bool {
	return r >= 0xE00 && r < 0xE80 || r >= 0x3005 && r < 0xA000 || r >= 0xAC00 && r < 0xD7B0
}

// split adds the words of a text without spaces: the longest known words, and the unknown parts
// between them.
func (v *vocabulary) split(list []term, text string) []term {
	begun := 0 // start of the unknown part
	add := func(to int) {
		if begun < to {
			list = append(list, term{chat.Word{Text: text[begun:to]}, text[begun:to]})
		}
	}
	for at, r := range text {
		if at < begun {
			continue
		}
		if at > begun && unspaced(r) != unspaced(rune0(text[begun:])) {
			add(at)
			begun = at
		}
		if !unspaced(r) {
			continue
		}
		for end := min(len(text), at+v.longest[r]); end > at; end-- {
			if v.knows(text[at:end]) {
				add(at)
				begun = at
				add(end)
				begun = end
				break
			}
		}
	}
	add(len(text))
	return list
}

// rune0 returns the first character of a text, or 0 if it is empty.
func rune0(text string) rune {
	for _, r := range text {
		return r
	}
	return 0
}

// folded returns a word in lower case, without punctuation around it, and without accents and
// stretched letters, as in "undooo".
func folded(word string) string {
	if trimmed := strings.Trim(word, around); trimmed != "" {
		word = trimmed
	}
	word = unstretched(strings.ToLower(word))
	if strings.IndexFunc(word, accented) < 0 {
		return word
	}
	var plain strings.Builder
	for _, r := range word {
		if accented(r) {
			r = rune0(norm.NFD.String(string(r)))
		}
		plain.WriteRune(r)
	}
	return plain.String()
}

// unstretched shortens three or more equal letters in a row to one.
func unstretched(word string) string {
	var short []rune
	all := []rune(word)
	for i := 0; i < len(all); {
		n := 1
		for i+n < len(all) && all[i+n] == all[i] {
			n++
		}
		if short = append(short, all[i]); n == 2 || !unicode.IsLetter(all[i]) {
			short = append(short, all[i+1:i+n]...)
		}
		i += n
	}
	return string(short)
}

// accented reports whether a letter is a Latin letter with an accent, or a ligature.
func accented(r rune) bool { return r >= 'À' && r <= 'ſ' }

// around are the characters that are dropped around words.
const around = ".,:;!?¡¿…·。、，；：！？～~()[]「」『』"
