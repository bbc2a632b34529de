package chat

import (
	"errors"
	"net/url"
	"strings"
)

// UserID identifies a person on a platform. Team is empty if user ids are unique without it.
type UserID struct {
	Platform, Team, ID string
}

// GuestPlatform is the platform of guests, who have no account. Their Team is the name that they typed.
const GuestPlatform = "page"

// Place is a channel, or a thread in a channel. Equal values are the same place.
type Place struct {
	Platform, Team, Channel, Thread string
}

// String formats the id for [ParseUserID]. Different ids have different texts.
func (u UserID) String() string { return join(u.Platform, u.Team, u.ID) }

// String formats the place for [ParsePlace]. Different places have different texts.
func (p Place) String() string { return join(p.Platform, p.Team, p.Channel, p.Thread) }

// Prefix returns how [Place.String] begins for the places in p's channel, and for no others. If p has no
// channel, it covers p's team. If p has no team either, it covers the platform.
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

// Tenant returns the place of p's team, or of p's channel if p has no team.
func (p Place) Tenant() Place {
	if p.Team != "" {
		return Place{Platform: p.Platform, Team: p.Team}
	}
	return Place{Platform: p.Platform, Channel: p.Channel}
}

// ParsePrefix parses the text of [Place.Prefix].
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
	for i, p := range parts {
		if strings.ContainsAny(p, "/%") {
			parts[i] = url.PathEscape(p)
		}
	}
	return strings.Join(parts, "/")
}

func split(text string, parts ...*string) error {
	escaped := strings.Contains(text, "%")
	for i, p := range parts {
		part, rest, more := strings.Cut(text, "/")
		var err error
		if escaped {
			part, err = url.PathUnescape(part)
		}
		if err != nil || more != (i < len(parts)-1) {
			return errors.New("chat: not a written id")
		}
		*p, text = part, rest
	}
	return nil
}

// Delivery is the platform's id of an action, or "" if it has none. An action that is sent again has the same id.
type Delivery string

// GameID identifies a game. Only the bot interprets it.
type GameID string

// Has reports whether the action text of a control belongs to the game.
func (g GameID) Has(action string) bool {
	mark := "o1:" + string(g) + ":"
	return len(action) >= len(mark) && strings.EqualFold(action[:len(mark)], mark)
}

// MessageRef identifies a sent message, in at most 200 bytes. Only its adapter interprets it.
type MessageRef string

// Slot is the role of a message, usually in a game. Each slot of a game has at most one current message.
type Slot string

const (
	SlotNone      Slot = ""          // no role
	SlotBoard     Slot = "board"     // the board and its controls
	SlotChallenge Slot = "challenge" // the challenge with its answers
	SlotQuestion  Slot = "question"  // the question to the other side, with its answers
	SlotPing      Slot = "ping"      // the reminder to the player who moves next
	SlotPuzzle    Slot = "puzzle"    // the daily puzzle, which belongs to no game
	SlotWeek      Slot = "week"      // the weekly post, which belongs to no game
	SlotSeason    Slot = "season"    // the post at the end of a season, which belongs to no game
)
