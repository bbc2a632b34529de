package game

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"
)

const lease = 2 * time.Second

// Due claims the due tasks of up to most rooms and tombstones in places whose names begin with one of the
// prefixes. A task that is not done becomes due again later, in any process; a redraw does so only a few times.
// Even with an error, the returned tasks are claimed.
func (t *Table) Due(ctx context.Context, a Agenda, now time.Time, most int, prefixes []string) ([]Task, error) {
	due, err := a.Due(ctx, now, now.Add(lease), most, prefixes)
	if err != nil {
		return nil, err
	}
	var tasks []Task
	for _, tomb := range due.Tombstones {
		kind := TaskProbe
		if tomb.Loss == LossOfPerson {
			kind = TaskForget
		}
		tasks = append(tasks, Task{Kind: kind, Tombstone: tomb})
	}
	paces, err := t.pace(ctx, a, due.Rooms, now, prefixes)
	if err != nil {
		return tasks, err
	}
	for i, room := range due.Rooms {
		found, err := t.claimTasks(ctx, room, now, paces[i])
		tasks = append(tasks, found...)
		if err != nil {
			return tasks, err
		}
	}
	return tasks, nil
}

func (t *Table) claimTasks(ctx context.Context, room Room, now time.Time, pace int64) ([]Task, error) {
	if room.Newer {
		return []Task{{Kind: TaskUnreadable, Game: Game{Place: room.Place}, Err: ErrNewer}}, nil
	}
	c := room.newChange(now)
	tasks, changed := t.claimDaily(&c.Room, now, pace)
	c.Async = len(tasks) == 0 // if a power failure lost the claim, the puzzle could be posted twice
	for _, id := range room.Unreadable {
		tasks, changed = append(tasks, Task{Kind: TaskUnreadable, Game: Game{ID: id, Place: room.Place}, Err: errUnreadable}), true
	}
	c.Room.Slots = slices.Clone(c.Room.Slots)
	for i, s := range c.Room.Slots { // before the engine's moves, because a move postpones the redraws of its game
		if !s.Pending() || s.Redraw == 0 || s.Redraw > now.UnixMilli() {
			continue
		}
		c.Room.Slots[i], changed = s.ClaimRedraw(now), true
		if c.Room.Slots[i].Due() {
			tasks = append(tasks, Task{Kind: TaskRedraw, Game: Game{ID: s.Game, Place: room.Place}, Slot: s.Name})
		}
	}
	for g := range room.Games() {
		switch kind, at := g.due(t.timing, room.Settings.Pings); {
		case at <= now.UnixMilli() && kind == taskRemove:
			c.removeGame(g)
			changed = true
		case at <= now.UnixMilli():
			tasks = append(tasks, Task{Kind: kind, Game: *g, At: at})
		case g.Voting() && !g.Ballot.Closed && now.UnixMilli() >= g.nextCount(now): // g.due does not know when votes were stored
			tasks = append(tasks, Task{Kind: TaskCount, Game: *g, At: now.UnixMilli()})
		}
	}
	c.finish(t.timing)
	switch {
	case c.Room.deletable(t.timing, now):
		c.Due = Never
	case !changed:
		return tasks, nil
	case len(tasks) > 0:
		c.Due = max(c.Due, now.Add(lease).UnixMilli())
	}
	switch err := t.rooms.Save(ctx, c); {
	case errors.Is(err, ErrStale):
		return nil, nil // another change came first; what is still due is returned again
	case err != nil:
		return nil, err
	default:
		return tasks, nil
	}
}

func (c *Change) removeGame(g *Game) {
	r := &c.Room
	if r.Last != nil && r.Last.ID == g.ID {
		r.Last = nil
	}
	r.Challenges = slices.DeleteFunc(slices.Clone(r.Challenges), func(other *Game) bool { return other.ID == g.ID })
	if !g.isPast() {
		c.Names = append(c.Names, NameChange{Game: g.ID, Removed: true})
	}
	if r.Touched > 0 {
		r.Touched = max(r.Touched, g.At)
	}
}

