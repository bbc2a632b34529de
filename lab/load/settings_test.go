package load

import (
	"cmp"
	"fmt"
	"os"
	"strconv"
	"testing"
	"time"
)

// setupOf reads the benchmarks' setup from LOAD_PLATFORM, LOAD_BOT, LOAD_DATABASE_URL,
// LOAD_FLOOD_LIMITS and LOAD_WORKSPACES.
func setupOf(b *testing.B) Setup {
	b.Helper()
	return Setup{
		Bot: os.Getenv("LOAD_BOT"), Platform: text("LOAD_PLATFORM", "discord"), Database: text("LOAD_DATABASE_URL", "memory"),
		Workspaces: setting(b, "LOAD_WORKSPACES", 50), floodLimits: text("LOAD_FLOOD_LIMITS", "off"),
	}
}

// setting returns a number from the environment, or the default.
func setting(b *testing.B, key string, otherwise int) int {
	b.Helper()
	text := os.Getenv(key)
	if text == "" {
		return otherwise
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < min(otherwise, 1) {
		b.Fatalf("%s is %q, and should be a number above %d", key, text, min(otherwise, 1)-1)
	}
	return n
}

// text returns a value from the environment, or the default.
func text(key, otherwise string) string { return cmp.Or(os.Getenv(key), otherwise) }

func reportTimes(b *testing.B, prefix string, times []time.Duration) {
	for _, p := range []float64{50, 95, 99} {
		b.ReportMetric(percentile(times, p), fmt.Sprintf("%sp%v-ms", prefix, p))
	}
	b.ReportMetric(percentile(times, 100), prefix+"worst-ms")
}
