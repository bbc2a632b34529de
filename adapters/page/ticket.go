package page

import "othellobot/chat"

// ticket allows whoever has it to watch a game. Its text is sealed, so that only the bot makes tickets,
// and addresses do not show where a game is played.
type ticket struct {
	place chat.Place
	game  chat.GameID
}

func (t ticket) String() string {
	return chat.Ticket{Kind: chat.WatchTicket, Place: t.place, Game: t.game}.String()
}

func parseTicket(text string) (t ticket, ok bool) {
	parsed, err := chat.ParseTicket(text)
	return ticket{parsed.Place, parsed.Game}, err == nil && parsed.Kind == chat.WatchTicket
}
