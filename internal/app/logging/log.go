package logging

import (
	"io"
	"log/slog"

	"othellobot/internal/app/config"
)

// New returns a logger with the configured level and format. It redacts secrets.
func New(c config.Config, w io.Writer) *slog.Logger {
	w = Redact(w, c.Secrets()...)
	opts := &slog.HandlerOptions{Level: c.LogLevel}
	if c.LogFormat == "json" {
		return slog.New(slog.NewJSONHandler(w, opts))
	}
	return slog.New(slog.NewTextHandler(w, opts))
}
