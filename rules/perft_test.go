package rules

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// startPerft holds the published counts from the start position (A. Bik, "Perft for Reversi"). A
// finished game is one leaf.
var startPerft = []struct{ passIsPly, passIsFree uint64 }{
	1:  {4, 4},
	2:  {12, 12},
	3:  {56, 56},
	4:  {244, 244},
	5:  {1396, 1396},
	6:  {8200, 8200},
	7:  {55092, 55092},
	8:  {390216, 390216},
	9:  {3005288, 3005320},
	10: {24571284, 24571420},
	11: {212258800, 212260880},
}

// perftDepth returns the depth that the tests count to. All of startPerft takes several seconds,
// so that needs OTHELLO_LONG=1.
func perftDepth() int {
	if os.Getenv("OTHELLO_LONG") == "1" {
		return len(startPerft) - 1
	}
	return 9
}

func TestPerft(t *testing.T) {
	for depth := 1; depth <= perftDepth(); depth++ {
		want := startPerft[depth]
		if got := Perft(Start(), depth, PassIsPly); got != want.passIsPly {
			t.Errorf("Perft(%d, PassIsPly) = %d, want %d", depth, got, want.passIsPly)
		}
		if got := Perft(Start(), depth, PassIsFree); got != want.passIsFree {
			t.Errorf("Perft(%d, PassIsFree) = %d, want %d", depth, got, want.passIsFree)
		}
	}
}

// startPerft matches the counts in the data folder.
func TestStartPerftIsThePublishedTable(t *testing.T) {
	lines := 0
	for line := range strings.Lines(data(t, "perft.txt")) {
		var depth int
		var passIsPly, passIsFree uint64
		if n, _ := fmt.Sscan(line, &depth, &passIsPly, &passIsFree); n != 3 || depth >= len(startPerft) {
			continue // a comment, or deeper than startPerft
		}
		lines++
		if got := startPerft[depth]; got.passIsPly != passIsPly || got.passIsFree != passIsFree {
			t.Errorf("depth %d: the file has %d and %d, the test %v", depth, passIsPly, passIsFree, got)
		}
	}
	if want := len(startPerft) - 1; lines != want {
		t.Errorf("the file has %d of the %d depths", lines, want)
	}
}

// The counts run through forced passes and past the end of games. From the start, the first nine
// depths have hardly any.
func TestPerftAgreesWithReference(t *testing.T) {
	tests := []struct {
		name                  string
		board                 string
		toMove                Color
		depth                 int
		passIsPly, passIsFree uint64
	}{
		{
			"the side to move must pass",
			"O---OXXX-OOOOOXX-OOXOOXX-OOXXOXXOOOOXXOO-OOOOXO-OOOOXOO--OOOOOOX", White,
			6, 1298, 4688,
		},
		{
			"c5 takes the last white disc", // e6f4e3f6g5d6e7f5
			"--------------------X------OXX-----OOOX----OXX------X-----------", Black,
			4, 5270, 5270,
		},
		{"over, with empty squares", "XX------" + rows(7), White, 4, 1, 1},
		{"over, on a full board", full(8), White, 4, 1, 1},
		{"no disc at all", rows(8), Black, 4, 1, 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := board(t, tt.board, tt.toMove)
			perftAgreesWithReference(t, p, tt.depth)
			if got := Perft(p, tt.depth, PassIsPly); got != tt.passIsPly {
				t.Errorf("Perft(%d, PassIsPly) = %d, want %d", tt.depth, got, tt.passIsPly)
			}
			if got := Perft(p, tt.depth, PassIsFree); got != tt.passIsFree {
				t.Errorf("Perft(%d, PassIsFree) = %d, want %d", tt.depth, got, tt.passIsFree)
			}
		})
	}
	t.Run("random endings", func(t *testing.T) {
		for _, p := range reachable(20) {
			if empties := p.Empties().Len(); empties <= 5 {
				perftAgreesWithReference(t, p, empties+1)
			}
		}
	})
}

func perftAgreesWithReference(t *testing.T, p Position, depth int) {
	t.Helper()
	for d := range depth + 1 {
		for _, passes := range []PassCounting{PassIsPly, PassIsFree} {
			got, want := Perft(p, d, passes), newReference(p).perft(d, bool(passes))
			if got != want {
				t.Errorf("Perft(%d, pass is ply %v) = %d, want %d in %s, %v to move",
					d, passes, got, want, p.FormatBoard(AlphabetXO), p.ToMove)
			}
		}
	}
}

func TestPerftOfNoDepth(t *testing.T) {
	for _, depth := range []int{0, -1} {
		if got := Perft(Start(), depth, PassIsPly); got != 1 {
			t.Errorf("Perft(%d) = %d, want 1", depth, got)
		}
	}
}
