package card

import (
	"testing"
	"time"
)

// TestWhen checks that a time has its date unless it is today in the time zone of Viewer.Now.
func TestWhen(t *testing.T) {
	auckland := time.FixedZone("", 13*60*60)
	now := time.Date(2026, 3, 5, 9, 0, 0, 0, auckland)
	for at, dated := range map[time.Time]bool{
		now:                   false,
		now.Add(time.Hour):    false,
		now.AddDate(0, 0, 1):  true,
		now.AddDate(1, 0, 0):  true,
		now.AddDate(-1, 0, 0): true,
		time.Date(2026, 3, 4, 11, 0, 0, 0, time.UTC):   false, // midnight in Auckland
		time.Date(2026, 3, 4, 10, 59, 59, 0, time.UTC): true,
		time.Date(2024, 3, 4, 0, 0, 0, 0, auckland):    true, // the same day of a leap year
		time.Date(2026, 3, 5, 23, 59, 59, 0, auckland): false,
		time.Date(2026, 3, 5, 12, 0, 0, 0, time.UTC):   true, // one o'clock tomorrow in Auckland
	} {
		v := Viewer{Now: now}
		if got := v.When(at); got.Dated != dated || !got.Time.Equal(at) {
			t.Errorf("%v is shown as %+v, want dated %v", at, got, dated)
		}
	}
}
