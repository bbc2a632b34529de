package app

import (
	"context"
	"fmt"
	"io"

	"othellobot/store"
)

// backup copies the database that is configured, or the one that a bot with a
// platform would have, into a new file.
func backup(ctx context.Context, c config, file string, stdout io.Writer) error {
	url := c.database.reveal()
	if url == memoryOnly {
		url = defaultFile
	}
	if err := store.Backup(ctx, url, file); err != nil {
		return fmt.Errorf("backup: %w", err)
	}
	_, err := fmt.Fprintln(stdout, "copied and verified:", file)
	return err
}
