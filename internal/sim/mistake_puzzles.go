package sim

import (
	"context"
	"time"

	"othellobot/game"
)

// Mistakes with puzzles and with what is kept of finished games.
const (
	lastAnswerWins mistake = "last-answer-wins" // an answer to a puzzle does not look whether another was faster
	freshDailies   mistake = "fresh-dailies"    // nobody knows that a puzzle of the day may have been posted
	uncounted      mistake = "uncounted"        // of games against the bot nothing is kept
)

type hastyAnswers struct{ connection }

func (s hastyAnswers) KeepPuzzler(ctx context.Context, p game.Puzzler) error {
	server, by := s.world.server, attemptOf(ctx)
	_, err := call(ctx, s.connection, "keep puzzler", string(p.Player), p.Version, func() (any, error) {
		return nil, server.transact(false, func() error {
			set(server.database, server.puzzlers, puzzlerKey{p.Player, p.Grade}, p)
			s.world.judge.tried(by, p)
			return nil
		})
	})
	return err
}

type firstDailies struct{ connection }

func (s firstDailies) DueDailies(ctx context.Context, now, until time.Time, most int, prefixes []string) ([]game.DueDaily, error) {
	found, err := s.connection.DueDailies(ctx, now, until, most, prefixes)
	for i := range found {
		found[i].Again = false
	}
	return found, err
}

type forgetfulRecords struct{ connection }

func (s forgetfulRecords) Commit(ctx context.Context, c game.Change) ([]game.Slot, error) {
	server, by := s.world.server, attemptOf(ctx)
	return call(ctx, s.connection, "commit", string(c.Place)+c.Latest().Game.String(), c.Latest().Version, func() ([]game.Slot, error) {
		return server.commit(c, func() {
			s.world.judge.committed(by, s.process, c)
			for _, step := range c.Steps {
				if f, ends := step.Finishes(); ends && f.Level > 0 {
					unset(server.database, server.finished, f.Game)
				}
			}
		})
	})
}
