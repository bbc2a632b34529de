package render

import (
	"testing"

	"othellobot/rules"
)

// TestContrast checks the contrasts of every theme: discs with the board and each other,
// marks with their background, and text with the frame.
func TestContrast(t *testing.T) {
	const graphics, writing = 3, 4.5 // https://www.w3.org/TR/WCAG22/#non-text-contrast and #contrast-minimum
	for _, name := range []string{"classic", "moon", "vivid", tilesName} {
		p := Theme{Name: name}.Colors().palette()
		black, white := p.face[rules.Black], p.face[rules.White]
		for _, pair := range []struct {
			what string
			a, b ink
			want float64
		}{
			{"black discs on the board", black, p.felt, graphics},
			{"white discs on the board", white, p.felt, graphics},
			{"black and white discs", black, white, graphics},
			{"the last move on a black disc", p.last, black, graphics},
			{"the last move on a white disc", p.last, white, graphics},
			{"a better move", p.better, p.felt, graphics},
			{"writing", p.label, p.frame, writing},
		} {
			if got := contrast(pair.a, pair.b); got < pair.want {
				t.Errorf("%s, %s: contrast %.2f, want %v", name, pair.what, got, pair.want)
			}
		}
	}
}

// TestContrastOfRims checks that each rim contrasts with its disc or with the board.
func TestContrastOfRims(t *testing.T) {
	for colors := range colorSchemes {
		p := colors.palette()
		for _, face := range p.face {
			if contrast(p.flipped, face) < 3 && contrast(p.flipped, p.felt) < 3 {
				t.Errorf("colours %d: a rim has a contrast of %.2f with its disc and %.2f with the board",
					colors, contrast(p.flipped, face), contrast(p.flipped, p.felt))
			}
		}
	}
}
