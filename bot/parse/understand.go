package parse

import (
	"slices"
	"strings"
	"unicode"

	"othellobot/chat"
	"othellobot/words"
)

type sentence struct {
	reading
	typed   []chat.Token
	command Command      // the command that all phrases together mean; zero if there is none
	said    []chat.Token // words for the arguments of command
}

type understood struct {
	command Command
	said    []chat.Token
	err     error
}

// understand finds the meaning of a sentence, or offers commands.
func (g *Grammar) understand(typed []chat.Token) (Command, []chat.Token, error) {
	s := &sentence{reading: g.vocabulary().read(typed), typed: typed}
	s.command = g.commands[s.reading.command()]
	if start := g.commands["start"]; s.command.Name == "rematch" && g.line(s.command, s.rest) == "rematch" && g.line(start, s.rest) != "start" {
		s.command = start // the user wants a new game with other options
	}
	if i := slices.IndexFunc(s.phrases, func(m *meaning) bool { return m.lines[0] == "help invite" }); i >= 0 {
		g.takeAsInvitation(s, s.phrases[i])
	}
	s.said = s.reading.arguments(s.command.Name)
	if last := typed[len(typed)-1]; len(s.said) == 0 && g.isLanguage(s.command, last) {
		s.said = []chat.Token{last} // "it" is Italian, not a filler word
	}
	for _, read := range []func(*sentence) (understood, bool){g.aboutSquare, g.negated, g.remark, g.squaresAlone, g.valuesAlone} {
		if u, applies := read(s); applies {
			return u.command, u.said, u.err
		}
	}
	c, unknown := s.command, slices.Concat(s.rest, s.typed)[0]
	switch {
	case len(s.phrases) == 0:
		return Command{}, nil, g.errUnknown(unknown)
	case c.Name == "":
		return Command{}, nil, g.maybe(s, s.commands())
	case g.isOrder(s), c.Name == "start" && !s.question && strings.Contains(g.line(c, s.said), mention): // only start has an opponent
		return c, s.said, nil
	case slices.Contains(commonCommands, c.Name) && slices.ContainsFunc(s.rest, isSquare):
		if square, single := onlySquare(s.rest); single {
			return Command{}, nil, errPlay(square)
		}
		return Command{}, nil, g.didYouMean("hint", "check")
	}
	lines := []string{g.line(c, s.said)}
	for _, m := range s.phrases {
		lines = append(lines, m.lines[1:]...)
	}
	return Command{}, nil, g.maybe(s, lines)
}

// takeAsInvitation makes a sentence with the phrase m ask how to invite the bot. If it mentions a person, as in
// "invite @bo", it means start instead.
func (g *Grammar) takeAsInvitation(s *sentence, m *meaning) {
	s.phrases, s.unsure, s.late = []*meaning{m}, m.unsure, false
	s.command = g.commands["help"]
	s.rest = slices.DeleteFunc(slices.Clone(s.rest), func(w chat.Token) bool { return w.Kind != chat.MentionsPerson })
	if len(s.rest) > 0 {
		s.command = g.commands["start"]
	}
}

func (g *Grammar) aboutSquare(s *sentence) (understood, bool) {
	square, single := onlySquare(s.rest)
	names, check := s.commands(), g.commands["check"]
	asked := slices.Contains(names, "check") || slices.Contains(names, "moves") || s.question && s.words > 1
	special := func(name string) bool { return !slices.Contains(commonCommands, name) }
	if !single || !asked || slices.ContainsFunc(names, special) {
		return understood{}, false
	}
	said := []chat.Token{{Text: square.String()}}
	for _, w := range g.plainWords(check, s.rest) {
		if check.Takes(w) {
			said = append(said, w)
		}
	}
	return understood{command: check, said: said}, true
}

// negated refuses a negated sentence. It may offer help, as for "I don't understand the rules". A
// value of the command does not negate, as in "reminders never".
func (g *Grammar) negated(s *sentence) (understood, bool) {
	value := func(w chat.Token) bool { return s.command.Takes(w) }
	if len(s.denial) == 0 || slices.ContainsFunc(g.plainWords(s.command, s.denial), value) {
		s.said = append(s.said, s.denial...)
		return understood{}, false
	}
	err := unclear(words.NothingDone{})
	if slices.Contains([]string{"rules", "help", "moves"}, s.command.Name) {
		err = err.offering(s.command.Name)
	}
	return understood{err: err}, true
}

