package app

import (
	"context"
	"errors"
	"fmt"
	"time"

	"othellobot/adapters/slack"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/internal/deadline"
	"othellobot/store"
)

// forget deletes the data of a person who asked for it outside the chat, or of a whole team.
func (p program) forget(ctx context.Context) error {
	user, err := chat.ParseUserID(p.flags.argument)
	if err != nil || !validID(user) {
		return fmt.Errorf("%w; a USER on Discord is a number and has no TEAM: discord//USER", p.misuse())
	}
	return p.operate(ctx, func(db *store.Store) (string, error) {
		e := eraser{db, game.NewTable(db, timing(p.Config)), user.String()}
		done := "forgotten: %s, who was named in %s"
		if user.ID == "" {
			e.name = chat.Place{Platform: user.Platform, Team: user.Team}.Prefix()
			done = "forgotten: %s, with %s; nothing is stored there for a minute from now on"
		}
		before, err := db.CountData(ctx, e.name)
		if err == nil && user.ID == "" {
			err = e.team(ctx, user)
		} else if err == nil {
			err = e.person(ctx)
		}
		if err != nil {
			return "", fmt.Errorf("%w; it can be repeated", e.withRowsLeft(ctx, err))
		}
		return fmt.Sprintf(done, e.name, plural(before.Games, "game")), nil
	})
}

// eraser deletes the data of a person, or of the places and people of a team.
type eraser struct {
	*store.Store
	table *game.Table
	name  string // in the format of [store.Operators.CountData]
}

func (e eraser) withRowsLeft(ctx context.Context, err error) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), deadline.Search) // the command's context may be done
	defer cancel()
	left, failed := e.CountData(ctx, e.name)
	if failed != nil {
		return err
	}
	return fmt.Errorf("%s left of %s, which a running bot goes on to delete: %w", plural(left.Rows, "row"), e.name, err)
}

const maxForgets = 20 // attempts to forget a person who keeps playing

var errPlaysOn = errors.New("they play on")

// person forgets the person as their own command would. It starts over if they have played meanwhile.
func (e eraser) person(ctx context.Context) error {
	for range maxForgets {
		err := e.table.Forget(ctx, e, e, game.Player(e.name), time.Now())
		if err != nil && !errors.Is(err, game.ErrStale) {
			return err
		}
		if left, err := e.CountData(ctx, e.name); left.Rows == 0 || err != nil {
			return err
		}
	}
	return errPlaysOn
}

// team deletes all games and settings of a team and its token, and the names of its people in other
// teams' places. It sends no message to the team.
func (e eraser) team(ctx context.Context, team chat.UserID) error {
	if team.Platform == slack.Platform {
		if err := e.Installs.Delete(ctx, team.Team); err != nil {
			return err
		}
	}
	for began := time.Now(); ; {
		if err := e.bury(ctx, time.Now()); err != nil {
			return err
		}
		more, err := e.Clean(ctx, time.Now())
		pause := game.PurgePause // lets players' requests in
		switch {
		case err != nil:
			return err
		case more:
		case time.Since(began) < game.PurgeGrace: // an earlier action may still store something
			pause = time.Second
		default:
			left, err := e.CountData(ctx, e.name)
			if left.Rows == 0 || err != nil {
				return err
			}
			if err := e.members(ctx); err != nil {
				return err
			}
		}
		if err := sleep(ctx, pause); err != nil {
			return err
		}
	}
}

func (e eraser) members(ctx context.Context) error {
	members, err := e.People(ctx, e.name)
	for _, m := range members {
		if err := e.table.Forget(ctx, e, e, m, time.Now()); err != nil && !errors.Is(err, game.ErrStale) {
			return err
		}
	}
	return err
}

// bury puts the team's places under a confirmed tombstone. Bury in the store creates a tombstone, or
// confirms an existing one that is due.
func (e eraser) bury(ctx context.Context, now time.Time) error {
	if err := e.Revive(ctx, e.name); err != nil { // removes a tombstone that would wait for days
		return err
	}
	for range 2 {
		if err := e.Bury(ctx, game.Tombstone{Prefix: e.name, Loss: game.LossOfTenant, Since: now, Confirm: now}); err != nil {
			return err
		}
	}
	return nil
}
