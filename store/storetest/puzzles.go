package storetest

import (
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"othellobot/game"
	"othellobot/rules"
)

func puzzles() []testCase {
	return []testCase{
		{"what is kept of a player's puzzles is read back", puzzlerKept},
		{"a puzzler changes one version at a time", puzzlerVersions},
		{"of those who change a puzzler at the same time, one does", puzzlerRace},
		{"a puzzler is forgotten on demand, and after its time", puzzlerForgotten},
		{"a purge of a tenant forgets its puzzlers and no others", puzzlersPurged},
		{"those are named who have solved a puzzle there", solversNamed},
		{"a place gets its puzzle when it wants it", dailyDue},
		{"a puzzle that is taken comes again after its time until it is noted", dailyTaken},
		{"of those who ask for puzzles at the same time, each gets others", dailyRace},
		{"a puzzle that comes again comes before others", dailyAgainFirst},
		{"puzzles come at a pace that all keep together", dailyPaced},
		{"a place keeps when somebody last asked for a puzzle", dailyAsked},
		{"what a place has got stays noted when its settings change", dailyResettled},
		{"a place may get the week beside the puzzle, or instead", weekDue},
		{"games are found that ended in a week in a place and its threads", weekEnded},
	}
}

// puzzlerOf is a puzzler with something in every field.
func puzzlerOf(p game.Player) game.Puzzler {
	return game.Puzzler{
		Player: p, Grade: 2, Version: 1, Number: 214, Wrong: rules.SetOf(0, 63), Solved: true, Streak: 5, Total: 12, Where: here, Shared: true,
		Former: game.Solution{Number: 213, Wrong: 1, Where: there}, Touched: noon.UnixMilli(),
	}
}

func (p *play) wantPuzzler(want game.Puzzler) {
	p.Helper()
	got, err := p.Store.Puzzler(p.Context(), want.Player, want.Grade)
	if got != want || err != nil {
		p.Errorf("kept is %+v, %v, want %+v", got, err, want)
	}
}

func (p *play) keep(kept game.Puzzler) {
	p.Helper()
	p.must(p.Store.KeepPuzzler(p.Context(), kept))
}

func puzzlerKept(p *play) {
	p.wantPuzzler(game.Puzzler{Player: ana, Grade: 2})
	kept := puzzlerOf(ana)
	p.keep(kept)
	p.wantPuzzler(kept)
	p.wantPuzzler(game.Puzzler{Player: ana, Grade: 1})
	p.wantPuzzler(game.Puzzler{Player: bo, Grade: 2})
	kept = game.Puzzler{Player: ana, Grade: 2, Version: 2}
	p.keep(kept)
	p.wantPuzzler(kept)
}

func puzzlerVersions(p *play) {
	later := puzzlerOf(ana)
	later.Version = 2
	p.want("a second version of nothing", p.Store.KeepPuzzler(p.Context(), later), game.ErrStale)
	p.keep(puzzlerOf(ana))
	p.want("the first version twice", p.Store.KeepPuzzler(p.Context(), puzzlerOf(ana)), game.ErrStale)
	later.Version = 3
	p.want("a version that leaves one out", p.Store.KeepPuzzler(p.Context(), later), game.ErrStale)
	later.Version = 2
	p.keep(later)
	p.want("the second version twice", p.Store.KeepPuzzler(p.Context(), later), game.ErrStale)
	p.wantPuzzler(later)
}

func puzzlerRace(p *play) {
	var all sync.WaitGroup
	var kept atomic.Int32
	for i := range 8 {
		all.Go(func() {
			mine := puzzlerOf(ana)
			mine.Streak = i
			if p.Store.KeepPuzzler(p.Context(), mine) == nil {
				kept.Add(1)
			}
		})
	}
	all.Wait()
	if kept.Load() != 1 {
		p.Errorf("%d have made the first version", kept.Load())
	}
}

func puzzlerForgotten(p *play) {
	for _, who := range []game.Player{ana, bo} {
		p.keep(puzzlerOf(who))
		other := puzzlerOf(who)
		other.Grade, other.Touched = 0, noon.Add(day).UnixMilli()
		p.keep(other)
	}
	p.must(p.Store.ForgetPerson(p.Context(), ana))
	p.wantPuzzler(game.Puzzler{Player: ana, Grade: 2})
	p.wantPuzzler(game.Puzzler{Player: ana})
	p.clean(noon.Add(timing.Retention - time.Millisecond))
	p.wantPuzzler(puzzlerOf(bo))
	p.clean(noon.Add(timing.Retention))
	p.wantPuzzler(game.Puzzler{Player: bo, Grade: 2})
	got, err := p.Store.Puzzler(p.Context(), bo, 0)
	if got.Version != 1 || err != nil {
		p.Errorf("a puzzler of a day later is %+v, %v", got, err)
	}
}

