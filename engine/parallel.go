package engine

import (
	"sync"
	"sync/atomic"

	"othellobot/rules"
)

// The end of a game is solved by several threads as follows: where the first move of
// a node has not cut it off, most others will not either, so that idle threads are
// given some of them (young brothers wait,
// https://www.chessprogramming.org/Young_Brothers_Wait_Concept). What a thread finds
// out is in the tables at once, which all share.

// splitEmpties is the least number of empty squares of a node that is shared out:
// with fewer a search takes less than telling another thread of it.
const splitEmpties = 14

// Threads lets the searcher use so many threads, at least one, to solve the ends of
// games. With more than one the margin is the same, but the number of positions and,
// of moves that are equally good, the one that is found depend on chance. It must be
// called before the first search.
func (s *Searcher) Threads(n int) {
	s.crew = nil
	if n > 1 {
		s.crew = &crew{idle: make(chan struct{}, n)}
		for range n - 1 {
			s.crew.idle <- struct{}{}
		}
	}
}

// crew is the threads of a search.
type crew struct {
	idle  chan struct{} // holds one for each thread that has nothing to do
	spent atomic.Uint64 // positions of all threads that count against the budget

	mu   sync.Mutex
	free []*Searcher // that searched for the others and may do so again
}

// hire takes an idle thread and gives it a searcher that shares the tables of s and
// ends when s does or the split is over; nil if all are busy.
func (s *Searcher) hire(sp *split) *Searcher {
	c := s.crew
	select {
	case <-c.idle:
	default:
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	var helper *Searcher
	if last := len(c.free) - 1; last >= 0 {
		helper, c.free = c.free[last], c.free[:last]
	} else {
		helper = &Searcher{late: new(lateTable), crew: c}
	}
	helper.weights, helper.endTable, helper.midTable = s.weights, s.endTable, s.midTable
	helper.ctx, helper.yield, helper.endDepth, helper.fullWidth = s.ctx, s.yield, s.endDepth, s.fullWidth
	helper.halted, helper.within = false, sp
	helper.nodes, helper.next, helper.told, helper.budget = 0, 0, 0, s.budget
	return helper
}

// dismiss takes a searcher and its thread back.
func (c *crew) dismiss(helper *Searcher) {
	c.mu.Lock()
	c.free = append(c.free, helper)
	c.mu.Unlock()
	c.idle <- struct{}{}
}

// split is a node whose moves are searched by several threads in the null window
// above alpha.
type split struct {
	within *split // that this one is part of, if any
	alpha  int
	over   atomic.Bool // a move is good enough, or the search is halted
	helped sync.WaitGroup

	mu     sync.Mutex
	best   int
	move   rules.Square
	broken bool   // a move was not searched to its end
	nodes  uint64 // of the helpers
}

// ended reports whether what is searched for the split is wanted no more.
func (sp *split) ended() bool {
	for ; sp != nil; sp = sp.within {
		if sp.over.Load() {
			return true
		}
	}
	return false
}

// found notes the value of a move.
func (sp *split) found(v int, move rules.Square) {
	sp.mu.Lock()
	defer sp.mu.Unlock()
	if v > sp.best {
		sp.best, sp.move = v, move
	}
	if v > sp.alpha {
		sp.over.Store(true)
	}
}

// share is the rest of [Searcher.nullWindow] for a node with several candidates left,
// of which the best so far has not cut it off.
func (s *Searcher) share(list []candidate, empties, alpha, best int, move rules.Square) (int, rules.Square) {
	sp := &split{within: s.within, alpha: alpha, best: best, move: move}
	s.within = sp
	for i := range list {
		c := *pick(list[i:])
		if i < len(list)-1 {
			if helper := s.hire(sp); helper != nil {
				sp.helped.Go(func() { helper.help(sp, c, empties) })
				continue
			}
		}
		if v := -s.nullWindow(c.board, c.moves, empties-1, ^alpha); !s.halted {
			sp.found(v, c.square)
		}
		if s.halted || sp.over.Load() {
			break
		}
	}
	s.join(sp)
	return sp.best, sp.move
}

// help searches a candidate of a split.
func (s *Searcher) help(sp *split, c candidate, empties int) {
	v := -s.nullWindow(c.board, c.moves, empties-1, ^sp.alpha)
	if !s.halted {
		sp.found(v, c.square)
	}
	s.spent()
	sp.mu.Lock()
	sp.nodes += s.nodes
	sp.broken = sp.broken || s.halted
	sp.mu.Unlock()
	s.crew.dismiss(s)
}

// join waits until all that is searched for the split has ended, and lends the thread
// out meanwhile.
func (s *Searcher) join(sp *split) {
	if s.halted {
		sp.over.Store(true)
	}
	s.crew.idle <- struct{}{}
	sp.helped.Wait()
	<-s.crew.idle
	s.within = sp.within
	s.nodes += sp.nodes
	s.told += sp.nodes
	// Where a move is good enough, s was halted by the split itself, or is again when
	// it next asks. Where none is, all of them must have been searched.
	s.halted = sp.best <= sp.alpha && (s.halted || sp.broken)
}
