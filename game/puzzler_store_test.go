package game

import (
	"context"
	"time"
)

// puzzlesOf is the part of a store that keeps puzzlers, in memory, and of no place that
// wants puzzles.
type puzzlesOf map[Player]Puzzler

func (s puzzlesOf) Puzzler(_ context.Context, p Player, grade uint8) (Puzzler, error) {
	if kept, ok := s[p]; ok {
		return kept, nil
	}
	return Puzzler{Player: p, Grade: grade}, nil
}

func (s puzzlesOf) KeepPuzzler(_ context.Context, p Puzzler) error {
	if s[p.Player].Version != p.Version-1 {
		return ErrStale
	}
	s[p.Player] = p
	return nil
}

func (s puzzlesOf) ForgetPerson(_ context.Context, p Player) error {
	delete(s, p)
	return nil
}

func (s puzzlesOf) Solvers(context.Context, Place, uint8, int, int) ([]Solver, error) {
	return nil, nil
}

func (s puzzlesOf) DueDailies(context.Context, time.Time, time.Time, int, []string) ([]DueDaily, error) {
	return nil, nil
}

func (s puzzlesOf) Posted(context.Context, Posted) (bool, error) { return false, nil }

func (s puzzlesOf) Ended(context.Context, Place, time.Time, time.Time, int) ([]Game, error) {
	return nil, nil
}

func (s puzzlesOf) Asked(context.Context, Place, Day) error { return nil }

func (s puzzlesOf) LastPosted(context.Context, Tenant) (Day, error) { return 0, nil }
