package app_test

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"othellobot/rules"
)

// The pictures in the documents match those that the bot draws now. With -update, the test rewrites
// them.
func TestPicturesInTheDocuments(t *testing.T) {
	const game = "f5f6e6f4e3c5c6d6e7f7c3c7g3e8b5a4g5b4f8c4d8d3b3f3d2h3e2g4f2d7c8g6a3b6h6h5a7a6a5c2d1g2h7h8h1g8g7b8h2e1f1b2b7g1a1a2h4a8c1b1"
	moves, err := rules.ParseTranscript(game)
	if err != nil {
		t.Fatal(err)
	}
	var script strings.Builder
	script.WriteString("ana: /othello start @bo black\nbo: [Accept · friendly]\n")
	p := rules.Start()
	for _, move := range moves {
		fmt.Fprintf(&script, "%s: /othello %v\n", []string{rules.Black: "ana", rules.White: "bo"}[p.ToMove], move)
		if p, err = p.Play(move); err != nil {
			t.Fatal(err)
		}
	}
	script.WriteString("bo: /othello review\nbo: [Next]\nbo: /othello history last replay\n")
	folder := t.TempDir()
	if code, out, errs := program(t, nil, script.String(), "-pictures", folder); code != 0 || errs != "" {
		t.Fatalf("exit %d, %s\n%s", code, errs, out)
	}
	for number, name := range map[int]string{3: "curve.png", 4: "moment.png", 5: "replay.gif"} { // the first two are of the final position
		now, err := os.ReadFile(filepath.Join(folder, fmt.Sprintf("othello-%d%s", number, filepath.Ext(name))))
		if err != nil {
			t.Fatal(err)
		}
		file := filepath.Join("..", "..", "docs", name)
		if *update {
			if err := os.WriteFile(file, now, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		before, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !alike(t, before, now) {
			t.Errorf("%s differs from what the bot draws now (go test ./internal/app -run TestPicturesInTheDocuments -update puts it there)", file)
		}
	}
}

// alike reports whether two images are the same, except for the rounding of smooth edges on different
// machines.
func alike(t *testing.T, a, b []byte) bool {
	t.Helper()
	first, second := pictures(t, a), pictures(t, b)
	if len(first) != len(second) {
		return false
	}
	for i := range first {
		if first[i].Bounds() != second[i].Bounds() || difference(first[i], second[i]) > 20 {
			return false
		}
	}
	return true
}

func pictures(t *testing.T, file []byte) (all []image.Image) {
	t.Helper()
	if !bytes.HasPrefix(file, []byte("GIF")) {
		picture, err := png.Decode(bytes.NewReader(file))
		if err != nil {
			t.Fatal(err)
		}
		return []image.Image{picture}
	}
	film, err := gif.DecodeAll(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	for _, frame := range film.Image {
		all = append(all, frame)
	}
	return all
}

// difference counts the pixels that differ clearly.
func difference(a, b image.Image) (n int) {
	for y := a.Bounds().Min.Y; y < a.Bounds().Max.Y; y++ {
		for x := a.Bounds().Min.X; x < a.Bounds().Max.X; x++ {
			c, d := color.NRGBAModel.Convert(a.At(x, y)).(color.NRGBA), color.NRGBAModel.Convert(b.At(x, y)).(color.NRGBA)
			if max(c.R, d.R)-min(c.R, d.R) > 40 || max(c.G, d.G)-min(c.G, d.G) > 40 || max(c.B, d.B)-min(c.B, d.B) > 40 || c.A != d.A {
				n++
			}
		}
	}
	return n
}
