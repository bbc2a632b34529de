package engine

import (
	"context"
	"math"
	"runtime"

	"othellobot/rules"
)

// Searcher finds best moves. It remembers boards in tables that are allocated at
// the first search, and forgets them at the beginning of every other, so that the
// same question always gets the same answer ([Searcher.Threads] aside). It must not be
// used concurrently.
type Searcher struct {
	weights  *Weights   // nil to solve without evaluation
	bytes    int        // of the tables
	endTable *table     // of boards searched to the end of the game
	midTable *table     // of boards in the middle of the game
	late     *lateTable // of boards with few empty squares

	nodes     uint64 // positions looked at
	budget    uint64 // the most that may be
	next      uint64 // when to yield again, in nodes
	told      uint64 // nodes that the crew knows of
	ctx       context.Context
	yield     func(context.Context) error
	fullWidth bool // no ProbCut
	endDepth  int  // to which the end of the game is searched
	even      bool // see Limits.Even
	keeping   bool // tables are not forgotten at the beginning of a search

	crew   *crew  // the threads that solve; nil for only this one
	within *split // that is searched, if any

	halted bool // the search is to end; what it returns from then on means nothing

	candidates [65][mostMoves]candidate // by empty squares
	options    [65][mostMoves]option    // by empty squares
}

// mostMoves is more than any position has
// (https://www.chessprogramming.org/Othello has 33 in a position that cannot be
// reached).
const mostMoves = 34

// NewSearcher makes a searcher with tables of at most so many bytes together.
func NewSearcher(w *Weights, bytes int) *Searcher {
	return &Searcher{weights: w, bytes: bytes}
}

// Limits bound a search. The zero value does not.
type Limits struct {
	Depth int    // plies to look ahead at most, passes not counted
	Exact int    // with no more empty squares than this a position is searched to the end
	Nodes uint64 // positions to look at at most, give or take a few thousand
	Even  bool   // near the end four positions count as one, since they take no longer

	// Yield is called about twice in a millisecond of work, by each thread for itself, and
	// may wait; once it fails, the search ends as if the context were done. Nil stands for
	// asking whether the context is done.
	Yield func(context.Context) error
}

// Result holds the move that a search found and its value.
type Result struct {
	Square rules.Square // the best move
	Value  float64      // of the position for the side to move, in discs
	Depth  int          // plies looked ahead
	Exact  bool         // Value is the margin of the game between perfect players
	Nodes  uint64       // positions looked at
}

// Keep lets every search from now on use what earlier ones have found out, which
// saves time within a game. What it finds then depends on them.
func (s *Searcher) Keep() { s.keeping = true }

// Forget empties the tables.
func (s *Searcher) Forget() {
	if s.endTable != nil {
		s.endTable.forget()
		s.midTable.forget()
	}
}

// begin starts a search.
func (s *Searcher) begin(ctx context.Context, l Limits) {
	if s.endTable == nil {
		s.endTable, s.midTable, s.late = newTable(s.bytes/2), newTable(s.bytes/2), new(lateTable)
	}
	if s.keeping {
		s.endTable.grow()
		s.midTable.grow()
	} else {
		s.Forget()
	}
	s.endTable.shared, s.midTable.shared = s.crew != nil, s.crew != nil
	s.ctx, s.yield, s.halted, s.within = ctx, l.Yield, false, nil
	if s.yield == nil {
		s.yield = context.Context.Err
	}
	s.endDepth, s.even = exactDepth, l.Even
	s.nodes, s.next, s.told, s.budget = 0, 0, 0, l.Nodes
	if s.crew != nil {
		s.crew.spent.Store(0)
	}
	if s.budget == 0 {
		s.budget = math.MaxUint64
	}
}

// pollEvery is how many positions may pass before the search yields and the budget is
// looked at again: about half a millisecond.
const pollEvery = 1 << 12

// stop reports whether the search is to end. Now and then it lets others have the
// processor: a search takes long, and they wait for little.
func (s *Searcher) stop() bool {
	if s.nodes >= s.next && !s.halted {
		s.next = s.nodes + pollEvery
		s.halted = s.spent() > s.budget || s.yield(s.ctx) != nil || s.within.ended()
		runtime.Gosched()
	}
	return s.halted
}

// spent is how many positions all threads have told of, this one's among them.
func (s *Searcher) spent() uint64 {
	if s.crew == nil {
		return s.nodes
	}
	more := s.nodes - s.told
	s.told = s.nodes
	return s.crew.spent.Add(more)
}
