package store

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"time"

	"othellobot/game"
)

// database implements [game.Store] and [Installs] by queries.
type database struct {
	timing game.Timing
	read   reader
	write  transactor
	// conflicts reports whether an error says that a change does not fit what is
	// stored.
	conflicts func(error) bool
	// swap makes a step that advances a running game, with its delivery, in one
	// statement, and reports whether it did; nil: a transaction of several does as
	// well.
	swap func(ctx context.Context, step game.Step, c game.Change) (bool, error)
}

// reader asks for rows.
type reader interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// session is a transaction under way.
type session interface {
	reader
	// exec returns how many rows were changed.
	exec(ctx context.Context, query string, args ...any) (int64, error)
}

// transactor runs a function in a transaction, which is durable when transact
// returns without an error. If the function fails, its error is returned and
// nothing has changed.
type transactor interface {
	transact(ctx context.Context, do func(context.Context, session) error) error
	// change is a transaction of one statement, which returns how many rows were
	// changed.
	change(ctx context.Context, query string, args ...any) (int64, error)
}

// each calls scan for every row of a query.
func each(ctx context.Context, from reader, query string, args []any, scan func(func(...any) error) error) error {
	rows, err := from.QueryContext(ctx, query, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := scan(rows.Scan); err != nil {
			return err
		}
	}
	return rows.Err()
}

// Load implements [game.Store].
func (d *database) Load(ctx context.Context, at game.Place) (game.Room, error) {
	var settings game.Settings
	var records []game.Record
	err := each(ctx, d.read, loadRoom, []any{string(at)}, func(scan func(...any) error) error {
		var theme, state, messages sql.NullString
		var pings, id, version sql.NullInt64
		if err := scan(&theme, &pings, &id, &version, &state, &messages); err != nil {
			return err
		}
		settings = game.Settings{Theme: theme.String, Pings: game.Pings(pings.Int64)}
		if !id.Valid {
			return nil
		}
		g, err := parseGame(id.Int64, string(at), version.Int64, state.String)
		if err != nil {
			return err
		}
		shown, err := parseMessages(g.ID, messages.String)
		records = append(records, game.Record{Game: g, Messages: shown})
		return err
	})
	return game.NewRoom(at, settings, records), err
}

// Commit implements [game.Store].
func (d *database) Commit(ctx context.Context, c game.Change) error {
	if d.swap != nil && advances(c) {
		done, err := d.swap(ctx, c.Steps[0], c)
		if done || err != nil {
			return err
		}
		return d.refusal(ctx, c)
	}
	err := d.write.transact(ctx, func(ctx context.Context, s session) error { return apply(ctx, s, c) })
	if err != nil && d.conflicts(err) {
		return game.ErrStale
	}
	return err
}

// refusal is why a change was not made.
func (d *database) refusal(ctx context.Context, c game.Change) error {
	if c.Delivery == "" {
		return game.ErrStale
	}
	_, known, err := d.Delivered(ctx, c.Delivery, c.Now)
	switch {
	case err != nil:
		return err
	case known:
		return game.ErrDuplicate
	default:
		return game.ErrStale
	}
}

// apply makes a change in a transaction.
func apply(ctx context.Context, s session, c game.Change) error {
	if c.Delivery != "" {
		makes, forgotten := c.Makes(), c.Now.Add(-game.DeliveryMemory)
		n, err := s.exec(ctx, insertDelivery, c.Delivery, c.Now.UnixMilli(), int64(makes.Game), int64(makes.Version), forgotten.UnixMilli())
		if err != nil {
			return err
		}
		if n == 0 {
			return game.ErrDuplicate
		}
	}
	for _, step := range c.Steps {
		if err := applyStep(ctx, s, step); err != nil {
			return err
		}
	}
	if c.Settings == nil {
		return nil
	}
	_, err := s.exec(ctx, saveSettings, string(c.Place), c.Settings.Theme, int64(c.Settings.Pings), c.Now.UnixMilli())
	return err
}

func applyStep(ctx context.Context, s session, step game.Step) error {
	r, err := rowOf(step)
	if err != nil {
		return err
	}
	n, err := applyRow(ctx, s, step, r)
	if err != nil {
		return err
	}
	if n == 0 {
		return game.ErrStale
	}
	if r.stage == stageLast && (step.Before == nil || step.Before.Phase != game.Over) {
		if _, err := s.exec(ctx, pastGames, r.place, r.id); err != nil {
			return err
		}
	}
	return applyPlayers(ctx, s, step)
}

// applyRow returns 0 if the game was not stored as it was before the step.
func applyRow(ctx context.Context, s session, step game.Step, r row) (int64, error) {
	if step.Before == nil {
		return s.exec(ctx, insertGame, r.id, r.place, r.version, r.stage, r.duel, r.challenger, r.ended, r.due, r.winner, r.loser, r.state)
	}
	before := int64(step.Before.Version)
	if goesOn(step) {
		return s.exec(ctx, advanceGame, r.id, before, r.version, r.due, r.state)
	}
	return s.exec(ctx, changeGame, r.id, before, r.version, r.due, r.state, r.stage, r.duel, r.challenger, r.ended, r.winner, r.loser)
}

