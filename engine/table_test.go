package engine

import (
	"testing"
	"unsafe"

	"othellobot/rules"
)

func TestTableKeepsBounds(t *testing.T) {
	b := boardOf(rules.Start())
	steps := []struct {
		depth, alpha, beta, value int
		move                      rules.Square
		want                      entry
	}{
		{4, -1, 1, -3, b1, entry{depth: 4, lower: -maxValue, upper: -3, move: b1}}, // below the window: at most -3
		{4, -9, -8, -8, g1, entry{depth: 4, lower: -8, upper: -3, move: g1}},       // above: at least -8, by a better move
		{4, -4, -3, -5, h1, entry{depth: 4, lower: -8, upper: -5, move: g1}},       // what does not beat alpha names no move
		{3, -1, 1, 40, a1, entry{depth: 4, lower: -8, upper: -5, move: g1}},        // known deeper
		{5, -1, 5, 2, a1, entry{depth: 5, lower: 2, upper: 2, move: a1}},           // within: exact
	}
	table := newTable(0)
	table.forget()
	for i, step := range steps {
		table.keep(b, step.depth, step.alpha, step.beta, step.value, step.move, 1)
		e := table.find(b)
		if e == nil {
			t.Fatalf("step %d: not found", i)
		}
		step.want.board, step.want.age, step.want.cost = b, e.age, e.cost
		if *e != step.want {
			t.Errorf("step %d: %+v, want %+v", i, *e, step.want)
		}
	}
	if table.find(b.pass()) != nil {
		t.Error("found another board")
	}
	table.forget()
	if table.find(b) != nil {
		t.Error("found what was forgotten")
	}
}

// TestTableForgetsForEver wraps the age around.
func TestTableForgetsForEver(t *testing.T) {
	b := boardOf(rules.Start())
	table := newTable(0)
	table.forget()
	table.keep(b, 1, -1, 1, 0, a1, 1)
	for range 1000 {
		if table.forget(); table.find(b) != nil {
			t.Fatal("found what was forgotten")
		}
	}
}

// TestTableKeepsTheCostly fills a small table: what was hard to find out stays.
func TestTableKeepsTheCostly(t *testing.T) {
	table := newTable(0)
	table.forget()
	hard := boardOf(rules.Start())
	table.keep(hard, 9, -1, 1, 0, a1, 1_000_000)
	for own := range rules.Bitboard(10_000) {
		table.keep(board{own, 1 << 63}, 9, -1, 1, 0, a1, 10)
		if table.find(board{own, 1 << 63}) == nil {
			t.Fatal("the last one is not there")
		}
	}
	if table.find(hard) == nil {
		t.Error("the costly one is gone")
	}
}

func TestTableMemory(t *testing.T) {
	for _, bytes := range []int{0, 1 << 10, 1 << 20, 1<<25 + 1} {
		if size := len(newTable(bytes).entries) * entryBytes; size > max(bytes, 64*entryBytes) || size < bytes/2 && bytes > 1<<12 {
			t.Errorf("%d bytes asked for, %d taken", bytes, size)
		}
	}
	if size := unsafe.Sizeof(entry{}); size != entryBytes {
		t.Errorf("an entry takes %d bytes", size)
	}
}
