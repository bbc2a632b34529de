package app

import (
	"context"
	"fmt"
	"io"
	"slices"
	"time"

	"othellobot/adapters/discord"
	"othellobot/adapters/slack"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/internal/app/config"
	"othellobot/internal/deadline"
	"othellobot/store"
)

// forget deletes what is kept of a person who has asked for it elsewhere than in the chat,
// or of a whole team.
func forget(ctx context.Context, c config.Config, who string, stdout io.Writer) error {
	person, err := chat.ParseUserID(who)
	known := slices.Contains([]string{discord.Platform, slack.Platform}, person.Platform)
	if err != nil || !known || person.ID == "" && person.Team == "" {
		return &usageError{fmt.Errorf("forget takes %s; on Discord people have no team: discord//USER", commands["forget"])}
	}
	kept, err := visit(ctx, c)
	if err != nil {
		return fmt.Errorf("forget: %w", err)
	}
	defer kept.Close()
	if person.ID == "" {
		err = forgetTeam(ctx, kept, chat.Place{Platform: person.Platform, Team: person.Team}, stdout)
	} else {
		err = forgetPerson(ctx, kept, game.NewTable(deadline.Store(kept), timing(c)), game.Player(person.String()), stdout)
	}
	if err != nil {
		return fmt.Errorf("forget: %w; it can be repeated", err)
	}
	return nil
}

// forgetPerson does what a person's own forget does.
func forgetPerson(ctx context.Context, kept *store.Store, table *game.Table, person game.Player, stdout io.Writer) error {
	games, err := kept.Named(ctx, person)
	if err != nil {
		return err
	}
	if err := table.Forget(ctx, person, time.Now()); err != nil {
		return err
	}
	_, err = fmt.Fprintf(stdout, "forgotten: %s, who was named in %s\n", person, count(len(games), "game"))
	return err
}

// forgetTeam deletes all games and settings of a team, running games too, and its token if
// it has installed the bot. Nobody there is told.
func forgetTeam(ctx context.Context, kept *store.Store, team chat.Place, stdout io.Writer) error {
	prefix := team.Prefix()
	games, err := kept.Under(ctx, prefix)
	if err != nil {
		return err
	}
	if team.Platform == slack.Platform {
		if err := kept.Installs.Delete(ctx, team.Team); err != nil {
			return err
		}
	}
	if err := condemn(ctx, kept, prefix, time.Now()); err != nil {
		return err
	}
	for {
		if _, err := kept.Purge(ctx, time.Now()); err != nil {
			return err
		}
		room, _, err := kept.Load(ctx, game.Place(prefix), "")
		if err != nil {
			return err
		}
		if !room.Buried {
			break
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(game.PurgePause): // players get their turn
		}
	}
	scrubbing, cancel := context.WithTimeout(ctx, deadline.Search)
	defer cancel()
	_ = kept.Scrub(scrubbing) // what is not overwritten now is later
	_, err = fmt.Fprintf(stdout, "forgotten: %s, with %s\n", prefix, count(games, "game"))
	return err
}

// condemn puts a tombstone on the places of a prefix that is confirmed at once: a second
// one at the time of its confirmation confirms it.
func condemn(ctx context.Context, kept *store.Store, prefix string, now time.Time) error {
	if err := kept.Revive(ctx, prefix); err != nil { // whose tombstone has days to wait
		return err
	}
	for range 2 {
		if err := kept.Bury(ctx, game.Tombstone{Prefix: prefix, Loss: game.LossOfTenant, Since: now, Confirm: now}); err != nil {
			return err
		}
	}
	return nil
}

// count is a number of things by their name in the singular.
func count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
