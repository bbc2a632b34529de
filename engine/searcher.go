package engine

import (
	"cmp"
	"context"
	"iter"
	"math"
	"runtime"

	"othellobot/rules"
)

// Searcher finds the best moves of positions. Unless [Searcher.KeepTables] was called, it forgets
// its tables before each search: then the same question gets the same answer. A Searcher
// must not be used concurrently.
type Searcher struct {
	weights  *Weights
	bytes    int        // table size
	endTable *table     // boards searched to the end of the game
	midTable *table     // boards in the middle of the game
	late     *lateTable // boards with few empty squares

	nodes     uint64 // positions searched
	budget    uint64 // maximum positions
	next      uint64 // the value of nodes at which to call yield next
	ctx       context.Context
	yield     func(context.Context) error
	fullWidth bool // disables ProbCut in the midgame
	endDepth  int  // certainty of endgame searches, from selectiveDepth to exactDepth
	cheapEnds bool // see Limits.CheapEndings
	keeping   bool // a new search does not forget the tables
	halted    bool // the search must end, and its results mean nothing from then on

	candidates [65][maxMoves]candidate // by empty squares
	options    [65][maxMoves]option    // by empty squares
}

const maxMoves = 34 // one more than any position has (https://www.chessprogramming.org/Othello)

// NewSearcher returns a searcher whose two large tables share the given number of bytes. The first search allocates them.
func NewSearcher(w *Weights, bytes int) *Searcher {
	return &Searcher{weights: w, bytes: bytes}
}

// Limits bound a search. The zero value sets no bound.
type Limits struct {
	Depth        int    // maximum plies to look ahead, not counting passes
	ExactEmpties int    // positions with at most this many empty squares are searched to the end
	Nodes        uint64 // maximum positions, give or take a few thousand
	CheapEndings bool   // in a search to the end, four positions count as one, because together they take as long

	// A search calls Yield about twice per millisecond. Yield may wait. If it returns an error,
	// the search ends as if ctx were done. If Yield is nil, the search calls ctx.Err.
	Yield func(context.Context) error
}

// Result holds the move that a search found and its value.
type Result struct {
	Square rules.Square // the best move
	Value  float64      // value of the position for the side to move, in discs unless the goal was [GoalOutcome]
	Depth  int          // plies looked ahead
	Exact  bool         // Value is the result between perfect players
	Nodes  uint64       // positions searched
}

// KeepTables makes later searches reuse the findings of earlier ones.
func (s *Searcher) KeepTables() { s.keeping = true }

// DisableProbCut makes midgame searches run without ProbCut.
func (s *Searcher) DisableProbCut() { s.fullWidth = true }

// SearchedPositions yields the midgame positions stored since the tables were last forgotten, with Black to
// move, and the depth in plies of each search. There must have been a search.
func (s *Searcher) SearchedPositions() iter.Seq2[rules.Position, int] {
	return func(yield func(rules.Position, int) bool) {
		for _, c := range s.midTable.clusters {
			for _, e := range c.entries {
				if e.age() >= s.midTable.since && !yield(e.position(), e.depth()) {
					return
				}
			}
		}
	}
}

// Forget makes the next search start without the findings of earlier ones.
func (s *Searcher) Forget() {
	if s.endTable != nil {
		s.endTable.forget()
		s.midTable.forget()
	}
}

func (s *Searcher) begin(ctx context.Context, l Limits) {
	if s.endTable == nil {
		s.endTable, s.midTable, s.late = newTable(s.bytes/2), newTable(s.bytes/2), new(lateTable)
	}
	if s.keeping {
		s.endTable.nextAge()
		s.midTable.nextAge()
	} else {
		s.Forget()
	}
	s.ctx, s.yield, s.halted = ctx, l.Yield, false
	if s.yield == nil {
		s.yield = context.Context.Err
	}
	s.endDepth, s.cheapEnds = exactDepth, l.CheapEndings
	s.nodes, s.next, s.budget = 0, 0, cmp.Or(l.Nodes, math.MaxUint64)
}

const pollEvery = 1 << 12 // positions between two polls; about half a millisecond

// stop reports whether the search must end.
func (s *Searcher) stop() bool { return s.halted || s.nodes >= s.next && s.poll() }

// poll checks yield and the budget. It also lets other goroutines run, because a search takes long.
func (s *Searcher) poll() bool {
	s.next = s.nodes + pollEvery
	s.halted = s.nodes > s.budget || s.yield(s.ctx) != nil
	runtime.Gosched()
	return s.halted
}
