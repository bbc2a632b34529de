package game

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"othellobot/rules"
)

func TestDocument(t *testing.T) {
	crowd := crowdedGame(t)
	board := playedAt(t, from(t, duel(), passBoard), quarter, "c1g1", ana)
	coached := NewDuel(4, here, ana, Engine, rules.Black, noon)
	coached.Level, coached.Coached = 4, true
	notified := asked(t)
	notified.Notices[rules.Black] = Notices{Number: 1, Post: 7}
	games := map[string]Game{
		"coached": coached, "notified": notified,
		"new": openGame(), "crowd": crowd, "another board": board,
		"challenge": NewChallenge(3, here, cy, den, rules.White, noon),
		"offered":   result(t)(duel().OfferClaim(Nobody, noon.Add(ClaimDelay))),
		"claimed":   result(t)(duel().Claim(bo, noon.Add(ClaimDelay))),
		"linked":    result(t)(duel().AddLink(ana, noon)),
	}
	for name, g := range games {
		wantRoundTrip(t, name, g)
	}
	random := rand.New(rand.NewPCG(3, 3))
	for range 50 {
		g, now := beginnings(t)[random.IntN(9)], noon
		for range 40 {
			now = now.Add(time.Duration(random.IntN(1200)) * time.Second)
			if next, _, err := randomOperation(random, g, now)(); err == nil {
				g = next
			}
			wantRoundTrip(t, "a random game", g)
		}
	}
}

func written(t testing.TB, g Game) []byte {
	t.Helper()
	text, err := json.Marshal(g.document(nil, false))
	noError(t, err)
	return text
}

func readGame(at Place, text []byte) (Game, error) {
	d, err := parseDocument(at, text)
	if err != nil {
		return Game{}, err
	}
	return d.Game, nil
}

func wantRoundTrip(t *testing.T, name string, g Game) {
	t.Helper()
	text := written(t, g)
	again, err := readGame(g.Place, text)
	if err != nil {
		t.Fatalf("%s: %v\n%s", name, err, text)
	}
	if d := diff(g, again); d != "" {
		t.Fatalf("%s, written down and read (-want +got):\n%s\n%s", name, d, text)
	}
}

// Databases contain this form. It may grow, but an old document must stay readable forever.
func TestDocumentForm(t *testing.T) {
	const text = `{"format":1,"id":"1","mode":"duel","phase":"over","version":0,"turn":2,"at":1767268800000,"starter":"ana",` +
		`"seats":[{"player":"ana","color":"black"},{"player":"bo","color":"white"}],"movers":[0,1],` +
		`"result":{"reason":"resigned","by":"ana","decided":true,"winner":"white"},"moves":"f5d6"}`
	g := result(t)(played(t, duel(), "f5d6", ana, bo).Resign(ana, noon))
	if got := written(t, g); string(got) != text {
		t.Errorf("%s; want\n%s", got, text)
	}
}

