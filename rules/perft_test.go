package rules

import "testing"

// startPerft holds the published counts from the start position (A. Bik,
// "Perft for Reversi"); a finished game is one leaf.
var startPerft = []struct{ passIsPly, passIsFree uint64 }{
	1: {4, 4},
	2: {12, 12},
	3: {56, 56},
	4: {244, 244},
	5: {1396, 1396},
	6: {8200, 8200},
	7: {55092, 55092},
	8: {390216, 390216},
	9: {3005288, 3005320},
}

func TestPerft(t *testing.T) {
	for depth := 1; depth < len(startPerft); depth++ {
		want := startPerft[depth]
		if got := Perft(Start(), depth, PassIsPly); got != want.passIsPly {
			t.Errorf("Perft(%d, PassIsPly) = %d, want %d", depth, got, want.passIsPly)
		}
		if got := Perft(Start(), depth, PassIsFree); got != want.passIsFree {
			t.Errorf("Perft(%d, PassIsFree) = %d, want %d", depth, got, want.passIsFree)
		}
	}
}

func BenchmarkPerft(b *testing.B) {
	const depth, leaves = 9, 3005288
	for b.Loop() {
		if got := Perft(Start(), depth, PassIsPly); got != leaves {
			b.Fatalf("Perft(%d) = %d, want %d", depth, got, leaves)
		}
	}
	b.ReportMetric(float64(leaves)*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mnps")
}

func BenchmarkLegal(b *testing.B) {
	p := Start()
	var sink Bitboard
	for b.Loop() {
		sink ^= p.Legal()
	}
	_ = sink
}
