package render

import (
	"encoding/base64"
	"errors"
	"reflect"
	"strings"
	"testing"

	"othellobot/rules"
)

func samplePictures(t testing.TB) []Picture {
	marked := diagramOf(midgameView(t))
	marked.Better, marked.Colors = rules.SquareAt(0, 0), ColorsVivid
	long := sampleCard(t)
	long.Black.Name, long.White.Name = strings.Repeat("日", MaxName), strings.Repeat("\U0001f642", MaxName)
	return []Picture{
		diagramOf(startView()), marked, sampleCard(t), long,
		Card{Board: marked},
		sampleCurve(),
		Curve{Colors: ColorsNight},
		Curve{Moments: []uint8{3, 1}},
		Curve{Names: [2]string{"", "Bo"}},
		Curve{Leads: make([]int8, MaxPlies+1), Board: make([]int8, MaxPlies+1), Moments: make([]uint8, MaxMoments), Title: long.Black.Name, Line: long.Black.Name, Names: [2]string{long.Black.Name, long.White.Name}},
		Replay{Start: rules.Start()},
		Replay{Start: midgameView(t).Position, Colors: ColorsVivid},
		Replay{Start: rules.Start(), Moves: longGame(t)},
		Replay{Start: rules.Start(), Moves: longGame(t), Names: [2]string{long.White.Name, long.White.Name}},
	}
}

func TestAddressRoundTrip(t *testing.T) {
	seen := map[string]bool{}
	for _, p := range samplePictures(t) {
		address := Address(p)
		if len(address) > MaxAddress {
			t.Errorf("%#v has an address of %d bytes", p, len(address))
		}
		if seen[address] {
			t.Errorf("%#v has the address of another one", p)
		}
		seen[address] = true
		got, err := ParseAddress(address)
		if err != nil {
			t.Fatalf("%#v: %v", p, err)
		}
		if Address(got) != address || !reflect.DeepEqual(got, p) {
			t.Errorf("%#v comes back as %#v", p, got)
		}
	}
}

func TestParseAddressRefuses(t *testing.T) {
	good := Address(diagramOf(startView()))
	for name, address := range map[string]string{
		"empty": "", "no base64": "!!!!", "padded": good + "=", "cut": good[:len(good)-2], "more": good + "AA",
		"another kind": "_" + good[1:], "long": strings.Repeat("A", MaxAddress+1),
		"bits left over":           base64.RawURLEncoding.EncodeToString([]byte{curveKind, 0, 0, 0})[:5] + "B",
		"texts that are empty":     base64.RawURLEncoding.EncodeToString([]byte{0: replayKind, 21: 0}),
		"no kind":                  base64.RawURLEncoding.EncodeToString([]byte{0}),
		"both colours on a square": base64.RawURLEncoding.EncodeToString([]byte{0: replayKind, 9: 1, 17: 1, 19: 0}),
		"colours that are none":    base64.RawURLEncoding.EncodeToString([]byte{curveKind, byte(colorSchemes), 0, 0, 0}),
		"an illegal move":          base64.RawURLEncoding.EncodeToString([]byte{0: replayKind, 19: 1, 20: 0}),
	} {
		if p, err := ParseAddress(address); !errors.Is(err, ErrAddress) {
			t.Errorf("%s: %#v, %v", name, p, err)
		}
	}
}

// FuzzParseAddress parses any text. The text is refused, or it is the canonical address of a
// picture that can be drawn.
func FuzzParseAddress(f *testing.F) {
	for _, p := range samplePictures(f) {
		f.Add(Address(p))
	}
	f.Add("")
	f.Fuzz(func(t *testing.T, text string) {
		p, err := ParseAddress(text)
		if err != nil {
			return
		}
		if again := Address(p); again != text {
			t.Fatalf("%q is read as the picture of %q", text, again)
		}
		if again, err := ParseAddress(Address(p)); err != nil || !reflect.DeepEqual(again, p) {
			t.Fatalf("%#v comes back as %#v, %v", p, again, err)
		}
		if len(p.Draw()) == 0 {
			t.Fatalf("nothing is drawn of %#v", p)
		}
	})
}