func TestBadDocuments(t *testing.T) {
	good := written(t, played(t, duel(), "f5d6", ana, bo))
	for name, change := range map[string][2]string{
		"no JSON":                  {`{`, ``},
		"an unknown mode":          {`"duel"`, `"dual"`},
		"an unknown color":         {`"black"`, `"red"`},
		"an illegal move":          {`f5d6`, `f5a1`},
		"not a transcript":         {`f5d6`, `f9d6`},
		"a mover too few":          {`[0,1]`, `[0]`},
		"no such seat":             {`[0,1]`, `[0,2]`},
		"a mover too many":         {`"moves"`, `"loaded":1,"moves"`},
		"more loaded than moves":   {`"moves"`, `"loaded":200,"moves"`},
		"over, but no result":      {`"playing"`, `"over"`},
		"no format":                {`"format":1,`, ``},
		"no mode":                  {`"mode":"duel",`, ``},
		"no phase":                 {`"phase":"playing",`, ``},
		"a mode of nothing":        {`"duel"`, `null`},
		"a board too small":        {`"moves"`, `"start":"XO","moves"`},
		"one seat":                 {`,{"player":"bo","color":"white"}`, ``},
		"over, but played on":      {`"movers":[0,1],"moves":"f5d6"`, `"movers":[0,1,0,1,0,1,0,1,0],"moves":"f5d6c5f4e7f6g5e6e3"`},
		"played out too soon":      {`"phase":"playing"`, `"phase":"over","result":{"reason":"played out"}`},
		"an undo before the start": {`"movers":[0,1]`, `"movers":[1],"loaded":1,"rewinds":[{"turn":2,"ply":0}]`},
		"an undo of no move":       {`"moves"`, `"rewinds":[{"turn":2,"ply":3}],"moves"`},
		"an undo before another":   {`"moves"`, `"rewinds":[{"turn":2,"ply":1},{"turn":1,"ply":2}],"moves"`},
		"an undo of older moves":   {`"moves"`, `"rewinds":[{"turn":1,"ply":2},{"turn":2,"ply":1}],"moves"`},
		"an undo to come":          {`"moves"`, `"rewinds":[{"turn":4,"ply":1}],"moves"`},
		"notices before no move":   {`"moves"`, `"notices":[{"number":256},{}],"moves"`},
		"an undo of 257 moves":     {`"moves"`, `"rewinds":[{"turn":1,"ply":257}],"moves"`},
		"a text for a number":      {`"turn":2`, `"turn":"2"`},
		"a coach of two people":    {`"moves"`, `"coached":true,"moves"`},
	} {
		bad := strings.Replace(string(good), change[0], change[1], 1)
		if g, err := readGame(here, []byte(bad)); err == nil || g.Moves != nil {
			t.Errorf("%s is read: %v, %+v", name, err, g)
		}
	}
}

// A game that was read can be played on, and is written and read the same.
func FuzzDocument(f *testing.F) {
	for _, g := range beginnings(f) {
		f.Add(written(f, g), uint64(1))
	}
	f.Add(written(f, crowdedGame(f)), uint64(2))
	f.Add([]byte(`{"mode":"teams"}`), uint64(3))
	f.Add([]byte(`{"format":1,"id":"1","mode":"open","phase":"over","result":{"reason":"claimed","winner":"white"},"turn":4294967295,"rewinds":[{"turn":1,"ply":0}]}`), uint64(4))
	f.Fuzz(func(t *testing.T, text []byte, seed uint64) {
		g, err := readGame(here, text)
		if err != nil {
			return
		}
		exerciseGame(t, g, seed)
	})
}

func exerciseGame(t *testing.T, g Game, seed uint64) {
	t.Helper()
	wantRoundTrip(t, "what was read", g)
	random := rand.New(rand.NewPCG(seed, 8))
	for range 20 {
		g.MoveAt(uint32(random.IntN(80)))
		g.LastMove()
		g.LastMover()
		g.Players()
		g.Challenge()
		g.EngineToMove()
		g.next(timing, Pings(random.IntN(3)))
		if next, _, err := randomOperation(random, g, noon)(); err == nil {
			g = next
		}
	}
}

// Logs contain the reason why a document cannot be read, so a reason must never contain a name.
func TestReasonsNameNobody(t *testing.T) {
	const name = "p/team/4711ana"
	for _, g := range []Game{played(t, duel(), "f5d6", ana, bo), NewVote(1, here, ana, rules.Black, DefaultWindow, noon)} {
		var fields map[string]any
		noError(t, json.Unmarshal(written(t, g), &fields))
		fields["start"], fields["toMove"], fields["ask"] = strings.Repeat("-", 64), "white", map[string]any{"kind": "undo", "by": "ana"}
		fields["result"] = map[string]any{"reason": "resigned", "winner": "black"}
		if vote, ok := fields["vote"].(map[string]any); ok {
			vote["tally"], vote["best"] = []any{map[string]any{"square": "d3", "votes": 1}}, []any{"d3"}
		}
		eachValue(fields, func(set func(any), was any) {
			set(name)
			garbled, err := json.Marshal(fields)
			noError(t, err)
			if _, err := readGame(here, garbled); err != nil && strings.Contains(err.Error(), "4711") {
				t.Errorf("%s: %v", garbled, err)
			}
			set(was)
		})
	}
}

