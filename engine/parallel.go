package engine

import (
	"sync"
	"sync/atomic"

	"othellobot/rules"
)

// Several threads solve the end of a game as follows. If the first move of a node causes
// no cut-off, most other moves will not either. Idle threads then search some of them
// (young brothers wait, https://www.chessprogramming.org/Young_Brothers_Wait_Concept).
// All threads share the tables and see each finding at once.

// splitEmpties is the least number of empty squares of a shared node. Below it, a search
// takes less time than handing it to another thread.
const splitEmpties = 14

// Threads makes the searcher solve endgames with n threads. With more than one, the
// margin stays the same. The number of positions, and the choice among equal moves, then
// vary from run to run. Threads must be called before the first search.
func (s *Searcher) Threads(n int) {
	s.crew = nil
	if n > 1 {
		s.crew = &crew{idle: make(chan struct{}, n)}
		for range n - 1 {
			s.crew.idle <- struct{}{}
		}
	}
}

// crew is the set of threads of a search.
type crew struct {
	idle  chan struct{} // holds an element for each idle thread
	spent atomic.Uint64 // positions of all threads that count against the budget

	mu   sync.Mutex
	free []*Searcher // idle helpers to use again
}

// hire takes an idle thread and returns a searcher for it, or nil if all are busy. The
// searcher shares the tables of s. It stops when s stops or the split is over.
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
	helper.nodes, helper.next, helper.reported, helper.budget = 0, 0, 0, s.budget
	return helper
}

// dismiss takes back a helper and its thread.
func (c *crew) dismiss(helper *Searcher) {
	c.mu.Lock()
	c.free = append(c.free, helper)
	c.mu.Unlock()
	c.idle <- struct{}{}
}

// split is a node whose moves several threads search, in the null window above alpha.
type split struct {
	within *split // the enclosing split, or nil
	alpha  int
	over   atomic.Bool // a move causes a cut-off, or the search is halted
	helped sync.WaitGroup

	mu     sync.Mutex
	best   int
	move   rules.Square
	broken bool   // some move was not searched to its end
	nodes  uint64 // positions searched by the helpers
}

// ended reports whether sp or an enclosing split is over.
func (sp *split) ended() bool {
	for ; sp != nil; sp = sp.within {
		if sp.over.Load() {
			return true
		}
	}
	return false
}

// found records the value of a move.
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

// share completes [Searcher.nullWindow] for a node with several candidates left and no
// cut-off yet.
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

// help searches one candidate of a split.
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

// join waits for the helpers of a split. Meanwhile it lends out its own thread.
func (s *Searcher) join(sp *split) {
	if s.halted {
		sp.over.Store(true)
	}
	s.crew.idle <- struct{}{}
	sp.helped.Wait()
	<-s.crew.idle
	s.within = sp.within
	s.nodes += sp.nodes
	s.reported += sp.nodes
	// If a move causes a cut-off, only the split itself halted s, or s will halt again at
	// its next check. Without a cut-off, the value counts only if all moves were
	// searched.
	s.halted = sp.best <= sp.alpha && (s.halted || sp.broken)
}
