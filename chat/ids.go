package chat

import (
	"errors"
	"net/url"
	"strings"
)

// UserID names a person on a platform. Team is empty where the platform's user
// ids stand alone.
type UserID struct {
	Platform, Team, ID string
}

// Place is where a game is played: a channel, or a thread in one. Two equal
// places are the same place.
type Place struct {
	Platform, Team, Channel, Thread string
}

// String writes the id so that [ParseUserID] reads it back; different ids give
// different texts.
func (u UserID) String() string { return join(u.Platform, u.Team, u.ID) }

// String writes the place so that [ParsePlace] reads it back; different places
// give different texts.
func (p Place) String() string { return join(p.Platform, p.Team, p.Channel, p.Thread) }

// Prefix begins the text of every place of the same platform, of the same team if
// the place has one, and of the same channel if it has one, and of no other. A
// thread makes no difference.
func (p Place) Prefix() string {
	switch {
	case p.Channel != "":
		return join(p.Platform, p.Team, p.Channel, "")
	case p.Team != "":
		return join(p.Platform, p.Team, "")
	default:
		return join(p.Platform, "")
	}
}

// Tenant is who shares the platform with others, as a place of its own: the team of the
// place, or its channel where it has no team.
func (p Place) Tenant() Place {
	if p.Team != "" {
		return Place{Platform: p.Platform, Team: p.Team}
	}
	return Place{Platform: p.Platform, Channel: p.Channel}
}

// ParsePrefix returns a Place whose [Place.Prefix] equals the text.
func ParsePrefix(text string) (p Place, err error) {
	return ParsePlace(text + strings.Repeat("/", max(0, 3-strings.Count(text, "/"))))
}

// ParseUserID reads what [UserID.String] wrote.
func ParseUserID(text string) (u UserID, err error) {
	err = split(text, &u.Platform, &u.Team, &u.ID)
	return u, err
}

// ParsePlace reads what [Place.String] wrote.
func ParsePlace(text string) (p Place, err error) {
	err = split(text, &p.Platform, &p.Team, &p.Channel, &p.Thread)
	return p, err
}

func join(parts ...string) string {
	size := len(parts) - 1
	for _, p := range parts {
		size += len(p)
	}
	var text strings.Builder
	text.Grow(size)
	for i, p := range parts {
		if i > 0 {
			text.WriteByte('/')
		}
		if strings.ContainsAny(p, "/%") {
			p = url.PathEscape(p)
		}
		text.WriteString(p)
	}
	return text.String()
}

var errBadID = errors.New("chat: not a written id")

// split undoes join.
func split(text string, parts ...*string) error {
	rest, more := text, true
	for _, p := range parts {
		if !more {
			return errBadID
		}
		if *p, rest, more = strings.Cut(rest, "/"); strings.Contains(*p, "%") {
			plain, err := url.PathUnescape(*p)
			if err != nil {
				return errBadID
			}
			*p = plain
		}
	}
	if more {
		return errBadID
	}
	return nil
}

// Delivery is a platform's id of one delivery of an action, by which it is known
// when it comes again; empty if it has none.
type Delivery string

// GameID names a game. Only the bot reads it.
type GameID string

// Has reports whether a control with that action text belongs to the game.
func (g GameID) Has(action string) bool {
	mark := "o1:" + string(g) + ":"
	return len(action) >= len(mark) && strings.EqualFold(action[:len(mark)], mark)
}

// MessageRef names a message that an adapter has sent, at most 200 bytes long.
// Only the adapter that made it reads it.
type MessageRef string

// Slot says which part a posted message plays for its game. A game has at most one living
// message for each slot.
type Slot string

// The slots of a game.
const (
	SlotNone      Slot = ""          // nothing to remember
	SlotBoard     Slot = "board"     // the board and its controls
	SlotChallenge Slot = "challenge" // the challenge with its answers
	SlotQuestion  Slot = "question"  // what the other side is asked, with its answers
	SlotPing      Slot = "ping"      // the reminder of the player to move
	SlotPuzzle    Slot = "puzzle"    // the puzzle of a day, which is not of a game
	SlotWeek      Slot = "week"      // what happened in a week, likewise
)
