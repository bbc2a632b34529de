package game

import (
	"time"
)

// Daily is when a place gets the puzzle of the day, and what happened there in a week. The zero
// value is never.
type Daily struct {
	Minute int    `json:"minute,omitempty"` // of the day, from 1 for midnight to 1440; 0 for never
	Zone   string `json:"zone,omitempty"`   // the name of a time zone as in the IANA's database, which the program knows
	Weekly Weekly `json:"weekly,omitempty"`
}

// Weekly says whether a place gets the puzzle of the day, the week on Mondays, or both.
type Weekly uint8

// What a place may get.
const (
	NoWeek      Weekly = iota // the puzzle of the day
	AlsoWeek                  // and the week
	WeekInstead               // the week alone
)

// Puzzles reports whether the place gets the puzzle of the day.
func (d Daily) Puzzles() bool { return d.Minute > 0 && d.Weekly != WeekInstead }

// Weeks reports whether the place gets the week on some days.
func (d Daily) Weeks() bool { return d.Minute > 0 && d.Weekly != NoWeek }

// WeekOn reports whether the place gets the week on a date.
func (d Daily) WeekOn(day Day) bool { return d.Weeks() && day.wall(0).Weekday() == time.Monday }

// With is the same time for other posts, and 09:00 if it was never. Without any it is never.
func (d Daily) With(puzzles, weeks bool) Daily {
	switch {
	case !puzzles && !weeks:
		return Daily{Zone: d.Zone}
	case d.Minute == 0:
		d.Minute = 9*60 + 1
	}
	d.Weekly = NoWeek
	if weeks {
		d.Weekly = AlsoWeek
	}
	if !puzzles {
		d.Weekly = WeekInstead
	}
	return d
}

// Day is a date: the days since 1 January 1970.
type Day int

// DayOf is the date of a time in its zone.
func DayOf(t time.Time) Day {
	year, month, day := t.Date()
	return Day(time.Date(year, month, day, 0, 0, 0, 0, time.UTC).Unix() / (24 * 60 * 60))
}

// Date is the day of a calendar.
func (d Day) Date() (year int, month time.Month, day int) {
	return d.wall(0).Date()
}

// wall is the time on a clock so many minutes into the day, as if all clocks were in UTC.
func (d Day) wall(minutes int) time.Time {
	return time.Unix(int64(d)*24*60*60+int64(minutes)*60, 0).UTC()
}

// On returns when the puzzle comes on a date in the zone: the first moment of that date when
// clocks there show the minute or a later one. If clocks show the minute twice, that is the first
// time; if they skip it, it is the next minute that exists. It reports false if nothing comes on
// that date, or if the zone skips the date.
func (d Daily) On(day Day, zone *time.Location) (time.Time, bool) {
	if begin := firstAt(day.wall(0), zone); d.Minute == 0 || DayOf(begin) != day || !d.Puzzles() && !d.WeekOn(day) {
		return time.Time{}, false
	}
	return firstAt(day.wall(d.Minute-1), zone), true
}

// firstAt is the first moment at which clocks in a zone show at least what wall shows in
// UTC.
func firstAt(wall time.Time, zone *time.Location) time.Time {
	// No zone has ever been a day and a half from UTC.
	for at := wall.Add(-36 * time.Hour).In(zone); ; {
		_, offset := at.Zone()
		start, end := at.ZoneBounds()
		first := wall.Add(-time.Duration(offset) * time.Second)
		if first.Before(start) {
			first = start
		}
		if end.IsZero() || first.Before(end) {
			return first.In(zone)
		}
		at = end
	}
}

// Next returns when the puzzle comes next after a time, and false if it never does.
func (d Daily) Next(after time.Time, zone *time.Location) (time.Time, bool) {
	if d.Minute == 0 {
		return time.Time{}, false
	}
	for day := DayOf(after.In(zone)) - 1; ; day++ {
		if at, ok := d.On(day, zone); ok && at.After(after) {
			return at, true
		}
	}
}

// Last returns the date of the last puzzle that came by a time, and when it came. It reports
// false if the puzzle never comes.
func (d Daily) Last(by time.Time, zone *time.Location) (Day, time.Time, bool) {
	if d.Minute == 0 {
		return 0, time.Time{}, false
	}
	for day := DayOf(by.In(zone)) + 1; ; day-- {
		if at, ok := d.On(day, zone); ok && !at.After(by) {
			return day, at, true
		}
	}
}

// Rest says whether a place gets the puzzle of a day.
type Rest uint8

// The daily puzzle rests in a place where users have stopped asking for puzzles.
const (
	Awake   Rest = iota // the puzzle comes
	Resting             // a message comes instead, which says that it rests
	Asleep              // nothing comes
)

// due returns when the puzzle comes next, in Unix milliseconds; 0 for never.
func (d Daily) due(now time.Time, zone *time.Location) int64 {
	next, ok := d.Next(now, zone)
	if !ok {
		return 0
	}
	return next.UnixMilli()
}
