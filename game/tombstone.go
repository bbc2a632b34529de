package game

import (
	"slices"
	"strings"
	"time"
)

// Tombstone stands on a channel, or on all places of a tenant, that seem to be gone, or on a
// person who is to be forgotten. Nothing of places is deleted before it is confirmed. Until
// then any sign of life takes it away. Afterwards nothing does: a [Table] refuses all new actions
// there, and what actions store that began before is deleted with the rest.
type Tombstone struct {
	Prefix  string    // begins the names of the places; ends with a slash
	Loss    Loss      // what was reported
	Since   time.Time // of the first report
	Confirm time.Time // from when on another report confirms it
}

// Loss says what a platform tells of places.
type Loss string

// The losses.
const (
	LossOfPlace  Loss = "place"  // a place is not there
	LossOfTenant Loss = "tenant" // a tenant has taken the bot out
	LossOfPerson Loss = "person" // somebody wants to be forgotten, and not all of it is done
)

// personPrefix begins the prefix of a tombstone on a person, and of no place.
const personPrefix = "person:"

// Person is who is to be forgotten, of a [LossOfPerson].
func (t Tombstone) Person() Player {
	return Player(strings.TrimSuffix(strings.TrimPrefix(t.Prefix, personPrefix), "/"))
}

// onPerson is the tombstone on somebody who is to be forgotten from now on. It has no Since,
// for it must never be confirmed: a purge knows places only.
func onPerson(p Player, now time.Time) Tombstone {
	return Tombstone{Prefix: personPrefix + string(p) + "/", Loss: LossOfPerson, Confirm: now.Add(forgetAgain)}
}

// forgetAgain is how long after a person was to be forgotten the rest of it is first seen to.
const forgetAgain = time.Minute

// How long a tombstone stands before it can be confirmed.
const (
	PlaceRest  = 6 * time.Hour
	TenantRest = 7 * 24 * time.Hour
)

// How long it takes until somebody is asked about a tombstone again, and until more is
// deleted under one that is confirmed.
const (
	AskAgain   = time.Hour
	PurgePause = 50 * time.Millisecond
)

// PurgeRest is the least time from the confirmation of a tombstone to the last purge under it. It
// exceeds the longest deadline of an action that may not have seen the tombstone.
const PurgeRest = time.Minute

// Lost is a tombstone on the places whose names begin with the prefix, which ends with a
// slash. If one stands there and its rest is over, [Tombstones.Bury] confirms it, and
// [Agenda.Clean] deletes what is there. Else it stays as it is.
func Lost(prefix string, loss Loss, now time.Time) Tombstone {
	rest := PlaceRest
	if loss == LossOfTenant {
		rest = TenantRest
	}
	return Tombstone{Prefix: prefix, Loss: loss, Since: now, Confirm: now.Add(rest)}
}

// Mourned begin the names of tombstones on places whose names begin with one of the
// prefixes, and on people who do.
func Mourned(prefixes []string) []string {
	names := slices.Clone(prefixes)
	for _, p := range prefixes {
		names = append(names, personPrefix+p)
	}
	return names
}
