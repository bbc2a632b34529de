package game

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"othellobot/rules"
)

func readAgain(t testing.TB, r Room) Room {
	t.Helper()
	text, err := r.MarshalJSON()
	noError(t, err)
	return ReadRoom(r.Place, r.Version, text)
}

func fullRoom(t testing.TB) Room {
	t.Helper()
	running, last, left := duel(), result(t)(NewOpen(2, here, cy, noon).Stop(cy, false, noon)), result(t)(NewDuel(3, here, ana, bo, rules.White, noon).Resign(bo, noon))
	challenge := NewChallenge(4, here, cy, den, rules.Black, noon)
	declined := result(t)(NewChallenge(5, here, cy, den, rules.Black, noon).Decline(den, quarter))
	r := Room{
		Place: here, Version: 9, Active: &running, Last: &last, Challenges: []*Game{&challenge, &declined}, Leaving: []*Game{&left},
		Settings: Settings{
			Theme: "moon", Pings: PingNow, Language: "de", Friendly: true,
			Daily: Daily{Minute: 541, Zone: "Europe/Rome", Weekly: PuzzleAndWeek},
		},
		Posts: Posts{Posted: 20000, Asked: 19999, Claimed: 20001, Next: quarter.UnixMilli()},
		Slots: []Slot{
			{Game: 1, Name: BoardSlot, Post: 3, Want: 5, Shown: 4, Ref: "m3", State: Behind, Tries: 2, Redraw: 7, Former: "m1"},
			{Game: 1, Name: PingSlot, Post: 4, Want: 4, State: Sending, Redraw: 8},
			{Game: 4, Name: ChallengeSlot, Post: 1, Want: 1, Shown: 1, State: Blind},
			{Game: 3, Name: BoardSlot, Post: 1, Want: 2, Ref: "m", State: Gone},
			{Game: 3, Name: QuestionSlot, Post: 1, Want: 2, Ref: "n", State: Dormant},
		},
		Touched: noon.UnixMilli(),
	}
	r.recordDelivery("d1", noon)
	r.recordDelivery("d2", quarter)
	return r
}

func TestRoomDocument(t *testing.T) {
	for name, r := range map[string]Room{"full": fullRoom(t), "empty": {Place: here, Version: 1}} {
		if d := diff(r, readAgain(t, r)); d != "" {
			t.Errorf("%s, written down and read (-want +got):\n%s", name, d)
		}
	}
}

// Databases contain this form. It may grow, but an old document must stay readable forever.
func TestRoomDocumentForm(t *testing.T) {
	const text = `{"format":1,"settings":{"theme":"moon","pings":"now","language":"de","daily":{"minute":541,"zone":"Europe/Rome","weekly":"also"},"friendly":true},` +
		`"posts":{"posted":20000,"asked":19999,"taken":20001,"next":1767269700000},"touched":1767268800000,"games":[` +
		`{"format":1,"id":"1","mode":"duel","phase":"playing","version":0,"at":1767268800000,` +
		`"starter":"ana","seats":[{"player":"ana","color":"black"},{"player":"bo","color":"white"}],` +
		`"slots":[{"slot":"board","post":3,"want":5,"shown":4,"ref":"m3","state":"behind","tries":2,"redraw":7,"former":"m1"},` +
		`{"slot":"ping","post":4,"want":4,"state":"sending","redraw":8}]}],` +
		`"deliveries":"3c7y0vl8b.t86pc0.9 3c7xqvzuj.t86q10.9"}`
	r := fullRoom(t)
	r.Last, r.Challenges, r.Leaving, r.Slots = nil, nil, nil, r.Slots[:2]
	if got, err := r.MarshalJSON(); err != nil || string(got) != text {
		t.Errorf("%s, %v; want\n%s", got, err, text)
	}
}

// The unreadable parts of a room stay the same when it is read and written.
func TestUnreadableRooms(t *testing.T) {
	whole, err := fullRoom(t).MarshalJSON()
	noError(t, err)
	change := func(old, new string) string {
		changed := strings.Replace(string(whole), old, new, 1)
		if changed == string(whole) {
			t.Errorf("there is no %s in %s", old, whole)
		}
		return changed
	}
	for name, tt := range map[string]struct {
		text       string
		unreadable []ID
		newer      bool
	}{
		"a game":                   {change(`"mode":"duel"`, `"mode":"dual"`), []ID{1}, false},
		"an id":                    {change(`"id":"2"`, `"id":"?"`), []ID{0}, false},
		"a slot":                   {change(`"state":"gone"`, `"state":"gome"`), []ID{3}, false},
		"a game twice":             {change(`"id":"4"`, `"id":"5"`), []ID{5}, false},
		"two running games":        {change(`"phase":"challenged"`, `"phase":"playing"`), []ID{4}, false},
		"two last games":           {change(`"leaving":true,`, ``), []ID{3}, false},
		"one that leaves but runs": {change(`"id":"1"`, `"id":"1","leaving":true`), []ID{1}, false},
		"a mode by another name":   {change(`"mode":`, `"mood":`), []ID{1}, false},
		"two seats of one side":    {change(`"color":"white"`, `"color":"black"`), []ID{1}, false},
		"a seat without a side":    {change(`,"color":"white"`, ``), []ID{1}, false},
		"an end without a reason":  {change(`"reason":"stopped"`, `"season":"stopped"`), []ID{2}, false},
		"settings":                 {change(`"pings":"now"`, `"pings":"new"`), []ID{0}, false},
		"a minute before the day":  {change(`"minute":541`, `"minute":-1`), []ID{0}, false},
		"a minute after the day":   {change(`"minute":541`, `"minute":1441`), []ID{0}, false},
		"a number":                 {change(`"touched":`, `"touched":"x","then":`), []ID{0}, false},
		"deliveries":               {change(`"deliveries":"`, `"deliveries":"?`), []ID{0}, false},
		"all":                      {string(whole[:len(whole)/2]), []ID{0}, false},
		"nothing":                  {"", []ID{0}, false},
		"no format":                {change(`{"format":1,"settings"`, `{"settings"`), []ID{0}, false},
		"no room":                  {`[]`, []ID{0}, false},
		"not even text":            {"\xff\x00\"", []ID{0}, false},
		"of a newer program":       {change(`{"format":1,"settings"`, `{"format":2,"settings"`), nil, true},
		"in other words":           {change(`{"format":1,"settings":{`, `{"format":2,"settings":{"pings":7,`), nil, true},
	} {
		r := ReadRoom(here, 9, []byte(tt.text))
		if r.Place != here || r.Version != 9 || r.Newer != tt.newer || !slices.Equal(r.Unreadable, tt.unreadable) {
			t.Errorf("%s: %+v", name, r)
		}
		if tt.newer {
			continue // no change is written there
		}
		if d := diff(r, readAgain(t, r)); d != "" {
			t.Errorf("%s, written down and read (-want +got):\n%s", name, d)
		}
		if len(r.unread) != 1 {
			t.Errorf("%s: kept is %s", name, r.unread)
			continue
		}
		kept := string(r.unread[0])
		if !json.Valid([]byte(tt.text)) {
			_ = json.Unmarshal(r.unread[0], &kept)
		}
		if !strings.Contains(strings.ToValidUTF8(tt.text, "\uFFFD"), kept) {
			t.Errorf("%s: kept is %s", name, kept)
		}
	}
}

