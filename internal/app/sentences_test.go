package app

import (
	"strings"
	"testing"
	"time"

	"othellobot/words"
)

// TestPageTimes formats durations in each language, and in its plural forms.
func TestPageTimes(t *testing.T) {
	says, seen := PageSays(words.Load()), make(map[string]string)
	for _, tag := range words.Load().Tags() {
		lasts := says(tag).Lasts
		minute, minutes, hours, week := lasts(time.Minute), lasts(15*time.Minute), lasts(25*time.Hour), lasts(7*24*time.Hour)
		if !strings.Contains(minute, "1") || !strings.Contains(minutes, "15") || !strings.Contains(hours, "25") || !strings.Contains(week, "7") {
			t.Errorf("%s: %q, %q, %q, %q", tag, minute, minutes, hours, week)
		}
		if other, taken := seen[minutes+hours+week]; taken {
			t.Errorf("%s has the words of %s: %q, %q, %q", tag, other, minutes, hours, week)
		}
		seen[minutes+hours+week] = tag
	}
	if l := says("de").Lasts; l(time.Minute) != "1 Minute" || l(time.Hour) != "1 Stunde" || l(26*time.Hour) != "26 Stunden" || l(48*time.Hour) != "2 Tage" {
		t.Errorf("%q, %q, %q, %q", l(time.Minute), l(time.Hour), l(26*time.Hour), l(48*time.Hour))
	}
}
