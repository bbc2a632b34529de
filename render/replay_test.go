package render

import (
	"bytes"
	"image"
	"image/draw"
	"image/gif"
	"math/rand/v2"
	"slices"
	"testing"

	"othellobot/rules"
)

func longGame(t testing.TB) []rules.Square {
	t.Helper()
	random := rand.New(rand.NewPCG(60, 1))
	for range 1000 {
		p, moves := rules.Start(), []rules.Square(nil)
		for !p.Over() {
			legal := slices.Collect(p.Legal().Squares())
			moves = append(moves, legal[random.IntN(len(legal))])
			p, _ = p.Play(moves[len(moves)-1])
		}
		if len(moves) == MaxPlies {
			return moves
		}
	}
	t.Fatal("no game of 60 moves")
	return nil
}

// frames returns the pictures that a viewer sees one after the other, and their delays.
func frames(t *testing.T, file []byte) (seen []image.Image, delays []int) {
	t.Helper()
	film, err := gif.DecodeAll(bytes.NewReader(file))
	noError(t, err)
	screen := image.NewRGBA(image.Rect(0, 0, film.Config.Width, film.Config.Height))
	for i, frame := range film.Image {
		if film.Disposal[i] != gif.DisposalNone && film.Disposal[i] != 0 {
			t.Fatalf("frame %d is disposed of", i)
		}
		draw.Draw(screen, frame.Rect, frame, frame.Rect.Min, draw.Over)
		shown := image.NewRGBA(screen.Rect)
		copy(shown.Pix, screen.Pix)
		seen = append(seen, shown)
	}
	return seen, film.Delay
}

func TestReplayShowsEveryMove(t *testing.T) {
	for colors := range colorSchemes {
		if testing.Short() && colors > 0 {
			break
		}
		moves := longGame(t)
		seen, _ := frames(t, Replay{Start: rules.Start(), Moves: moves, Colors: colors}.Draw())
		if len(seen) != len(moves)+1 {
			t.Fatalf("%d frames of %d moves", len(seen), len(moves))
		}
		v := View{Position: rules.Start(), Last: rules.NoSquare}
		for i, frame := range seen {
			if i > 0 {
				v.Flipped, v.Last = v.Position.Flips(moves[i-1]), moves[i-1]
				v.Position, _ = v.Position.Play(moves[i-1])
			}
			want := Diagram{View: v, Better: rules.NoSquare, Colors: colors}.canvas(0)
			for s := range rules.NoSquare {
				at := cellBounds(s)
				for _, p := range []image.Point{{X: 23, Y: 23}, {X: 13, Y: 23}, {X: 2, Y: 23}, {X: 23, Y: 2}} {
					if distance(frame.At(at.Min.X+p.X, at.Min.Y+p.Y), want.At(at.Min.X+p.X, at.Min.Y+p.Y)) > 16 {
						t.Fatalf("frame %d differs from the board in %v", i, s)
					}
				}
			}
		}
	}
}

// TestReplayIsShort checks that replays last at most 20 seconds, three of them for the last board.
func TestReplayIsShort(t *testing.T) {
	for _, n := range []int{0, 1, 2, 20, 21, 41, MaxPlies} {
		_, delays := frames(t, Replay{Start: rules.Start(), Moves: longGame(t)[:n]}.Draw())
		total := 0
		for _, d := range delays {
			total += d
		}
		if total > 2000 || delays[n] != 300 || slices.Min(delays) < 20 {
			t.Errorf("%d moves last %d, and the last board is seen for %d", n, total, delays[n])
		}
	}
}

func TestReplayIsSmallAndRepeatable(t *testing.T) {
	const most = 200_000
	r := Replay{Start: rules.Start(), Moves: longGame(t), Names: [2]string{"Ana", "Bo from the long name"}}
	if file := r.Draw(); len(file) > most || !bytes.Equal(file, r.Draw()) {
		t.Errorf("%d bytes, want at most %d and always the same", len(file), most)
	}
}

func TestReplayEndsBeforeWhatIsIllegal(t *testing.T) {
	for _, c := range []struct {
		moves string
		want  int
	}{{"", 1}, {"d3c3", 3}, {"d3d3", 2}, {"a1", 1}} {
		moves, err := rules.ParseTranscript(c.moves)
		noError(t, err)
		if seen, _ := frames(t, Replay{Start: rules.Start(), Moves: moves}.Draw()); len(seen) != c.want {
			t.Errorf("%q: %d frames, want %d", c.moves, len(seen), c.want)
		}
	}
}

// TestStill checks that the still of a replay shows the last board with its marks.
func TestStill(t *testing.T) {
	moves, err := rules.ParseTranscript("f5d6c3")
	noError(t, err)
	p, err := rules.Replay(rules.Start(), moves[:2])
	noError(t, err)
	end, err := p.Play(moves[2])
	noError(t, err)
	want := Diagram{View: View{Position: end, Last: moves[2], Flipped: p.Flips(moves[2])}, Better: rules.NoSquare, Colors: ColorsNight}
	if got := (Replay{Start: rules.Start(), Moves: moves, Colors: ColorsNight}).Still(); got != want {
		t.Errorf("the still is %+v, want %+v", got, want)
	}
}
