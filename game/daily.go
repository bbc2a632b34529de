package game

import "time"

// Daily is when a place gets the puzzle of the day, and what happened there in a week. The zero
// value is never.
type Daily struct {
	Minute int    // of the day, from 1 for midnight to 1440; 0 for never
	Zone   string // the name of a time zone as in the IANA's database, which the program knows
	Weekly Weekly
}

// Weekly says whether a place gets the puzzle of the day, the week on Mondays, or both.
type Weekly uint8

// What a place may get. Stores write down these numbers.
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

// DueDaily is a place that is to get the puzzle of the day.
type DueDaily struct {
	Place  Place
	Daily  Daily
	Posted Day  // for which it got one last; 0 for none
	Asked  Day  // on which a person last asked for a puzzle, or changed the settings
	Again  bool // somebody has taken it since, and it is not known what came of that
}

// TooLate is how long after its time a puzzle still comes.
const TooLate = 6 * time.Hour

// due returns the date of the puzzle that the place should get now. It reports false if the place
// has it already, if it is too late, or if the puzzle rests.
func (d DueDaily) due(now time.Time, zone *time.Location) (Day, bool) {
	day, at, ok := d.Daily.Last(now, zone)
	asleep := d.rest(day) == Asleep && !d.Daily.WeekOn(day)
	return day, ok && day > d.Posted && now.Sub(at) < TooLate && !asleep
}

// Rest says whether a place gets the puzzle of a day.
type Rest uint8

// The daily puzzle rests in a place where users have stopped asking for puzzles.
const (
	Awake   Rest = iota // the puzzle comes
	Resting             // a message comes instead, which says that it rests
	Asleep              // nothing comes
)

// silentDays is the number of days without a request for a puzzle after which the daily puzzle
// rests.
const silentDays = 7

// rest returns whether the puzzle of a day rests. The message that says so is the first post
// after those days.
func (d DueDaily) rest(day Day) Rest {
	switch from := d.Asked + silentDays; {
	case !d.Daily.Puzzles() || day < from:
		return Awake
	case d.Posted < from:
		return Resting
	default:
		return Asleep
	}
}

// Posted says for which date a place has got its puzzle.
type Posted struct {
	Place Place
	Daily Daily // as it was then: another one has a time of its own
	Day   Day
	Next  int64 // when it gets the next one, in Unix milliseconds; 0 for never
	Now   time.Time
}

// Zone returns the time zone of the puzzle of the day.
func (t *Table) Zone(d Daily) (*time.Location, error) {
	if d.Zone == "" {
		return time.UTC, nil
	}
	return t.timing.Zones(d.Zone)
}

// Posted returns what to note of a place that has got its puzzle for a date.
func (t *Table) Posted(at Place, d Daily, day Day, now time.Time) (Posted, error) {
	zone, err := t.Zone(d)
	if err != nil {
		return Posted{}, err
	}
	return Posted{Place: at, Daily: d, Day: day, Next: d.due(now, zone), Now: now}, nil
}

// due returns when the puzzle comes next, in Unix milliseconds; 0 for never.
func (d Daily) due(now time.Time, zone *time.Location) int64 {
	next, ok := d.Next(now, zone)
	if !ok {
		return 0
	}
	return next.UnixMilli()
}

// DailyPace is how many daily puzzles places get in a second at most, by all programs
// together: it leaves a platform that takes fifty messages a second some for the games.
const DailyPace = 40

// How far daily puzzles are apart, and how much of that is made up for after a rest.
const (
	dailyApart = int64(1000 / DailyPace) // in milliseconds
	dailyRest  = 200
)

// Paced is how many of so many daily puzzles may be taken now, if the next may since
// free, and when the one after those may; both times are in Unix milliseconds.
func Paced(free int64, now time.Time, most int) (n int, next int64) {
	at := now.UnixMilli()
	if free > at {
		return 0, free
	}
	free = max(free, at-dailyRest)
	n = min(most, int((at-free)/dailyApart)+1)
	return n, free + int64(n)*dailyApart
}
