package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"time"

	"othellobot/adapters/discord"
	"othellobot/adapters/slack"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/internal/app/config"
	"othellobot/internal/deadline"
	"othellobot/store"
)

// runForget deletes the data of a person who asked for it outside the chat, or of a whole team.
func runForget(ctx context.Context, c config.Config, who string, stdout io.Writer) error {
	person, err := chat.ParseUserID(who)
	if err != nil || !canBe(person) {
		return &usageError{fmt.Errorf("forget takes %s; a USER on Discord is a number and has no TEAM: discord//USER", commands["forget"])}
	}
	kept, err := visit(ctx, c)
	if err != nil {
		return fmt.Errorf("forget: %w", err)
	}
	defer kept.Close()
	o := oblivion{kept, game.NewTable(kept, timing(c)), person.String()}
	done := "forgotten: %s, who was named in %s\n"
	if person.ID == "" {
		o.name = chat.Place{Platform: person.Platform, Team: person.Team}.Prefix()
		done = "forgotten: %s, with %s; nothing is stored there for a minute from now on\n"
	}
	before, err := kept.Left(ctx, o.name)
	if err == nil && person.ID == "" {
		err = o.team(ctx, person)
	} else if err == nil {
		err = o.person(ctx)
	}
	if err != nil {
		return fmt.Errorf("forget: %w; it can be repeated", o.withRowsLeft(ctx, err))
	}
	_, err = fmt.Fprintf(stdout, done, o.name, count(before.Games, "game"))
	return err
}

// canBe reports whether who is a valid ID on its platform, or a valid team if who.ID is empty. An
// impossible ID must not be reported as forgotten.
func canBe(who chat.UserID) bool {
	if who.Platform == slack.Platform {
		return who.Team != ""
	}
	_, err := strconv.ParseUint(who.Team+who.ID, 10, 64) // one of them is empty
	return who.Platform == discord.Platform && err == nil && (who.Team == "" || who.ID == "")
}

// oblivion deletes all stored data of a person, or of the places and people of a team.
type oblivion struct {
	*store.Store
	table *game.Table
	name  string // in the format of [store.Store.Left]
}

// withRowsLeft adds to err how many rows are left.
func (o oblivion) withRowsLeft(ctx context.Context, err error) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), deadline.Search) // the command's context may be done
	defer cancel()
	left, failed := o.Left(ctx, o.name)
	if failed != nil {
		return err
	}
	return fmt.Errorf("%s left of %s, which a running bot goes on to delete: %w", count(left.Rows, "row"), o.name, err)
}

// attempts limits the repetitions for a person who keeps playing.
const attempts = 20

var errPlaysOn = errors.New("they play on")

// person forgets the person as their own command would. It repeats this if they have played meanwhile.
func (o oblivion) person(ctx context.Context) error {
	for range attempts {
		err := o.table.Forget(ctx, o, o, game.Player(o.name), time.Now())
		if err != nil && !errors.Is(err, game.ErrStale) {
			return err
		}
		if left, err := o.Left(ctx, o.name); left.Rows == 0 || err != nil {
			return err
		}
	}
	return errPlaysOn
}

// team deletes all games and settings of a team, including running games, and the token of its
// installation. It also removes its people's names from other places. It sends no message there.
func (o oblivion) team(ctx context.Context, of chat.UserID) error {
	if of.Platform == slack.Platform {
		if err := o.Installs.Delete(ctx, of.Team); err != nil {
			return err
		}
	}
	for began := time.Now(); ; {
		if err := o.condemn(ctx, time.Now()); err != nil {
			return err
		}
		more, err := o.Clean(ctx, time.Now())
		pause := game.PurgePause // lets players' requests in
		switch {
		case err != nil:
			return err
		case more:
		case time.Since(began) < game.PurgeRest: // an earlier action may still store something
			pause = time.Second
		default:
			left, err := o.Left(ctx, o.name)
			if left.Rows == 0 || err != nil {
				return err
			}
			if err := o.members(ctx); err != nil { // named in other teams' places
				return err
			}
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pause):
		}
	}
}

// members forgets the team's people who are named in other places.
func (o oblivion) members(ctx context.Context) error {
	members, err := o.People(ctx, o.name)
	for _, m := range members {
		if err := o.table.Forget(ctx, o, o, m, time.Now()); err != nil && !errors.Is(err, game.ErrStale) {
			return err
		}
	}
	return err
}

// condemn buries the places under a tombstone that is confirmed at once. Bury confirms an existing
// tombstone that is due, so the second call confirms the first, or the one that stands there.
func (o oblivion) condemn(ctx context.Context, now time.Time) error {
	if err := o.Revive(ctx, o.name); err != nil { // removes a tombstone that would wait for days
		return err
	}
	for range 2 {
		if err := o.Bury(ctx, game.Tombstone{Prefix: o.name, Loss: game.LossOfTenant, Since: now, Confirm: now}); err != nil {
			return err
		}
	}
	return nil
}
