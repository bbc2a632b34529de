package store

import (
	"context"
	"fmt"

	"othellobot/game"
)

// recountGame comes first, for whoever waits to change a row while others read it steadily
// must not do so too.
const recountGame = `
UPDATE games SET due = $3, not_before = 0
WHERE id = $1 AND version = $2 AND stage = 1 AND (due > $3 OR not_before > $3)`

// castVote stores a vote as long as the game is in the version of the vote. A query of the
// game ends with %s.
const castVote = `
INSERT INTO votes (game, turn, voter, square, at)
SELECT id, CAST($3 AS BIGINT), CAST($4 AS TEXT), CAST($5 AS BIGINT), CAST($6 AS BIGINT)
FROM games WHERE id = $1 AND version = $2 AND stage = 1 %s
ON CONFLICT (game, turn, voter) DO UPDATE SET
	square = excluded.square, at = CASE votes.square WHEN excluded.square THEN votes.at ELSE excluded.at END`

const findVotes = `
SELECT turn, voter, square, at FROM votes
WHERE game = $1 AND turn >= $2 AND turn <= $3
ORDER BY turn, at, voter`

// They add to the records of all who voted in a round, and in a game, one after the other in
// the same order everywhere.
const (
	countRound = `
INSERT INTO records (player, tenant, against, level, won, drawn, lost, run)
SELECT voter, CAST($3 AS TEXT), 'channel', 0, CASE square WHEN $4 THEN 1 ELSE 0 END, 0, CASE square WHEN $4 THEN 0 ELSE 1 END, 0
FROM votes WHERE game = $1 AND turn = $2 ORDER BY voter` + addVotes
	countVoted = `
INSERT INTO records (player, tenant, against, level, won, drawn, lost, run)
SELECT DISTINCT voter, CAST($2 AS TEXT), 'channel', CAST($3 AS BIGINT), CAST($4 AS BIGINT), CAST($5 AS BIGINT), CAST($6 AS BIGINT), 0
FROM votes WHERE game = $1 ORDER BY voter` + addVotes
	addVotes = `
ON CONFLICT (player, tenant, against, level) DO UPDATE SET
	won = records.won + excluded.won, drawn = records.drawn + excluded.drawn, lost = records.lost + excluded.lost`
)

const forgetVoter = `DELETE FROM votes WHERE voter = $1`

// Vote implements [game.Store].
func (d *database) Vote(ctx context.Context, c game.Cast) error {
	defer limited(&ctx, d.limits.Attempt)()
	cast := fmt.Sprintf(castVote, d.steady)
	id, version := int64(c.Game), int64(c.Version)
	err := d.write.transact(ctx, func(ctx context.Context, s session) error {
		if _, err := s.exec(ctx, recountGame, id, version, c.Recount); err != nil {
			return err
		}
		n, err := s.exec(ctx, cast, id, version, int64(c.Turn), string(c.Voter), int64(c.Square), c.At)
		if err != nil {
			return err
		}
		known := int64(1)
		if c.Delivery != "" {
			if known, err = s.exec(ctx, insertDelivery, string(c.Delivery), c.At, id, version); err != nil {
				return err
			}
		}
		switch {
		case known == 0:
			return game.ErrDuplicate
		case n == 0:
			return game.ErrStale
		}
		gone, err := condemned(ctx, s, string(c.Place))
		if gone {
			err = game.ErrStale
		}
		return err
	})
	return d.failure(err)
}

// Votes implements [game.Store].
func (d *database) Votes(ctx context.Context, id game.ID, from, to uint32) ([]game.Vote, error) {
	defer limited(&ctx, d.limits.Attempt)()
	return listed(ctx, d.read, findVotes, []any{int64(id), int64(from), int64(to)}, func(scan scan) (game.Vote, error) {
		v := game.Vote{Game: id}
		var turn int64
		err := scan(&turn, &v.Voter, &v.Square, &v.At)
		v.Turn = uint32(turn)
		return v, err
	})
}

// ForgetVotes implements [game.Store].
func (d *database) ForgetVotes(ctx context.Context, p game.Player) error {
	defer limited(&ctx, d.limits.Attempt)()
	_, err := d.write.change(ctx, forgetVoter, string(p))
	return d.failure(err)
}

// applyVoted adds what a step ends to the records of those who voted.
func applyVoted(ctx context.Context, s session, step game.Step) error {
	id := int64(step.After.ID)
	if turn, square, ok := step.Round(); ok {
		if _, err := s.exec(ctx, countRound, id, int64(turn), string(step.After.Place.Tenant()), int64(square)); err != nil {
			return err
		}
	}
	r, ok := step.Voted()
	if !ok {
		return nil
	}
	_, err := s.exec(ctx, countVoted, id, string(r.Tenant), int64(r.Level), int64(r.Won), int64(r.Drawn), int64(r.Lost))
	return err
}
