package train

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"testing"

	"othellobot/engine"
	"othellobot/rules"
)

func TestSelfplay(t *testing.T) {
	settings := Selfplay{Weights: engine.Trained(), Seed: 3, Depth: 2, Exact: 8, Branches: 24}
	solved, all, branched := 0, 0, 0
	player := NewPlayer(settings)
	for n := range uint64(6) {
		g := game(t, player, n)
		line := g.Line
		if again := game(t, NewPlayer(settings), n); !reflect.DeepEqual(g, again) {
			t.Errorf("game %d differs the second time", n)
		}
		for _, s := range slices.Concat(line, g.Branches) {
			p := s.position()
			if s.Own&s.Opp != 0 || p.Legal().IsEmpty() || s.Value < -64 || s.Value > 64 {
				t.Fatalf("%+v is no sample", s)
			}
			if s.Empties() <= settings.Exact {
				if want := bruteForce(p); s.Value != float32(want) {
					t.Fatalf("%+v, want %+d", s, want)
				}
				solved++
			}
		}
		for i := 1; i < len(line); i++ {
			if before, after := line[i-1].Empties(), line[i].Empties(); after != before-1 {
				t.Errorf("%d empty squares behind %d in one game", after, before)
			}
		}
		all, branched = all+len(line), branched+len(g.Branches)
	}
	if solved < 40 || all < 150 || branched < 100 {
		t.Errorf("%d samples, %d of branches, %d solved", all, branched, solved)
	}
	first := game(t, player, 1)
	if second := game(t, player, 2); slices.Equal(first.Line, second.Line) {
		t.Error("all games are the same")
	}
	settings.Branches = 0
	if g := game(t, NewPlayer(settings), 1); !slices.Equal(g.Line, first.Line) || g.Branches != nil {
		t.Error("a game is another without branches")
	}
	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := player.Game(canceled, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("given up: %v", err)
	}
}

func game(t *testing.T, p *Player, n uint64) Game {
	t.Helper()
	g, err := p.Game(t.Context(), n)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// position returns the sample's position with Black to move.
func (s Sample) position() rules.Position {
	return rules.Position{Black: s.Own, White: s.Opp, ToMove: rules.Black}
}

// bruteForce returns the official final margin under perfect play from p, as seen by the
// side to move. It tries every line.
func bruteForce(p rules.Position) int {
	if p.Over() {
		score := p.FinalScore()
		return sided(p.ToMove, score.Black-score.White)
	}
	best := -64
	for s := range p.Legal().Squares() {
		next, _ := p.Play(s)
		best = max(best, sided(p.ToMove, sided(next.ToMove, bruteForce(next))))
	}
	return best
}

// sided converts a value for Black to the view of a side, and back.
func sided(c rules.Color, value int) int {
	if c == rules.White {
		return -value
	}
	return value
}

// TestValue values the positions of a given game.
func TestValue(t *testing.T) {
	var moves []rules.Square
	var positions []rules.Position
	for p := rules.Start(); !p.Over(); p, _ = p.Play(moves[len(moves)-1]) {
		moves = append(moves, p.Legal().First())
		positions = append(positions, p)
	}
	for _, depth := range []int{0, 2} {
		settings := Selfplay{Weights: engine.Trained(), Depth: depth, Exact: 8}
		g, err := NewPlayer(settings).Value(t.Context(), rules.Start(), moves)
		samples := g.Line
		if err != nil || len(samples) == 0 || depth > 0 && len(samples) != len(positions) {
			t.Fatalf("%d samples of %d positions, %v", len(samples), len(positions), err)
		}
		for i, s := range samples {
			p := positions[len(positions)-len(samples)+i]
			if s.Own != p.Discs(p.ToMove) || s.Opp != p.Discs(p.ToMove.Opponent()) || s.Empties() > settings.Exact && depth == 0 {
				t.Errorf("depth %d, sample %d: %+v is not of %+v", depth, i, s, p)
			}
			if s.Empties() <= settings.Exact && s.Value != float32(bruteForce(p)) {
				t.Errorf("%+v, want %+d", s, bruteForce(p))
			}
		}
	}
	player := NewPlayer(Selfplay{Weights: engine.Trained(), Depth: 1, Exact: 4})
	if _, err := player.Value(t.Context(), rules.Start(), append([]rules.Square{moves[0], moves[0]}, moves...)); err == nil {
		t.Error("a move onto a disc passes")
	}
	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := player.Value(canceled, rules.Start(), moves); !errors.Is(err, context.Canceled) {
		t.Errorf("given up: %v", err)
	}
}

// TestSamplesOf computes the values of a game by hand.
func TestSamplesOf(t *testing.T) {
	p := rules.Start()
	white := p
	white.ToMove = white.ToMove.Opponent()
	samples := samplesOf([]valuedPosition{
		{Position: p, value: 10},             // mixed with the next value
		{Position: white, value: 20},         // mixed with the next value
		{Position: p, value: 30, slip: true}, // not mixed, because the move was random
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