var remarks = map[string]words.Message{"thanks": words.YouAreWelcome{}, "draw": words.NoDraws{}}

func (g *Grammar) remark(s *sentence) (understood, bool) {
	said, v := s.reading.command(), g.vocabulary()
	if len(s.phrases) == 0 {
		isValue := func(w chat.Token) bool {
			return isSquare(w) || w.Kind != chat.MentionsNobody || v.values[folded(w.Text)] != nil
		}
		if m, n := v.meant(v.terms(s.typed)); n > 0 && !slices.ContainsFunc(s.rest, isValue) {
			said = m.lines[0]
		}
	}
	answer := remarks[said]
	return understood{err: unclear(answer)}, answer != nil
}

// squaresAlone plays or checks squares without a phrase, or asks what the user means.
func (g *Grammar) squaresAlone(s *sentence) (understood, bool) {
	if len(s.phrases) > 0 || len(s.rest) == 0 {
		return understood{}, false
	}
	first := strings.ToLower(strings.Trim(s.typed[0].Text, ":,.!?/"))
	square, single := onlySquare(s.rest)
	switch {
	case !s.question && (squareLike.MatchString(first) || areMoves(s.rest)):
		return understood{command: g.commands["move"], said: s.rest}, true
	case single:
		return understood{err: errPlay(square)}, true
	case s.question && slices.ContainsFunc(s.rest, isSquare):
		return understood{err: g.didYouMean("hint", "check")}, true
	case s.question && squareLike.MatchString(first):
		return understood{command: g.commands["check"], said: s.rest}, true
	default:
		return understood{}, false
	}
}

// valuesAlone offers start, or the command whose parameter the first word names. It offers nothing for a number.
func (g *Grammar) valuesAlone(s *sentence) (understood, bool) {
	if len(s.phrases) > 0 || len(s.rest) == 0 || isNumber(s.rest[0].Text) {
		return understood{}, false
	}
	for _, c := range g.all {
		if key, _ := c.splitKey(s.rest[0]); key == "" && c.Name != "start" {
			continue
		}
		line := g.line(c, s.rest)
		if strings.Contains(line, mention) {
			return understood{err: unclear(words.NoCommand{}).offering(line)}, true
		}
		if line != c.Name {
			return understood{err: g.didYouMean(line)}, true
		}
	}
	return understood{}, false
}

var endings = []string{"resign", "stop"}

// vague reports whether unknown words may reverse the meaning, as in "I would sooner die than
// resign". They do not if the last clause has a phrase and no unknown words.
func (g *Grammar) vague(s *sentence) bool {
	clause := 0
	for n, w := range s.typed[:len(s.typed)-1] {
		if strings.ContainsAny(w.Text[max(0, len(w.Text)-1):], ",.;:!") {
			clause = n + 1
		}
	}
	last := g.vocabulary().read(s.typed[clause:])
	unknown := func(w chat.Token) bool { return strings.ContainsFunc(w.Text, unicode.IsLetter) }
	return s.words > 2 && slices.ContainsFunc(s.rest, unknown) && (slices.ContainsFunc(last.rest, unknown) || len(last.phrases) == 0)
}

// maybe offers the lines. If the sentence is vague, it leaves out lines that end a game.
func (g *Grammar) maybe(s *sentence, lines []string) *Unclear {
	if g.vague(s) {
		lines = slices.DeleteFunc(lines, func(line string) bool { return slices.Contains(endings, strings.Fields(line)[0]) })
	}
	if len(lines) == 0 {
		return unclear(words.NothingDone{})
	}
	return g.didYouMean(lines...)
}

func (g *Grammar) isOrder(s *sentence) bool {
	c := s.command
	others := slices.DeleteFunc(s.commands(), func(name string) bool { return name == c.Name || name == "start" || name == "move" })
	clear := !s.unsure && (c.Harmless || !s.question && len(others) == 0)
	late := s.late && g.line(c, s.said) == c.Name
	return clear && !late && !s.missesSquare() && !(slices.Contains(endings, c.Name) && g.vague(s))
}

func (s *sentence) missesSquare() bool {
	return slices.Contains([]string{"move", "check", "moves"}, s.command.Name) && len(s.rest) > 0 && !areMoves(s.rest) &&
		slices.ContainsFunc(s.rest, func(w chat.Token) bool { return !isSquare(w) && !s.command.Takes(w) })
}