// goesOn reports whether a step changes nothing that places and results are found
// by.
func goesOn(s game.Step) bool {
	return s.Before != nil && stageOf(s.Before) == stageRunning && stageOf(s.After) == stageRunning && s.Before.Mode == s.After.Mode
}

// advances reports whether a change is one step of a running game, by somebody
// who is in it already: nearly all are.
func advances(c game.Change) bool {
	return len(c.Steps) == 1 && c.Settings == nil && goesOn(c.Steps[0]) &&
		slices.Equal(c.Steps[0].Before.Players(), c.Steps[0].After.Players())
}

// applyPlayers keeps who is named in a game.
func applyPlayers(ctx context.Context, s session, step game.Step) error {
	var before []game.Player
	if step.Before != nil {
		before = step.Before.Players()
	}
	after := step.After.Players()
	for _, p := range missing(after, before) {
		if _, err := s.exec(ctx, insertPlayer, string(p), int64(step.After.ID)); err != nil {
			return err
		}
	}
	for _, p := range missing(before, after) {
		if _, err := s.exec(ctx, deletePlayer, string(p), int64(step.After.ID)); err != nil {
			return err
		}
	}
	return nil
}

// Note implements [game.Store].
func (d *database) Note(ctx context.Context, _ game.Place, id game.ID, before *game.Messages, after game.Messages) error {
	text, err := formatMessages(after)
	if err != nil {
		return err
	}
	query, args := noteMessages, []any{int64(id), text}
	if before != nil {
		known, err := formatMessages(*before)
		if err != nil {
			return err
		}
		query, args = noteMessages+" AND messages = $3", append(args, known)
	}
	if n, err := d.write.change(ctx, query, args...); n > 0 || err != nil {
		return err
	}
	stands := game.ErrUnknown
	err = each(ctx, d.read, `SELECT 1 FROM games WHERE id = $1`, []any{int64(id)}, func(func(...any) error) error {
		stands = game.ErrStale
		return nil
	})
	return errors.Join(err, stands)
}

// Delivered implements [game.Store].
func (d *database) Delivered(ctx context.Context, delivery string, now time.Time) (made game.Made, known bool, err error) {
	since := now.Add(-game.DeliveryMemory).UnixMilli()
	err = each(ctx, d.read, findDelivery, []any{delivery, since}, func(scan func(...any) error) error {
		var id, version int64
		err := scan(&id, &version)
		made, known = game.Made{Game: game.ID(id), Version: uint32(version)}, true
		return err
	})
	return made, known, err
}

// Duels implements [game.Store].
func (d *database) Duels(ctx context.Context, p game.Player, now time.Time) (game.Duels, error) {
	var duels game.Duels
	err := each(ctx, d.read, findDuels, []any{string(p)}, func(scan func(...any) error) error {
		var stage, ended, id, version int64
		var place, state string
		if err := scan(&stage, &ended, &id, &place, &version, &state); err != nil {
			return err
		}
		g, err := parseGame(id, place, version, state)
		_, seated := g.Side(p)
		switch {
		case !seated: // but named: they opened the game that became a duel of another
		case stage == stageRunning:
			duels.Running++
		case stage == stageChallenge:
			duels.Open = append(duels.Open, g)
		case now.Before(time.UnixMilli(ended).Add(game.DeclinePeace)):
			duels.Refused = append(duels.Refused, g)
		}
		return err
	})
	return duels, err
}

// Tally implements [game.Store].
func (d *database) Tally(ctx context.Context, at game.Place, one, other game.Player) (byOne, byOther int, err error) {
	err = each(ctx, d.read, countWins, []any{string(at), string(one), string(other)}, func(scan func(...any) error) error {
		var winner string
		var n int
		err := scan(&winner, &n)
		if winner == string(one) {
			byOne = n
		} else {
			byOther = n
		}
		return err
	})
	return byOne, byOther, err
}

// Named implements [game.Store]: 500 of them at most, and more when those are
// done.
func (d *database) Named(ctx context.Context, p game.Player) ([]game.Game, error) {
	var games []game.Game
	err := each(ctx, d.read, findNamed, []any{string(p)}, func(scan func(...any) error) error {
		var id, version int64
		var place, state string
		if err := scan(&id, &place, &version, &state); err != nil {
			return err
		}
		g, err := parseGame(id, place, version, state)
		games = append(games, g)
		return err
	})
	return games, err
}

// playing counts the running games.
func (d *database) playing(ctx context.Context) (n int, err error) {
	err = each(ctx, d.read, `SELECT COUNT(*) FROM games WHERE stage = 1`, nil, func(scan func(...any) error) error {
		return scan(&n)
	})
	return n, err
}

// missing is what of the one list is not in the other.
func missing(of, in []game.Player) []game.Player {
	var out []game.Player
	for _, p := range of {
		if !slices.Contains(in, p) {
			out = append(out, p)
		}
	}
	return out
}
