package parse

import (
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"othellobot/chat"
	"othellobot/words"
)

type vocabulary struct {
	phrases node
	values  map[string][]string // argument values that a word can mean
	longest map[rune]int        // length in bytes of the longest known word, by first letter
}

// node is a word in the tree of phrases. The last word of a phrase has the phrase's meaning.
type node struct {
	next     map[string]*node
	means    *meaning // nil if the phrase means no command
	filler   bool     // the phrase means nothing and can be dropped
	question bool     // the filler makes the sentence a question
	denies   bool     // the phrase negates other words
}

// meaning holds the lines to type for a phrase, the likeliest first. If unsure, the bot only offers them.
type meaning struct {
	lines  []string
	unsure bool
}

func newVocabulary(commands []Command, w *words.Catalog) *vocabulary {
	v := &vocabulary{values: make(map[string][]string), longest: make(map[rune]int)}
	values := Values(w)
	for _, word := range slices.Sorted(maps.Keys(values)) {
		key := folded(joined(tokens([]chat.Token{{Text: word}})))
		v.values[key] = append(v.values[key], values[word]...)
		v.longest[firstRune(key)] = max(v.longest[firstRune(key)], len(key))
	}
	for _, c := range commands {
		v.put(c.Name).means = &meaning{lines: []string{c.Name}}
	}
	for phrase, kind := range w.Fillers() {
		n := v.put(phrase)
		n.filler, n.question, n.denies = kind != "not", kind == "asks", kind == "not"
	}
	for phrase, meant := range w.Verbs() {
		lines, unsure := strings.CutSuffix(meant, "?")
		v.put(phrase).means = &meaning{strings.Split(lines, "/"), unsure}
	}
	v.shorten(w.Verbs())
	return v
}

// shorten adds each phrase without its fillers, as unsure, unless the rest begins with a command's name.
func (v *vocabulary) shorten(phrases map[string]string) {
	for _, phrase := range slices.Sorted(maps.Keys(phrases)) {
		var kept []string
		list := v.terms(tokens([]chat.Token{{Text: phrase}}))
		if v.hasNegation(list) {
			continue
		}
		for len(list) > 0 {
			n, _ := v.fillers(list)
			if n == 0 {
				kept, n = append(kept, list[0].plain), 1
			}
			list = list[n:]
		}
		if len(kept) < 2 {
			continue
		}
		if n := v.phrases.next[kept[0]]; n != nil && n.means != nil && n.means.lines[0] == kept[0] {
			continue
		}
		if n := v.put(strings.Join(kept, " ")); n.means == nil {
			lines := strings.Split(strings.TrimSuffix(phrases[phrase], "?"), "/")
			n.means = &meaning{lines, true}
		}
	}
}

func (v *vocabulary) put(phrase string) *node {
	at := &v.phrases
	for _, w := range tokens([]chat.Token{{Text: phrase}}) {
		word := folded(w.Text)
		v.longest[firstRune(word)] = max(v.longest[firstRune(word)], len(word))
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

// longestPhrase returns the longest phrase at the start of said that matches, as its last node and
// its number of words. If there is none, it returns the root and 0.
func (v *vocabulary) longestPhrase(said []term, match func(*node) bool) (end *node, taken int) {
	at := &v.phrases
	end = at
	for i, w := range said {
		if at = at.next[w.plain]; at == nil {
			break
		}
		if match(at) {
			end, taken = at, i+1
		}
	}
	return end, taken
}

func (v *vocabulary) meant(said []term) (m *meaning, taken int) {
	end, taken := v.longestPhrase(said, func(n *node) bool { return n.means != nil })
	return end.means, taken
}

func (v *vocabulary) negation(said []term) (taken int) {
	_, taken = v.longestPhrase(said, func(n *node) bool { return n.denies })
	return taken
}

func (v *vocabulary) hasNegation(said []term) bool {
	for i := range said {
		if v.negation(said[i:]) > 0 {
			return true
		}
	}
	return false
}

// fillers returns the number of filler words at the start of said, and whether they make a
// question. A single letter that may belong to a square, as in "a 1", is not a filler.
func (v *vocabulary) fillers(said []term) (taken int, asks bool) {
	if strings.Trim(said[0].Text, "?!,;…。、") == "" && said[0].Kind == chat.MentionsNobody {
		return 1, false
	}
	if len(said[0].plain) == 1 && (len(said) == 1 || len(said[1].plain) == 1) {
		return 0, false
	}
	end, taken := v.longestPhrase(said, func(n *node) bool { return n.filler })
	return taken, end.question
}

func (v *vocabulary) trailingFillers(said []term) (n int) {
	for len(said) > 0 {
		idle, _ := v.fillers(said)
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

func (v *vocabulary) knows(word string) bool {
	n := v.phrases.next[word]
	return n != nil && (n.filler || n.denies || n.means != nil) || v.values[word] != nil
}

// term is a typed word. Its plain form is the one in the tree of phrases, or "" for a mention.
type term struct {
	chat.Token
	plain string
}

func (v *vocabulary) terms(said []chat.Token) []term {
	list := make([]term, 0, len(said)+1)
	for _, w := range said {
		switch plain := folded(w.Text); {
		case w.Kind != chat.MentionsNobody:
			list = append(list, term{Token: w})
		case strings.IndexFunc(plain, unspaced) < 0, v.knows(plain), v.phrases.next[plain] != nil:
			list = append(list, term{w, plain})
		default:
			list = v.split(list, plain)
		}
	}
	return list
}

// unspaced reports whether a letter belongs to a script without spaces between words, or to Korean.
func unspaced(r rune) bool {
	return r >= 0xE00 && r < 0xE80 || r >= 0x3005 && r < 0xA000 || r >= 0xAC00 && r < 0xD7B0
}

// split cuts a text without spaces into the longest known words and the parts between them.
func (v *vocabulary) split(list []term, text string) []term {
	begun := 0 // where the unknown part begins
	add := func(to int) {
		if begun < to {
			list = append(list, term{chat.Token{Text: text[begun:to]}, text[begun:to]})
		}
	}
	for at, r := range text {
		if at < begun {
			continue
		}
		if at > begun && unspaced(r) != unspaced(firstRune(text[begun:])) {
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

func firstRune(text string) rune {
	r, _ := utf8.DecodeRuneInString(text)
	return r
}

// folded returns a word in lower case, without punctuation, accents, and stretched letters as in "undooo".
func folded(word string) string {
	if trimmed := strings.Trim(word, punctuation); trimmed != "" {
		word = trimmed
	}
	word = unstretched(strings.ToLower(word))
	if strings.IndexFunc(word, accented) < 0 {
		return word
	}
	var plain strings.Builder
	for _, r := range word {
		if accented(r) {
			r = firstRune(norm.NFD.String(string(r)))
		}
		plain.WriteRune(r)
	}
	return plain.String()
}

func unstretched(word string) string {
	var short []rune
	for all := []rune(word); len(all) > 0; {
		n := 1
		for n < len(all) && all[n] == all[0] {
			n++
		}
		kept := n
		if n > 2 && unicode.IsLetter(all[0]) {
			kept = 1
		}
		short, all = append(short, all[:kept]...), all[n:]
	}
	return string(short)
}

func accented(r rune) bool { return r >= 'À' && r <= 'ſ' }

const punctuation = ".,:;!?¡¿…·。、，；：！？～~()[]「」『』"
