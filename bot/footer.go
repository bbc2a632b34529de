package bot

import (
	"strconv"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/rules"
)

// gameFooters are the small print of a running game. From one form to the next
// the move's number goes, then the command, and the list becomes a count. Moves
// that no control offers are in all of them.
func gameFooters(limits chat.Limits, number int, legal rules.Bitboard) []chat.Text {
	list := chat.Span{Text: "Legal: " + legal.String()}
	command := chat.CommandOf("move " + legal.First().String())
	footers := []chat.Text{
		{list, {Text: " · move " + strconv.Itoa(number) + " · "}, command},
		{list, {Text: " · "}, command},
		{list},
		{{Text: strconv.Itoa(legal.Len()) + " legal" + whereToPick(limits, legal)}},
	}
	if others := beyondSelect(limits, legal); !others.IsEmpty() {
		for i := range footers {
			footers[i] = append(footers[i], chat.Span{Text: "; type the others: " + others.String() + "."})
		}
	}
	return footers
}

// thinking is the small print of a game in which the engine is to move, while so
// many wait for it.
func thinking(games int) chat.Text {
	if games == 0 {
		return chat.Say("The bot is thinking.")
	}
	return chat.Say("The bot is thinking, ", plural(games, "game"), " waiting.")
}

// whereToPick points to the controls that offer the moves, if there are any.
func whereToPick(limits chat.Limits, legal rules.Bitboard) string {
	switch {
	case legal.Len() <= limits.MoveButtons:
		return ", see the buttons"
	case limits.Options > 0:
		return ", see the menu"
	default:
		return ""
	}
}

// endFooters are the small print of a finished game: its opening and its
// transcript, or where to find it.
func endFooters(g game.Game) []chat.Text {
	if len(g.Moves) == 0 {
		return nil
	}
	return withOpening(g, []chat.Text{
		chat.Say("Moves: ", chat.CodeOf(rules.FormatTranscript(g.Moves))),
		chat.Say(plural(len(g.Moves), "move")+": ", chat.CommandOf("history")),
	})
}
