package game

import (
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
)

// TestDamagedDocuments damages what games are written down as, in a few thousand ways,
// 600,000 with OTHELLO_LONG. Each is refused, or is a game that all goes on with.
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
		anythingGoes(t, g, seed)
	}
	t.Logf("%d damaged documents, %d refused", tries, refused)
}

// damages change a document by chance, some with a piece of another.
var damages = []func(random *rand.Rand, text, other []byte) []byte{
	func(random *rand.Rand, text, _ []byte) []byte { // a bit is flipped
		if len(text) > 0 {
			text[random.IntN(len(text))] ^= 1 << random.IntN(8)
		}
		return text
	},
	func(random *rand.Rand, text, _ []byte) []byte { // a piece is gone
		from, to := piece(random, text)
		return slices.Delete(text, from, to)
	},
	func(random *rand.Rand, text, _ []byte) []byte { // a piece is there twice
		from, to := piece(random, text)
		return slices.Insert(text, from, slices.Clone(text[from:to])...)
	},
	func(random *rand.Rand, text, _ []byte) []byte { // a piece is zeros
		from, to := piece(random, text)
		clear(text[from:to])
		return text
	},
	func(random *rand.Rand, text, other []byte) []byte { // the end is another's
		return append(text[:random.IntN(len(text)+1)], other[random.IntN(len(other)):]...)
	},
	func(random *rand.Rand, text, _ []byte) []byte { // a word or a number is another one
		from := slices.IndexFunc(text, func(b byte) bool { return strings.IndexByte(":,[", b) >= 0 && random.IntN(8) == 0 }) + 1
		to := from + max(0, slices.IndexFunc(text[from:], func(b byte) bool { return strings.IndexByte(",]}", b) >= 0 }))
		return slices.Replace(text, from, to, []byte(values[random.IntN(len(values))])...)
	},
}

// piece chooses a piece of a text, mostly a short one.
func piece(random *rand.Rand, text []byte) (from, to int) {
	from = random.IntN(len(text) + 1)
	return from, from + random.IntN(min(len(text)-from, 1<<random.IntN(8))+1)
}

// values lists what may stand in a document, in another place or never.
var values = []string{
	"0", "1", "255", "256", "257", "65536", "4294967295", "4294967296", "-1", "1.5", "1e3", "9223372036854775807", "null", "true", `""`, "[]", "{}",
	"[0,1]", `[{"turn":1}]`, `[{"turn":1,"ply":257}]`, `"open"`, `"duel"`, `"over"`, `"playing"`, `"challenged"`, `"black"`, `"white"`, `"f5d6"`, `"f5"`, `"--------"`,
}
