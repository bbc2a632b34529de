package render

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"othellobot/rules"
)

func diagramOf(v View) Diagram { return Diagram{View: v, Better: rules.NoSquare} }

func TestPictures(t *testing.T) {
	v := midgameView(t)
	pictures := map[string]Picture{
		"board": diagramOf(v), "card": sampleCard(t), "curve": sampleCurve(),
		"card-nobody": Card{Board: diagramOf(v), Black: Side{Discs: 20}, White: Side{Discs: 44}},
	}
	marked := Diagram{View: v, Better: v.Hints.First()}
	for s := range v.Hints.Squares() {
		marked.View.Hints = rules.SetOf(s) // the last hint stays, as the played move
	}
	for colors, name := range []string{ColorsGreen: "green", ColorsNight: "night", ColorsVivid: "vivid"} {
		marked.Colors = Colors(colors)
		pictures["marks-"+name] = marked
	}
	for name, p := range pictures {
		checkPicture(t, "testdata/"+name+".png", decode(t, p.Draw()))
	}
}

// checkPicture compares pixels instead of files, because another compressor may write
// other bytes. A small difference is allowed: curves use floating point, and processors
// round differently.
func checkPicture(t *testing.T, golden string, got image.Image) {
	t.Helper()
	const tolerance = 3 // of 255
	if *update {
		writePicture(t, golden, got)
	}
	file, err := os.ReadFile(golden)
	noError(t, err)
	want := decode(t, file)
	if got.Bounds() != want.Bounds() {
		t.Fatalf("the picture is %v, want %v", got.Bounds(), want.Bounds())
	}
	different := 0
	for y := range want.Bounds().Dy() {
		for x := range want.Bounds().Dx() {
			if distance(got.At(x, y), want.At(x, y)) > tolerance {
				different++
			}
		}
	}
	if different > 0 {
		kept := filepath.Join(t.ArtifactDir(), filepath.Base(golden))
		writePicture(t, kept, got)
		t.Errorf("%d pixels differ from %s; the picture is in %s", different, golden, kept)
	}
}

func writePicture(t *testing.T, name string, picture image.Image) {
	t.Helper()
	var file bytes.Buffer
	noError(t, png.Encode(&file, picture))
	noError(t, os.WriteFile(name, file.Bytes(), 0o644))
}

func decode(t *testing.T, file []byte) image.Image {
	t.Helper()
	picture, err := png.Decode(bytes.NewReader(file))
	noError(t, err)
	return picture
}

// distance returns the greatest difference in a channel, 0 to 255.
func distance(a, b color.Color) int {
	p, q := color.NRGBAModel.Convert(a).(color.NRGBA), color.NRGBAModel.Convert(b).(color.NRGBA)
	apart := func(a, b uint8) int { return max(int(a)-int(b), int(b)-int(a)) }
	return max(apart(p.R, q.R), apart(p.G, q.G), apart(p.B, q.B), apart(p.A, q.A))
}

// readPicture reads a picture back from the colours at three points of each square.
func readPicture(picture image.Image) (board seen, last rules.Square, flipped rules.Bitboard) {
	last = rules.NoSquare
	green := ColorsGreen.palette()
	for s := range rules.NoSquare {
		middle := cellBounds(s).Min.Add(image.Pt(cellSize/2-1, cellSize/2-1))
		is := func(dx, dy int, i ink) bool {
			return distance(picture.At(middle.X+dx, middle.Y+dy), i) < 8
		}
		switch {
		case is(-10, 0, green.face[rules.Black]):
			board.Black |= rules.SetOf(s)
		case is(-10, 0, green.face[rules.White]):
			board.White |= rules.SetOf(s)
		case !is(0, 0, green.felt):
			board.Hints |= rules.SetOf(s)
		}
		if is(0, 0, green.last) {
			last = s
		}
		if is(-22, 0, green.flipped) {
			flipped |= rules.SetOf(s)
		}
	}
	return board, last, flipped
}

func TestDiagramReadsBack(t *testing.T) {
	n := 50
	if testing.Short() {
		n = 5
	}
	for _, v := range sampleViews(t, n) {
		board, last, flipped := readPicture(diagramOf(v).canvas(0))
		if want := wanted(v); board != want {
			t.Fatalf("reads as %+v, want %+v\n%s", board, want, Text(v))
		}
		occupied := v.Position.Black | v.Position.White
		wantLast, wantFlipped := rules.NoSquare, v.Flipped&occupied
		if occupied.Has(v.Last) {
			wantLast = v.Last
			wantFlipped &^= rules.SetOf(v.Last)
		}
		if last != wantLast || flipped != wantFlipped {
			t.Fatalf("shows %v last and %v flipped, want %v and %v", last, flipped, wantLast, wantFlipped)
		}
	}
}

func TestDiagramShowsWhoseHintsTheyAre(t *testing.T) {
	black := startView()
	white := black
	white.Position.ToMove = rules.White
	d3 := cellBounds(black.Hints.First()).Min.Add(image.Pt(cellSize/2-1, cellSize/2-1))
	lightness := func(v View) uint8 {
		return color.GrayModel.Convert(decode(t, diagramOf(v).Draw()).At(d3.X, d3.Y)).(color.Gray).Y
	}
	felt := color.GrayModel.Convert(ColorsGreen.palette().felt).(color.Gray).Y
	if b, w := lightness(black), lightness(white); b+40 > felt || w < felt+40 {
		t.Errorf("hints are %d for Black and %d for White on felt of %d", b, w, felt)
	}
}

func sampleCard(t testing.TB) Card {
	return Card{
		Board: diagramOf(midgameView(t)),
		Black: Side{Discs: 42, Name: "Ana"},
		White: Side{Discs: 22, Name: "Bo from the long name"},
	}
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

func sampleCurve() Curve {
	c := Curve{Turn: 41, Moments: []uint8{12, 33, 41, 43, 52}, Title: "Black’s expected final lead", Line: "Lead on the board", Names: [2]string{"Ana", "Bo from the long name"}}
	for _, lead := range []int{
		0, 3, 0, 3, 1, 4, 1, 6, 2, 7, 0, 5, 2, 9, 3, 8, 5, 12, 4, 9, 6, 13, 7, 14, 9, 16, 8, 15, 10, 18,
		12, 21, 14, 22, 11, 20, 10, 19, 8, 14, 5, 2, -8, -3, -12, -9, -17, -10, -20, -14, -24, -19, -25, -20, -28, -22, -26, -24, -30, -27, -28,
	} {
		c.Leads, c.Board = append(c.Leads, int8(lead)), append(c.Board, int8(-lead/2))
	}
	return c
}

func TestCurvesOfAnyLength(t *testing.T) {
	for _, leads := range [][]int8{nil, {0}, {64, -64}, {-128, 127}, make([]int8, 200)} {
		for _, turn := range []uint8{0, 1, 60, 255} {
			decode(t, Curve{Leads: leads, Board: leads, Turn: turn, Moments: []uint8{turn, 1, 200}}.Draw())
		}
	}
}
