package parse

import (
	"slices"
	"strings"

	"othellobot/chat"
	"othellobot/words"
)

// Arguments are the arguments of a command. Of several with the same name, the last counts.
type Arguments []chat.Argument

func (a Arguments) With(name string, value chat.Token) Arguments {
	return append(a, chat.Argument{Name: name, Value: value})
}

func (a Arguments) Find(name string) (chat.Token, bool) {
	for _, arg := range slices.Backward(a) {
		if arg.Name == name {
			return arg.Value, true
		}
	}
	return chat.Token{}, false
}

func (a Arguments) Text(name string) string {
	word, _ := a.Find(name)
	return word.Text
}

func (a Arguments) Has(name string) bool {
	_, ok := a.Find(name)
	return ok
}

var flagValues = map[string]bool{"yes": true, "no": false, "true": true, "false": false}

// Flag returns the value of a flag that [Command.Admit] has accepted, or false if it is absent.
func (a Arguments) Flag(name string) bool { return flagValues[strings.ToLower(a.Text(name))] }

// arguments sorts words into parameters, in any order. Words that fit none become the free text, if the command takes one.
func (c Command) arguments(typed []chat.Token, limits chat.Limits) (Arguments, error) {
	var args Arguments
	var room [2]chat.Token // avoids an allocation in most cases
	rest := room[:0]
	if c.Rewrite != nil {
		typed = c.Rewrite(typed)
	}
	for i := 0; i < len(typed); i++ {
		word := typed[i]
		key, value, colon := strings.Cut(word.Text, ":")
		p, keyed := c.parameter(key)
		if keyed = keyed && word.Kind == chat.MentionsNobody; keyed && p.Type == chat.TypeFlag && !colon {
			value = "true"
		}
		switch {
		case keyed && p.Type == chat.TypeRest:
			args = args.With(p.Name, chat.Token{Text: joined(append([]chat.Token{{Text: value}}, typed[i+1:]...))})
			i = len(typed)
		case keyed && value == "" && i+1 < len(typed):
			i++
			args = args.With(p.Name, typed[i])
		case keyed:
			args = args.With(p.Name, chat.Token{Text: value})
		default:
			switch p, ok := c.accepting(word, args); {
			case !ok:
				rest = append(rest, word)
			case !args.Has(p.Name):
				args = args.With(p.Name, word)
			case c.TwiceError != nil:
				return args, c.TwiceError(p.Name)
			default:
				return args, ErrGivenTwice(p.Name)
			}
		}
	}
	if len(rest) == 0 {
		return args, nil
	}
	mentions := func(w chat.Token) bool { return w.Kind != chat.MentionsNobody }
	if i := slices.IndexFunc(rest, mentions); i >= 0 { // free text cannot hold a mention
		return args, c.ErrLeftOver(args, rest[i].Text, limits)
	}
	for _, p := range c.Parameters {
		if !args.Has(p.Name) && (p.Type == chat.TypeText || p.Type == chat.TypeRest) && p.Choices == nil {
			return args.With(p.Name, chat.Token{Text: joined(rest)}), nil
		}
	}
	if all := c.Parameters; len(all) == 1 && all[0].Choices != nil && c.LeftOverError == nil {
		return args, errChoice(all[0])
	}
	return args, c.ErrLeftOver(args, rest[0].Text, limits)
}

// ErrGivenTwice returns the usual error for a parameter that was given twice.
func ErrGivenTwice(parameter string) error { return unclear(words.GivenTwice{Parameter: parameter}) }

// ErrLeftOver returns the error for a word that fits no parameter.
func (c Command) ErrLeftOver(args Arguments, word string, limits chat.Limits) error {
	if c.LeftOverError != nil && !args.Has("opponent") && !args.Has("with") {
		return c.LeftOverError(word)
	}
	typed, usage := words.Typed(word), c.Usage(limits)
	switch {
	case usage != "" && typed.Harmless():
		return unclear(words.Takes{Word: typed, Command: c.Name, Takes: usage})
	case usage != "":
		return unclear(words.TakesUnsaid{Command: c.Name, Takes: usage})
	case typed.Harmless():
		return unclear(words.StandsAlone{Word: typed, Command: c.Name})
	default:
		return unclear(words.StandsAloneUnsaid{Command: c.Name})
	}
}

func errChoice(p Parameter) error {
	return unclear(words.ChoicesAre{Parameter: p.Name, Choices: choiceValues(p)})
}

// accepting returns the parameter that a word fits, preferably one without a value. A number fits
// only the first numeric parameter.
func (c Command) accepting(word chat.Token, args Arguments) (taken Parameter, ok bool) {
	for _, p := range c.Parameters {
		if !fits(p, word) || ok && p.Type == chat.TypeInteger {
			continue
		}
		if !args.Has(p.Name) {
			return p, true
		}
		taken, ok = p, true
	}
	return taken, ok
}

// Admit refuses values that a flag or a parameter with choices cannot have.
func (c Command) Admit(args Arguments) error {
	for _, p := range c.Parameters {
		given, ok := args.Find(p.Name)
		_, known := flagValues[strings.ToLower(given.Text)]
		flag := p.Choices == nil && p.Type == chat.TypeFlag
		if ok && (p.Choices != nil && !fits(p, given) || flag && (!known || given.Kind != chat.MentionsNobody)) {
			return errChoice(p)
		}
	}
	return nil
}

func cleanArguments(args []chat.Argument) Arguments {
	args = slices.Clone(args)
	for i := range args {
		if w := &args[i].Value; w.Kind == chat.MentionsNobody {
			w.Text = Clean(w.Text)
		}
	}
	return args
}
