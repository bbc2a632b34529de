package parse

import (
	"slices"
	"strings"

	"othellobot/chat"
)

// reading is what was found among words, of which there are so many: the phrases that mean a
// command, the other words, and whether all is a question.
type reading struct {
	phrases []*meaning
	rest    []chat.Word
	late    bool // others come first
	unsure  bool // some phrase is that stands for another command than those that are sure
	asks    bool
	denial  []chat.Word // negations
	words   int
}

// read finds the phrases among words. Words that are a phrase as a whole are it; of all others
// those count that mean something. Where none does, what they mean alone is not sure.
func (v *vocabulary) read(said []chat.Word) reading {
	list, found := v.terms(said), reading{asks: asks(said)}
	found.words = len(list)
	if m, n := v.meant(list); n == len(list) {
		found.phrases, found.unsure = []*meaning{m}, m.unsure
		return found
	}
	bare, asks := v.bare(list)
	found.asks = found.asks || asks
	if len(bare) > 0 {
		list = bare
	}
	for i := 0; i < len(list); {
		m, n := v.meant(list[i:])
		if denied := v.negation(list[i:]); denied > 0 && denied >= n {
			found.denial = append(found.denial, list[i].Word)
			i += denied
			continue
		}
		if n == 0 {
			found.rest = append(found.rest, list[i].Word)
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
		found.phrases = sure // the likelier
		found.unsure = len(found.commands()) < len(all)
	} else {
		found.unsure = len(found.phrases) > 0
	}
	return found
}

// bare is the words without those that mean nothing beside others, and whether those ask.
func (v *vocabulary) bare(list []term) (kept []term, asked bool) {
	kept = make([]term, 0, len(list))
	for i := 0; i < len(list); {
		idle, asks := v.idle(list[i:])
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

// commands are those that the phrases are typed for, each once.
func (r reading) commands() (names []string) {
	for _, m := range r.phrases {
		if name, _, _ := strings.Cut(m.lines[0], " "); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// common are commands whose words stand beside those of others, too, as in "play a puzzle".
var common = []string{"start", "move", "board", "check", "moves", "help"}

// command is the one that all phrases together ask for, and empty if that can be several.
func (r reading) command() string {
	names := r.commands()
	special := slices.DeleteFunc(slices.Clone(names), func(name string) bool { return slices.Contains(common, name) })
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

// said is what was typed for a command: the arguments that its phrases bring, and the words
// beside them.
func (r reading) said(name string) []chat.Word {
	var said []chat.Word
	for _, m := range r.phrases {
		if words := strings.Fields(m.lines[0]); words[0] == name {
			args := words[1:]
			if len(r.rest) == 0 { // nothing that a name without a value could be about
				args = slices.DeleteFunc(args, func(arg string) bool { return strings.HasSuffix(arg, "=") })
			}
			said = withArguments(said, args)
		}
	}
	return append(said, r.rest...)
}
