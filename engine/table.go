package engine

import (
	"math/bits"
	"sync/atomic"
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

// entry holds the facts of one board. Threads that share a table read and write
// without a lock: the squares are mixed with the facts, so that words of different
// writers make a board that nobody asks for
// (https://www.chessprogramming.org/Shared_Hash_Table#Lockless).
type entry struct{ own, opp, facts uint64 }

// of gives the facts, and whether they are those of the board.
func (e *entry) of(b board) (facts, bool) {
	f := atomic.LoadUint64(&e.facts)
	return facts(f), atomic.LoadUint64(&e.own)^f == uint64(b.own) && atomic.LoadUint64(&e.opp)^f == uint64(b.opp)
}

func (e *entry) store(b board, f facts, shared bool) {
	own, opp := uint64(b.own)^uint64(f), uint64(b.opp)^uint64(f)
	if !shared { // atomic writes take longer
		e.own, e.opp, e.facts = own, opp, uint64(f)
		return
	}
	atomic.StoreUint64(&e.facts, uint64(f))
	atomic.StoreUint64(&e.own, own)
	atomic.StoreUint64(&e.opp, opp)
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
	shared     bool // by threads
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
		if f, known := c.entries[i].of(b); known && f.age() >= t.since {
			return f, true
		}
	}
	return 0, false
}

// place is the entry to write a board to, and what is known of that board: its own
// entry, or the one of its cluster that is the smallest loss.
func (t *table) place(b board, hash uint64) (*entry, facts, bool) {
	c := t.cluster(hash)
	worst, lost := &c.entries[0], facts(0)
	for i := range c.entries {
		e := &c.entries[i]
		f, known := e.of(b)
		switch {
		case known && f.age() >= t.since:
			return e, f, true
		case i == 0, f.age() != t.age, lost.age() == t.age && f.cost() < lost.cost():
			worst, lost = e, f
		}
	}
	return worst, 0, false
}

// keep notes that a search of b to a depth, between alpha and beta, found a
// value and a best move at the cost of so many positions.
func (t *table) keep(b board, hash uint64, depth, alpha, beta, value int, move rules.Square, nodes uint64) {
	e, f, known := t.place(b, hash)
	lower, upper, best, cost := -maxValue, maxValue, move, uint8(bits.Len64(nodes))
	if known {
		switch {
		case f.depth() > depth:
			return
		case f.depth() == depth:
			lower, upper, best = f.lower(), f.upper(), f.move()
			cost = max(cost, f.cost())
		}
	}
	if value > alpha {
		lower, best = max(lower, value), move
	}
	if value < beta {
		upper = min(upper, value)
	}
	e.store(b, newFacts(lower, upper, depth, t.age, cost, best), t.shared)
}

// maxValue is above all values kept in a table.
const maxValue = 1<<15 - 1
