package parse

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"othellobot/chat"
	"othellobot/words"
)

// Command declares a command that users can type.
type Command struct {
	Name       string
	Help       words.Message
	Parameters []Parameter
	Shortcut   *Shortcut // offers the command in a menu; nil if no menu has it

	TextOnly        bool // users can only type it; platforms do not list it
	Harmless        bool // changes no game unless the user confirms
	ChangesSettings bool // changes settings if it has an argument

	// Each function may be nil.
	Rewrite       func(typed []chat.Token) []chat.Token // rewrites the words before they are sorted into arguments
	LeftOverError func(word string) error               // returns the error for a word that fits no parameter, unless an opponent is given
	TwiceError    func(parameter string) error          // returns the error for a parameter that was given twice
}

// Parameter declares an argument of a command.
type Parameter struct {
	chat.Parameter
	About words.Message
}

// Shortcut offers a command in a menu, under a title.
type Shortcut struct {
	chat.Shortcut
	Title words.Message
}

func (c Command) Names() []string {
	names := make([]string, len(c.Parameters))
	for i, p := range c.Parameters {
		names[i] = p.Name
	}
	return names
}

func Choices(values ...string) []chat.Choice {
	list := make([]chat.Choice, len(values))
	for i, v := range values {
		list[i] = chat.Choice{Label: v, Value: v}
	}
	return list
}

func choiceValues(p Parameter) []string {
	if p.Type == chat.TypeFlag {
		return []string{"yes", "no"}
	}
	values := make([]string, len(p.Choices))
	for i, c := range p.Choices {
		values[i] = c.Value
	}
	return values
}

// Usage summarizes the arguments: "@opponent, black|white, level". If two parameters share a value,
// Usage puts the name of the second before its values.
func (c Command) Usage(limits chat.Limits) string {
	var parts []string
	for i, p := range c.Parameters {
		earlier := Command{Parameters: c.Parameters[:i]}
		named := slices.ContainsFunc(p.Choices, func(v chat.Choice) bool { return earlier.Takes(chat.Token{Text: v.Value}) })
		switch {
		case p.Threads && !limits.Threads:
		case p.Type == chat.TypeUser:
			parts = append(parts, "@"+p.Name)
		case named:
			parts = append(parts, p.Name+":"+strings.Join(choiceValues(p), "|"))
		case p.Choices != nil:
			parts = append(parts, strings.Join(choiceValues(p), "|"))
		default:
			parts = append(parts, p.Name)
		}
	}
	return strings.Join(parts, ", ")
}

// Takes reports whether a word is a choice, a number or a mention that the command takes.
func (c Command) Takes(w chat.Token) bool {
	return slices.ContainsFunc(c.Parameters, func(p Parameter) bool { return fits(p, w) })
}

func (c Command) parameter(name string) (Parameter, bool) {
	for _, p := range c.Parameters {
		if name != "" && strings.EqualFold(p.Name, name) {
			return p, true
		}
	}
	return Parameter{}, false
}

// splitKey splits "key:value" or "key=value". If no parameter has the name key, the whole word is the value.
func (c Command) splitKey(w chat.Token) (key, value string) {
	if at := strings.IndexAny(w.Text, ":="); at > 0 && w.Kind == chat.MentionsNobody {
		if _, ok := c.parameter(w.Text[:at]); ok {
			return w.Text[:at], w.Text[at+1:]
		}
	}
	return "", w.Text
}

// takesText reports whether a command takes free text, where filler words can matter: "Port of Spain".
func (c Command) takesText() bool {
	return len(c.Parameters) > 0 && c.Parameters[0].Name != "square" && slices.ContainsFunc(c.Parameters, func(p Parameter) bool {
		return p.Choices == nil && (p.Type == chat.TypeText || p.Type == chat.TypeRest)
	})
}

func fits(p Parameter, word chat.Token) bool {
	if word.Kind != chat.MentionsNobody {
		return p.Type == chat.TypeUser
	}
	if p.Type == chat.TypeInteger {
		return isNumber(word.Text)
	}
	return slices.ContainsFunc(p.Choices, func(c chat.Choice) bool { return strings.EqualFold(c.Value, word.Text) })
}

// Declare returns the declarations of the commands that platforms offer.
func Declare(commands []Command, w *words.Catalog) []chat.Command {
	l := w.Default()
	var declared []chat.Command
	for _, c := range commands {
		if c.TextOnly {
			continue
		}
		d := chat.Command{Name: c.Name, Help: l.String(c.Help), HelpIn: w.Translations(c.Help)}
		for _, p := range c.Parameters {
			p.Help, p.HelpIn = l.String(p.About), w.Translations(p.About)
			p.LabelsIn = labelled(p.Choices, w)
			d.Parameters = append(d.Parameters, p.Parameter)
		}
		if s := c.Shortcut; s != nil {
			offered := s.Shortcut
			offered.Label = l.String(s.Title)
			d.Shortcuts = []chat.Shortcut{offered}
		}
		declared = append(declared, d)
	}
	return declared
}

var labels = map[string]words.Message{
	"channel": words.ChannelChoice{}, "bot": words.BotButton{}, "anyone": words.AnyoneButton{}, ByVotes: words.VoteChoice{},
	"black": words.Black{}, "white": words.White{},
	"emoji": words.EmojiChoice{}, "text": words.TextChoice{}, "words": words.WordsChoice{},
	"commands": words.CommandsButton{}, "rules": words.RulesButton{}, "learn": words.LearnChoice{}, "notation": words.NotationChoice{},
	"invite": words.InviteChoice{}, "privacy": words.PrivacyChoice{}, "forget": words.ForgetChoice{},
	"easy": words.EasyChoice{}, "medium": words.MediumChoice{}, "hard": words.HardChoice{},
	"late": words.LateChoice{}, "now": words.NowChoice{}, "off": words.OffChoice{},
}

func labelled(choices []chat.Choice, w *words.Catalog) map[string]chat.Translations {
	all := make(map[string]chat.Translations)
	for _, c := range choices {
		if m := labels[c.Value]; m != nil {
			all[c.Value] = w.Translations(m)
		}
	}
	return all
}

// Values maps words of all languages, in lower case, to the argument values that they can mean.
func Values(w *words.Catalog) map[string][]string {
	values := make(map[string][]string)
	for word, value := range w.Values() {
		values[word] = []string{value}
	}
	for _, value := range slices.Sorted(maps.Keys(labels)) {
		for _, tag := range w.Tags() {
			l, _ := w.Named(tag)
			if word := strings.ToLower(l.String(labels[value])); word != value && !slices.Contains(values[word], value) {
				values[word] = append(values[word], value)
			}
		}
	}
	return values
}

// Unclear is an error for the user to see, with the likely meanings.
type Unclear struct {
	Said   []words.Message
	Offers []Offer
}

// Offer is a likely meaning, which the user can choose with a button.
type Offer struct {
	Label   words.Message
	Control string
}

func (e *Unclear) Error() string { return fmt.Sprintf("unclear: %T", e.Said[0]) }

func unclear(messages ...words.Message) *Unclear { return &Unclear{Said: messages} }

func isNumber(text string) bool { return strings.Trim(text, "0123456789") == "" }
