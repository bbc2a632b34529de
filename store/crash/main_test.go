package crash

import (
	"os"
	"testing"
)

// TestMain runs the tests. They start this program again, to play or purge, and kill it.
func TestMain(m *testing.M) {
	if url := os.Getenv(playEnv); url != "" {
		os.Exit(playUntilKilled(url, os.Stdin, os.Stdout))
	}
	if url := os.Getenv(purgeEnv); url != "" {
		os.Exit(purgeUntilKilled(url, os.Stdout))
	}
	os.Exit(m.Run())
}
