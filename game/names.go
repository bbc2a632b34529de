package game

import (
	"strconv"
	"strings"
)

// ID identifies a game. Zero is no game.
type ID uint64

// String returns the ID in base 36, in at most 13 characters.
func (id ID) String() string { return strconv.FormatUint(uint64(id), 36) }

// ParseID reads the output of [ID.String].
func ParseID(text string) (ID, error) {
	id, err := strconv.ParseUint(text, 36, 64)
	return ID(id), err
}

// MarshalText works like [ID.String], because many JSON parsers cannot read 64-bit integers.
func (id ID) MarshalText() ([]byte, error) { return []byte(id.String()), nil }

// UnmarshalText reads the output of [ID.MarshalText].
func (id *ID) UnmarshalText(text []byte) (err error) {
	*id, err = ParseID(string(text))
	return err
}

// Place is the name of a channel or a thread. A channel's name ends with a slash and begins the
// names of its threads. The rest of the name is opaque.
type Place string

// Channel returns the channel of a thread, or false if the place is not a thread.
func (p Place) Channel() (Place, bool) {
	slash := strings.LastIndexByte(string(p), '/')
	return p[:slash+1], 0 <= slash && slash < len(p)-1
}

// Player is the opaque name of a person, or one of [Engine], [Channel] and [Nobody].
type Player string

const (
	// Nobody holds an empty seat, or the seat of a forgotten player.
	Nobody Player = ""
	// Engine is the program's own player. No person may have this name.
	Engine Player = "engine"
	// Channel represents all voters of a game. No person may have this name.
	Channel Player = "channel"
)

// Delivery identifies an action, to recognize repetitions. It is empty if the action has no
// identifier.
type Delivery string
