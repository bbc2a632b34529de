package parse

import (
	"slices"
	"strings"

	"othellobot/chat"
)

type reading struct {
	phrases  []*meaning   // the sure phrases; all phrases if none is sure
	rest     []chat.Token // words outside phrases
	late     bool         // some words of rest come before the first phrase
	unsure   bool         // an unsure phrase means another command, or all phrases are unsure
	question bool         // the words are a question
	denial   []chat.Token // the first word of each negation
	words    int
}

// read finds the phrases among words. If all words together are one phrase, only that phrase
// counts. Otherwise filler words are skipped. If all words are fillers, their meaning is unsure.
func (v *vocabulary) read(said []chat.Token) reading {
	list, found := v.terms(said), reading{question: len(said) > 1 && said[len(said)-1].Text == "?"}
	found.words = len(list)
	if m, n := v.meant(list); n == len(list) {
		found.phrases, found.unsure = []*meaning{m}, m.unsure
		return found
	}
	bare, asks := v.withoutFillers(list)
	found.question = found.question || asks
	if len(bare) > 0 {
		list = bare
	}
	for i := 0; i < len(list); {
		m, n := v.meant(list[i:])
		if denied := v.negation(list[i:]); denied > 0 && denied >= n {
			found.denial = append(found.denial, list[i].Token)
			i += denied
			continue
		}
		if n == 0 {
			found.rest = append(found.rest, list[i].Token)
			i++
			continue
		}
		found.late = found.late || len(found.phrases) == 0 && len(found.rest) > 0
		if len(bare) == 0 {
			m = &meaning{m.lines, true}
		}
		found.phrases = append(found.phrases, m)
		i += n
	}
	all := found.commands()
	unsure := func(m *meaning) bool { return m.unsure }
	if sure := slices.DeleteFunc(slices.Clone(found.phrases), unsure); len(sure) > 0 {
		found.phrases = sure
		found.unsure = len(found.commands()) < len(all)
	} else {
		found.unsure = len(found.phrases) > 0
	}
	return found
}

// withoutFillers returns the words without fillers, and whether a filler makes them a question.
func (v *vocabulary) withoutFillers(list []term) (kept []term, asked bool) {
	kept = make([]term, 0, len(list))
	for i := 0; i < len(list); {
		idle, asks := v.fillers(list[i:])
		_, phrase := v.meant(list[i:])
		phrase = max(phrase, v.negation(list[i:]))
		switch {
		case phrase > idle:
			kept = append(kept, list[i:i+phrase]...)
			i += phrase
		case idle > 0:
			i, asked = i+idle, asked || asks
		default:
			kept = append(kept, list[i])
			i++
		}
	}
	return kept, asked
}

func (r reading) commands() (names []string) {
	for _, m := range r.phrases {
		if name, _, _ := strings.Cut(m.lines[0], " "); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// commonCommands lists commands whose words occur in phrases for other commands, as "play" does in "play a puzzle".
var commonCommands = []string{"start", "move", "board", "check", "moves", "help"}

// command returns the command that all phrases together mean, or "".
func (r reading) command() string {
	names := r.commands()
	special := slices.DeleteFunc(slices.Clone(names), func(name string) bool { return slices.Contains(commonCommands, name) })
	switch {
	case len(names) == 0:
		return ""
	case len(special) == 1:
		return special[0]
	case len(special) > 1:
		return ""
	case slices.Contains(names, "start") && slices.Contains(names, "move"), names[0] == "start":
		if len(r.rest) > 0 && areMoves(r.rest) {
			return "move"
		}
		return "start"
	default:
		return names[0]
	}
}

func (r reading) arguments(name string) []chat.Token {
	var said []chat.Token
	for _, m := range r.phrases {
		if words := strings.Fields(m.lines[0]); words[0] == name {
			args := words[1:]
			if len(r.rest) == 0 { // no value follows the name of a parameter
				args = slices.DeleteFunc(args, func(arg string) bool { return strings.HasSuffix(arg, "=") })
			}
			said = withArguments(said, args)
		}
	}
	return append(said, r.rest...)
}

// plainWords drops filler words from a command's arguments, and translates values from any language.
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

// withArguments appends the arguments of a phrase to said. If the last word of said is the name of
// an argument's parameter, the argument replaces it.
func withArguments(said []chat.Token, args []string) []chat.Token {
	for _, arg := range args {
		if last := len(said) - 1; last >= 0 && strings.HasPrefix(arg, strings.ToLower(said[last].Text)+"=") {
			said = said[:last]
		}
		said = append(said, chat.Token{Text: strings.Replace(strings.TrimSuffix(arg, "="), "=", ":", 1)})
	}
	return said
}
