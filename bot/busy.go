package bot

import (
	"strings"

	"othellobot/bot/card"
	"othellobot/bot/control"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/rules"
	"othellobot/words"
)

func (r *request) runningGames(games []game.Unfinished) chat.Text {
	return append(r.Own.Text(words.GamesHere{}), r.numberedGames(games)...)
}

func (r *request) busyRefusal(g game.Game) error {
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
		return seatRefusal(g)
	case g.Mode == game.Voted:
		return refused(words.BusyVote{Starter: words.Name(g.Starter), Move: g.Number()}).offering(threadOnly)
	case g.Mode == game.Open:
		return refused(describeRunning(g), words.BusyJoinIn{}).offering(threadOnly)
	default:
		return refused(describeRunning(g), words.BusyWatch{}).offering(threadOnly)
	}
}

func describeRunning(g game.Game) words.Message {
	if g.Mode == game.Open {
		return words.BusyOpen{Starter: words.Name(g.Starter), Move: g.Number()}
	}
	return words.Busy{Black: words.Name(g.Player(rules.Black)), White: words.Name(g.Player(rules.White)), Move: g.Number()}
}

func seatRefusal(g game.Game) *refusal {
	color := rules.Black
	if g.Player(color) != game.Nobody {
		color = rules.White
	}
	return refused(words.SeatFree{Holder: words.Name(g.Player(color.Opponent())), Color: color}).offering(func(r *request) []chat.Row {
		return []chat.Row{card.Row(card.Primary(card.Button(r.Own, words.JoinButton{}, control.For(g, "join", control.Aside))))}
	})
}

// threadButton returns a button that starts the same game in a thread, if that is possible.
func threadButton(r *request) (chat.Button, bool) {
	if !r.Limits.Threads || r.NoThreads || r.Place.Thread != "" {
		return chat.Button{}, false
	}
	var said []string
	for _, key := range []string{"with", "color", "level", "vote"} {
		if value := r.args.Text(key); value != "" {
			said = append(said, strings.ToLower(value))
		}
	}
	if value := r.args.Text("handicap"); value != "" {
		said = append(said, "handicap:"+value) // the prefix keeps a handicap from being read as a level
	}
	if r.args.Flag("coach") {
		said = append(said, "coach")
	}
	action := control.Control{Verb: "thread", Arg: strings.Join(said, ".")}
	return card.Button(r.Own, words.ThreadButton{}, action.String()), true
}

func (r *request) withThread(buttons ...chat.Button) []chat.Row {
	if thread, ok := threadButton(r); ok {
		buttons = append(buttons, thread)
	}
	if len(buttons) == 0 {
		return nil
	}
	return []chat.Row{card.Row(buttons...)}
}

func threadOnly(r *request) []chat.Row { return r.withThread() }
