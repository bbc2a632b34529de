package engine

import (
	"math/bits"
	"unsafe"

	"othellobot/rules"
)

// facts packs the findings of a search about a board into one word.
type facts uint64

// Where the parts of facts stand: two bounds of 16 bits each, and four bytes.
const (
	upperAt = 16
	depthAt = 32
	ageAt   = 40
	costAt  = 48
	moveAt  = 56
)

func newFacts(lower, upper, depth int, age, cost uint8, move rules.Square) facts {
	return facts(uint16(int16(lower))) | facts(uint16(int16(upper)))<<upperAt | facts(uint8(depth))<<depthAt |
		facts(age)<<ageAt | facts(cost)<<costAt | facts(uint8(move))<<moveAt
}

// The value lies between lower and upper if searched to the depth.
func (f facts) lower() int { return int(int16(f)) }
func (f facts) upper() int { return int(int16(f >> upperAt)) }
func (f facts) depth() int { return int(uint8(f >> depthAt)) }

// age is that of the search that wrote it; 0 for an empty entry.
func (f facts) age() uint8 { return uint8(f >> ageAt) }

// cost is how many binary digits the count of its positions has.
func (f facts) cost() uint8 { return uint8(f >> costAt) }

// move is the best, or NoSquare.
func (f facts) move() rules.Square { return rules.Square(f >> moveAt) }

// entry holds the facts of one board.
type entry struct {
	board
	facts
}

// clusterSize is the number of places where one board may be kept, side by side.
const clusterSize = 5

// cluster fills two lines of a processor's cache, which are fetched together.
type cluster struct {
	entries [clusterSize]entry
	_       uint64
}

const clusterBytes = int(unsafe.Sizeof(cluster{}))

// table remembers boards (a transposition table,
// https://www.chessprogramming.org/Transposition_Table). It keeps whole boards,
// so that none is ever taken for another.
//
// Each search has an age of its own; what is older than since is forgotten.
type table struct {
	clusters   []cluster
	age, since uint8
}

// newTable makes a table of at most so many bytes, at least of a few clusters.
func newTable(bytes int) *table {
	t := &table{clusters: make([]cluster, max(16, bytes/clusterBytes))}
	adviseHugePages(unsafe.Pointer(&t.clusters[0]), uintptr(t.bytes()))
	return t
}

// bytes is the memory of the table.
func (t *table) bytes() int { return len(t.clusters) * clusterBytes }

// grow begins the age of another search.
func (t *table) grow() {
	t.age++
	if t.age == 0 {
		clear(t.clusters)
		t.age, t.since = 1, 1
	}
}

// forget makes the table empty, mostly without touching its memory.
func (t *table) forget() {
	t.grow()
	t.since = t.age
}

// knows reports whether an entry is that of a board, and not forgotten.
func (t *table) knows(e *entry, b board) bool { return e.board == b && e.age() >= t.since }

// hashOf spreads boards over the range of its result.
func hashOf(b board) uint64 {
	const odd1, odd2 = 0x9e3779b97f4a7c15, 0xc2b2ae3d27d4eb4f
	high, low := bits.Mul64(uint64(b.own)^odd1, uint64(b.opp)^odd2)
	return (high ^ low) * odd1
}

// cluster is where a board with the given hash belongs.
func (t *table) cluster(hash uint64) *cluster {
	at, _ := bits.Mul64(hash, uint64(len(t.clusters)))
	return &t.clusters[at]
}

// find gives what is known of a board with the given hash, if anything.
func (t *table) find(b board, hash uint64) (facts, bool) {
	c := t.cluster(hash)
	for i := range c.entries {
		if e := &c.entries[i]; t.knows(e, b) {
			return e.facts, true
		}
	}
	return 0, false
}

// place is the entry to write a board to: its own, or the one of its cluster
// that is the smallest loss.
func (t *table) place(b board, hash uint64) *entry {
	c := t.cluster(hash)
	worst := &c.entries[0]
	for i := range c.entries {
		e := &c.entries[i]
		switch {
		case t.knows(e, b):
			return e
		case e.age() != t.age:
			worst = e
		case worst.age() == t.age && e.cost() < worst.cost():
			worst = e
		}
	}
	return worst
}

// keep notes that a search of b to a depth, between alpha and beta, found a
// value and a best move at the cost of so many positions.
func (t *table) keep(b board, hash uint64, depth, alpha, beta, value int, move rules.Square, nodes uint64) {
	e := t.place(b, hash)
	lower, upper, best, cost := -maxValue, maxValue, move, uint8(bits.Len64(nodes))
	if t.knows(e, b) {
		switch {
		case e.depth() > depth:
			return
		case e.depth() == depth:
			lower, upper, best = e.lower(), e.upper(), e.move()
			cost = max(cost, e.cost())
		}
	}
	if value > alpha {
		lower, best = max(lower, value), move
	}
	if value < beta {
		upper = min(upper, value)
	}
	*e = entry{b, newFacts(lower, upper, depth, t.age, cost, best)}
}

// maxValue is above all values kept in a table.
const maxValue = 1<<15 - 1
