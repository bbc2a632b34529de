package app

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// What operators are told to watch is what there is to be watched.
func TestOperatorsKnowTheFigures(t *testing.T) {
	there := make(map[string]bool)
	for line := range strings.Lines(read(t, "internal/app/testdata/metrics.txt")) {
		name, _, _ := strings.Cut(line, " ")
		there[name] = true
	}
	told := make(map[string]bool)
	for _, name := range regexp.MustCompile(`othellobot_[a-z_]+`).FindAllString(read(t, "OPERATIONS.md"), -1) {
		told[name] = true
	}
	if !maps.Equal(told, there) {
		t.Errorf("OPERATIONS.md tells of %q, and there are %q", slices.Sorted(maps.Keys(told)), slices.Sorted(maps.Keys(there)))
	}
	for _, label := range []string{
		verbPress, verbComplete, verbRemoved, verbOther,
		outcomeShown, outcomeWhispered, outcomeSilent, outcomeUnsaved, outcomeFailed, commitStored, commitLost, commitFailed,
	} {
		if !strings.Contains(read(t, "OPERATIONS.md"), "`"+label+"`") {
			t.Errorf("OPERATIONS.md does not tell of %s", label)
		}
	}
}

// The templates for hosts name the times that are set if nothing else is.
func TestPrivacyTellsTheTimes(t *testing.T) {
	text := read(t, "PRIVACY.md")
	for key, days := range map[string]string{"RETENTION": "[90 days]", "IDLE_EXPIRY": "[7 days]"} {
		if !strings.Contains(text, "`"+key+"` ["+keys[key]) && !strings.Contains(text, "`"+key+"`\n["+keys[key]) || !strings.Contains(text, days) {
			t.Errorf("PRIVACY.md does not say that %s is %s, %s", key, keys[key], days)
		}
	}
}

// Every file that a document leads to is there.
func TestDocumentsLeadSomewhere(t *testing.T) {
	link := regexp.MustCompile(`\]\(([^)#:\s]+)(?:#[^)]*)?\)`)
	for _, name := range []string{"README.md", "OPERATIONS.md", "PRIVACY.md", "TERMS.md", "CONTRIBUTING.md", "BENCHMARKS.md"} {
		for _, found := range link.FindAllStringSubmatch(read(t, name), -1) {
			if !exists(found[1]) {
				t.Errorf("%s leads to %s, which is not there", name, found[1])
			}
		}
	}
}
