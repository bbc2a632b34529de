package store

import (
	"context"
	"errors"
	"time"

	"othellobot/game"
)

// Operators look at what is stored, and count it. A store in memory fails each of these calls.
type Operators interface {
	// Running calls found for each game that is being played, place by place. A game that
	// cannot be read has an id and a place only, and comes with the reason.
	Running(ctx context.Context, found func(game.Game, error) error) error

	// Left counts what is stored of a person, or of the places and people whose names begin
	// with a prefix that ends with a slash.
	Left(ctx context.Context, name string) (Left, error)

	// Members are the people whose names begin with a prefix and who are named anywhere.
	Members(ctx context.Context, prefix string) ([]game.Player, error)

	// Settle waits until everything has ended that was being stored when it began: what was
	// refused since then cannot come any more.
	Settle(ctx context.Context) error

	// CheckRatings folds the log of every tenant again, and counts the ratings that are kept,
	// and those of them that are not what the log comes to. While games end, it may find some
	// wrong that are not.
	CheckRatings(ctx context.Context) (kept, wrong int, err error)

	// Size is how large the database is, in bytes.
	Size(ctx context.Context) (bytes int64, err error)

	// Behind counts the messages that should have been drawn again by now.
	Behind(ctx context.Context, now time.Time) (slots int, err error)
}

var errInMemory = errors.New("games are kept in memory only, which nobody else can look into")

// unlooked is the [Operators] of what is in memory.
type unlooked struct{}

func (unlooked) Running(context.Context, func(game.Game, error) error) error { return errInMemory }

func (unlooked) Left(context.Context, string) (Left, error) { return Left{}, errInMemory }

func (unlooked) Members(context.Context, string) ([]game.Player, error) { return nil, errInMemory }

func (unlooked) Settle(context.Context) error { return errInMemory }

func (unlooked) CheckRatings(context.Context) (int, int, error) { return 0, 0, errInMemory }

func (unlooked) Size(context.Context) (int64, error) { return 0, errInMemory }

func (unlooked) Behind(context.Context, time.Time) (int, error) { return 0, errInMemory }
