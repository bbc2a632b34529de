package engine

import (
	"bytes"
	"context"
	"errors"
	"io"
	"slices"
	"testing"

	"othellobot/rules"
)

func TestSelfplay(t *testing.T) {
	settings := Selfplay{Weights: Trained(), Seed: 3, Depth: 2, Exact: 8, Branches: 24}
	solved, all, branched := 0, 0, 0
	player := NewPlayer(settings)
	for n := range uint64(6) {
		line, sides := player.Game(t.Context(), n)
		again, sidesAgain := NewPlayer(settings).Game(t.Context(), n)
		if !slices.Equal(line, again) || !slices.Equal(sides, sidesAgain) {
			t.Errorf("game %d differs the second time", n)
		}
		for _, s := range slices.Concat(line, sides) {
			b := board{s.Own, s.Opp}
			if b.own&b.opp != 0 || b.moves() == 0 || s.Value < -64 || s.Value > 64 {
				t.Fatalf("%+v is no sample", s)
			}
			if b.empties().Len() <= settings.Exact {
				if want := bruteForce(b); s.Value != float32(want) {
					t.Fatalf("%+v, want %+d", s, want)
				}
				solved++
			}
		}
		for i := 1; i < len(line); i++ {
			if before, after := emptiesOf(line[i-1]), emptiesOf(line[i]); after != before-1 {
				t.Errorf("%d empty squares behind %d in one game", after, before)
			}
		}
		all, branched = all+len(line), branched+len(sides)
	}
	if solved < 40 || all < 150 || branched < 100 {
		t.Errorf("%d samples, %d of branches, %d solved", all, branched, solved)
	}
	first, _ := player.Game(t.Context(), 1)
	if second, _ := player.Game(t.Context(), 2); slices.Equal(first, second) {
		t.Error("all games are the same")
	}
	settings.Branches = 0
	if line, sides := NewPlayer(settings).Game(t.Context(), 1); !slices.Equal(line, first) || sides != nil {
		t.Error("a game is another without branches")
	}
}

func emptiesOf(s Sample) int { return board{s.Own, s.Opp}.empties().Len() }

// TestValue values the positions of a game of others.
func TestValue(t *testing.T) {
	var moves []rules.Square
	var boards []board
	for p := rules.Start(); !p.Over(); p = play(t, p, moves[len(moves)-1]) {
		moves = append(moves, p.Legal().First())
		boards = append(boards, boardOf(p))
	}
	for _, depth := range []int{0, 2} {
		settings := Selfplay{Weights: Trained(), Depth: depth, Exact: 8}
		samples, err := NewPlayer(settings).Value(t.Context(), moves)
		if err != nil || len(samples) == 0 || depth > 0 && len(samples) != len(boards) {
			t.Fatalf("%d samples of %d positions, %v", len(samples), len(boards), err)
		}
		for i, s := range samples {
			b := boards[len(boards)-len(samples)+i]
			if (board{s.Own, s.Opp}) != b || emptiesOf(s) > settings.Exact && depth == 0 {
				t.Errorf("depth %d, sample %d: %+v is not of %+v", depth, i, s, b)
			}
			if emptiesOf(s) <= settings.Exact && s.Value != float32(bruteForce(b)) {
				t.Errorf("%+v, want %+d", s, bruteForce(b))
			}
		}
	}
	player := NewPlayer(Selfplay{Weights: Trained(), Depth: 1, Exact: 4})
	if _, err := player.Value(t.Context(), append([]rules.Square{moves[0], moves[0]}, moves...)); err == nil {
		t.Error("a move onto a disc passes")
	}
	if _, err := player.Value(canceled(t), moves); !errors.Is(err, context.Canceled) {
		t.Errorf("given up: %v", err)
	}
}

// TestSamplesOf works out by hand what becomes of the values of a game.
func TestSamplesOf(t *testing.T) {
	p := position(t, "-------- -------- -------- ---OX--- ---XO--- -------- -------- -------- X")
	white := p
	white.ToMove = white.ToMove.Opponent()
	samples := samplesOf([]lived{
		{Position: p, value: 10},             // with what came of it
		{Position: white, value: 20},         // likewise
		{Position: p, value: 30, slip: true}, // what came of it was not its fault
		{Position: white, value: 8, exact: true},
		{Position: p, value: 4, exact: true},
	})
	want := []float32{
		(1-trust)*10 + trust*((1-trust)*20+trust*30),
		-((1-trust)*20 + trust*30),
		30,
		-8,
		4,
	}
	for i, s := range samples {
		if s.Value != want[i] {
			t.Errorf("sample %d: %v, want %v", i, s.Value, want[i])
		}
	}
}

func TestSamplesRoundTrip(t *testing.T) {
	samples := []Sample{{1, 2, 3.5}, {1 << 63, 0, -64}, {0, ^everywhere, 0.125}}
	var file bytes.Buffer
	if err := WriteSamples(&file, samples); err != nil {
		t.Fatal(err)
	}
	if got, err := ReadSamples(bytes.NewReader(file.Bytes())); err != nil || !slices.Equal(got, samples) {
		t.Errorf("read %v, %v", got, err)
	}
	if _, err := ReadSamples(bytes.NewReader(file.Bytes()[:file.Len()-1])); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("of a file cut off: %v", err)
	}
}
