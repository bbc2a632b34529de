package game

import (
	"context"
	"slices"
	"strings"
	"time"
)

// MaxPuzzleDelay limits the delay of a daily puzzle. A puzzle that would come later is skipped.
const MaxPuzzleDelay = 6 * time.Hour

// dailyDue returns the date of the latest puzzle and the time when it became due. It reports false
// if the place already has it, or should not get it because it is too late or the puzzle rests.
func (r Room) dailyDue(now time.Time, zone *time.Location) (Day, time.Time, bool) {
	day, at, ok := r.Settings.Daily.Last(now, zone)
	asleep := r.puzzleState(day) == Asleep && !r.Settings.Daily.WeekOn(day)
	return day, at, ok && day > r.Posts.Posted && now.Sub(at) < MaxPuzzleDelay && !asleep
}

// silentDays is the number of days without a request after which the daily puzzle rests.
const silentDays = 7

// puzzleState returns the state of a day's puzzle. The first post after the silent days says that the
// puzzle rests.
func (r Room) puzzleState(day Day) PuzzleState {
	switch from := r.Posts.Asked + silentDays; {
	case !r.Settings.Daily.Puzzles() || day < from:
		return Awake
	case r.Posts.Posted < from:
		return FallsAsleep
	default:
		return Asleep
	}
}

// Zone returns the time zone of a schedule.
func (t *Table) Zone(d Daily) (*time.Location, error) {
	if d.Zone == "" {
		return time.UTC, nil
	}
	return t.timing.Zones(d.Zone)
}

// RecordPosted records that a place has received the puzzle of a day under the schedule d. It changes
// nothing if the place has received a later puzzle or has no settings.
func (t *Table) RecordPosted(ctx context.Context, at Place, d Daily, day Day, now time.Time) error {
	zone, err := t.Zone(d)
	if err != nil {
		return err
	}
	return t.changeLightly(ctx, at, now, func(c *Change) bool {
		r := &c.Room
		if r.Posts.Posted > day || r.Touched == 0 {
			return false
		}
		c.Posted = day
		r.Posts.Posted, r.Posts.Claimed, r.Touched = day, 0, now.UnixMilli()
		if r.Settings.Daily == d {
			r.Posts.Next = d.due(now, zone)
		}
		return true
	})
}

// RecordPuzzleRequest records that a person asked for a puzzle in a place on a day. It changes nothing
// if that day or a later day is already recorded, or if the place has no settings.
func (t *Table) RecordPuzzleRequest(ctx context.Context, at Place, day Day, now time.Time) error {
	return t.changeLightly(ctx, at, now, func(c *Change) bool {
		asked := c.Room.Posts.Asked < day && c.Room.Touched > 0
		c.Room.Posts.Asked = max(c.Room.Posts.Asked, day)
		return asked
	})
}

// DailyPace limits the daily puzzles per second of all processes together, so that some of the fifty
// messages per second that a platform may accept remain for the games.
const DailyPace = 40

const (
	// dailyInterval is the time between daily puzzles, in milliseconds.
	dailyInterval = int64(1000 / DailyPace)
	// dailyCatchUp is how far back the first moment may be, in milliseconds. This makes up for short
	// pauses.
	dailyCatchUp = 200
)

// DailyTimes returns the first of n moments for daily puzzles, and the first free moment after them.
// free is the first moment that is free before the call. All times are in Unix milliseconds.
func DailyTimes(free int64, n int, now time.Time) (first, next int64) {
	first = max(free, now.UnixMilli()-dailyCatchUp)
	return first, first + int64(n)*dailyInterval
}

// dailyLease is the time that a daily puzzle belongs to the process that claimed it. It exceeds the
// longest time needed to send the puzzle.
const dailyLease = time.Minute

// pace reserves a moment for each room whose daily puzzle is due and has no moment yet. It returns
// the moments in Unix milliseconds, and 0 for the other rooms.
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
		moments[i] = first.UnixMilli() + int64(n)*dailyInterval
	}
	return moments, err
}

// dailyUnpaced reports whether a room should get a puzzle now and has no moment yet: a puzzle that
// was postponed to its moment, or claimed, has a Next that differs from the schedule.
func (t *Table) dailyUnpaced(r Room, now time.Time) bool {
	zone, err := t.Zone(r.Settings.Daily)
	if err != nil || r.Posts.Next == 0 || r.Posts.Next > now.UnixMilli() {
		return false
	}
	_, at, due := r.dailyDue(now, zone)
	return due && r.Posts.Next == at.UnixMilli()
}

// takeDaily claims the daily puzzle of a room if it is due, or postpones it to its moment or to the
// next date. A place with an unknown time zone gets a TaskUnreadable instead. takeDaily reports
// whether the room has changed.
func (t *Table) takeDaily(r *Room, now time.Time, moment int64) ([]Task, bool) {
	if r.Posts.Next == 0 || r.Posts.Next > now.UnixMilli() {
		return nil, false
	}
	zone, err := t.Zone(r.Settings.Daily)
	if err != nil {
		r.Posts.Next = now.Add(UnreadableRetry).UnixMilli()
		return []Task{{Kind: TaskUnreadable, Game: Game{Place: r.Place}, Err: err}}, true
	}
	day, _, due := r.dailyDue(now, zone)
	switch {
	case !due:
		r.Posts.Next, r.Posts.Claimed, r.Touched = r.Settings.Daily.due(now, zone), 0, now.UnixMilli()
		return nil, true
	case moment > now.UnixMilli():
		r.Posts.Next = moment
		return nil, true
	}
	task := Task{
		Kind: TaskDaily, Game: Game{Place: r.Place}, Day: day,
		PreviousPosted: r.Posts.Posted == day-1, Puzzle: r.puzzleState(day), Reclaimed: r.Posts.Claimed != 0,
	}
	r.Posts.Next, r.Posts.Claimed = now.Add(dailyLease).UnixMilli(), day
	return []Task{task}, true
}
