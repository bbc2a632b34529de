package game

import (
	"slices"
	"strings"
	"time"
)

// Tombstone marks a place or tenant that seems to be gone, or a person to forget. Until a place's or tenant's
// tombstone is confirmed, it deletes nothing, and a sign of life removes it. Afterwards a [Table] refuses
// proposals and votes there, and all data is deleted.
type Tombstone struct {
	Prefix  string // prefix of the names of the places, or of a person after "person:"; ends with a slash
	Loss    Loss
	Since   time.Time // time of the first report; zero for a person
	Confirm time.Time // time after which another report confirms the tombstone; for a person, time of the next attempt
}

// Loss says what a [Tombstone] marks.
type Loss string

const (
	LossOfPlace  Loss = "place"  // a place that no longer exists
	LossOfTenant Loss = "tenant" // a tenant that has removed the bot
	LossOfPerson Loss = "person" // a person who asked to be forgotten; something is left
)

// personPrefix begins the Prefix of a tombstone on a person. No place begins with it.
const personPrefix = "person:"

// Person returns the person to forget, for a [LossOfPerson].
func (t Tombstone) Person() Player {
	return Player(strings.TrimSuffix(strings.TrimPrefix(t.Prefix, personPrefix), "/"))
}

// PersonTombstone returns a tombstone without Since, so that it is never confirmed: the purge of a confirmed
// tombstone deletes places.
func PersonTombstone(p Player, now time.Time) Tombstone {
	return Tombstone{Prefix: personPrefix + string(p) + "/", Loss: LossOfPerson, Confirm: now.Add(forgetRetry)}
}

const forgetRetry = time.Minute

const (
	// A tombstone cannot be confirmed before this time has passed.
	PlaceConfirmDelay  = 6 * time.Hour
	TenantConfirmDelay = 7 * 24 * time.Hour

	// ConfirmInterval is the time until the platform is asked again about a tombstone.
	ConfirmInterval = time.Hour
	// PurgePause is the time until more is deleted under a confirmed tombstone.
	PurgePause = 50 * time.Millisecond
	// PurgeGrace is the minimum time from a confirmation to the last purge. It must exceed the longest deadline
	// of an action that may not have seen the tombstone.
	PurgeGrace = time.Minute
)

// NewTombstone returns a tombstone on the places whose names begin with the prefix.
func NewTombstone(prefix string, loss Loss, now time.Time) Tombstone {
	delay := PlaceConfirmDelay
	if loss == LossOfTenant {
		delay = TenantConfirmDelay
	}
	return Tombstone{Prefix: prefix, Loss: loss, Since: now, Confirm: now.Add(delay)}
}

// TombstonePrefixes returns the prefixes of places, and those of the tombstones on people of these places.
func TombstonePrefixes(prefixes []string) []string {
	names := slices.Clone(prefixes)
	for _, p := range prefixes {
		names = append(names, personPrefix+p)
	}
	return names
}
