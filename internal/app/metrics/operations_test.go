package metrics

import (
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// OPERATIONS.md lists exactly the existing metrics, and explains the fixed values of their labels.
func TestOperatorsKnowTheMetrics(t *testing.T) {
	there := make(map[string]bool)
	for line := range strings.Lines(read(t, "testdata/metrics.txt")) {
		name, _, _ := strings.Cut(line, " ")
		there[name] = true
	}
	told := make(map[string]bool)
	for _, name := range regexp.MustCompile(`othellobot_[a-z_]+`).FindAllString(read(t, "../../../OPERATIONS.md"), -1) {
		told[name] = true
	}
	if !maps.Equal(told, there) {
		t.Errorf("OPERATIONS.md tells of %q, and there are %q", slices.Sorted(maps.Keys(told)), slices.Sorted(maps.Keys(there)))
	}
	labels := slices.Concat(slices.Collect(maps.Values(fates)), slices.Collect(maps.Values(reasons)), slices.Collect(maps.Values(tasks)))
	for _, label := range append(
		labels, kindOpen, kindDuel, kindBot, forMove, forHint,
		verbPress, verbComplete, verbRemoved, verbPresent, verbOther,
		outcomeShown, outcomeWhispered, outcomeSilent, outcomeUnsaved, outcomeFailed, commitStored, commitLost, commitFailed,
	) {
		if !strings.Contains(read(t, "../../../OPERATIONS.md"), "`"+label+"`") {
			t.Errorf("OPERATIONS.md does not tell of %s", label)
		}
	}
}

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