func puzzlersPurged(p *play) {
	of := func(team string, n int) game.Player { return game.Player(fmt.Sprintf("p/%s/%d", team, n)) }
	for n := range 30 {
		p.keep(puzzlerOf(of("a", n)))
	}
	others := []game.Player{of("b", 1), of("a0", 1), of("", 1), "q/a/1"}
	for _, who := range others {
		p.keep(puzzlerOf(who))
	}
	p.purge("p/a/")
	for n := range 30 {
		p.wantPuzzler(game.Puzzler{Player: of("a", n), Grade: 2})
	}
	for _, who := range others {
		p.wantPuzzler(puzzlerOf(who))
	}
}

func solversNamed(p *play) {
	keep := func(who game.Player, number int, wrong rules.Bitboard, solved bool, at game.Place, former game.Solution) {
		p.keep(game.Puzzler{
			Player: who, Grade: 1, Version: 1, Number: number, Wrong: wrong, Solved: solved, Where: at, Former: former, Touched: noon.UnixMilli(),
		})
	}
	keep(ana, 7, rules.SetOf(3), true, here, game.Solution{Number: 6, Where: there})
	keep(bo, 7, 0, true, here, game.Solution{Number: 6, Wrong: 1, Where: here})
	keep(cy, 7, rules.SetOf(3, 4), false, here, game.Solution{Number: 6, Where: here})
	keep(den, 7, 0, true, "", game.Solution{})
	for _, c := range []struct {
		at           game.Place
		number, most int
		want         []game.Solver
	}{
		{here, 7, 9, []game.Solver{{Player: bo}, {Player: ana, Wrong: 1}}},
		{here, 7, 1, []game.Solver{{Player: bo}}},
		{here, 6, 9, []game.Solver{{Player: cy}, {Player: bo, Wrong: 1}}},
		{there, 6, 9, []game.Solver{{Player: ana}}},
		{there, 7, 9, nil},
		{here, 5, 9, nil},
		{"", 7, 9, nil},
	} {
		got, err := p.Store.Solvers(p.Context(), c.at, 1, c.number, c.most)
		if !slices.Equal(got, c.want) || err != nil {
			p.Errorf("%d was solved in %q by %v, %v, want %v", c.number, c.at, got, err, c.want)
		}
	}
	if got, err := p.Store.Solvers(p.Context(), here, 2, 7, 9); len(got) > 0 || err != nil {
		p.Errorf("another grade was solved by %v, %v", got, err)
	}
}

// nine is a daily puzzle at nine o'clock.
var nine = game.Daily{Minute: 9*60 + 1, Zone: "UTC"}

// nineOf is when that comes so many days after the tests begin, whose first day has no
// nine o'clock any more.
func nineOf(days int) time.Time {
	return time.Date(2026, time.January, 1+days, 9, 0, 0, 0, time.UTC)
}

func (p *play) settle(at game.Place, d game.Daily, now time.Time) {
	p.Helper()
	p.must(p.commit(game.Change{Place: at, Settings: &game.Settings{Theme: "moon", Daily: d}, DailyDue: dueAfter(d, now), Now: now}))
}

// dueAfter returns when the next puzzle is due after a time.
func dueAfter(d game.Daily, now time.Time) int64 {
	at, ok := d.Next(now, time.UTC)
	if !ok {
		return 0
	}
	return at.UnixMilli()
}

func (p *play) takeDailies(now time.Time, most int) []game.DueDaily {
	p.Helper()
	found, err := p.Store.DueDailies(p.Context(), now, now.Add(time.Minute), most, everywhere)
	p.must(err)
	return found
}

func (p *play) wantDailies(now time.Time, want ...game.DueDaily) {
	p.Helper()
	if got := p.takeDailies(now, 9); !slices.Equal(got, want) {
		p.Errorf("at %v puzzles are due in %+v, want %+v", now, got, want)
	}
}

func (p *play) wantNext(want time.Time) {
	p.Helper()
	if next, ok, err := p.Store.Next(p.Context(), everywhere); !next.Equal(want) || ok == want.IsZero() && want.IsZero() || err != nil {
		p.Errorf("next is due %v, %t, %v, want %v", next, ok, err, want)
	}
}

