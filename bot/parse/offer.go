package parse

import (
	"slices"
	"strings"

	"othellobot/bot/control"
	"othellobot/chat"
	"othellobot/internal/spelling"
	"othellobot/rules"
	"othellobot/words"
)

// Say is the verb of a control that does what its argument says, as if it had been typed.
const Say = "say"

// mostOffers is how many commands are offered for words that can mean several.
const mostOffers = 3

// buttons are labels for what is offered, by how it is typed or by its command.
var buttons = map[string]words.Message{
	"start": words.OpenButton{}, "start bot": words.PlayBotButton{}, "stop": words.StopButton{}, "resign": words.ResignButton{},
	"hint": words.HintButton{}, "board": words.ShowButton{}, "help": words.HelpButton{}, "help learn": words.LearnButton{},
	"rules": words.RulesButton{}, "puzzle": words.PuzzleButton{}, "stats": words.RecordButton{}, "review": words.ReviewButton{},
	"rematch": words.RematchButton{}, "accept": words.AcceptButton{}, "decline": words.DeclineButton{}, "join": words.JoinButton{},
}

// offer is a button for a line that can be typed.
func offer(line string) Offer {
	shown, label := sayable(line), buttons[line]
	switch {
	case shown != line && shown == "start":
		label = words.ChallengeToOthello{}
	case label == nil:
		label = words.CommandButton{Command: shown}
	}
	return Offer{label, control.Of(Say, line)}
}

// mention stands before the id of somebody who is mentioned in a line.
const mention = " @"

// sayable is a line up to whoever is mentioned in it.
func sayable(line string) string {
	shown, _, _ := strings.Cut(line, mention)
	return shown
}

// Offered are the words of a line that was offered.
func Offered(line string) []chat.Word {
	var said []chat.Word
	for _, field := range strings.Fields(line) {
		id, mentions := strings.CutPrefix(field, mention[1:])
		word := chat.Word{Text: field}
		if user, err := chat.ParseUserID(id); mentions && err == nil {
			word = chat.Word{User: user, Kind: chat.MentionsPerson}
		}
		said = append(said, word)
	}
	return said
}

// offering is the error of words that can mean each of some lines, the likeliest first.
func (g *Grammar) offering(lines ...string) *Unclear {
	e := unclear(words.DidYouMean{Meant: sayable(lines[0])})
	return e.offering(lines...)
}

// offering is the error with buttons for lines.
func (e *Unclear) offering(lines ...string) *Unclear {
	var offered []string
	for _, line := range lines {
		if len(offered) < mostOffers && !slices.Contains(offered, line) {
			offered = append(offered, line)
			e.Offers = append(e.Offers, offer(line))
		}
	}
	return e
}

// mostRepeated bounds the words that an offer repeats, and longestLine the bytes, for which a
// control has room.
const (
	mostRepeated = 12
	longestLine  = 80
)

// line is how a command can be typed, with the arguments among the words if all of them are
// understood and can be repeated.
func (g *Grammar) line(c Command, said []chat.Word) string {
	if len(said) > mostRepeated {
		return c.Name
	}
	args, err := c.arguments(g.meant(c, said), chat.Limits{})
	if err != nil || c.Admit(args) != nil {
		return c.Name
	}
	line := c.Name
	for _, arg := range args {
		mentions := arg.Value.Kind == chat.MentionsPerson
		if !mentions && (arg.Value.Kind != chat.MentionsNobody || !words.Typed(arg.Value.Text).Harmless()) {
			return c.Name
		}
		if mentions {
			line += mention + arg.Value.User.String()
			continue
		}
		line += " "
		if p, _ := c.accepting(arg.Value, nil); p.Name != arg.Name && len(c.Parameters) > 1 {
			line += arg.Name + ":"
		}
		if line += strings.ToLower(arg.Value.Text); len(line) > longestLine {
			return c.Name
		}
	}
	return line
}

// errPlay asks back whether a square is to be played.
func errPlay(square rules.Square) *Unclear {
	e := unclear(words.PlayThat{Square: square})
	e.Offers = []Offer{{words.SquareButton{Square: square}, control.Of(Say, "move "+square.String())}}
	return e
}

// errUnknown refuses what means nothing, and offers the command that the word was most likely
// meant for, if there is one, else what leads further.
func (g *Grammar) errUnknown(w chat.Word) *Unclear {
	word, meant := words.Typed(w.Text), g.nearest(strings.ToLower(w.Text))
	switch {
	case w.Kind != chat.MentionsNobody:
		return unclear(words.NoCommand{})
	case meant != "" && word.Harmless():
		return unclear(words.UnknownVerb{Word: word, Meant: meant}).offering(g.alone(meant)...)
	case meant != "":
		return unclear(words.DidYouMean{Meant: meant}).offering(g.alone(meant)...)
	case word.Harmless():
		return unclear(words.UnknownWord{Word: word}).offering("help", "board")
	default:
		return unclear(words.UnknownWordUnsaid{}).offering("help", "board")
	}
}

// alone is the line of a verb that can stand alone, none of one that needs an argument.
func (g *Grammar) alone(verb string) []string {
	if slices.ContainsFunc(g.commands[verb].Parameters, func(p Parameter) bool { return p.Required }) {
		return nil
	}
	return []string{verb}
}

// longestVerb bounds what may be a mistyped verb, in bytes.
const longestVerb = 20

// nearest is the verb that a mistyped word was most likely meant for, empty if it
// resembles none.
func (g *Grammar) nearest(typed string) string {
	if len(typed) > longestVerb {
		return ""
	}
	best, least := "", farthest+1
	for _, a := range g.all {
		if d := spelling.Distance(typed, a.Name); d < least && 2*d < len(typed) {
			best, least = a.Name, d
		}
	}
	return best
}
