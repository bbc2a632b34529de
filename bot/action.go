package bot

import (
	"othellobot/bot/parse"
	"othellobot/chat"
	"othellobot/rules"
	"othellobot/words"
)

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

// typedOnes are the commands among actions.
func typedOnes(actions []action) []parse.Command {
	var list []parse.Command
	for _, a := range actions {
		if a.typed() {
			list = append(list, a.Command)
		}
	}
	return list
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
