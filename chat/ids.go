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

// ParseUserID reads what [UserID.String] wrote.
func ParseUserID(text string) (UserID, error) {
	parts, err := split(text, 3)
	if err != nil {
		return UserID{}, err
	}
	return UserID{parts[0], parts[1], parts[2]}, nil
}

// ParsePlace reads what [Place.String] wrote.
func ParsePlace(text string) (Place, error) {
	parts, err := split(text, 4)
	if err != nil {
		return Place{}, err
	}
	return Place{parts[0], parts[1], parts[2], parts[3]}, nil
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

func split(text string, n int) ([]string, error) {
	parts := strings.Split(text, "/")
	if len(parts) != n {
		return nil, errBadID
	}
	for i, p := range parts {
		if !strings.Contains(p, "%") {
			continue
		}
		plain, err := url.PathUnescape(p)
		if err != nil {
			return nil, errBadID
		}
		parts[i] = plain
	}
	return parts, nil
}

// GameID names a game. Only the bot reads it.
type GameID string

// MessageRef names a message that an adapter has sent, at most 200 bytes long.
// Only the adapter that made it reads it.
type MessageRef string

// Slot is what a posted message is for its game. A game has at most one living
// message for each slot.
type Slot string

// The slots of a game.
const (
	SlotNone      Slot = ""          // nothing to remember
	SlotBoard     Slot = "board"     // the board and its controls
	SlotChallenge Slot = "challenge" // the challenge with its answers
	SlotPing      Slot = "ping"      // the reminder of the player to move
)
