package rules

import "testing"

// All benchmarks except BenchmarkPerft cycle through the same 256 midgame positions, one per
// operation.

// The results are stored here, so that the compiler cannot remove the work.
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

// BenchmarkLegalMailbox is the baseline for BenchmarkLegal: it finds the legal moves cell by
// cell.
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
