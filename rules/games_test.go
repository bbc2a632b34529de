package rules

import (
	"fmt"
	"strings"
	"testing"
)

// TestTournamentGames replays every finished tournament game of the data folder to its
// recorded disc count. The records leave out the empty squares, so that 459 games do not
// add up to 64.
func TestTournamentGames(t *testing.T) {
	games, withEmpties := 0, 0
	for line := range strings.Lines(data(t, "games/finished-games.txt")) {
		games++
		var text string
		var want Score
		if _, err := fmt.Sscan(line, &text, &want.Black, &want.White); err != nil {
			t.Fatalf("game %d: %v", games, err)
		}
		p := Start()
		for i, move := range transcript(t, text) {
			if p.Over() {
				t.Fatalf("game %d is over before move %d", games, i+1)
			}
			next, err := p.Play(move)
			if err != nil {
				t.Fatalf("game %d, move %d: %v", games, i+1, err)
			}
			p = next
		}
		if !p.Over() || p.Score() != want {
			t.Errorf("game %d: over %v with %v, want %v", games, p.Over(), p.Score(), want)
		}
		if final := p.FinalScore(); final.Black+final.White != 64 {
			t.Errorf("game %d: official score %v", games, final)
		}
		if !p.Empties().IsEmpty() {
			withEmpties++
		}
	}
	if games != 7362 || withEmpties != 459 {
		t.Errorf("%d games, %d of them with empty squares, want 7362 and 459", games, withEmpties)
	}
}
