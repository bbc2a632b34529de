package store_test

import (
	"fmt"
	"testing"
	"time"

	"othellobot/lease"
	"othellobot/store/storetest"
)

// BenchmarkLeases is what one of 40 processes that share 1,000 shards asks of PostgreSQL:
// to look at all leases once a second, and to renew its own every other.
func BenchmarkLeases(b *testing.B) {
	const shards, processes = 1000, 40
	s := open(b, storetest.Postgres(b), timing)
	var held []lease.Row
	data := fmt.Sprintf(`{"id":"%032d","url":"wss://gateway-us-east1-b.discord.gg","seq":123456,"of":1000}`, 0)
	for i := range shards + processes {
		row, _, err := s.Leases.Take(b.Context(), fmt.Sprint("gateway/0123456789ab/shard/", i), fmt.Sprint("process ", i%processes), time.Hour)
		if err != nil {
			b.Fatal(err)
		}
		row.Data = data
		held = append(held, row)
	}
	if _, err := s.Leases.Renew(b.Context(), held, time.Hour); err != nil {
		b.Fatal(err)
	}
	b.Run("look", func(b *testing.B) {
		for b.Loop() {
			if rows, err := s.Leases.Look(b.Context(), "gateway/"); len(rows) != len(held) || err != nil {
				b.Fatalf("%d leases, %v", len(rows), err)
			}
		}
	})
	b.Run("renew", func(b *testing.B) {
		for b.Loop() {
			if names, err := s.Leases.Renew(b.Context(), held[:shards/processes], time.Hour); len(names) != shards/processes || err != nil {
				b.Fatalf("%d leases, %v", len(names), err)
			}
		}
	})
}
