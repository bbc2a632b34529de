package bot

import (
	"context"
	"maps"
	"slices"
	"strings"

	"othellobot/chat"
	"othellobot/rules"
	"othellobot/words"
)

// action is one thing that the bot does, whether somebody types it, presses its
// control, or it falls due. It is done once for a delivery, whether it stores anything or
// not: what comes again does not reach it.
type action struct {
	name       string        // the verb of text and of controls
	help       words.Message // what people can type has one
	parameters []parameter
	shortcut   *shortcut // in a menu, if there is one

	onlyText bool // elsewhere a control or an option does the same, so it is not declared
	harmless bool // changes no game before the actor has confirmed it
	begins   bool // a game, so that in a thread it is about the thread

	run   performer // for what was typed; nil: it cannot be
	press performer // for its control, whose argument it finds in the request; nil: it has none

	by   origins       // who may press its control; people alone unless told
	done words.Message // the line for whoever asked where a message for everybody answers

	// What completes the argument being typed; nil: nothing does.
	complete func(*Bot, *request) []chat.Choice
	// plain are the words typed, without those that mean nothing; nil: they are as they are.
	plain func(typed []chat.Word) []chat.Word
	// leftOver refuses a word that fits no parameter, and twice a parameter that was
	// given twice; nil: in the usual words.
	leftOver func(word string) error
	twice    func(parameter string) error
}

// parameter is an argument of an action, and what it is for.
type parameter struct {
	chat.Parameter
	help words.Message
}

// shortcut offers an action in a menu, under a label.
type shortcut struct {
	chat.Shortcut
	label words.Message
}

// performer does what a request asks for.
type performer func(*Bot, context.Context, *request) (chat.Response, error)

// origins is a set of origins. The engine and the clock speak through controls
// too, but nobody else may use theirs.
type origins uint8

func originsOf(list ...chat.Origin) origins {
	var set origins
	for _, o := range list {
		set |= 1 << o
	}
	return set
}

func (o origins) has(origin chat.Origin) bool {
	if o == 0 {
		return origin == chat.OriginUser
	}
	return o&(1<<origin) != 0
}

var byClock = originsOf(chat.OriginClock)

// typed reports whether people can type the action.
func (a action) typed() bool { return a.run != nil }

// declared are the commands among actions that are to be offered, with what they are
// for.
func declared(actions []action, w *words.Catalog) []chat.Command {
	l := w.Default()
	var commands []chat.Command
	for _, a := range actions {
		if !a.typed() || a.onlyText {
			continue
		}
		c := chat.Command{Name: a.name, Help: l.String(a.help), HelpIn: w.Others(a.help)}
		for _, p := range a.parameters {
			p.Help, p.HelpIn = l.String(p.help), w.Others(p.help)
			p.LabelsIn = labelled(p.Choices, w)
			c.Parameters = append(c.Parameters, p.Parameter)
		}
		if s := a.shortcut; s != nil {
			offered := s.Shortcut
			offered.Label = l.String(s.label)
			c.Shortcuts = []chat.Shortcut{offered}
		}
		commands = append(commands, c)
	}
	return commands
}

// labels are those of the values that parameters can have, where they are no names.
var labels = map[string]words.Message{
	"channel": words.ChannelChoice{}, "bot": words.BotButton{}, "anyone": words.AnyoneButton{}, byVotes: words.VoteChoice{},
	"black": words.Black{}, "white": words.White{},
	"emoji": words.EmojiChoice{}, "text": words.TextChoice{}, "words": words.WordsChoice{},
	"commands": words.CommandsButton{}, "rules": words.RulesButton{}, "learn": words.LearnChoice{}, "notation": words.NotationChoice{},
	"privacy": words.PrivacyChoice{}, "forget": words.ForgetChoice{},
	"easy": words.EasyChoice{}, "medium": words.MediumChoice{}, "hard": words.HardChoice{},
	"late": words.LateChoice{}, "now": words.NowChoice{}, "off": words.OffChoice{},
}

// labelled are the labels of choices in other languages than English, where the label is
// what is typed.
func labelled(choices []chat.Choice, w *words.Catalog) map[string]map[string]string {
	var all map[string]map[string]string
	for _, c := range choices {
		if m := labels[c.Value]; m != nil {
			if all == nil {
				all = make(map[string]map[string]string)
			}
			all[c.Value] = w.Others(m)
		}
	}
	return all
}

// valuesIn are the values of arguments that a word of any language can mean: those that it
// is listed for, and those that it is the label of.
func valuesIn(w *words.Catalog) map[string][]string {
	values := make(map[string][]string)
	for word, value := range w.Values() {
		values[word] = []string{value}
	}
	for _, value := range slices.Sorted(maps.Keys(labels)) {
		for _, tag := range w.Tags() {
			l, _ := w.Named(tag) // there is one
			if word := strings.ToLower(l.String(labels[value])); word != value && !slices.Contains(values[word], value) {
				values[word] = append(values[word], value)
			}
		}
	}
	return values
}

// names are those of the action's parameters.
func (a action) names() []string {
	names := make([]string, len(a.parameters))
	for i, p := range a.parameters {
		names[i] = p.Name
	}
	return names
}

// choices makes the choices of a parameter from their values.
func choices(values ...string) []chat.Choice {
	list := make([]chat.Choice, len(values))
	for i, v := range values {
		list[i] = chat.Choice{Label: v, Value: v}
	}
	return list
}

// choiceValues are the values that a parameter can have, if they are few.
func choiceValues(p parameter) []string {
	if p.Type == chat.TypeFlag {
		return []string{"yes", "no"}
	}
	values := make([]string, len(p.Choices))
	for i, c := range p.Choices {
		values[i] = c.Value
	}
	return values
}

// legalChoices completes a square with those that may be played.
func legalChoices(_ *Bot, r *request) []chat.Choice {
	g, err := r.active()
	if err != nil {
		return nil
	}
	p := g.Position()
	var list []chat.Choice
	for s := range p.Legal().Squares() {
		list = append(list, chat.Choice{Label: r.Own.String(moveChoice(p, s)), Value: s.String()})
	}
	return list
}

// moveChoice says of a legal move what it flips.
func moveChoice(p rules.Position, s rules.Square) words.Message {
	return words.MoveChoice{Square: s, Flips: words.Count(p.Flips(s).Len())}
}
