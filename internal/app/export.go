package app

import (
	"context"
	"errors"
	"fmt"
	"os"

	"othellobot/bot"
	"othellobot/chat"
	"othellobot/game"
)

// export writes everything that is kept about a person: as JSON to standard output or, with -o, to a new archive
// that only its owner may read.
func (p program) export(ctx context.Context) error {
	user, err := chat.ParseUserID(p.flags.argument)
	if err != nil || user.ID == "" || !validID(user) {
		return fmt.Errorf("%w; a USER on Discord is a number and has no TEAM: discord//USER", p.misuse())
	}
	db, err := openForOperator(ctx, p.Config)
	if err != nil {
		return fmt.Errorf("export: %w", err)
	}
	defer db.Close()
	kept, err := db.Kept(ctx, game.Player(user.String()))
	data, failure := kept.JSON()
	if p.flags.output != "" {
		data, failure = bot.Archive(kept)
	}
	switch err = errors.Join(err, failure); {
	case err != nil:
	case len(kept.Tables) == 0:
		_, err = fmt.Fprintf(p.stderr, "nothing is kept of %s\n", user)
	case p.flags.output == "":
		_, err = fmt.Fprintf(p.stdout, "%s\n", data)
	default:
		err = writeNewFile(p.flags.output, data)
	}
	if err != nil {
		return fmt.Errorf("export: %w", err)
	}
	return nil
}

func writeNewFile(name string, data []byte) error {
	file, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = file.Write(data)
	if err = errors.Join(err, file.Close()); err != nil {
		err = errors.Join(err, os.Remove(name))
	}
	return err
}
