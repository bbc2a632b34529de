package app

import (
	"cmp"
	"runtime/debug"
)

// commit is the source revision. The linker sets it where Go does not record it:
// -ldflags="-X othellobot/internal/app.commit=…".
var commit string

// build returns the module's version, the commit if known, and the Go version of the build.
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

func version() string {
	version, revision, by := build()
	if revision != "" {
		version += " " + revision
	}
	return "othellobot " + version + " " + by
}