// No part of a room is lost when the room is read and written. If no game is Unreadable, all games and settings
// were read.
func FuzzReadRoom(f *testing.F) {
	for _, r := range []Room{fullRoom(f), {Place: here, Touched: 1, Settings: Settings{Theme: "moon"}}} {
		text, err := r.MarshalJSON()
		noError(f, err)
		f.Add(text)
	}
	f.Add([]byte(`{"format":1,"games":[{"id":"1"},7]}`))
	f.Add([]byte(`{"format":2}`))
	f.Fuzz(soundRoom)
}

func soundRoom(t *testing.T, text []byte) {
	r := ReadRoom(here, 3, text)
	if r.Newer {
		return
	}
	written, err := r.MarshalJSON()
	noError(t, err)
	again := ReadRoom(here, 3, written) // perhaps in another order, or with less white space
	if len(again.Unreadable) != len(r.Unreadable) || len(again.Slots) != len(r.Slots) || again.Settings != r.Settings || again.Posts != r.Posts {
		t.Fatalf("%q becomes %q", text, written)
	}
	if d := diff(again, readAgain(t, again)); d != "" {
		t.Fatalf("%q, written down and read (-want +got):\n%s", text, d)
	}
	var d struct {
		Settings struct{ Theme, Language string }
		Games    []any
	}
	if len(r.Unreadable) == 0 && (json.Unmarshal(text, &d) != nil || len(slices.Collect(r.stored())) != len(d.Games)) {
		t.Fatalf("%q is read as %+v", text, r)
	}
	if len(r.Unreadable) == 0 && (r.Settings.Theme != d.Settings.Theme || r.Settings.Language != d.Settings.Language) {
		t.Fatalf("%q is read as %+v", text, r.Settings)
	}
	store, table := newTable(t)
	store.rooms[here] = fakeRoom{version: 3, text: text}
	for i := range 3 { // no document makes Due fail
		_, err := table.Due(t.Context(), store, noon.Add(time.Duration(i)*time.Hour), 9, everywhere)
		noError(t, err)
	}
}

func TestDamagedRooms(t *testing.T) {
	whole, err := fullRoom(t).MarshalJSON()
	noError(t, err)
	for seed := range uint64(1000) {
		random := rand.New(rand.NewPCG(seed, 10))
		text := slices.Clone(whole)
		for range 1 + random.IntN(3) {
			text = damages[random.IntN(len(damages))](random, text, whole)
		}
		soundRoom(t, text)
	}
}

func TestPastDocument(t *testing.T) {
	g := result(t)(played(t, duel(), "f5d6", ana, bo).Resign(ana, noon))
	p := Past{Game: g, Slots: []Slot{{Game: 1, Name: BoardSlot, Post: 1, Want: 4, Shown: 4, Ref: "m"}}}
	text, err := p.MarshalJSON()
	noError(t, err)
	if d := diff(p, ReadPast(1, here, text)); d != "" {
		t.Errorf("written down and read (-want +got):\n%s", d)
	}
	running, err := Past{Game: duel()}.MarshalJSON()
	noError(t, err)
	for name, bad := range map[string][]byte{
		"not over":     running,
		"another game": bytes.Replace(text, []byte(`"id":"1"`), []byte(`"id":"2"`), 1),
		"broken":       text[:20],
		"newer":        bytes.Replace(text, []byte(`"format":1`), []byte(`"format":2`), 1),
		"newer words":  bytes.Replace(text, []byte(`"format":1,"id":"1",`), []byte(`"format":2,"id":7,"phases":[4],`), 1),
	} {
		read := ReadPast(1, here, bad)
		again, err := read.MarshalJSON()
		if read.Err == nil || (read.Err == ErrNewer) != strings.HasPrefix(name, "newer") || err != nil || !bytes.Equal(again, bad) || diff(Game{ID: 1, Place: here}, read.Game) != "" {
			t.Errorf("%s: %+v, written down as %s, %v", name, read, again, err)
		}
	}
}
