package rules

import "testing"

// All benchmarks but BenchmarkPerft take the same 256 midgame positions in turn, one an
// operation.

// Results go here, so that no work is left out as useless.
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

// BenchmarkLegalMailbox is the yardstick for BenchmarkLegal: the same
// question asked cell by cell.
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

// BenchmarkPerft reports millions of leaves counted in a second.
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
