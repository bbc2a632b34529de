package rules

import (
	"strings"
	"testing"
)

func lineOf(t *testing.T, text string) ([]Square, Position) {
	t.Helper()
	moves, err := ParseTranscript(text)
	noError(t, err)
	p, err := Replay(Start(), moves)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return moves, p
}

// TestOpeningsAreDistinct checks that no two openings share a name, or a position on any turned
// board. It also checks that every opening starts with f5.
func TestOpeningsAreDistinct(t *testing.T) {
	names, positions := make(map[string]string), make(map[Position]string)
	for _, o := range openings {
		if !strings.HasPrefix(o.moves, "f5") {
			t.Errorf("%s begins with %.2s", o.name, o.moves)
		}
		if other, taken := names[o.name]; taken {
			t.Errorf("%s is both %s and %s", o.name, other, o.moves)
		}
		names[o.name] = o.moves
		_, p := lineOf(t, o.moves)
		if other, taken := positions[p]; taken {
			t.Errorf("%s leads to the same position as %s", o.name, other)
		}
		for _, turn := range transforms {
			positions[turn.position(p)] = o.name
		}
	}
	if len(openingNames()) != len(positions) {
		t.Errorf("%d positions are named, want %d", len(openingNames()), len(positions))
	}
	for p, want := range positions {
		if got := p.Opening(); got != want {
			t.Errorf("%s is called %q, want %s", p.FormatBoard(), got, want)
		}
	}
}

func TestOpeningDependsOnSideToMove(t *testing.T) {
	_, p := lineOf(t, "f5d6c3d3c4")
	p.ToMove = p.ToMove.Opponent()
	if got := p.Opening(); got != "" {
		t.Errorf("the Tiger with Black to move is called %q", got)
	}
}

func TestOpeningMoveByMove(t *testing.T) {
	byMoves := make(map[string]string)
	for _, o := range openings {
		byMoves[o.moves] = o.name
	}
	for _, o := range openings {
		line, _ := lineOf(t, o.moves)
		ways := 0
		for _, turn := range transforms {
			if !Start().Legal().Has(turn.square(line[0])) {
				continue
			}
			ways++
			var moves []Square
			p, last := Start(), ""
			for n, m := range line {
				moves = append(moves, turn.square(m))
				p, _ = p.Play(turn.square(m))
				want := byMoves[o.moves[:2*n+2]]
				if got := p.Opening(); got != want {
					t.Errorf("%s %s: after %v the opening is %q, want %q", o.name, turn.name, moves, got, want)
				}
				if want != "" {
					last = want
				}
				if got := OpeningOf(moves); got != last {
					t.Errorf("%s %s: the opening of %v is %q, want %q", o.name, turn.name, moves, got, last)
				}
			}
		}
		if ways != 4 {
			t.Errorf("%s can be played in %d ways", o.name, ways)
		}
	}
}

// TestOpeningOf checks that a game has the name of its last named position, reached by any moves.
func TestOpeningOf(t *testing.T) {
	for moves, want := range map[string]string{
		"":                           "",
		"f5":                         "",
		"f5f6":                       "Diagonal",
		"e6f6":                       "Diagonal",
		"f5f6d3c3":                   "Diagonal",
		"f5d6c3d3c4f4f6g5":           "No-Kung",
		"f5d6c3d3c4f4f6g5e3":         "No-Kung",
		"f5d6c4f4f6d3c3g5":           "No-Kung",
		"f5d6c3d3c4f4f6f3g4":         "Comp'Oth",
		"f5d6c4d3c3":                 "Tiger", // the moves of the Cat except the last
		"c4e3f5e6f6":                 "Tiger",
		"f5f4e3f6e6":                 "Cow", // after the Parallel opening
		"f5f6e6d6c3":                 "Buffalo",
		"f5d6c5f4e3c6d3f6e6d7g4c4g5": "Rotating Flat",
	} {
		line, _ := lineOf(t, moves)
		if got := OpeningOf(line); got != want {
			t.Errorf("%q is the opening %q, want %q", moves, got, want)
		}
	}
}

func TestOpeningOfIllegalMoves(t *testing.T) {
	for text, want := range map[string]string{"a1": "", "a1f5f6": "", "f5f6a1d3f4": "Diagonal"} {
		moves, err := ParseTranscript(text)
		noError(t, err)
		if got := OpeningOf(moves); got != want {
			t.Errorf("%q is the opening %q, want %q", text, got, want)
		}
	}
}
