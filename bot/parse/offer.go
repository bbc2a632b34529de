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

// SayVerb is the verb of a control whose argument is handled as if the user had typed it.
const SayVerb = "say"

const (
	mostOffers   = 3  // the most buttons of an [Unclear]
	mostRepeated = 12 // the most words of an offered line after the command
	longestLine  = 80 // the longest offered line, in bytes; it must fit in a control
	longestVerb  = 20 // the longest mistyped command to correct, in bytes
)

// buttons holds the labels of offers, by line. Most other offers show the line itself.
var buttons = map[string]words.Message{
	"start": words.OpenButton{}, "start bot": words.PlayBotButton{}, "stop": words.StopButton{}, "resign": words.ResignButton{},
	"hint": words.HintButton{}, "board": words.ShowButton{}, "help": words.HelpButton{}, "help learn": words.LearnButton{},
	"rules": words.RulesButton{}, "puzzle": words.PuzzleButton{}, "stats": words.RecordButton{}, "review": words.ReviewButton{},
	"rematch": words.RematchButton{}, "accept": words.AcceptButton{}, "decline": words.DeclineButton{}, "join": words.JoinButton{},
}

func offer(line string) Offer {
	shown, label := sayable(line), buttons[line]
	switch {
	case shown != line && shown == "start":
		label = words.ChallengeToOthello{}
	case label == nil:
		label = words.CommandButton{Command: shown}
	}
	return Offer{label, control.New(SayVerb, line)}
}

const mention = " @"

// sayable returns the part of a line before its first mention, because text cannot show a mention.
func sayable(line string) string {
	shown, _, _ := strings.Cut(line, mention)
	return shown
}

// OfferedWords splits the line of an offer's button into words, as if the user had typed them. A field of "@"
// and a user ID becomes a mention.
func OfferedWords(line string) []chat.Token {
	var said []chat.Token
	for _, field := range strings.Fields(line) {
		id, mentions := strings.CutPrefix(field, mention[1:])
		word := chat.Token{Text: field}
		if user, err := chat.ParseUserID(id); mentions && err == nil {
			word = chat.Token{User: user, Kind: chat.MentionsPerson}
		}
		said = append(said, word)
	}
	return said
}

// didYouMean offers the lines, the likeliest first.
func (g *Grammar) didYouMean(lines ...string) *Unclear {
	return unclear(words.DidYouMean{Meant: sayable(lines[0])}).offering(lines...)
}

// offering adds buttons that offer the lines, without duplicates and at most [mostOffers].
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

// line returns what a user would type for the command, with the arguments if they are valid and safe to show.
func (g *Grammar) line(c Command, said []chat.Token) string {
	if len(said) > mostRepeated {
		return c.Name
	}
	args, err := c.arguments(g.plainWords(c, said), chat.Limits{})
	if err != nil || c.Admit(args) != nil {
		return c.Name
	}
	line := c.Name
	for _, arg := range args {
		switch {
		case arg.Value.Kind == chat.MentionsPerson:
			line += mention + arg.Value.User.String()
			continue
		case arg.Value.Kind != chat.MentionsNobody, !words.Typed(arg.Value.Text).Harmless():
			return c.Name
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

func errPlay(square rules.Square) *Unclear {
	play := Offer{words.SquareButton{Square: square}, control.New(SayVerb, "move "+square.String())}
	return &Unclear{Said: []words.Message{words.PlayThat{Square: square}}, Offers: []Offer{play}}
}

func (g *Grammar) errUnknown(w chat.Token) *Unclear {
	word, meant := words.Typed(w.Text), g.nearest(strings.ToLower(w.Text))
	switch {
	case w.Kind != chat.MentionsNobody:
		return unclear(words.NoCommand{})
	case meant != "" && word.Harmless():
		return unclear(words.UnknownVerb{Word: word, Meant: meant}).offering(g.bareLine(meant)...)
	case meant != "":
		return unclear(words.DidYouMean{Meant: meant}).offering(g.bareLine(meant)...)
	case word.Harmless():
		return unclear(words.UnknownWord{Word: word}).offering("help", "board")
	default:
		return unclear(words.UnknownWordUnsaid{}).offering("help", "board")
	}
}

func (g *Grammar) bareLine(verb string) []string {
	if slices.ContainsFunc(g.commands[verb].Parameters, func(p Parameter) bool { return p.Required }) {
		return nil
	}
	return []string{verb}
}

func (g *Grammar) nearest(typed string) string {
	if len(typed) > longestVerb {
		return ""
	}
	best, least := "", maxDistance+1
	for _, a := range g.all {
		if d := spelling.Distance(typed, a.Name); d < least && 2*d < len(typed) {
			best, least = a.Name, d
		}
	}
	return best
}
