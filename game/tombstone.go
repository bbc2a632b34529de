package game

import (
	"context"
	"time"
)

// Tombstone stands on a place, or on all places of a tenant, that seem to be gone.
// Nothing there is deleted before the tombstone is confirmed.
type Tombstone struct {
	Prefix  string    // begins the names of the places; ends with a slash
	Loss    Loss      // what was told
	Since   time.Time // when it was told first
	Confirm time.Time // from when on it is taken for good when it is told again
}

// Loss says what a platform tells of places.
type Loss string

// The losses.
const (
	LossOfPlace  Loss = "place"  // a place is not there
	LossOfTenant Loss = "tenant" // a tenant has taken the bot out
)

// How long a tombstone stands before it can be confirmed.
const (
	PlaceRest  = 6 * time.Hour
	TenantRest = 7 * 24 * time.Hour
)

func (l Loss) rest() time.Duration {
	if l == LossOfTenant {
		return TenantRest
	}
	return PlaceRest
}

// How long it takes until somebody is asked about a tombstone again, and until more is
// deleted under one that is confirmed.
const (
	AskAgain   = time.Hour
	PurgePause = 50 * time.Millisecond
)

// Bury puts a tombstone on the places whose names begin with the prefix, which ends
// with a slash. If one stands there and its rest is over, it is confirmed: [Table.Purge]
// deletes what is there. Else it stays as it is.
func (t *Table) Bury(ctx context.Context, prefix string, loss Loss, now time.Time) error {
	return t.store.Bury(ctx, Tombstone{Prefix: prefix, Loss: loss, Since: now, Confirm: now.Add(loss.rest())})
}

// Revive takes away every tombstone that stands on the places whose names begin with
// the prefix, also a confirmed one: what is not deleted yet stays.
func (t *Table) Revive(ctx context.Context, prefix string) error { return t.store.Revive(ctx, prefix) }

// Doubtful takes up to most tombstones whose rest is over, under the prefixes, for
// somebody to ask whether the places are gone. Each is handed out again after
// [AskAgain].
func (t *Table) Doubtful(ctx context.Context, now time.Time, most int, prefixes []string) ([]Tombstone, error) {
	return t.store.Doubtful(ctx, now, now.Add(AskAgain), most, prefixes)
}

// Purge deletes some of what stands under a confirmed tombstone, with all that
// belongs to it: games, running or over, challenges, settings and messages. Nobody is
// told. It reports whether there is more, to be deleted [PurgePause] later.
func (t *Table) Purge(ctx context.Context, now time.Time) (more bool, err error) {
	return t.store.Purge(ctx, now)
}
