package crash

import (
	"os"
	"testing"
)

// TestMain runs the tests, or plays, or votes, or sets puzzles, or answers exercises, or purges: the tests start their
// own program again, to have something to kill.
func TestMain(m *testing.M) {
	if url := os.Getenv(playEnv); url != "" {
		os.Exit(playUntilKilled(url, os.Stdin, os.Stdout))
	}
	if url := os.Getenv(purgeEnv); url != "" {
		os.Exit(purgeUntilKilled(url, os.Stdout))
	}
	if orders := os.Getenv(voteEnv); orders != "" {
		os.Exit(voteUntilKilled(orders, os.Stdout))
	}
	if orders := os.Getenv(puzzleEnv); orders != "" {
		os.Exit(puzzlesUntilKilled(orders, os.Stdout))
	}
	if url := os.Getenv(exerciseEnv); url != "" {
		os.Exit(exercisesUntilKilled(url, os.Stdout))
	}
	os.Exit(m.Run())
}
