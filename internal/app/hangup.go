package app

import (
	"context"
	"log/slog"
	"os"
	"os/signal"
	"syscall"
)

// ignoreHangups returns a service that logs every SIGHUP. From this call until the service ends, the
// signal does not end the process. A closing terminal sends SIGHUP, and so do operators who expect a
// program to reread its settings.
func ignoreHangups(log *slog.Logger) func(ctx context.Context) {
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