func (p *play) posted(posted game.Posted, want bool) {
	p.Helper()
	posted.Next = dueAfter(posted.Daily, posted.Now)
	if got, err := p.Store.Posted(p.Context(), posted); got != want || err != nil {
		p.Errorf("%+v is noted: %t, %v", posted, got, err)
	}
}

func dailyDue(p *play) {
	p.settle(here, nine, noon)
	p.settle(there, game.Daily{}, noon)
	if got := p.room(here).Settings; got.Daily != nine {
		p.Errorf("the settings are %+v", got)
	}
	p.wantNext(nineOf(1))
	p.wantDailies(nineOf(1).Add(-time.Millisecond))
	if got, err := p.Store.DueDailies(p.Context(), nineOf(1), nineOf(2), 9, []string{"q/"}); len(got) > 0 || err != nil {
		p.Errorf("elsewhere puzzles are due in %v, %v", got, err)
	}
	p.settle(here, nine, noon.Add(time.Hour)) // which changes nothing
	p.wantDailies(nineOf(1), game.DueDaily{Place: here, Daily: nine})
	p.settle(here, game.Daily{}, nineOf(1))
	p.wantDailies(nineOf(2))
}

func dailyTaken(p *play) {
	p.settle(here, nine, noon)
	at := nineOf(1)
	p.wantDailies(at, game.DueDaily{Place: here, Daily: nine})
	p.wantDailies(at.Add(time.Minute - time.Millisecond))
	p.wantNext(at.Add(time.Minute))
	p.wantDailies(at.Add(time.Minute), game.DueDaily{Place: here, Daily: nine, Again: true})
	p.posted(game.Posted{Place: here, Daily: nine, Day: game.DayOf(at), Now: at.Add(time.Minute)}, true)
	p.posted(game.Posted{Place: here, Daily: nine, Day: game.DayOf(at) - 1, Now: at.Add(time.Minute)}, false)
	for tenant, want := range map[game.Tenant]game.Day{here.Tenant(): game.DayOf(at), elsewhere.Tenant(): 0} {
		if got, err := p.Store.LastPosted(p.Context(), tenant); got != want || err != nil {
			p.Errorf("%s got the last puzzle for day %d, %v, want %d", tenant, got, err, want)
		}
	}
	p.posted(game.Posted{Place: there, Daily: nine, Day: game.DayOf(at), Now: at}, false)
	p.wantNext(nineOf(2))
	p.wantDailies(nineOf(2), game.DueDaily{Place: here, Daily: nine, Posted: game.DayOf(at)})
}

func dailyRace(p *play) {
	const places = 40
	for n := range places {
		p.settle(game.Place(fmt.Sprintf("p/team/%d/", n)), nine, noon)
	}
	var all sync.WaitGroup
	var mu sync.Mutex
	taken := make(map[game.Place]int)
	for range 4 {
		all.Go(func() {
			for n := range 2 * places {
				now := nineOf(1).Add(time.Duration(n) * time.Second / game.DailyPace)
				found, err := p.Store.DueDailies(p.Context(), now, nineOf(1).Add(time.Minute), 3, everywhere)
				if err != nil {
					p.Error(err)
				}
				mu.Lock()
				for _, d := range found {
					taken[d.Place]++
				}
				mu.Unlock()
			}
		})
	}
	all.Wait()
	for at, n := range taken {
		if n != 1 {
			p.Errorf("%s was taken %d times", at, n)
		}
	}
	if len(taken) != places {
		p.Errorf("%d places were taken, want %d", len(taken), places)
	}
}

func dailyAgainFirst(p *play) {
	for n := range 5 {
		p.settle(game.Place(fmt.Sprintf("p/team/%d/", n)), nine, noon)
	}
	at := nineOf(1)
	first := p.takeDailies(at, 1)
	if got := p.takeDailies(at.Add(2*time.Minute), 1); len(got) != 1 || len(first) != 1 || got[0].Place != first[0].Place || !got[0].Again {
		p.Errorf("after %v comes %v", first, got)
	}
	if got := p.takeDailies(at.Add(2*time.Minute+time.Second), 9); len(got) != 4 || got[0].Again {
		p.Errorf("the others are %v", got)
	}
}

