package engine

import (
	"testing"

	"othellobot/rules"
)

func TestTableKeepsBounds(t *testing.T) {
	const a1, b1, g1, h1 = 0, 1, 6, 7
	b := boardOf(rules.Start())
	steps := []struct {
		depth, alpha, beta, value int
		move                      rules.Square
		want                      facts // without age and cost
	}{
		{4, -1, 1, -3, b1, newFacts(-maxValue, -3, 4, 0, 0, b1)}, // below the window: at most -3
		{4, -9, -8, -8, g1, newFacts(-8, -3, 4, 0, 0, g1)},       // above: at least -8, by a better move
		{4, -4, -3, -5, h1, newFacts(-8, -5, 4, 0, 0, g1)},       // a value that does not beat alpha names no move
		{3, -1, 1, 40, a1, newFacts(-8, -5, 4, 0, 0, g1)},        // already known from a deeper search
		{5, -1, 5, 2, a1, newFacts(2, 2, 5, 0, 0, a1)},           // within: exact
	}
	table, hash := newTable(0), hashOf(b)
	table.forget()
	for i, step := range steps {
		table.keep(b, hash, step.depth, step.alpha, step.beta, step.value, step.move, 1)
		f, found := table.find(b, hash)
		if !found {
			t.Fatalf("step %d: not found", i)
		}
		if got := newFacts(f.lower(), f.upper(), f.depth(), 0, 0, f.move()); got != step.want {
			t.Errorf("step %d: %x, want %x", i, got, step.want)
		}
	}
	if _, found := table.find(b.pass(), hash); found {
		t.Error("found another board")
	}
	table.forget()
	if _, found := table.find(b, hash); found {
		t.Error("found what was forgotten")
	}
}

// TestTableForgetsPermanently wraps the age around.
func TestTableForgetsPermanently(t *testing.T) {
	b := boardOf(rules.Start())
	table := newTable(0)
	table.forget()
	table.keep(b, hashOf(b), 1, -1, 1, 0, 0, 1)
	for range 1000 {
		table.forget()
		if _, found := table.find(b, hashOf(b)); found {
			t.Fatal("found what was forgotten")
		}
	}
}

// TestTableKeepsTheCostly fills a small table: the most expensive results stay.
func TestTableKeepsTheCostly(t *testing.T) {
	table := newTable(0)
	table.forget()
	hard := boardOf(rules.Start())
	table.keep(hard, hashOf(hard), 9, -1, 1, 0, 0, 1_000_000)
	for own := range rules.Bitboard(10_000) {
		easy := board{own, 1 << 63}
		table.keep(easy, hashOf(easy), 9, -1, 1, 0, 0, 10)
		if _, found := table.find(easy, hashOf(easy)); !found {
			t.Fatal("the last one is not there")
		}
	}
	if _, found := table.find(hard, hashOf(hard)); !found {
		t.Error("the costly one is gone")
	}
}

func TestTableMemory(t *testing.T) {
	for _, bytes := range []int{0, 1 << 10, 1 << 20, 1<<25 + 1} {
		if size := newTable(bytes).bytes(); size > max(bytes, 16*clusterBytes) || size < bytes-clusterBytes {
			t.Errorf("%d bytes asked for, %d taken", bytes, size)
		}
	}
	if clusterBytes != 128 {
		t.Errorf("a cluster takes %d bytes", clusterBytes)
	}
}
