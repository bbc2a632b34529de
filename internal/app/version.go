package app

import (
	"cmp"
	"runtime/debug"
)

// commit names the source of the program, set by the linker where Go cannot find that
// out by itself: -ldflags="-X othellobot/internal/app.commit=…".
var commit string

// build tells what the program was built from, and by what: the module's version and the
// commit, as far as they are known.
func build() (version, revision, by string) {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown", commit, "an unknown version of Go"
	}
	revision = commit
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			revision = s.Value
		}
	}
	return cmp.Or(info.Main.Version, "unknown"), revision, info.GoVersion
}

// version names the program, its version, its commit if that is known, and its Go.
func version() string {
	version, revision, by := build()
	if revision != "" {
		version += " " + revision
	}
	return "othellobot " + version + " " + by
}
