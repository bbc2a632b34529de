package app

import (
	"log/slog"
	"math"
	"runtime/debug"
)

// limitedGCPercent is GOGC where there is a memory limit: the heap may grow to five
// times what is live before it is collected. Near the limit Go collects more often,
// whatever the percentage is, https://go.dev/doc/gc-guide#Memory_limit.
const limitedGCPercent = 400

// collectLess has the process collect garbage less often if the operator has limited
// its memory, and has not said how often.
func collectLess(getenv func(string) string, log *slog.Logger) {
	limit := debug.SetMemoryLimit(-1) // which changes nothing
	if limit == math.MaxInt64 || getenv("GOGC") != "" {
		return
	}
	debug.SetGCPercent(limitedGCPercent)
	log.Info("memory is limited, so garbage is collected less often", "limit", limit, "gc_percent", limitedGCPercent)
}
