package bot

import (
	"othellobot/chat"
	"othellobot/game"
	"othellobot/rules"
)

// gameFooters are the small print of a running game. From one form to the next
// the move's number goes, then the command, and the list becomes a count. Moves
// that no control offers are in all of them.
func gameFooters(limits chat.Limits, number int, legal rules.Bitboard) []chat.Text {
	label, list := chat.Span{Text: "Legal: "}, chat.Span{Text: legal.String()}
	command := chat.CommandOf("move " + legal.First().String())
	spans := chat.Text{ // all in one, for boards are drawn often
		label, list,
		{Text: " · move "},
		{Text: decimal(number)},
		{Text: " · "},
		command,
		label, list,
		{Text: " · "},
		command,
		{Text: decimal(legal.Len())},
		{Text: " legal"},
		{Text: whereToPick(limits, legal)},
	}
	footers := []chat.Text{spans[0:6:6], spans[6:10:10], spans[6:8:8], spans[10:13:13]}
	if others := beyondSelect(limits, legal); !others.IsEmpty() {
		for i := range footers {
			footers[i] = append(footers[i], chat.Span{Text: "; type the others: " + others.String() + "."})
		}
	}
	return footers
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
