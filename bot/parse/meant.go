package parse

import (
	"strings"

	"othellobot/chat"
)

// meant returns what was typed for a command, without the words that mean nothing beside
// others, and with words of any language for what a parameter can be as the parameter has it.
func (g *Grammar) meant(c Command, said []chat.Word) []chat.Word {
	if len(said) == 0 || mayBeMoves(said) {
		return said
	}
	v := g.vocabulary()
	list := v.terms(said)
	plain := make([]chat.Word, 0, len(list))
	free, within, afterName := c.free(), false, false
	alone := len(said) == 1 && g.speaks(c, said[0]) // as in "my settings it"
	end := v.end(list)
	for len(list) > 0 {
		w := list[0].Word
		key, text := c.keyIn(w)
		p, keyed := c.parameter(key)
		named, bare := c.parameter(w.Text)
		idle, _ := v.idle(list)
		if idle > 0 && len(list) > 1 && !fits(named, list[1].Word) {
			bare = false // as in "with @bo", where it names nothing
		}
		if !keyed && !bare && !c.Takes(w) {
			args, n := v.repeats(c, list)
			if n > 0 {
				plain, list = withArguments(plain, args), list[n:]
				continue
			}
			code := alone || afterName && len(list) == 1 && len(w.Text) == 2 // as in "language it"
			if idle > 0 && !code && (!free || !within || len(list) <= end) {
				list = list[idle:]
				continue
			}
		}
		within, afterName = !bare, bare
		if w.Kind == chat.MentionsNobody && !c.Takes(chat.Word{Text: text}) {
			for _, value := range v.values[folded(text)] {
				if _, name := c.parameter(value); name || c.Takes(chat.Word{Text: value}) {
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
				plain = append(plain, t.Word)
			}
			break
		}
	}
	return plain
}

// withArguments adds what a phrase says for arguments, in place of a name without a value.
func withArguments(said []chat.Word, args []string) []chat.Word {
	for _, arg := range args {
		if last := len(said) - 1; last >= 0 && strings.HasPrefix(arg, strings.ToLower(said[last].Text)+"=") {
			said = said[:last]
		}
		said = append(said, chat.Word{Text: strings.Replace(strings.TrimSuffix(arg, "="), "=", ":", 1)})
	}
	return said
}
