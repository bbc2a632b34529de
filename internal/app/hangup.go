package app

import (
	"context"
	"log/slog"
	"os"
	"os/signal"
	"syscall"
)

// outliveHangups keeps SIGHUP from ending the process, until the service that it returns has
// ended. A terminal that closes
// sends it, and operators do to have a service read its settings again.
func outliveHangups(log *slog.Logger) func(ctx context.Context) {
	hangups := make(chan os.Signal, 1)
	signal.Notify(hangups, syscall.SIGHUP)
	return func(ctx context.Context) {
		defer signal.Stop(hangups)
		for {
			select {
			case <-hangups:
				log.InfoContext(ctx, "SIGHUP changes nothing, restart the bot to have the settings read again")
			case <-ctx.Done():
				return
			}
		}
	}
}