// Puzzles come at a pace that all who ask keep together.
func dailyPaced(p *play) {
	const places = 3 * game.DailyPace
	for n := range places {
		p.settle(game.Place(fmt.Sprintf("p/team/%03d/", n)), nine, noon)
	}
	taken := 0
	for now := nineOf(1); taken < places; now = now.Add(50 * time.Millisecond) {
		taken += len(p.takeDailies(now, 9))
		since := now.Sub(nineOf(1)) + 200*time.Millisecond // that may be made up for after a rest
		if most := int(since*game.DailyPace/time.Second) + 1; taken > most {
			p.Fatalf("after %v %d puzzles were taken", now.Sub(nineOf(1)), taken)
		}
		if now.Sub(nineOf(1)) > 4*time.Second {
			p.Fatalf("only %d puzzles were taken", taken)
		}
		next, ok, err := p.Store.Next(p.Context(), everywhere)
		if !ok || err != nil || taken < places && next.Sub(now) > 50*time.Millisecond {
			p.Errorf("next is %v after %v: %t, %v", next, now, ok, err)
		}
	}
}

func dailyAsked(p *play) {
	at := nineOf(9)
	today := game.DayOf(at)
	p.must(p.Store.Asked(p.Context(), here, today)) // where nothing is set
	p.wantDailies(at)
	chosen := game.Settings{Theme: "moon", Daily: nine}
	p.must(p.commit(game.Change{Place: here, Settings: &chosen, DailyDue: nineOf(1).UnixMilli(), Asked: today - 8, Now: noon}))
	p.wantDailies(at, game.DueDaily{Place: here, Daily: nine, Asked: today - 8})
	for i, asked := range []game.Day{today - 2, today - 3, today} {
		p.must(p.Store.Asked(p.Context(), here, asked))
		p.must(p.Store.Asked(p.Context(), there, today))
		later := at.Add(time.Duration(i+1) * time.Minute)
		p.wantDailies(later, game.DueDaily{Place: here, Daily: nine, Asked: max(asked, today-2), Again: true})
	}
	chosen.Theme = "classic" // which does not move the puzzle
	p.must(p.commit(game.Change{Place: here, Settings: &chosen, DailyDue: nineOf(20).UnixMilli(), Asked: today + 1, Now: at}))
	p.wantDailies(at.Add(4*time.Minute), game.DueDaily{Place: here, Daily: nine, Asked: today + 1, Again: true})
}

func dailyResettled(p *play) {
	p.settle(here, nine, noon)
	at, ten := nineOf(1), game.Daily{Minute: 10*60 + 1, Zone: "UTC"}
	p.wantDailies(at, game.DueDaily{Place: here, Daily: nine})
	p.settle(here, ten, at)
	p.posted(game.Posted{Place: here, Daily: nine, Day: game.DayOf(at), Now: at}, true)
	p.wantDailies(at.Add(time.Hour), game.DueDaily{Place: here, Daily: ten, Posted: game.DayOf(at)})
}

func weekDue(p *play) {
	both, alone := nine.With(true, true), nine.With(false, true)
	p.settle(here, both, noon)
	p.settle(here, alone, noon)
	if got := p.room(here).Settings; got.Daily != alone {
		p.Errorf("the settings are %+v", got)
	}
	at, _ := alone.Next(noon, time.UTC)
	p.wantNext(at)
	p.wantDailies(at, game.DueDaily{Place: here, Daily: alone})
	p.posted(game.Posted{Place: here, Daily: both, Day: game.DayOf(at) - 1, Now: at}, true)
	p.wantDailies(at.Add(time.Minute), game.DueDaily{Place: here, Daily: alone, Posted: game.DayOf(at) - 1})
	p.posted(game.Posted{Place: here, Daily: alone, Day: game.DayOf(at), Now: at}, true)
	p.wantNext(at.Add(7 * day))
}

func weekEnded(p *play) {
	thread := here + "thread"
	first := p.end(here, ana, bo, noon, resigned(ana, noon))
	second := p.end(here, ana, bo, noon.Add(day), resigned(bo, noon.Add(day)))
	third := p.end(thread, ana, bo, noon.Add(2*day), resigned(bo, noon.Add(2*day)))
	p.end(there, ana, bo, noon, resigned(ana, noon))
	p.add(p.played(here, ana, bo))
	want := func(from, to time.Time, most int, want ...game.Game) {
		p.Helper()
		got, err := p.Store.Ended(p.Context(), here, from, to, most)
		p.must(err)
		ids := func(games []game.Game) (ids []game.ID) {
			for _, g := range games {
				ids = append(ids, g.ID)
			}
			return ids
		}
		if !slices.Equal(ids(got), ids(want)) {
			p.Errorf("found are %v, want %v", ids(got), ids(want))
		}
	}
	want(noon, noon.Add(7*day), 9, third, second, first)
	want(noon, noon.Add(7*day), 2, third, second)
	want(noon.Add(time.Millisecond), noon.Add(2*day), 9, second)
}
