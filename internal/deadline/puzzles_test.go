package deadline_test

import (
	"context"
	"time"

	"othellobot/game"
)

func (s *silent) Puzzler(ctx context.Context, p game.Player, grade uint8) (game.Puzzler, error) {
	if err := s.wait(ctx); err != nil {
		return game.Puzzler{}, err
	}
	return s.Store.Puzzler(ctx, p, grade)
}

func (s *silent) KeepPuzzler(ctx context.Context, p game.Puzzler) error {
	if err := s.wait(ctx); err != nil {
		return err
	}
	return s.Store.KeepPuzzler(ctx, p)
}

func (s *silent) ForgetPuzzler(ctx context.Context, p game.Player) error {
	if err := s.wait(ctx); err != nil {
		return err
	}
	return s.Store.ForgetPuzzler(ctx, p)
}

func (s *silent) Solvers(ctx context.Context, at game.Place, grade uint8, number, most int) ([]game.Solver, error) {
	if err := s.wait(ctx); err != nil {
		return nil, err
	}
	return s.Store.Solvers(ctx, at, grade, number, most)
}

func (s *silent) DueDailies(ctx context.Context, now, until time.Time, most int, prefixes []string) ([]game.DueDaily, error) {
	if err := s.wait(ctx); err != nil {
		return nil, err
	}
	return s.Store.DueDailies(ctx, now, until, most, prefixes)
}

func (s *silent) Posted(ctx context.Context, p game.Posted) (bool, error) {
	if err := s.wait(ctx); err != nil {
		return false, err
	}
	return s.Store.Posted(ctx, p)
}
