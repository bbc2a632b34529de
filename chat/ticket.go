package chat

import (
	"errors"
	"strconv"
)

// Ticket describes a page of a game and what its holder may do there. Its text names places and users,
// so it must be sealed before anyone gets it.
type Ticket struct {
	Kind   TicketKind
	Game   GameID
	Place  Place
	User   UserID // who holds the seat of a SeatTicket
	Number uint32 // number of the link; 0 for a WatchTicket
}

// TicketKind says what the holder of a ticket may do.
type TicketKind string

const (
	WatchTicket TicketKind = "w" // see the game
	SeatTicket  TicketKind = "s" // act for User in the game
	GuestTicket TicketKind = "g" // take the free seat of the game
)

// String formats the ticket for [ParseTicket]. Different tickets have different texts.
func (t Ticket) String() string {
	p, u := t.Place, t.User
	return join(string(t.Kind), string(t.Game), p.Platform, p.Team, p.Channel, p.Thread, u.Platform, u.Team, u.ID, strconv.FormatUint(uint64(t.Number), 10))
}

// ParseTicket parses the text of [Ticket.String].
func ParseTicket(text string) (t Ticket, err error) {
	var kind, game, digits string
	err = split(text, &kind, &game, &t.Place.Platform, &t.Place.Team, &t.Place.Channel, &t.Place.Thread, &t.User.Platform, &t.User.Team, &t.User.ID, &digits)
	number, wrong := strconv.ParseUint(digits, 10, 32)
	t.Kind, t.Game, t.Number = TicketKind(kind), GameID(game), uint32(number)
	known := t.Kind == WatchTicket || t.Kind == SeatTicket || t.Kind == GuestTicket
	if err = errors.Join(err, wrong); err == nil && (!known || t.String() != text) {
		err = errors.New("chat: not a ticket")
	}
	return t, err
}