// eachValue calls do for each value in a decoded document, with a function that replaces the value.
func eachValue(in any, do func(set func(any), was any)) {
	switch in := in.(type) {
	case map[string]any:
		for key, value := range in {
			do(func(v any) { in[key] = v }, value)
			eachValue(value, do)
		}
	case []any:
		for i, value := range in {
			do(func(v any) { in[i] = v }, value)
			eachValue(value, do)
		}
	}
}

// TestDamagedDocuments damages game documents in thousands of ways, or 600,000 with
// OTHELLO_LONG. Each must be refused, or be a game that can be played on.
func TestDamagedDocuments(t *testing.T) {
	tries := uint64(5000)
	switch {
	case os.Getenv("OTHELLO_LONG") != "":
		tries = 600_000
	case testing.Short():
		tries = 1000
	}
	var whole [][]byte
	for _, g := range append(beginnings(t), played(t, duel(), "f5d6c5f4", ana, bo), crowdedGame(t)) {
		whole = append(whole, written(t, g))
	}
	refused := uint64(0)
	for seed := range tries {
		random := rand.New(rand.NewPCG(seed, 9))
		text := slices.Clone(whole[random.IntN(len(whole))])
		for range 1 + random.IntN(3) {
			text = damages[random.IntN(len(damages))](random, text, whole[random.IntN(len(whole))])
		}
		g, err := readGame(here, text)
		if err != nil {
			refused++
			continue
		}
		exerciseGame(t, g, seed)
	}
	t.Logf("%d damaged documents, %d refused", tries, refused)
}

// damages lists functions that damage a document at random. They may copy from the other document.
var damages = []func(random *rand.Rand, text, other []byte) []byte{
	func(random *rand.Rand, text, _ []byte) []byte { // flip a bit
		if len(text) > 0 {
			text[random.IntN(len(text))] ^= 1 << random.IntN(8)
		}
		return text
	},
	func(random *rand.Rand, text, _ []byte) []byte { // delete a piece
		from, to := piece(random, text)
		return slices.Delete(text, from, to)
	},
	func(random *rand.Rand, text, _ []byte) []byte { // repeat a piece
		from, to := piece(random, text)
		return slices.Insert(text, from, slices.Clone(text[from:to])...)
	},
	func(random *rand.Rand, text, _ []byte) []byte { // zero a piece
		from, to := piece(random, text)
		clear(text[from:to])
		return text
	},
	func(random *rand.Rand, text, other []byte) []byte { // end with the other document's end
		return append(text[:random.IntN(len(text)+1)], other[random.IntN(len(other)):]...)
	},
	func(random *rand.Rand, text, _ []byte) []byte { // replace a word or a number
		from := slices.IndexFunc(text, func(b byte) bool { return strings.IndexByte(":,[", b) >= 0 && random.IntN(8) == 0 }) + 1
		to := from + max(0, slices.IndexFunc(text[from:], func(b byte) bool { return strings.IndexByte(",]}", b) >= 0 }))
		return slices.Replace(text, from, to, []byte(values[random.IntN(len(values))])...)
	},
}

func piece(random *rand.Rand, text []byte) (from, to int) {
	from = random.IntN(len(text) + 1)
	return from, from + random.IntN(min(len(text)-from, 1<<random.IntN(8))+1)
}

// values lists replacements for values in a document. Some are valid for other fields, some for none.
var values = []string{
	"0", "1", "255", "256", "257", "65536", "4294967295", "4294967296", "-1", "1.5", "1e3", "9223372036854775807", "null", "true", `""`, "[]", "{}",
	"[0,1]", `[{"turn":1}]`, `[{"turn":1,"ply":257}]`, `"open"`, `"duel"`, `"over"`, `"playing"`, `"challenged"`, `"black"`, `"white"`, `"f5d6"`, `"f5"`, `"--------"`,
}
