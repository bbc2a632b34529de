package store_test

import (
	"database/sql"
	"fmt"
	"testing"

	"othellobot/store"
)

// BenchmarkRecords measures reading the records of a player with 100,000 finished games.
func BenchmarkRecords(b *testing.B) {
	for kind, fresh := range databases {
		b.Run(kind, func(b *testing.B) {
			url := fresh(b)
			s := open(b, url, timing)
			fillFinished(b, kind, url, 100_000)
			noError(b, store.Rebuild(b.Context(), s))
			for b.Loop() {
				games := 0
				records, err := s.Records(b.Context(), "p//ana")
				for _, r := range records {
					games += r.Games()
				}
				if games != 100_000 || err != nil {
					b.Fatal(games, err)
				}
			}
		})
	}
}

func fillFinished(b *testing.B, kind, url string, games int) {
	b.Helper()
	behind(b, kind, url, func(db *sql.DB) error {
		_, err := db.Exec(fmt.Sprintf(`
			WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < %d)
			INSERT INTO finished (game, tenant, black, white, entry, annulled, doc)
			SELECT i + 1, 'p/' || (i %% 10) || '/', 'p//ana', CASE i %% 5 WHEN 0 THEN 'engine' ELSE 'p//' || (i %% 1000) END, 0, 0,
				'{"Level":' || CASE i %% 5 WHEN 0 THEN 1 + i / 10 %% 10 ELSE 0 END || ',"Verdict":' || (i %% 3) || ',"Tally":{"Number":' || i || '}}'
			FROM n`, games-1))
		return err
	})
}
