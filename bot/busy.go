package bot

import (
	"othellobot/bot/card"
	"othellobot/bot/control"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/rules"
	"othellobot/words"
)

// busy refuses a start because a game runs here already, and offers what can be done
// instead.
func (r *request) busy(g game.Game) error {
	color, seated := g.Side(r.by)
	switch {
	case seated && (g.Mode == game.Duel || g.AgainstEngine()):
		var plays words.Message = words.YouPlay{Color: color}
		if g.AgainstEngine() {
			plays = words.BusyBot{Move: g.Number()}
		}
		return refused(plays).offering(func(r *request) []chat.Row {
			return r.withThread(
				card.Button(r.Own, words.ShowButton{}, control.For(g, "board", control.Aside)),
				card.Button(r.Own, words.StopButton{}, control.For(g, "stop", control.Aside)),
			)
		})
	case g.SeatFree() && !seated:
		return seatFree(g)
	case g.Mode == game.Voted:
		return refused(words.BusyVote{Starter: words.Name(g.Starter), Move: g.Number()}).offering(threadOnly)
	case g.Mode == game.Open:
		return refused(runs(g), words.BusyJoinIn{}).offering(threadOnly)
	default:
		return refused(runs(g), words.BusyWatch{}).offering(threadOnly)
	}
}

// runs tells which game runs in a place.
func runs(g game.Game) words.Message {
	if g.Mode == game.Open {
		return words.BusyOpen{Starter: words.Name(g.Starter), Move: g.Number()}
	}
	return words.Busy{Black: words.Name(g.Player(rules.Black)), White: words.Name(g.Player(rules.White)), Move: g.Number()}
}

// seatFree refuses something in a duel that waits for somebody to join, and offers the
// seat.
func seatFree(g game.Game) *refusal {
	color := rules.Black
	if g.Player(color) != game.Nobody {
		color = rules.White
	}
	return refused(words.SeatFree{Holder: words.Name(g.Player(color.Opponent())), Color: color}).offering(func(r *request) []chat.Row {
		return []chat.Row{card.Row(card.Primary(card.Button(r.Own, words.JoinButton{}, control.For(g, "join", control.Aside))))}
	})
}
