package game

import (
	"strconv"
	"strings"
)

// ID names a game. Zero is no game.
type ID uint64

// String is the id in base 36, at most 13 characters, for [ParseID] to read.
func (id ID) String() string { return strconv.FormatUint(uint64(id), 36) }

// ParseID reads what [ID.String] wrote.
func ParseID(text string) (ID, error) {
	id, err := strconv.ParseUint(text, 36, 64)
	return ID(id), err
}

// MarshalText writes the id as [ID.String] does: many readers of JSON know no integers of 64 bits.
func (id ID) MarshalText() ([]byte, error) { return []byte(id.String()), nil }

// UnmarshalText reads what [ID.MarshalText] wrote.
func (id *ID) UnmarshalText(text []byte) (err error) {
	*id, err = ParseID(string(text))
	return err
}

// Place is a name of where a game is played. That of a channel ends with a slash, and those
// of its threads begin with it; all else in it is opaque.
type Place string

// Channel is the channel of a thread, and false if the place is none.
func (p Place) Channel() (Place, bool) {
	slash := strings.LastIndexByte(string(p), '/')
	return p[:slash+1], 0 <= slash && slash < len(p)-1
}

// Player is an opaque name of a person, or [Engine], or [Channel], or [Nobody].
type Player string

const (
	// Nobody holds an empty seat.
	Nobody Player = ""
	// Engine is the opponent that the program itself provides. No person may have
	// this name.
	Engine Player = "engine"
	// Channel are all who vote in a game. No person may have this name.
	Channel Player = "channel"
)

// Delivery is the id by which a repetition of an action is recognised; empty if the
// action has none.
type Delivery string
