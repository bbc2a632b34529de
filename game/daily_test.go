package game

import (
	"testing"
	"time"
	_ "time/tzdata"
)

// daily returns a schedule for a time of day such as 09:00.
func daily(t *testing.T, clock, zone string) Daily {
	t.Helper()
	at, err := time.Parse("15:04", clock)
	noError(t, err)
	if _, err := time.LoadLocation(zone); err != nil {
		t.Fatal(err)
	}
	return Daily{Minute: at.Hour()*60 + at.Minute() + 1, Zone: zone}
}

func zoneOf(t *testing.T, d Daily) *time.Location {
	t.Helper()
	zone, err := (&Table{timing: timing}).Zone(d)
	noError(t, err)
	return zone
}

func dayOf(t *testing.T, date string) Day {
	t.Helper()
	at, err := time.Parse(time.DateOnly, date)
	noError(t, err)
	return DayOf(at)
}

// A puzzle comes at its minute in its zone. If clocks skip that minute, it comes at the next minute that they
// show.
func TestDailyOnADate(t *testing.T) {
	for _, c := range []struct{ clock, zone, date, want string }{
		{"09:00", "Europe/Rome", "2026-01-15", "2026-01-15T08:00:00Z"},
		{"09:00", "Europe/Rome", "2026-07-15", "2026-07-15T07:00:00Z"},
		{"00:00", "UTC", "2026-01-01", "2026-01-01T00:00:00Z"},
		{"23:59", "UTC", "2026-01-01", "2026-01-01T23:59:00Z"},

		// Clocks go from 02:00 to 03:00.
		{"01:59", "Europe/Rome", "2026-03-29", "2026-03-29T00:59:00Z"},
		{"02:00", "Europe/Rome", "2026-03-29", "2026-03-29T01:00:00Z"},
		{"02:30", "Europe/Rome", "2026-03-29", "2026-03-29T01:00:00Z"},
		{"03:00", "Europe/Rome", "2026-03-29", "2026-03-29T01:00:00Z"},
		{"03:01", "Europe/Rome", "2026-03-29", "2026-03-29T01:01:00Z"},
		{"02:30", "America/New_York", "2026-03-08", "2026-03-08T07:00:00Z"},
		{"02:15", "Australia/Lord_Howe", "2026-10-04", "2026-10-03T15:30:00Z"}, // clocks go from 02:00 to 02:30

		// Clocks go from 03:00 to 02:00.
		{"01:59", "Europe/Rome", "2026-10-25", "2026-10-24T23:59:00Z"},
		{"02:00", "Europe/Rome", "2026-10-25", "2026-10-25T00:00:00Z"},
		{"02:30", "Europe/Rome", "2026-10-25", "2026-10-25T00:30:00Z"},
		{"03:00", "Europe/Rome", "2026-10-25", "2026-10-25T02:00:00Z"},
		{"01:45", "Australia/Lord_Howe", "2026-04-05", "2026-04-04T14:45:00Z"},

		// Clocks skip midnight, or show the hour before it twice.
		{"00:00", "Africa/Cairo", "2026-04-24", "2026-04-23T22:00:00Z"},
		{"00:30", "Africa/Cairo", "2026-04-24", "2026-04-23T22:00:00Z"},
		{"23:30", "Africa/Cairo", "2026-10-29", "2026-10-29T20:30:00Z"},
		{"00:00", "Africa/Cairo", "2026-10-30", "2026-10-29T22:00:00Z"},

		// These zones are far from UTC, or not whole hours from it.
		{"09:00", "Pacific/Kiritimati", "2026-06-01", "2026-05-31T19:00:00Z"},
		{"09:00", "Pacific/Apia", "2026-06-01", "2026-05-31T20:00:00Z"},
		{"09:00", "Pacific/Pago_Pago", "2026-06-01", "2026-06-01T20:00:00Z"},
		{"09:00", "Asia/Kathmandu", "2026-06-01", "2026-06-01T03:15:00Z"},

		// Samoa moved across the date line.
		{"09:00", "Pacific/Apia", "2011-12-29", "2011-12-29T19:00:00Z"},
		{"09:00", "Pacific/Apia", "2011-12-30", ""},
		{"09:00", "Pacific/Apia", "2011-12-31", "2011-12-30T19:00:00Z"},
	} {
		d := daily(t, c.clock, c.zone)
		at, ok := d.On(dayOf(t, c.date), zoneOf(t, d))
		got := ""
		if ok {
			got = at.UTC().Format(time.RFC3339)
		}
		if got != c.want {
			t.Errorf("%s in %s on %s is at %q, want %q", c.clock, c.zone, c.date, got, c.want)
		}
	}
}

