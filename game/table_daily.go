package game

import (
	"context"
	"slices"
	"strings"
	"time"
)

// TooLate is the longest delay with which a puzzle still comes.
const TooLate = 6 * time.Hour

// dailyDue returns the date of the puzzle that the place should get now, and when it first came due.
// It reports false if the place has it already, if it is too late, or if the puzzle rests.
func (r Room) dailyDue(now time.Time, zone *time.Location) (Day, time.Time, bool) {
	day, at, ok := r.Settings.Daily.Last(now, zone)
	asleep := r.rest(day) == Asleep && !r.Settings.Daily.WeekOn(day)
	return day, at, ok && day > r.Posts.Posted && now.Sub(at) < TooLate && !asleep
}

// silentDays is the number of days without a request for a puzzle after which the daily puzzle
// rests.
const silentDays = 7

// rest returns whether the puzzle of a day rests. The message that says so is the first post
// after those days.
func (r Room) rest(day Day) Rest {
	switch from := r.Posts.Asked + silentDays; {
	case !r.Settings.Daily.Puzzles() || day < from:
		return Awake
	case r.Posts.Posted < from:
		return Resting
	default:
		return Asleep
	}
}

// Zone returns the time zone of the puzzle of the day.
func (t *Table) Zone(d Daily) (*time.Location, error) {
	if d.Zone == "" {
		return time.UTC, nil
	}
	return t.timing.Zones(d.Zone)
}

// Posted notes for which date a place has got its puzzle, by the settings that held then, unless
// it has got a later one.
func (t *Table) Posted(ctx context.Context, at Place, d Daily, day Day, now time.Time) error {
	zone, err := t.Zone(d)
	if err != nil {
		return err
	}
	return t.lightly(ctx, at, now, func(c *Change) bool {
		r := &c.Room
		if r.Posts.Posted > day || r.Touched == 0 {
			return false
		}
		c.Posted = day
		r.Posts.Posted, r.Posts.Taken, r.Touched = day, 0, now.UnixMilli()
		if r.Settings.Daily == d {
			r.Posts.Next = d.due(now, zone)
		}
		return true
	})
}

// Asked notes that a person asked for a puzzle in a place on a date, unless it is known for a
// later one. It changes nothing in a place without settings.
func (t *Table) Asked(ctx context.Context, at Place, day Day, now time.Time) error {
	return t.lightly(ctx, at, now, func(c *Change) bool {
		asked := c.Room.Posts.Asked < day && c.Room.Touched > 0
		c.Room.Posts.Asked = max(c.Room.Posts.Asked, day)
		return asked
	})
}

// DailyPace limits the daily puzzles that places get in a second, by all programs
// together: it leaves a platform that takes fifty messages a second some for the games.
const DailyPace = 40

// How far daily puzzles are apart, and how much of that is made up for after a rest.
const (
	dailyApart = int64(1000 / DailyPace) // in milliseconds
	dailyRest  = 200
)

// DailyMoments returns the first of n moments for daily puzzles, if the next may come at free, and
// when the one after them may; all are in Unix milliseconds.
func DailyMoments(free int64, n int, now time.Time) (first, next int64) {
	first = max(free, now.UnixMilli()-dailyRest)
	return first, first + int64(n)*dailyApart
}

// dailyLease is the time for which a daily puzzle belongs to the process that took it. It is longer than
// sending it may take.
const dailyLease = time.Minute

// pace reserves a moment for the daily puzzle of each room that is due for one and has none, and
// returns them in Unix milliseconds, 0 for the other rooms.
func (t *Table) pace(ctx context.Context, a Agenda, rooms []Room, now time.Time, prefixes []string) ([]int64, error) {
	moments := make([]int64, len(rooms))
	var due []int
	for i, r := range rooms {
		if t.dailyUnpaced(r, now) {
			due = append(due, i)
		}
	}
	if len(due) == 0 {
		return moments, nil
	}
	first, err := a.Pace(ctx, strings.Join(slices.Sorted(slices.Values(prefixes)), " "), len(due), now)
	for n, i := range due {
		moments[i] = first.UnixMilli() + int64(n)*dailyApart
	}
	return moments, err
}

// dailyUnpaced reports whether a room should get a puzzle now that has no moment: one that has
// been put off to its moment, or taken, is next at another time than the settings say.
func (t *Table) dailyUnpaced(r Room, now time.Time) bool {
	zone, err := t.Zone(r.Settings.Daily)
	if err != nil || r.Posts.Next == 0 || r.Posts.Next > now.UnixMilli() {
		return false
	}
	_, at, due := r.dailyDue(now, zone)
	return due && r.Posts.Next == at.UnixMilli()
}

// takeDaily takes the daily puzzle of a room if it is due, or puts it off: to its moment, or to
// the next one if it has come already, comes too late, or rests. A place whose time zone is unknown
// is a task that says so, and gets no puzzle. It reports whether the room has changed.
func (t *Table) takeDaily(r *Room, now time.Time, moment int64) ([]Task, bool) {
	if r.Posts.Next == 0 || r.Posts.Next > now.UnixMilli() {
		return nil, false
	}
	zone, err := t.Zone(r.Settings.Daily)
	if err != nil {
		r.Posts.Next = now.Add(UnreadableRest).UnixMilli()
		return []Task{{Kind: TaskUnreadable, Game: Game{Place: r.Place}, Err: err}}, true
	}
	day, _, due := r.dailyDue(now, zone)
	switch {
	case !due:
		r.Posts.Next, r.Posts.Taken, r.Touched = r.Settings.Daily.due(now, zone), 0, now.UnixMilli()
		return nil, true
	case moment > now.UnixMilli():
		r.Posts.Next = moment
		return nil, true
	}
	task := Task{
		Kind: TaskDaily, Game: Game{Place: r.Place}, Day: day,
		Follows: r.Posts.Posted == day-1, Rest: r.rest(day), Again: r.Posts.Taken != 0,
	}
	r.Posts.Next, r.Posts.Taken = now.Add(dailyLease).UnixMilli(), day
	return []Task{task}, true
}
