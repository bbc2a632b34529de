package parse

import (
	"slices"
	"strings"

	"othellobot/chat"
	"othellobot/words"
)

// reading is what was found among words, of which there are so many: the phrases that mean a
// command, the other words, and whether all is a question.
type reading struct {
	phrases []*meaning
	rest    []chat.Word
	late    bool // others come first
	unsure  bool // some phrase is
	asks    bool
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
	unsure := func(m *meaning) bool { return m.unsure }
	found.unsure = slices.ContainsFunc(found.phrases, unsure)
	if sure := slices.DeleteFunc(slices.Clone(found.phrases), unsure); len(sure) > 0 {
		found.phrases = sure // the likelier
	}
	return found
}

// bare is the words without those that mean nothing beside others, and whether those ask.
func (v *vocabulary) bare(list []term) (kept []term, asked bool) {
	kept = make([]term, 0, len(list))
	for i := 0; i < len(list); {
		idle, asks := v.idle(list[i:])
		_, phrase := v.meant(list[i:])
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

// order reports whether the command may be carried out as it was typed, and need not be
// offered.
func (r reading) order(c Command) bool {
	others := slices.DeleteFunc(r.commands(), func(name string) bool { return name == c.Name || name == "start" || name == "move" })
	return !r.unsure && (c.Harmless || !r.asks && len(others) == 0)
}

// strange reports whether a command that is about a square was typed with what is none.
func (r reading) strange(c Command) bool {
	return slices.Contains([]string{"move", "check", "moves"}, c.Name) && len(r.rest) > 0 && !areMoves(r.rest) &&
		slices.ContainsFunc(r.rest, func(w chat.Word) bool { return !isSquare(w) && !c.Takes(w) })
}

// aboutSquare is what a check is about if words ask about one square: that, and a side.
func (g *Grammar) aboutSquare(check Command, r reading) ([]chat.Word, bool) {
	square, single := onlySquare(r.rest)
	names := r.commands()
	asked := slices.Contains(names, "check") || slices.Contains(names, "moves") || r.asks && r.words > 1
	special := func(name string) bool { return !slices.Contains(common, name) }
	if !single || !asked || slices.ContainsFunc(names, special) {
		return nil, false
	}
	said := []chat.Word{{Text: square.String()}}
	for _, w := range g.meant(check, r.rest) {
		if check.Takes(w) {
			said = append(said, w)
		}
	}
	return said, true
}

// understand finds out what words ask for that begin with no command's name. What is not
// clearly an order is an error that offers it.
func (g *Grammar) understand(typed []chat.Word) (Command, []chat.Word, error) {
	found := g.vocabulary().read(typed)
	check := g.commands["check"]
	if said, ok := g.aboutSquare(check, found); ok {
		return check, said, nil
	}
	if len(found.phrases) == 0 {
		return g.guess(typed, found)
	}
	c, known := g.commands[found.command()]
	said := found.said(c.Name)
	if last := typed[len(typed)-1]; len(said) == 0 && g.speaks(c, last) {
		said = append(said, last) // which means nothing in another language
	}
	switch {
	case !known:
		return Command{}, nil, g.offering(found.commands()...)
	case found.order(c) && !(found.late && g.line(c, said) == c.Name) && !found.strange(c):
		return c, said, nil
	case c.Name == "start" && !found.asks && strings.Contains(g.line(c, said), mention): // a challenge, and nothing else has an opponent
		return c, said, nil
	case slices.Contains(common, c.Name) && slices.ContainsFunc(found.rest, isSquare):
		if square, single := onlySquare(found.rest); single {
			return Command{}, nil, errPlay(square)
		}
		return Command{}, nil, g.offering("hint", "check")
	default:
		lines := []string{g.line(c, said)}
		for _, m := range found.phrases {
			lines = append(lines, m.lines[1:]...)
		}
		return Command{}, nil, g.offering(lines...)
	}
}

// guess finds out what words ask for among which no phrase is known.
func (g *Grammar) guess(typed []chat.Word, found reading) (Command, []chat.Word, error) {
	if len(found.rest) == 0 {
		return Command{}, nil, g.errUnknown(typed[0])
	}
	first := strings.ToLower(strings.Trim(typed[0].Text, ":,.!?/"))
	square, single := onlySquare(found.rest)
	switch {
	case !found.asks && (squareLike.MatchString(first) || areMoves(found.rest)):
		return g.commands["move"], found.rest, nil
	case single:
		return Command{}, nil, errPlay(square)
	case found.asks && slices.ContainsFunc(found.rest, isSquare):
		return Command{}, nil, g.offering("hint", "check")
	case found.asks && squareLike.MatchString(first):
		return g.commands["check"], found.rest, nil
	}
	for _, c := range g.all {
		if key, _ := c.keyIn(found.rest[0]); key != "" || c.Name == "start" {
			line := g.line(c, found.rest)
			if strings.Contains(line, mention) {
				e := unclear(words.NoCommand{})
				return Command{}, nil, e.offering(line)
			}
			if strings.Trim(line, "0123456789 ") != c.Name {
				return Command{}, nil, g.offering(line)
			}
		}
	}
	return Command{}, nil, g.errUnknown(found.rest[0])
}
