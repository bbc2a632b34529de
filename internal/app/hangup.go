package app

import (
	"context"
	"log/slog"
	"os"
	"os/signal"
	"syscall"
)

// outliveHangups makes the process ignore SIGHUP, and returns a service that logs each until its
// context is done. A closing terminal sends SIGHUP, and so do operators who expect a service to
// reread its settings.
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