// Posts come once on each date of a zone, even when clocks change. Next and Last agree on them.
func TestDailiesFollowEachOther(t *testing.T) {
	const apia = "Pacific/Apia" // skipped a day at the end of 2011
	for _, zone := range []string{
		"UTC", "Europe/Rome", "America/New_York", "America/St_Johns", "Australia/Lord_Howe", "Africa/Cairo", "Africa/Casablanca",
		"Asia/Tokyo", "Asia/Kathmandu", apia, "Pacific/Pago_Pago", "Pacific/Kiritimati", "Pacific/Chatham", "America/Nuuk",
	} {
		days := 400
		if zone == apia {
			days = 800
		}
		for _, clock := range []string{"00:00", "00:30", "01:30", "02:30", "03:00", "09:00", "22:30", "23:59"} {
			d := daily(t, clock, zone)
			in := zoneOf(t, d)
			at := time.Date(2010, time.January, 1, 0, 0, 0, 0, time.UTC)
			last, _, _ := d.Last(at, in)
			for range days {
				next, ok := d.Next(at, in)
				day, came, _ := d.Last(next, in)
				if !ok || !next.After(at) || next.Sub(at) > 49*time.Hour || !came.Equal(next) {
					t.Fatalf("%s in %s: after %v comes %v, %t, and then the last is %v", clock, zone, at, next, ok, came)
				}
				if skipped := dayOf(t, "2011-12-30"); day != last+1 && !(day == skipped+1 && last == skipped-1) {
					t.Fatalf("%s in %s: after day %v comes %v", clock, zone, last, day)
				}
				if before, _, _ := d.Last(next.Add(-time.Millisecond), in); before != last {
					t.Fatalf("%s in %s: before %v the last is %v, want %v", clock, zone, next, before, last)
				}
				at, last = next, day
			}
		}
	}
}

func TestNoDaily(t *testing.T) {
	var never Daily
	_, next := never.Next(time.Now(), time.UTC)
	_, _, last := never.Last(time.Now(), time.UTC)
	if _, on := never.On(0, time.UTC); next || last || on {
		t.Error("a puzzle comes without a schedule")
	}
}

// A puzzle is due once per date, and less than [MaxPostDelay] late.
func TestDueDaily(t *testing.T) {
	nine := daily(t, "09:00", "Europe/Rome")
	today := dayOf(t, "2026-06-01")
	for _, c := range []struct {
		posted Day
		now    string
		want   bool
	}{
		{0, "2026-06-01T09:00:00+02:00", true},
		{today - 1, "2026-06-01T09:00:00+02:00", true},
		{today, "2026-06-01T09:00:00+02:00", false},
		{today - 1, "2026-06-01T08:59:59+02:00", false},
		{today - 1, "2026-06-01T14:59:59+02:00", true},
		{today - 1, "2026-06-01T15:00:00+02:00", false},
		{today - 9, "2026-06-02T08:00:00+02:00", false},
	} {
		now, err := time.Parse(time.RFC3339, c.now)
		noError(t, err)
		if day, _, got := (Room{Settings: Settings{Daily: nine}, Posts: Posts{Posted: c.posted, Asked: today - 6}}).dailyDue(now, zoneOf(t, nine)); got != c.want || got && day != today {
			t.Errorf("at %s, after %v, day %v is due: %t", c.now, c.posted, day, got)
		}
	}
}

// The puzzle rests from the seventh day after a user last asked for a puzzle. The next post says so, and
// the weekly summary still comes.
func TestDailyRests(t *testing.T) {
	nine := daily(t, "09:00", "UTC")
	monday := dayOf(t, "2026-06-01")
	for _, c := range []struct {
		asked, posted Day // days before today
		today         Day
		weekly        Weekly
		want          PuzzleState
		due           bool
	}{
		{6, 1, monday, PuzzleOnly, Awake, true},
		{7, 1, monday, PuzzleOnly, FallsAsleep, true},
		{7, 0, monday, PuzzleOnly, Asleep, false},
		{8, 1, monday, PuzzleOnly, Asleep, false},
		{9, 3, monday, PuzzleOnly, FallsAsleep, true}, // no post came since the puzzle should rest
		{70, 63, monday, PuzzleOnly, Asleep, false},
		{70, 63, monday, PuzzleAndWeek, Asleep, true},
		{70, 63, monday + 1, PuzzleAndWeek, Asleep, false},
		{70, 7, monday, WeekOnly, Awake, true},
	} {
		nine.Weekly = c.weekly
		now := c.today.wallTime(nine.Minute - 1)
		r := Room{Settings: Settings{Daily: nine}, Posts: Posts{Asked: c.today - c.asked, Posted: c.today - c.posted}}
		if _, _, due := r.dailyDue(now, time.UTC); r.puzzleState(c.today) != c.want || due != c.due {
			t.Errorf("%+v rests as %d, and something is due: %t", c, r.puzzleState(c.today), due)
		}
	}
}

