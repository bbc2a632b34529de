package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/internal/app/config"
	"othellobot/store"
)

var errMisrated = errors.New("ratings are not what the log of rated games comes to; annulling any game there computes them again")

func runRatings(ctx context.Context, c config.Config, argument string, stdout io.Writer) error {
	usage := &usageError{fmt.Errorf("ratings takes %s", commands["ratings"])}
	words := strings.Fields(argument)
	var tenant game.Tenant
	var games game.Annulment
	switch {
	case argument == "check":
		return operate(ctx, c, "ratings", stdout, func(db *store.Store) (string, error) { return checkRatings(ctx, db) })
	case len(words) == 2 && words[0] == "annul":
		id, err := game.ParseID(words[1])
		if err != nil || id == 0 {
			return usage
		}
		games.Game = id
	case len(words) == 3 && words[0] == "annul":
		user, err := chat.ParseUserID(words[2])
		if tenant = game.Place(words[1]).Tenant(); err != nil || user.ID == "" || !validID(user) || string(tenant) != words[1] {
			return usage
		}
		games.Player = game.Player(user.String())
	default:
		return usage
	}
	return operate(ctx, c, "ratings", stdout, func(db *store.Store) (string, error) {
		if games.Game != 0 {
			f, err := game.NewTable(db, timing(c)).Finished(ctx, games.Game)
			if err != nil && !errors.Is(err, game.ErrUnknown) {
				return "", err
			}
			tenant = f.Tenant
		}
		annulled, err := db.Annul(ctx, tenant, games)
		if err == nil && len(annulled) == 0 {
			err = errors.New("there is no such rated game that is not annulled")
		}
		return fmt.Sprintf("annulled: %s; all ratings of %s are computed again", count(len(annulled), "game"), tenant), err
	})
}

func checkRatings(ctx context.Context, db *store.Store) (string, error) {
	people, wrong, err := db.CheckRatings(ctx)
	if err == nil && wrong > 0 {
		err = fmt.Errorf("%d of %d: %w", wrong, people, errMisrated)
	}
	return fmt.Sprintf("checked: %s as the log of rated games has it", count(people, "rating")), err
}
