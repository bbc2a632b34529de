package app

import (
	"io"
	"log/slog"
	"runtime/debug"
)

// newLogger writes as the configuration says, and no secret of it.
func newLogger(c config, w io.Writer) *slog.Logger {
	w = newScrubber(w, c.secrets()...)
	opts := &slog.HandlerOptions{Level: c.logLevel}
	if c.logFormat == "json" {
		return slog.New(slog.NewJSONHandler(w, opts))
	}
	return slog.New(slog.NewTextHandler(w, opts))
}

// version is the module's version, or the commit that was built.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "othellobot, unknown version"
	}
	version := info.Main.Version
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			version += " " + s.Value
		}
	}
	return "othellobot " + version + " " + info.GoVersion
}
