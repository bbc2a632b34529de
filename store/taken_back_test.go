package store_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"
)

// takeBack has a database stand as it did before some version of the schema was made.
func takeBack(t testing.TB, kind, url string, version int) {
	t.Helper()
	made := map[int][]string{
		4: {"DROP TABLE tombstones"},
		6: {"DROP TABLE finished", "DROP TABLE records"},
		7: {
			"DROP TABLE puzzlers", "DROP TABLE paces", "DROP INDEX places_daily", "DROP INDEX places_daily_taken",
			"ALTER TABLE places DROP COLUMN daily", "ALTER TABLE places DROP COLUMN zone", "ALTER TABLE places DROP COLUMN daily_due",
			"ALTER TABLE places DROP COLUMN daily_taken", "ALTER TABLE places DROP COLUMN daily_posted",
		},
		8:  {"DROP TABLE votes"},
		9:  {"DROP TABLE leases"},
		10: {"ALTER TABLE slots DROP COLUMN not_before", "ALTER TABLE games DROP COLUMN not_before", "CREATE INDEX deliveries_at ON deliveries (at)"},
		11: {"ALTER TABLE places DROP COLUMN friendly"},
		12: {"DROP TABLE people"},
		13: {"DROP INDEX games_running", "CREATE UNIQUE INDEX games_running ON games (place) WHERE stage = 1"},
		15: {"ALTER TABLE places DROP COLUMN weekly", "ALTER TABLE puzzlers DROP COLUMN total"},
		16: {"DROP TABLE exercises"},
		17: {
			"DROP TABLE ratings", "DROP TABLE ladders", "DROP INDEX finished_met", "CREATE INDEX finished_black ON finished (black)",
			"ALTER TABLE finished DROP COLUMN entry",
			"ALTER TABLE finished DROP COLUMN annulled", "ALTER TABLE finished DROP COLUMN rated",
		},
	}
	for _, v := range slices.Backward(slices.Sorted(maps.Keys(made))) {
		if v < version {
			break
		}
		for _, statement := range made[v] {
			execute(t, kind, url, statement)
		}
	}
	execute(t, kind, url, fmt.Sprint("DELETE FROM schema_versions WHERE version_id >= ", version))
}
