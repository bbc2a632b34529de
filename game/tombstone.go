package game

import (
	"slices"
	"strings"
	"time"
)

// Tombstone marks a channel or all places of a tenant that seem to be gone, or a person who asked
// to be forgotten. Nothing of a place is deleted before its tombstone is confirmed, and until
// then any sign of life removes the tombstone. After that nothing removes it. A [Table] refuses
// all new actions there, and anything that earlier actions still store is deleted with the rest.
type Tombstone struct {
	Prefix  string    // prefix of the names of the places; ends with a slash
	Loss    Loss      // the reported loss
	Since   time.Time // time of the first report
	Confirm time.Time // time after which another report confirms the tombstone
}

// Loss is the kind of thing that was lost.
type Loss string

// The losses.
const (
	LossOfPlace  Loss = "place"  // the place no longer exists
	LossOfTenant Loss = "tenant" // the tenant has removed the bot
	LossOfPerson Loss = "person" // the person asked to be forgotten, and something is left
)

// personPrefix begins the Prefix of a tombstone on a person. No place begins with it.
const personPrefix = "person:"

// Person returns the person to forget, for a [LossOfPerson].
func (t Tombstone) Person() Player {
	return Player(strings.TrimSuffix(strings.TrimPrefix(t.Prefix, personPrefix), "/"))
}

// personTombstone returns the tombstone on a person who asked to be forgotten. It has no Since,
// because it must never be confirmed: a purge only knows places.
func personTombstone(p Player, now time.Time) Tombstone {
	return Tombstone{Prefix: personPrefix + string(p) + "/", Loss: LossOfPerson, Confirm: now.Add(forgetRetry)}
}

// forgetRetry is the time before the rest of a person is forgotten for the first time.
const forgetRetry = time.Minute

// The time that a tombstone stands before it can be confirmed.
const (
	PlaceConfirmDelay  = 6 * time.Hour
	TenantConfirmDelay = 7 * 24 * time.Hour
)

// ConfirmInterval is the time until the platform is asked again about a tombstone. PurgePause is the
// time until more is deleted under a confirmed one.
const (
	ConfirmInterval = time.Hour
	PurgePause      = 50 * time.Millisecond
)

// PurgeRest is the minimum time from the confirmation of a tombstone to the last purge under it.
// It exceeds the longest deadline of an action that may not have seen the tombstone.
const PurgeRest = time.Minute

// NewTombstone returns a tombstone on the places whose names begin with the prefix, which ends with a
// slash. If they already have one and its rest is over, [Tombstones.Bury] confirms it, and
// [Agenda.Clean] deletes everything there. Before that, the old tombstone stays the same.
func NewTombstone(prefix string, loss Loss, now time.Time) Tombstone {
	rest := PlaceConfirmDelay
	if loss == LossOfTenant {
		rest = TenantConfirmDelay
	}
	return Tombstone{Prefix: prefix, Loss: loss, Since: now, Confirm: now.Add(rest)}
}

// TombstonePrefixes returns the prefixes of all tombstones on places and people whose names begin with one
// of the given prefixes.
func TombstonePrefixes(prefixes []string) []string {
	names := slices.Clone(prefixes)
	for _, p := range prefixes {
		names = append(names, personPrefix+p)
	}
	return names
}
