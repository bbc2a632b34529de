package game

import (
	"fmt"
	"testing"

	"othellobot/rules"
)

// crowdedGame has a move by each of many people, and an undo in the middle.
func crowdedGame(t testing.TB) Game {
	t.Helper()
	g, err := NewLoaded(1<<64-1, here, "starter", squares(t, "f5d6c3"), noon)
	if err != nil {
		t.Fatal(err)
	}
	now := noon
	for i := range 12 {
		now = now.Add(Silence)
		g = result(t)(g.Play(Player(fmt.Sprint("guest ", i)), g.Position().Legal().First(), now))
		if i == 6 {
			g = result(t)(g.Undo("guest 6", now))
		}
	}
	return result(t)(g.Undo("guest 11", now.Add(Silence)))
}

func TestPack(t *testing.T) {
	crowd := crowdedGame(t)
	if len(crowd.Seats) != 12 || len(crowd.Rewinds) != 1 || crowd.Ask == nil {
		t.Fatalf("not much of a crowd: %+v", crowd)
	}
	board := from(t, duel(), passBoard)
	over := playedAt(t, board, quarter, "c1g1", ana)
	over.ID, over.Level, over.Reminder = 2, 255, ClaimOffered
	early := duel()
	early.At = -1
	challenge := NewChallenge(3, here, cy, den, rules.White, noon)
	declined := result(t)(NewChallenge(4, here, den, cy, rules.Black, noon).Decline(cy, noon))
	posted := []Posted{
		{crowd.ID, "board", 1<<32 - 1, "a/b"},
		{crowd.ID, "ping", 0, ""},
		{3, "", 1, "c"},
	}
	tests := map[string]Room{
		"empty":           {Place: here},
		"settings":        {Place: here, Settings: Settings{Theme: "moon", Pings: PingOff}},
		"a running game":  {Place: here, Active: &crowd},
		"another board":   {Place: here, Active: &board},
		"long ago":        {Place: here, Active: &early},
		"a finished game": {Place: here, Last: &over},
		"challenges":      {Place: here, Challenges: []*Game{&challenge, &declined}},
		"everything":      {here, &crowd, &over, []*Game{&challenge, &declined}, Settings{"moon", PingNow}, posted, nil, -1},
	}
	for name, r := range tests {
		packed := pack(r)
		if d := diff(r, unpack(here, packed)); d != "" {
			t.Errorf("%s, packed and unpacked (-want +got):\n%s", name, d)
		}
		if (packed == "") != r.empty() {
			t.Errorf("%s is packed into %q", name, packed)
		}
	}
}

// Rooms that nobody touches are packed, and come back as they were.
func TestRoomsRest(t *testing.T) {
	const places = maxInUse + 200
	table := NewTable(nil, timing)
	at := func(i int) Place { return Place(fmt.Sprint(i)) }
	inUse := func() (n int) {
		for _, e := range memory(table).shelves.byPlace {
			if (e.room != nil) == (e.packed != "") {
				t.Fatalf("%s is packed %q and in use %v", e.place, e.packed, e.room)
			}
			if e.room != nil {
				n++
			}
		}
		return n
	}
	for i := range places {
		g := NewOpen(ID(i+1), at(i), ana, noon)
		if _, err := addTo(t.Context(), table, g, "", noon); err != nil {
			t.Fatal(err)
		}
		if _, _, err := table.Sent(t.Context(), at(i), Posted{ID(i + 1), "board", 1, "m"}); err != nil {
			t.Fatal(err)
		}
	}
	if got := inUse(); got != maxInUse {
		t.Errorf("%d rooms in use", got)
	}
	for i := range places {
		g := update(t, table, at(i), ID(i+1), playing(t, ana, "f5"))
		if _, ok := room(t, table, at(i)).Posted(g.ID, "board"); g.Version != 2 || g.Turn != 1 || !ok {
			t.Fatalf("%s comes back as version %d, turn %d, message %v", at(i), g.Version, g.Turn, ok)
		}
	}
	if got := inUse(); got != maxInUse {
		t.Errorf("%d rooms in use", got)
	}

	// Emptied and filled again and again, a room is in use more than once.
	for range 3 * maxInUse {
		if err := configure(t.Context(), table, "x", Settings{Theme: "moon"}, "", noon); err != nil {
			t.Fatal(err)
		}
		if err := configure(t.Context(), table, "x", Settings{}, "", noon); err != nil {
			t.Fatal(err)
		}
	}
	if err := configure(t.Context(), table, "x", Settings{Theme: "moon"}, "", noon); err != nil {
		t.Fatal(err)
	}
	for i := range places {
		if room(t, table, "x").Settings.Theme != "moon" || room(t, table, at(i)).Active.Version != 2 {
			t.Fatalf("lost after %d", i)
		}
	}
	inUse()
}

// BenchmarkPack and BenchmarkUnpack measure what it costs to put a room of one
// game of 30 moves to rest and to fetch it again.
func BenchmarkPack(b *testing.B) {
	r := restingRoom(b)
	b.ReportAllocs()
	for b.Loop() {
		sinkPacked = pack(r)
	}
	b.ReportMetric(float64(len(sinkPacked)), "B/room")
}

func BenchmarkUnpack(b *testing.B) {
	packed := pack(restingRoom(b))
	b.ReportAllocs()
	for b.Loop() {
		sinkRoom = unpack(here, packed)
	}
}

// Results go here, so that no work is left out as useless.
var (
	sinkPacked string
	sinkRoom   Room
)

func restingRoom(tb testing.TB) Room {
	table := idleTable(tb, Open, 1)
	for at := range memory(table).shelves.byPlace {
		return room(tb, table, at)
	}
	return Room{}
}
