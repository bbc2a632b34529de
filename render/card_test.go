package render

import (
	"testing"

	"othellobot/rules"
)

func sampleCard(t testing.TB) Card {
	return Card{
		Board: diagramOf(midgameView(t)),
		Black: Side{Discs: 42, Name: "Ana", Accuracy: EncodeAccuracy(91.4)},
		White: Side{Discs: 22, Name: "Bo from the long name", Accuracy: EncodeAccuracy(84)},
	}
}

func TestCard(t *testing.T) {
	checkPicture(t, "testdata/card.png", decode(t, sampleCard(t).Draw()))
}

func TestPicturesAreSmall(t *testing.T) {
	const most = 25_000
	for i, v := range sampleViews(t, 8) {
		c := sampleCard(t)
		c.Board = Diagram{View: v, Better: rules.NoSquare, Colors: Colors(i) % colorSchemes}
		if size := len(c.Draw()); size > most {
			t.Errorf("a card of %d bytes, want at most %d\n%s", size, most, Text(v))
		}
	}
}

// TestCardOfNobody draws a card without names and accuracies: only the discs and the
// score remain.
func TestCardOfNobody(t *testing.T) {
	c := Card{Board: diagramOf(midgameView(t)), Black: Side{Discs: 20}, White: Side{Discs: 44}}
	checkPicture(t, "testdata/card-nobody.png", decode(t, c.Draw()))
}

func TestCardLeavesOutUnwritableNames(t *testing.T) {
	with, nobody := sampleCard(t), sampleCard(t)
	nobody.Black.Name = ""
	without := string(nobody.Draw())
	for _, name := range []string{"日本", "🙂", "a日", "\xff"} {
		with.Black.Name = name
		if string(with.Draw()) != without {
			t.Errorf("something is drawn for %q", name)
		}
	}
	for _, name := range []string{"Zoë", "Ωла"} {
		with.Black.Name = name
		if string(with.Draw()) == without {
			t.Errorf("nothing is drawn for %q", name)
		}
	}
}

func TestAccuracyOf(t *testing.T) {
	for percent, want := range map[float64]uint8{-3: 1, 0: 1, 0.4: 1, 49.5: 51, 100: 101, 130: 101} {
		if got := EncodeAccuracy(percent); got != want {
			t.Errorf("%v per cent is held as %d, want %d", percent, got, want)
		}
	}
}
