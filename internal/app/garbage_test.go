package app

import (
	"log/slog"
	"math"
	"runtime/debug"
	"strings"
	"testing"
)

func TestGarbageIsCollectedLessBelowALimit(t *testing.T) {
	before := debug.SetGCPercent(100)
	defer debug.SetGCPercent(before)
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(-1))
	for name, c := range map[string]struct {
		limit int64
		gogc  string
		want  int
	}{
		"no limit":                {math.MaxInt64, "", 50},
		"no limit, a frequency":   {math.MaxInt64, "100", 100},
		"a limit":                 {1 << 40, "", 300},
		"a limit and a frequency": {1 << 40, "100", 100},
	} {
		debug.SetMemoryLimit(c.limit)
		debug.SetGCPercent(100)
		var out strings.Builder
		collectGarbage(func(key string) string { return map[string]string{"GOGC": c.gogc}[key] }, slog.New(slog.NewTextHandler(&out, nil)))
		if got := debug.SetGCPercent(100); got != c.want || strings.Contains(out.String(), "gc_percent=300") != (c.want == 300) {
			t.Errorf("%s: the percentage is %d, want %d, and the log says %q", name, got, c.want, out.String())
		}
		if got := debug.SetMemoryLimit(-1); got != c.limit {
			t.Errorf("%s: the limit has become %d", name, got)
		}
	}
}
