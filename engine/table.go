package engine

import (
	"math/bits"

	"othellobot/rules"
)

// entry is what a search has found out about a board: the value lies between
// lower and upper if looked at to the depth.
type entry struct {
	board
	lower, upper int16
	depth        uint8
	age          uint8        // of the search that wrote it; 0 for an empty entry
	cost         uint8        // how many binary digits the count of its positions has
	move         rules.Square // the best, or NoSquare
}

// clusterSize is the number of places where one board may be kept, side by side.
const clusterSize = 4

// table remembers boards (a transposition table,
// https://www.chessprogramming.org/Transposition_Table). It keeps whole boards,
// so that none is ever taken for another.
type table struct {
	entries []entry // a power of two of them
	age     uint8
}

// entryBytes is the memory of one entry.
const entryBytes = 24

// newTable makes a table of at most so many bytes, at least of 64 entries.
func newTable(bytes int) *table {
	size := 1 << max(6, bits.Len(uint(bytes/entryBytes))-1)
	return &table{entries: make([]entry, size)}
}

// forget makes the table empty, mostly without touching its memory.
func (t *table) forget() {
	t.age++
	if t.age == 0 {
		clear(t.entries)
		t.age = 1
	}
}

// cluster is the index of the first of the places of a board; the others follow
// by exclusive or.
func (t *table) cluster(b board) uint64 {
	const odd1, odd2 = 0x9e3779b97f4a7c15, 0xc2b2ae3d27d4eb4f
	h := uint64(b.own)*odd1 ^ bits.ReverseBytes64(uint64(b.opp)*odd2)
	h ^= h >> 29
	h *= odd1
	return h >> 20 & uint64(len(t.entries)-1)
}

// find is the entry of a board, or nil.
func (t *table) find(b board) *entry {
	at := t.cluster(b)
	for i := range uint64(clusterSize) {
		if e := &t.entries[at^i]; e.board == b && e.age == t.age {
			return e
		}
	}
	return nil
}

// place is the entry to write a board to: its own, or the one of its places
// that is the smallest loss.
func (t *table) place(b board) *entry {
	at := t.cluster(b)
	worst := &t.entries[at]
	for i := range uint64(clusterSize) {
		e := &t.entries[at^i]
		if e.age != t.age {
			worst = e
			continue
		}
		if e.board == b {
			return e
		}
		if worst.age == t.age && e.cost < worst.cost {
			worst = e
		}
	}
	return worst
}

// keep notes that a search of b to a depth, between alpha and beta, found a
// value and a best move at the cost of so many positions.
func (t *table) keep(b board, depth, alpha, beta, value int, move rules.Square, cost uint64) {
	e := t.place(b)
	known := e.age == t.age && e.board == b
	switch {
	case known && int(e.depth) > depth:
		return
	case !known || int(e.depth) < depth:
		*e = entry{board: b, lower: -maxValue, upper: maxValue, depth: uint8(depth), age: t.age, move: move}
	}
	e.cost = max(e.cost, uint8(bits.Len64(cost)))
	if value > alpha {
		e.lower = max(e.lower, int16(value))
		e.move = move
	}
	if value < beta {
		e.upper = min(e.upper, int16(value))
	}
}

// maxValue is above all values kept in a table.
const maxValue = 1<<15 - 1
