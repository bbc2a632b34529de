package crash

import (
	"os"
	"testing"
)

// TestMain runs the tests, or plays or purges: the tests start their own program again in order to kill it.
func TestMain(m *testing.M) {
	if url := os.Getenv(playEnv); url != "" {
		os.Exit(playUntilKilled(url, os.Stdin, os.Stdout))
	}
	if url := os.Getenv(purgeEnv); url != "" {
		os.Exit(purgeUntilKilled(url, os.Stdout))
	}
	os.Exit(m.Run())
}
