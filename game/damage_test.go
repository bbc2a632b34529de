package game

import (
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
)

// TestDamagedDocuments damages game documents in a few thousand ways, or 600,000 with
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

// piece returns a random piece of a text, mostly a short one.
func piece(random *rand.Rand, text []byte) (from, to int) {
	from = random.IntN(len(text) + 1)
	return from, from + random.IntN(min(len(text)-from, 1<<random.IntN(8))+1)
}

// values lists replacements for values in a document. Some are valid for other fields, some for none.
var values = []string{
	"0", "1", "255", "256", "257", "65536", "4294967295", "4294967296", "-1", "1.5", "1e3", "9223372036854775807", "null", "true", `""`, "[]", "{}",
	"[0,1]", `[{"turn":1}]`, `[{"turn":1,"ply":257}]`, `"open"`, `"duel"`, `"over"`, `"playing"`, `"challenged"`, `"black"`, `"white"`, `"f5d6"`, `"f5"`, `"--------"`,
}
