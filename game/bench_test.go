package game

import (
	"context"
	"testing"
	"time"

	"othellobot/rules"
)

func benchRoom(b *testing.B) Room {
	now := time.Unix(1_750_000_000, 0)
	g := NewOpen(1<<63+12345, "p/1234567890123456789/1234567890123456789/", "p//1234567890123456789", now)
	for len(g.Moves) < 30 {
		p := g.Position()
		by := Player("p//1234567890123456789")
		if p.ToMove == rules.White {
			by = "p//2234567890123456789"
		}
		var err error
		g, _, err = g.Play(by, p.Legal().First(), now)
		if err != nil {
			b.Fatal(err)
		}
	}
	return Room{Place: g.Place, Active: &g, posted: []Posted{{g.ID, "board", 30, "1234567890123456789/1234567890123456789"}}}
}

func BenchmarkPack(b *testing.B) {
	r := benchRoom(b)
	b.ReportAllocs()
	var s string
	for b.Loop() {
		s = pack(r)
	}
	b.ReportMetric(float64(len(s)), "bytes")
}

func BenchmarkUnpack(b *testing.B) {
	s := pack(benchRoom(b))
	b.ReportAllocs()
	for b.Loop() {
		unpack("x", s)
	}
}

func BenchmarkTable(b *testing.B) {
	r := benchRoom(b)
	t := NewTable(nil, Timing{time.Hour, time.Hour})
	t.Add(context.Background(), *r.Active, "", time.Unix(0, 0))
	b.ReportAllocs()
	for b.Loop() {
		t.Update(context.Background(), r.Place, r.Active.ID, "", time.Unix(0, 0), func(g Game) (Game, []Event, error) { return g, nil, nil })
	}
}
func BenchmarkRoom(b *testing.B) {
	r := benchRoom(b)
	t := NewTable(nil, Timing{time.Hour, time.Hour})
	t.Add(context.Background(), *r.Active, "", time.Unix(0, 0))
	b.ReportAllocs()
	for b.Loop() {
		t.Room(context.Background(), r.Place)
	}
}