func (r Room) deletable(timing Timing, now time.Time) bool {
	for range r.stored() {
		return false
	}
	due := r.due(timing)
	return len(r.Unreadable) == 0 && (due <= now.UnixMilli() || due == Never)
}

// MaxPostDelay limits the delay of a daily post. A post that would come later is skipped.
const MaxPostDelay = 6 * time.Hour

// dailyDue returns the date and the time of the latest scheduled post, or false if the place should not get it now.
func (r Room) dailyDue(now time.Time, zone *time.Location) (Day, time.Time, bool) {
	day, at, ok := r.Settings.Daily.Last(now, zone)
	asleep := r.puzzleState(day) == Asleep && !r.Settings.Daily.digestOn(day, zone)
	return day, at, ok && day > r.Posts.Posted && now.Sub(at) < MaxPostDelay && !asleep
}

// silentDays is the number of days without a request after which the daily puzzle rests.
const silentDays = 7

// puzzleState returns FallsAsleep for the first post after the silent days, which says that the puzzle rests.
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

// RecordPosted records that a place received the daily post of a day under the schedule d. It does nothing if
// the place has received a later post, or if its Room has no Touched time.
func (t *Table) RecordPosted(ctx context.Context, at Place, d Daily, day Day, now time.Time) error {
	zone, err := t.Zone(d)
	if err != nil {
		return err
	}
	return t.editRoom(ctx, at, now, func(c *Change) bool {
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

// RecordPuzzleRequest records that a person asked for a puzzle on a day, if the Room has a Touched time.
func (t *Table) RecordPuzzleRequest(ctx context.Context, at Place, day Day, now time.Time) error {
	return t.editRoom(ctx, at, now, func(c *Change) bool {
		asked := c.Room.Posts.Asked < day && c.Room.Touched > 0
		c.Room.Posts.Asked = max(c.Room.Posts.Asked, day)
		return asked
	})
}

// DailyPace limits the daily posts per second of all processes. A platform may allow only fifty messages per
// second, and games need some of them.
const DailyPace = 40

const (
	// dailyInterval is the time between daily posts, in milliseconds.
	dailyInterval = int64(1000 / DailyPace)
	// dailyCatchUp is how far back the first moment may be, in milliseconds, to make up for short pauses.
	dailyCatchUp = 200
)

// DailyTimes returns the first of n moments for daily posts, and the first free moment after them.
// free is the first moment that is free before the call. All times are in Unix milliseconds.
func DailyTimes(free int64, n int, now time.Time) (first, next int64) {
	first = max(free, now.UnixMilli()-dailyCatchUp)
	return first, first + int64(n)*dailyInterval
}

// dailyLease is the time that a process has to send a claimed daily post, before another may claim it.
const dailyLease = time.Minute

// pace reserves a moment for each room whose daily post is due and has none. It returns a time for each room, in
// Unix milliseconds; 0 if it reserved none.
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
	first, err := a.ReserveDailyTimes(ctx, strings.Join(slices.Sorted(slices.Values(prefixes)), " "), len(due), now)
	for n, i := range due {
		moments[i] = first.UnixMilli() + int64(n)*dailyInterval
	}
	return moments, err
}

// dailyUnpaced reports whether a post is due without a moment. The Next of a postponed or claimed post differs
// from the schedule.
func (t *Table) dailyUnpaced(r Room, now time.Time) bool {
	zone, err := t.Zone(r.Settings.Daily)
	if err != nil || r.Posts.Next == 0 || r.Posts.Next > now.UnixMilli() {
		return false
	}
	_, at, due := r.dailyDue(now, zone)
	return due && r.Posts.Next == at.UnixMilli()
}

// claimDaily claims a due post, or postpones it. With an unknown time zone the task is a [TaskUnreadable].
// claimDaily reports whether the room has changed.
func (t *Table) claimDaily(r *Room, now time.Time, moment int64) ([]Task, bool) {
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
