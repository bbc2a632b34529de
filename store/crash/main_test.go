package crash

import (
	"os"
	"testing"
)

// TestMain runs the tests, or plays: the tests start their own program again, to
// have something to kill.
func TestMain(m *testing.M) {
	if url := os.Getenv(playEnv); url != "" {
		os.Exit(playUntilKilled(url, os.Stdin, os.Stdout))
	}
	os.Exit(m.Run())
}
