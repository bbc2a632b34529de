package engine

import (
	"math/bits"
	"unsafe"

	"othellobot/rules"
)

// facts packs into one word the findings of a search about a board.
type facts uint64

// Bit offsets of the parts of facts: two bounds of 16 bits, the lower one at 0, and four bytes.
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

// lower and upper are the bounds on the value that a search to depth found.
func (f facts) lower() int { return int(int16(f)) }
func (f facts) upper() int { return int(int16(f >> upperAt)) }
func (f facts) depth() int { return int(uint8(f >> depthAt)) }

func (f facts) age() uint8         { return uint8(f >> ageAt) }         // age of the table when the entry was stored; 0 for an empty entry
func (f facts) cost() uint8        { return uint8(f >> costAt) }        // bit length of the number of positions searched
func (f facts) move() rules.Square { return rules.Square(f >> moveAt) } // NoSquare if no move is known

type entry struct {
	board
	facts
}

// cluster holds the entries where a board may be kept. It fills two adjacent cache lines, which the
// processor fetches together.
type cluster struct {
	entries [5]entry
	_       uint64
}

const clusterBytes = int(unsafe.Sizeof(cluster{}))

// table is a transposition table (https://www.chessprogramming.org/Transposition_Table).
// The age numbers the searches from 1 to 255. Entries older than since count as forgotten.
type table struct {
	clusters   []cluster
	age, since uint8
}

// newTable returns a table of at most the given number of bytes, or of 16 clusters if that is more.
func newTable(bytes int) *table {
	t := &table{clusters: make([]cluster, max(16, bytes/clusterBytes))}
	adviseHugePages(unsafe.Pointer(&t.clusters[0]), uintptr(t.bytes()))
	return t
}

func (t *table) bytes() int { return len(t.clusters) * clusterBytes }

// nextAge numbers a new search. After age 255 it clears the table and starts again at 1.
func (t *table) nextAge() {
	t.age++
	if t.age == 0 {
		clear(t.clusters)
		t.age, t.since = 1, 1
	}
}

// forget empties the table, usually without touching its memory.
func (t *table) forget() {
	t.nextAge()
	t.since = t.age
}

func hashOf(b board) uint64 {
	const odd1, odd2 = 0x9e3779b97f4a7c15, 0xc2b2ae3d27d4eb4f
	high, low := bits.Mul64(uint64(b.own)^odd1, uint64(b.opp)^odd2)
	return (high ^ low) * odd1
}

func (t *table) cluster(hash uint64) *cluster {
	at, _ := bits.Mul64(hash, uint64(len(t.clusters)))
	return &t.clusters[at]
}

func (t *table) find(b board, hash uint64) (facts, bool) {
	c := t.cluster(hash)
	for i := range c.entries {
		if e := &c.entries[i]; e.board == b && e.age() >= t.since {
			return e.facts, true
		}
	}
	return 0, false
}

// place returns the entry of a board and true, or the least valuable entry of its cluster.
func (t *table) place(b board, hash uint64) (*entry, bool) {
	c := t.cluster(hash)
	worst := &c.entries[0]
	for i := range c.entries {
		e := &c.entries[i]
		switch {
		case e.board == b && e.age() >= t.since:
			return e, true
		case e.age() != t.age, worst.age() == t.age && e.cost() < worst.cost():
			worst = e
		}
	}
	return worst, false
}

// keep stores the value and the best move that a search of b found between alpha and beta. nodes is
// the number of positions searched.
func (t *table) keep(b board, hash uint64, depth, alpha, beta, value int, move rules.Square, nodes uint64) {
	e, known := t.place(b, hash)
	lower, upper, best, cost := -maxValue, maxValue, move, uint8(bits.Len64(nodes))
	switch {
	case known && e.depth() > depth:
		return
	case known && e.depth() == depth:
		lower, upper, best = e.lower(), e.upper(), e.move()
		cost = max(cost, e.cost())
	}
	if value > alpha {
		lower, best = max(lower, value), move
	}
	if value < beta {
		upper = min(upper, value)
	}
	*e = entry{b, newFacts(lower, upper, depth, t.age, cost, best)}
}

const maxValue = 1<<15 - 1 // above every value kept in a table
