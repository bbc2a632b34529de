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

// openForOperator opens the database of a bot that may be running. Every database call may take as long
// as a search, because no user waits for the answer.
func openForOperator(ctx context.Context, c config.Config) (*store.Store, error) {
	url, err := databaseURL(c)
	if err != nil {
		return nil, err
	}
	db, err := store.OpenForOperator(ctx, url, timing(c))
	if err != nil {
		return nil, err
	}
	db.SetLimits(store.Limits{Attempt: deadline.Search, Search: deadline.Search, Sweep: deadline.Sweep})
	return db, nil
}

// operate runs a command on the database of a bot that may be running. It prints the line that the
// command returns, or puts the command's name before its error.
func operate(ctx context.Context, c config.Config, command string, stdout io.Writer, run func(*store.Store) (string, error)) error {
	db, err := openForOperator(ctx, c)
	if err != nil {
		return fmt.Errorf("%s: %w", command, err)
	}
	defer db.Close()
	line, err := run(db)
	if err != nil {
		return fmt.Errorf("%s: %w", command, err)
	}
	_, err = fmt.Fprintln(stdout, line)
	return err
}

// stopGame ends a running game without the consent of its players.
func stopGame(ctx context.Context, c config.Config, text string, stdout io.Writer) error {
	id, err := game.ParseID(text)
	if err != nil || id == 0 {
		return &usageError{fmt.Errorf("stop takes %s", commands["stop"])}
	}
	return operate(ctx, c, "stop", stdout, func(db *store.Store) (string, error) {
		at, err := placeOf(ctx, db, id)
		var g game.Game
		if err == nil {
			g, err = game.NewTable(db, timing(c)).Stop(ctx, at, id, time.Now())
		}
		switch {
		case errors.Is(err, game.ErrUnknown):
			return "", fmt.Errorf("there is no game %s", text)
		case err != nil:
			return "", fmt.Errorf("game %s: %w", text, err)
		}
		return fmt.Sprintf("stopped: game %s in %s; a running bot says so on its board within half a minute", g.ID, g.Place), nil
	})
}

// placeOf returns the place of a running or finished game. It fails with [game.ErrUnknown] if there is
// no such game.
func placeOf(ctx context.Context, db *store.Store, id game.ID) (game.Place, error) {
	var at game.Place
	err := db.EachRunning(ctx, func(g game.Game, unreadable error) error {
		if g.ID != id {
			return nil
		}
		at = g.Place
		return unreadable
	})
	if at != "" || err != nil {
		return at, err
	}
	past, err := db.Past(ctx, game.PastFilter{Game: id}, 1)
	if err == nil && len(past) == 0 {
		err = game.ErrUnknown
	}
	if err != nil {
		return "", err
	}
	return past[0].Game.Place, nil
}

// postNotice posts a notice, or removes it if text is "-".
func postNotice(ctx context.Context, c config.Config, text string, stdout io.Writer) error {
	return operate(ctx, c, "notice", stdout, func(db *store.Store) (string, error) {
		if text == "-" {
			return "noticed: nothing is told any more", notice.Remove(ctx, db.Installs)
		}
		return "noticed: everybody who plays is told once, for a day or until bot notice -", notice.Post(ctx, db.Installs, text, time.Now())
	})
}
