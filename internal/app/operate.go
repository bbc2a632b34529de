package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"othellobot/game"
	"othellobot/internal/app/config"
	"othellobot/internal/app/notice"
	"othellobot/internal/deadline"

	"othellobot/store"
)

// visit opens the database of a bot that may be running. An operator's call may take as long as a
// search, because no user waits for it.
func visit(ctx context.Context, c config.Config) (*store.Store, error) {
	url, err := databaseURL(c)
	if err != nil {
		return nil, err
	}
	kept, err := store.OpenForOperator(ctx, url, timing(c))
	if err != nil {
		return nil, err
	}
	kept.Limit(store.Limits{Attempt: deadline.Search, Search: deadline.Search, Sweep: deadline.Sweep})
	return kept, nil
}

// stopGame ends a running game. It asks no player, because the operator decides.
func stopGame(ctx context.Context, c config.Config, id string, stdout io.Writer) error {
	which, err := game.ParseID(id)
	if err != nil || which == 0 {
		return &usageError{fmt.Errorf("stop takes %s", commands["stop"])}
	}
	kept, err := visit(ctx, c)
	if err != nil {
		return fmt.Errorf("stop: %w", err)
	}
	defer kept.Close()
	at, err := placeOf(ctx, kept, which)
	var g game.Game
	if err == nil {
		g, err = game.NewTable(kept, timing(c)).Stop(ctx, at, which, time.Now())
	}
	switch {
	case errors.Is(err, game.ErrUnknown):
		return fmt.Errorf("stop: there is no game %s", id)
	case err != nil:
		return fmt.Errorf("stop: game %s: %w", id, err)
	}
	_, err = fmt.Fprintf(stdout, "stopped: game %s in %s; a running bot says so on its board within half a minute\n", g.ID, g.Place)
	return err
}

// placeOf returns the place of a running or finished game. It fails with [game.ErrUnknown] if there is
// no such game.
func placeOf(ctx context.Context, kept *store.Store, id game.ID) (game.Place, error) {
	var at game.Place
	err := kept.Running(ctx, func(g game.Game, unreadable error) error {
		if g.ID != id {
			return nil
		}
		at = g.Place
		return unreadable
	})
	if at != "" || err != nil {
		return at, err
	}
	switch past, err := kept.Past(ctx, game.PastFilter{Game: id}, 1); {
	case err != nil:
		return "", err
	case len(past) == 0:
		return "", game.ErrUnknown
	default:
		return past[0].Game.Place, nil
	}
}

// postNotice posts a notice, or removes it if text is "-".
func postNotice(ctx context.Context, c config.Config, text string, stdout io.Writer) error {
	kept, err := visit(ctx, c)
	if err != nil {
		return fmt.Errorf("notice: %w", err)
	}
	defer kept.Close()
	said := "noticed: everybody who plays is told once, for a day or until bot notice -"
	if text == "-" {
		said = "noticed: nothing is told any more"
		err = notice.Remove(ctx, kept.Installs)
	} else {
		err = notice.Post(ctx, kept.Installs, text, time.Now())
	}
	if err != nil {
		return fmt.Errorf("notice: %w", err)
	}
	_, err = fmt.Fprintln(stdout, said)
	return err
}
