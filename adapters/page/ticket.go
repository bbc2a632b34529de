package page

import (
	"strings"

	"othellobot/chat"
)

// ticket allows whoever has it to watch a game. Its text is sealed, so that only the bot makes tickets,
// and addresses do not show where a game is played.
type ticket struct {
	place chat.Place
	game  chat.GameID
}

const watch = "watch"

func (t ticket) String() string { return watch + " " + string(t.game) + " " + t.place.String() }

func parseTicket(text string) (t ticket, ok bool) {
	parts := strings.SplitN(text, " ", 3)
	if len(parts) != 3 || parts[0] != watch {
		return t, false
	}
	place, err := chat.ParsePlace(parts[2])
	return ticket{place, chat.GameID(parts[1])}, err == nil
}
