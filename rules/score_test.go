package rules

import "testing"

func TestScore(t *testing.T) {
	tests := []struct {
		name         string
		board        string
		plain, final Score
		leader       Color
		led          bool
		text         string
	}{
		{"all Black's", full(8), Score{64, 0}, Score{64, 0}, Black, true, "64–0"},
		{"wiped out", "X-------" + rows(7), Score{1, 0}, Score{64, 0}, Black, true, "64–0"},
		{"Black gets the empties", "XXO-----" + rows(7), Score{2, 1}, Score{63, 1}, Black, true, "63–1"},
		{"White gets the empties", "XOO-----" + rows(7), Score{1, 2}, Score{1, 63}, White, true, "1–63"},
		{"equal discs share the empties", "XO------" + rows(7), Score{1, 1}, Score{32, 32}, Black, false, "32–32"},
		{"no disc", rows(8), Score{0, 0}, Score{32, 32}, Black, false, "32–32"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := board(t, tt.board, Black)
			if got := p.Score(); got != tt.plain {
				t.Errorf("plain: %v, want %v", got, tt.plain)
			}
			final := p.FinalScore()
			if final != tt.final || final.String() != tt.text {
				t.Errorf("final: %v, want %v", final, tt.final)
			}
			if final.Of(Black) != tt.final.Black || final.Of(White) != tt.final.White {
				t.Errorf("Of: %d and %d", final.Of(Black), final.Of(White))
			}
			for _, s := range []Score{p.Score(), final} { // the empty squares do not change the winner
				if leader, led := s.Leader(); leader != tt.leader || led != tt.led {
					t.Errorf("leader of %v: %v, %v", s, leader, led)
				}
			}
		})
	}
}

func TestColor(t *testing.T) {
	if Black.Opponent() != White || White.Opponent() != Black {
		t.Error("the sides do not oppose each other")
	}
	if Black.String() != "Black" || White.String() != "White" {
		t.Errorf("colours are called %v and %v", Black, White)
	}
}
