package game

import (
	"context"
	"time"
)

// Agenda tells what is due, as a [Store] does.
type Agenda interface {
	// Due takes up to most games for which something is due by now, the longest
	// waiting first, in the places whose names begin with one of the prefixes. None
	// of them is handed out again before until, unless it has changed. A game that
	// cannot be read does not hold up the others: it comes with the reason, and again
	// after [UnreadableRest], but if that is [ErrNewer] as soon as others, so that
	// whoever can read it gets it.
	Due(ctx context.Context, now, until time.Time, most int, prefixes []string) ([]Pending, error)

	// DueSlots takes up to most slots whose messages are to be drawn again by now, the
	// longest waiting first, of games in the places whose names begin with one of the
	// prefixes, also of games that no room has any more. They are returned as
	// [Slot.Redrawn] makes them, but for those that nobody is to draw any more. Of
	// several who ask, one gets a slot.
	DueSlots(ctx context.Context, now time.Time, most int, prefixes []string) ([]DueSlot, error)

	// DueDailies takes up to most places that are to get the puzzle of the day by now, the
	// longest waiting first, among those whose names begin with one of the prefixes. None
	// of them is handed out again before until. Of several who ask, one gets a place, and
	// all who ask for the same prefixes get no more than [Paced] lets them.
	DueDailies(ctx context.Context, now, until time.Time, most int, prefixes []string) ([]DueDaily, error)

	// Posted notes for which date a place has got its puzzle, unless it is known for a
	// later one or has other settings now, and reports whether it has noted that.
	Posted(ctx context.Context, p Posted) (bool, error)

	// Asked notes that a person asked for a puzzle in a place on a date, unless it is known
	// for a later one. It changes nothing in a place without settings.
	Asked(ctx context.Context, at Place, day Day) error

	// LastPosted is the latest date for which a place of a tenant has got its puzzle, which
	// most likely told how that of the day before is solved; 0 if none has.
	LastPosted(ctx context.Context, t Tenant) (Day, error)

	// Ended are up to most games of a place and its threads that ended in a time, the
	// newest first. One that cannot be read is left out.
	Ended(ctx context.Context, at Place, from, to time.Time, most int) ([]Game, error)

	// Next is when something will be due in the places whose names begin with one of
	// the prefixes, a message that is to be drawn again and a puzzle included, and false if nothing
	// will. It may be too early, never too late.
	Next(ctx context.Context, prefixes []string) (time.Time, bool, error)

	// Clean forgets everything whose time is up by now: finished games, the settings
	// of silent places, puzzlers and exercises that nothing has changed for as long as
	// finished games are kept, deliveries, and what people have chosen if nothing else is kept of them and that
	// was chosen as long ago as silent places have been silent.
	Clean(ctx context.Context, now time.Time) error
}

// UnreadableRest is how long a game that cannot be read is left alone before it is
// tried again.
const UnreadableRest = time.Hour

// Pending is a game for which something is due, with the reminders that its place
// wants.
type Pending struct {
	Game  Game // if Err is not nil, it has an id and a place only
	Pings Pings
	Err   error // why it cannot be read; [ErrNewer] if others can
}

// DueSlot is a slot whose message is to be drawn again.
type DueSlot struct {
	Place Place
	Slot  Slot
}

// lease is how long a task belongs to whoever took it. If its game has not changed by
// then, it is handed out again.
const lease = 2 * time.Second

// Due takes up to most tasks that are due now, the longest waiting first, in the
// places whose names begin with one of the prefixes. Each is handed out again some
// seconds later, here or to a table of another process, unless its game has changed
// by then. A game that cannot be read is a task of its own kind. Of the tasks, up to
// half are messages that are to be drawn again, and up to half of the others puzzles of
// the day, so that no kind waits for another; messages come again after longer and
// longer, and then no more.
func (t *Table) Due(ctx context.Context, a Agenda, now time.Time, most int, prefixes []string) ([]Task, error) {
	slots, err := a.DueSlots(ctx, now, (most+1)/2, prefixes)
	if err != nil {
		return nil, err
	}
	var tasks []Task
	for _, s := range slots {
		tasks = append(tasks, Task{Kind: TaskRedraw, Game: Game{ID: s.Slot.Game, Place: s.Place}, Slot: s.Slot.Name})
	}
	if len(tasks) == most {
		return tasks, nil
	}
	dailies, err := t.dueDailies(ctx, a, now, (most-len(tasks)+1)/2, prefixes)
	tasks = append(tasks, dailies...)
	if err != nil || len(tasks) == most {
		return tasks, err
	}
	pending, err := a.Due(ctx, now, now.Add(lease), most-len(tasks), prefixes)
	if err != nil {
		return tasks, err
	}
	for _, p := range pending {
		if p.Err != nil {
			tasks = append(tasks, Task{Kind: TaskUnreadable, Game: p.Game, Err: p.Err})
			continue
		}
		kind, wait := p.Game.next(t.timing, p.Pings)
		if at := p.Game.At + wait.Milliseconds(); at <= now.UnixMilli() {
			tasks = append(tasks, Task{Kind: kind, Game: p.Game, At: at})
		} else if p.Game.Voting() {
			tasks = append(tasks, Task{Kind: TaskCount, Game: p.Game, At: now.UnixMilli()}) // somebody has voted
		} else if err := t.postpone(ctx, p.Game, at, now); err != nil {
			return tasks, err
		}
	}
	return tasks, nil
}

// postpone corrects when something is due for a game that was stored when games were
// given less time.
func (t *Table) postpone(ctx context.Context, g Game, at int64, now time.Time) error {
	_, err := t.rooms.Commit(ctx, Change{Place: g.Place, Steps: []Step{{Before: &g, After: &g, Due: at}}, Now: now})
	if refused(err) {
		return nil // it has changed, and its time with it
	}
	return err
}

// dailyLease is how long a daily puzzle belongs to whoever took it. It is longer than
// sending it may take.
const dailyLease = time.Minute

// dueDailies takes up to most daily puzzles that are due now. Those that have come
// already, come too late, or rest, are put off. A place whose time zone is unknown is a task that says so,
// and gets no puzzle.
func (t *Table) dueDailies(ctx context.Context, a Agenda, now time.Time, most int, prefixes []string) ([]Task, error) {
	found, err := a.DueDailies(ctx, now, now.Add(dailyLease), most, prefixes)
	if err != nil {
		return nil, err
	}
	var tasks []Task
	for _, d := range found {
		zone, err := t.Zone(d.Daily)
		if err != nil {
			tasks = append(tasks, Task{Kind: TaskUnreadable, Game: Game{Place: d.Place}, Err: err})
			next := now.Add(UnreadableRest).UnixMilli()
			if _, err := a.Posted(ctx, Posted{Place: d.Place, Daily: d.Daily, Day: d.Posted, Next: next, Now: now}); err != nil {
				return tasks, err
			}
			continue
		}
		day, due := d.due(now, zone)
		if due {
			tasks = append(tasks, Task{Kind: TaskDaily, Game: Game{Place: d.Place}, Day: day, Follows: d.Posted == day-1, Rest: d.rest(day), Again: d.Again})
			continue
		}
		if _, err := a.Posted(ctx, Posted{Place: d.Place, Daily: d.Daily, Day: d.Posted, Next: d.Daily.due(now, zone), Now: now}); err != nil {
			return tasks, err
		}
	}
	return tasks, nil
}
