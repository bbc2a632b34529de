package app

import (
	"context"
	"fmt"
	"io"

	"othellobot/internal/app/config"
	"othellobot/store"
)

// backup copies the database that is configured, or the one that a bot with a
// platform would have, into a new file.
func backup(ctx context.Context, c config.Config, file string, stdout io.Writer) error {
	url := c.Database.Reveal()
	if url == config.MemoryOnly {
		url = config.DefaultFile
	}
	if err := store.Backup(ctx, url, file); err != nil {
		return fmt.Errorf("backup: %w", err)
	}
	_, err := fmt.Fprintln(stdout, "copied and verified:", file)
	return err
}
