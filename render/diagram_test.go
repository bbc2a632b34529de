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

const goldenPicture = "testdata/board.png"

func diagramOf(v View) Diagram { return Diagram{View: v, Better: rules.NoSquare} }

func TestDiagram(t *testing.T) {
	v := midgameView(t)
	checkPicture(t, goldenPicture, decode(t, diagramOf(v).Draw()))
	marked := Diagram{View: v, Better: v.Hints.First()}
	for s := range v.Hints.Squares() {
		marked.View.Hints = rules.SetOf(s) // the last square of the loop is the played one
	}
	for name, colors := range map[string]Colors{"green": ColorsGreen, "night": ColorsNight, "vivid": ColorsVivid} {
		marked.Colors = colors
		checkPicture(t, "testdata/marks-"+name+".png", decode(t, marked.Draw()))
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
		if is(-21, 0, green.flipped) {
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

func TestDiagramMarksABetterMove(t *testing.T) {
	for s := range rules.NoSquare {
		d := Diagram{View: View{Last: rules.NoSquare}, Better: s}
		picture := d.canvas(0)
		for other := range rules.NoSquare {
			ring := cellBounds(other).Min.Add(image.Pt(cellSize/2-1-14, cellSize/2-1))
			marked := distance(picture.At(ring.X, ring.Y), d.Colors.palette().better) < 8
			if marked != (other == s) {
				t.Fatalf("%v is marked: %v, where %v is better", other, marked, s)
			}
		}
	}
}
