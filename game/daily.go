package game

import (
	"cmp"
	"time"

	"othellobot/rating"
)

// Daily is the schedule of a place for the daily puzzle, the weekly summary and the post at the end of a season. The zero value schedules
// nothing.
type Daily struct {
	Minute int    `json:"minute,omitempty"` // minute of the day, from 1 for midnight to 1440; 0 means never
	Zone   string `json:"zone,omitempty"`   // name of a time zone in the IANA database
	Weekly Weekly `json:"weekly,omitempty"`
}

// Weekly selects the puzzle of the day, the weekly summary on Mondays, or both.
type Weekly uint8

const (
	PuzzleOnly    Weekly = iota // the puzzle of the day only
	PuzzleAndWeek               // the puzzle of the day, the weekly summary and the post at the end of a season
	WeekOnly                    // the same without the puzzle
)

// Puzzles reports whether the place gets the puzzle of the day.
func (d Daily) Puzzles() bool { return d.Minute > 0 && d.Weekly != WeekOnly }

// Weeks reports whether the place gets the weekly summary.
func (d Daily) Weeks() bool { return d.Minute > 0 && d.Weekly != PuzzleOnly }

// WeekOn reports whether the place gets the weekly summary on this date.
func (d Daily) WeekOn(day Day) bool { return d.Weeks() && day.wallTime(0).Weekday() == time.Monday }

// SeasonOn returns the season that has ended since the time of the posts on the day before, or false if none has
// ended or the place does not get the weekly summary.
func (d Daily) SeasonOn(day Day, zone *time.Location) (rating.Season, bool) {
	last := rating.SeasonOf(firstAt((day - 1).wallTime(d.Minute-1), zone))
	return last, d.Weeks() && last != rating.SeasonOf(firstAt(day.wallTime(d.Minute-1), zone))
}

func (d Daily) digestOn(day Day, zone *time.Location) bool {
	_, ended := d.SeasonOn(day, zone)
	return ended || d.WeekOn(day)
}

// With returns d with exactly these posts. If d has no time yet, they come at 09:00.
func (d Daily) With(puzzles, weeks bool) Daily {
	switch d.Weekly = PuzzleOnly; {
	case !puzzles && !weeks:
		return Daily{Zone: d.Zone}
	case !puzzles:
		d.Weekly = WeekOnly
	case weeks:
		d.Weekly = PuzzleAndWeek
	}
	d.Minute = cmp.Or(d.Minute, 9*60+1)
	return d
}

// Day is a date, in days since 1 January 1970.
type Day int

// DayOf returns the date of t in its time zone.
func DayOf(t time.Time) Day {
	year, month, day := t.Date()
	return Day(time.Date(year, month, day, 0, 0, 0, 0, time.UTC).Unix() / (24 * 60 * 60))
}

// Date returns the year, month and day.
func (d Day) Date() (year int, month time.Month, day int) { return d.wallTime(0).Date() }

func (d Day) wallTime(minutes int) time.Time {
	return time.Unix(int64(d)*24*60*60+int64(minutes)*60, 0).UTC()
}

// On returns the time of the posts on a date: the first moment when clocks in the zone show the minute or a
// later one. It reports false if nothing comes on that date, or if the zone skips the date.
func (d Daily) On(day Day, zone *time.Location) (time.Time, bool) {
	if begin := firstAt(day.wallTime(0), zone); d.Minute == 0 || DayOf(begin) != day || !d.Puzzles() && !d.digestOn(day, zone) {
		return time.Time{}, false
	}
	return firstAt(day.wallTime(d.Minute-1), zone), true
}

func firstAt(wall time.Time, zone *time.Location) time.Time {
	// No zone has ever been 36 hours from UTC.
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

// Next returns the time of the next post after a time, or false if none ever comes.
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

// Last returns the date and the time of the last post at or before by, or false if none ever comes.
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

// PuzzleState says whether a place gets the daily puzzle, which rests where users no longer ask for puzzles.
type PuzzleState uint8

const (
	Awake       PuzzleState = iota // the puzzle comes
	FallsAsleep                    // a message says instead that the puzzle rests
	Asleep                         // nothing comes
)

func (d Daily) due(now time.Time, zone *time.Location) int64 {
	next, ok := d.Next(now, zone)
	if !ok {
		return 0
	}
	return next.UnixMilli()
}
