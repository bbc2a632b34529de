package app

import (
	"strings"
	"testing"
)

func TestNextStart(t *testing.T) {
	for _, c := range []struct {
		current int
		isFile  bool
		want    string
	}{
		{0, true, "no database yet"},
		{1, true, "verified copy to games.db.before-2, and then brings the database to version 2"},
		{1, false, "brings it to version 2; copy it with pg_dump first"},
		{2, true, "the program can use it"},
	} {
		if got := nextStart(c.current, 2, "games.db", c.isFile); !strings.Contains(got, c.want) {
			t.Errorf("%+v: %s", c, got)
		}
	}
}