// The post about a season comes once, when the clocks of the place show the time of its posts after the season's end.
func TestSeasonOn(t *testing.T) {
	for _, c := range []struct {
		time, zone string
		weekly     Weekly
		from, want string
	}{
		{"09:00", "UTC", WeekOnly, "2026-03-31", "2026-04-01"},
		{"00:00", "UTC", PuzzleAndWeek, "2026-03-31", "2026-04-01"},
		{"09:00", "Pacific/Auckland", WeekOnly, "2026-03-31", "2026-04-02"},
		{"14:00", "Pacific/Auckland", WeekOnly, "2026-03-31", "2026-04-01"},
		{"19:00", "Pacific/Honolulu", WeekOnly, "2026-03-31", "2026-03-31"},
		{"09:30", "Australia/Sydney", WeekOnly, "2028-09-30", "2028-10-02"}, // summer time begins on 1 October
		{"09:00", "UTC", PuzzleOnly, "2026-03-31", ""},
	} {
		d := daily(t, c.time, c.zone)
		d.Weekly = c.weekly
		zone, want := zoneOf(t, d), Day(0)
		if c.want != "" {
			want = dayOf(t, c.want)
		}
		for day := dayOf(t, c.from) - 3; day < dayOf(t, c.from)+5; day++ {
			season, ended := d.SeasonOn(day, zone)
			at, posts := d.On(day, zone)
			if ended != (day == want) || ended && (!posts || at.Before((season+1).Start()) || at.After((season+1).Start().AddDate(0, 0, 1))) {
				t.Errorf("%+v: season %d ends by %t with the posts of day %d at %v, %t", c, season, ended, day, at, posts)
			}
		}
		asleep := Room{Settings: Settings{Daily: d}, Posts: Posts{Posted: want - 1}}
		if at, ok := d.On(want, zone); ok {
			if _, _, due := asleep.dailyDue(at, zone); !due {
				t.Errorf("%+v: nothing is due while the puzzle rests", c)
			}
		}
	}
}

// The weekly summary comes on Mondays, with the puzzle or alone.
func TestWeekly(t *testing.T) {
	nine := daily(t, "09:00", "Europe/Rome")
	rome := zoneOf(t, nine)
	sunday := time.Date(2026, 1, 4, 20, 0, 0, 0, time.UTC)
	for weekly, want := range map[Weekly]string{PuzzleOnly: "2026-01-05", PuzzleAndWeek: "2026-01-05", WeekOnly: "2026-01-12"} {
		nine.Weekly = weekly
		first, _ := nine.Next(sunday, rome)
		next, ok := nine.Next(first.Add(6*24*time.Hour), rome)
		last, _, _ := nine.Last(first.Add(6*24*time.Hour), rome)
		if got := DayOf(next); !ok || weekly == WeekOnly && got != dayOf(t, want) || DayOf(first) != dayOf(t, "2026-01-05") {
			t.Errorf("weekly %d: at %v, then at %v", weekly, first, next)
		}
		if alone := weekly == WeekOnly; alone != (last == dayOf(t, "2026-01-05")) || nine.Puzzles() == alone {
			t.Errorf("weekly %d: the last was on day %d", weekly, last)
		}
		if nine.WeekOn(dayOf(t, "2026-01-05")) != (weekly != PuzzleOnly) || nine.WeekOn(dayOf(t, "2026-01-06")) {
			t.Errorf("weekly %d: the week comes on other days", weekly)
		}
	}
	for _, c := range []struct {
		puzzles, weeks bool
		want           Daily
	}{
		{false, false, Daily{Zone: "Europe/Rome"}},
		{true, false, Daily{Minute: 541, Zone: "Europe/Rome"}},
		{true, true, Daily{Minute: 541, Zone: "Europe/Rome", Weekly: PuzzleAndWeek}},
		{false, true, Daily{Minute: 541, Zone: "Europe/Rome", Weekly: WeekOnly}},
	} {
		for _, from := range []Daily{nine, {Zone: "Europe/Rome"}} {
			if got := from.With(c.puzzles, c.weeks); got != c.want {
				t.Errorf("puzzles %t and weeks %t make %+v of %+v", c.puzzles, c.weeks, got, from)
			}
		}
	}
}
