package train

import (
	"reflect"
	"slices"
	"testing"

	"othellobot/engine"
)

// TestStray values positions off a game, and checks late ones by brute force.
func TestStray(t *testing.T) {
	player := NewPlayer(Selfplay{Weights: engine.Trained(), Seed: 3, Depth: 2, Exact: 8})
	line := game(t, player, 1).Line
	strays, err := player.Stray(t.Context(), 1, line)
	if err != nil || strays.Line != nil {
		t.Fatalf("%+v, %v", strays.Line, err)
	}
	solved := 0
	for _, s := range strays.Branches {
		p := s.position()
		if s.Own&s.Opp != 0 || p.Legal().IsEmpty() || s.Value < -64 || s.Value > 64 {
			t.Fatalf("%+v is no sample", s)
		}
		if !slices.ContainsFunc(line, func(from Sample) bool {
			off := from.Empties() - s.Empties()
			return off >= 1 && off <= mostAstray && (from.Own|from.Opp)&^(s.Own|s.Opp) == 0
		}) {
			t.Errorf("%+v is not behind any position of the game", s)
		}
		if s.Empties() <= player.Exact {
			if want := bruteForce(p); s.Value != float32(want) {
				t.Errorf("%+v, want %+d", s, want)
			}
			solved++
		}
	}
	if len(strays.Branches) < len(line)-8 || solved < 3 {
		t.Errorf("%d strays of %d positions, %d solved", len(strays.Branches), len(line), solved)
	}
	again, _ := NewPlayer(player.Selfplay).Stray(t.Context(), 1, line)
	other, _ := player.Stray(t.Context(), 2, line)
	if !reflect.DeepEqual(again, strays) || reflect.DeepEqual(other, strays) {
		t.Error("the samples do not depend on the seed and the number of the game alone")
	}
}
