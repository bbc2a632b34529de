package rules

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// TestTournamentGames replays every finished tournament game of the data folder to its recorded disc count.
// The records give no empty squares to the winner, so 459 games do not add up to 64.
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

// perft counts the leaves of the game tree to a depth in plies. A pass takes a ply, and a
// game that ends early is one leaf.
func perft(p Position, depth int) (leaves uint64) {
	moves := p.Legal()
	switch {
	case depth <= 0, p.Over():
		return 1
	case moves.IsEmpty(): // only in positions that no move leads to
		p.ToMove = p.ToMove.Opponent()
		return perft(p, depth-1)
	case depth == 1:
		return uint64(moves.Len())
	}
	for s := range moves.Squares() {
		next, _ := p.Play(s) // it is legal
		left := depth - 1
		if next.ToMove == p.ToMove {
			left-- // for the pass
		}
		leaves += perft(next, left)
	}
	return leaves
}

// startPerft holds the published counts from the start position by depth (A. Bik,
// "Perft for Reversi", http://aartbik.blogspot.com/2009/02/perft-for-reversi.html).
var startPerft = []uint64{1, 4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288, 24571284, 212258800}

func TestPerft(t *testing.T) {
	deepest := 9
	if os.Getenv("OTHELLO_LONG") == "1" {
		deepest = 11 // takes seconds
	}
	for depth, want := range startPerft[:deepest+1] {
		if got := perft(Start(), depth); got != want {
			t.Errorf("perft(%d) = %d, want %d", depth, got, want)
		}
	}
}

// TestPerftThroughPasses counts through forced passes and past the ends of games, which
// are rare in the first nine depths from the start.
func TestPerftThroughPasses(t *testing.T) {
	for _, tt := range []struct {
		name, board string
		toMove      Color
		depth       int
		want        uint64
	}{
		{
			"the side to move must pass",
			"O---OXXX-OOOOOXX-OOXOOXX-OOXXOXXOOOOXXOO-OOOOXO-OOOOXOO--OOOOOOX", White,
			6, 1298,
		},
		{
			"c5 takes the last white disc", // e6f4e3f6g5d6e7f5
			"--------------------X------OXX-----OOOX----OXX------X-----------", Black,
			4, 5270,
		},
		{"over, with empty squares", "XX------" + rows(7), White, 4, 1},
		{"over, on a full board", full(8), White, 4, 1},
		{"no disc at all", rows(8), Black, 4, 1},
	} {
		if got := perft(board(t, tt.board, tt.toMove), tt.depth); got != tt.want {
			t.Errorf("%s: perft(%d) = %d, want %d", tt.name, tt.depth, got, tt.want)
		}
	}
}

// The benchmarks store their results here, so that the compiler cannot remove the work.
var (
	sinkSet   Bitboard
	sinkCells [8][8]bool
)

func BenchmarkLegal(b *testing.B) {
	positions := midgames()
	b.ReportAllocs()
	for i := uint8(0); b.Loop(); i++ {
		sinkSet = positions[i].Legal()
	}
}

// BenchmarkLegalMailbox is the baseline for BenchmarkLegal: it finds the legal moves cell by cell.
func BenchmarkLegalMailbox(b *testing.B) {
	var boards [256]*reference
	for i, p := range midgames() {
		boards[i] = newReference(p)
	}
	b.ReportAllocs()
	for i := uint8(0); b.Loop(); i++ {
		sinkCells = boards[i].legal(boards[i].mover)
	}
}

func BenchmarkPerft(b *testing.B) {
	const depth = 9
	leaves := startPerft[depth]
	for b.Loop() {
		if got := perft(Start(), depth); got != leaves {
			b.Fatalf("perft(%d) = %d, want %d", depth, got, leaves)
		}
	}
	b.ReportMetric(float64(leaves)*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mnps")
}
