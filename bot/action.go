package bot

import (
	"cmp"
	"context"
	"slices"

	"othellobot/bot/parse"
	"othellobot/chat"
	"othellobot/game"
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

// legalChoices completes a square with those that may be played in the place.
func legalChoices(_ context.Context, _ *Bot, r *request) []chat.Choice {
	g, err := r.active()
	if err != nil {
		return nil
	}
	return r.legalIn(g)
}

// moveChoices completes a square with those that the actor may play where it is their turn by
// their seat, in the channel and its threads, else with those of the place.
func moveChoices(ctx context.Context, b *Bot, r *request) (list []chat.Choice) {
	games, _ := b.others(ctx, r) // what cannot be found is not offered
	for _, u := range games {
		if _, seated := u.Game.Side(r.by); seated && u.Game.MayPlay(r.by, r.Now) == nil {
			list = append(list, r.legalIn(u.Game)...)
		}
	}
	if len(list) == 0 {
		return legalChoices(ctx, b, r)
	}
	slices.SortStableFunc(list, func(a, b chat.Choice) int { return cmp.Compare(a.Value, b.Value) })
	return slices.CompactFunc(list, func(a, b chat.Choice) bool { return a.Value == b.Value })
}

// legalIn are the moves of a game, with what they flip.
func (r *request) legalIn(g game.Game) (list []chat.Choice) {
	p := g.Position()
	for s := range p.Legal().Squares() {
		list = append(list, chat.Choice{Label: r.Own.String(moveChoice(p, s)), Value: s.String()})
	}
	return list
}

// moveChoice says of a legal move what it flips.
func moveChoice(p rules.Position, s rules.Square) words.Message {
	return words.MoveChoice{Square: s, Flips: words.Count(p.Flips(s).Len())}
}
