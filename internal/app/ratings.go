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
)

// errMisrated reports that stored ratings differ from the ratings computed from the log.
var errMisrated = errors.New("ratings are not what the log of rated games comes to; annulling any game there computes them again")

// runRatings checks the stored ratings, or annuls rated games.
func runRatings(ctx context.Context, c config.Config, what string, stdout io.Writer) error {
	words := strings.Fields(what)
	var in game.Tenant
	var these game.Annulment
	switch {
	case what == "check":
	case len(words) == 2 && words[0] == "annul":
		id, err := game.ParseID(words[1])
		if err != nil || id == 0 {
			return ratingsUsage()
		}
		these.Game = id
	case len(words) == 3 && words[0] == "annul":
		who, err := chat.ParseUserID(words[2])
		if in = game.Place(words[1]).Tenant(); err != nil || who.ID == "" || !canBe(who) || string(in) != words[1] {
			return ratingsUsage()
		}
		these.Player = game.Player(who.String())
	default:
		return ratingsUsage()
	}
	kept, err := visit(ctx, c)
	if err != nil {
		return fmt.Errorf("ratings: %w", err)
	}
	defer kept.Close()
	if what == "check" {
		people, wrong, err := kept.CheckRatings(ctx)
		if err == nil && wrong > 0 {
			err = fmt.Errorf("%d of %d: %w", wrong, people, errMisrated)
		}
		if err != nil {
			return fmt.Errorf("ratings: %w", err)
		}
		_, err = fmt.Fprintf(stdout, "checked: %s as the log of rated games has it\n", count(people, "rating"))
		return err
	}
	if these.Game != 0 {
		f, err := game.NewTable(kept, timing(c)).Finished(ctx, these.Game)
		if err != nil && !errors.Is(err, game.ErrUnknown) {
			return fmt.Errorf("ratings: %w", err)
		}
		in = f.Tenant
	}
	annulled, err := kept.Annul(ctx, in, these)
	if err != nil {
		return fmt.Errorf("ratings: %w", err)
	}
	if len(annulled) == 0 {
		return errors.New("ratings: there is no such rated game that is not annulled")
	}
	_, err = fmt.Fprintf(stdout, "annulled: %s; all ratings of %s are computed again\n", count(len(annulled), "game"), in)
	return err
}

func ratingsUsage() error {
	return &usageError{fmt.Errorf("ratings takes %s", commands["ratings"])}
}
