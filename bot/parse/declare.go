package parse

import (
	"maps"
	"slices"
	"strings"

	"othellobot/chat"
	"othellobot/words"
)

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
	"privacy": words.PrivacyChoice{}, "forget": words.ForgetChoice{},
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

// Values returns the argument values that words of any language can mean, from the word lists of the
// catalog and from translated labels.
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
