package chat

import (
	"errors"
	"net/url"
	"strings"
)

// UserID identifies a person on a platform. Team is empty if the platform's user ids are unique
// without it.
type UserID struct {
	Platform, Team, ID string
}

// Place is a channel, or a thread in one, where a game is played. Equal values are the same place.
type Place struct {
	Platform, Team, Channel, Thread string
}

// String formats the id for [ParseUserID]. Different ids have different texts.
func (u UserID) String() string { return join(u.Platform, u.Team, u.ID) }

// String formats the place for [ParsePlace]. Different places have different texts.
func (p Place) String() string { return join(p.Platform, p.Team, p.Channel, p.Thread) }

// Prefix returns the common prefix of the texts of all places of the same platform, and of the same
// team and channel if set. No other place's text has this prefix. The thread does not matter.
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

// Tenant returns the team of the place as a place of its own, or its channel if it has no team. A
// tenant is one customer of the bot on the platform.
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

// ParseUserID parses the text of [UserID.String].
func ParseUserID(text string) (u UserID, err error) {
	err = split(text, &u.Platform, &u.Team, &u.ID)
	return u, err
}

// ParsePlace parses the text of [Place.String].
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

// split reverses join.
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

// Delivery is a platform's id of one delivery of an action, which identifies repetitions. It is
// empty if the platform gives none.
type Delivery string

// GameID identifies a game. Only the bot interprets it.
type GameID string

// Has reports whether a control with the given action text belongs to the game.
func (g GameID) Has(action string) bool {
	mark := "o1:" + string(g) + ":"
	return len(action) >= len(mark) && strings.EqualFold(action[:len(mark)], mark)
}

// MessageRef identifies a message that an adapter has sent, in at most 200 bytes. Only the adapter
// that made it interprets it.
type MessageRef string

// Slot is the role of a posted message in its game. A game has at most one current message for each
// slot.
type Slot string

// Slots of a game.
const (
	SlotNone      Slot = ""          // not tracked
	SlotBoard     Slot = "board"     // the board and its controls
	SlotChallenge Slot = "challenge" // the challenge with its answers
	SlotQuestion  Slot = "question"  // the question to the other side, with its answers
	SlotPing      Slot = "ping"      // the reminder to the player who moves next
	SlotPuzzle    Slot = "puzzle"    // the daily puzzle, which belongs to no game
	SlotWeek      Slot = "week"      // the weekly post, which belongs to no game
)
