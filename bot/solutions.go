package bot

import (
	"sync"

	"othellobot/puzzle"
	"othellobot/rules"
)

// mostSolutions is how many answers to moves in puzzles are remembered: those of some
// days in all grades.
const mostSolutions = 256

// solutions holds what was found out about moves in puzzles, for many ask the same. Its
// methods may be called concurrently.
type solutions struct {
	mu    sync.Mutex
	known map[solution]puzzle.Answer
	order []solution // of those known, the oldest first
}

// solution names a move in a puzzle.
type solution struct {
	id     puzzle.ID
	square rules.Square
}

func newSolutions() *solutions { return &solutions{known: make(map[solution]puzzle.Answer)} }

// find returns what is known of a move, and false if nothing is.
func (s *solutions) find(id puzzle.ID, square rules.Square) (puzzle.Answer, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	a, ok := s.known[solution{id, square}]
	return a, ok
}

// keep remembers what was found out about a move.
func (s *solutions) keep(id puzzle.ID, a puzzle.Answer) {
	s.mu.Lock()
	defer s.mu.Unlock()
	name := solution{id, a.Square}
	if _, known := s.known[name]; known {
		return
	}
	s.known[name] = a
	if s.order = append(s.order, name); len(s.order) > mostSolutions {
		delete(s.known, s.order[0])
		s.order = s.order[1:]
	}
}
