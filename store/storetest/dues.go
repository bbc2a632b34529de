package storetest

import (
	"fmt"
	"slices"
	"time"

	"othellobot/game"
)

var dueCases = []testCase{
	{"due rooms are handed out, and again after a while", dueAgain},
	{"half of the rooms handed out waited longest, half fell due last", dueByHalves},
	{"only places with the given prefixes are handed out", dueByPrefix},
	{"a room that is not due yet is postponed", duePutOff},
	{"all callers share the pace of puzzles", pace},
	{"a tenant remembers the day of its last puzzle", lastPosted},
}

// due claims due rooms for a minute and returns their places.
func (p *caseRun) due(now time.Time, most int, prefixes ...string) (places []game.Place) {
	p.Helper()
	due, err := p.Store.Due(p.Context(), now, now.Add(time.Minute), most, prefixes)
	p.must(err)
	for _, r := range due.Rooms {
		places = append(places, r.Place)
	}
	stored := slices.Sorted(slices.Values(places))
	slices.SortFunc(due.Rooms, func(a, b game.Room) int { return slices.Index(stored, a.Place) - slices.Index(stored, b.Place) })
	p.wantRooms(stored, due.Rooms)
	return places
}

func (p *caseRun) wantDue(now time.Time, want ...game.Place) {
	p.Helper()
	got := slices.Sorted(slices.Values(p.due(now, 99, everywhere...)))
	p.wantSame(fmt.Sprintf("due %v after noon", now.Sub(noon)), want, got)
}

// wantNext wants the next due time, or an earlier one. The zero time means that nothing is due.
func (p *caseRun) wantNext(want time.Time, prefixes ...string) {
	p.Helper()
	if len(prefixes) == 0 {
		prefixes = everywhere
	}
	next, ok, err := p.Store.Next(p.Context(), prefixes)
	if ok == want.IsZero() || err != nil || ok && next.After(want) {
		p.Errorf("the next is due at %v, %v, %v; want %v", next, ok, err, want)
	}
}

func dueAgain(p *caseRun) {
	g := p.add(p.duel(here))
	p.add(p.openGame(there))
	p.wantDue(noon.Add(game.PingDelay - time.Millisecond))
	for n := range 3 {
		now := noon.Add(game.PingDelay + time.Duration(n)*time.Minute)
		p.wantDue(now, here)
		p.wantDue(now)
		p.wantDue(now.Add(time.Minute - time.Millisecond))
		p.wantNext(now.Add(time.Minute))
	}
	p.act(g, ana, noon, game.Game.Resign)
	p.wantDue(noon.Add(game.PingDelay + 4*time.Minute))
}

func dueByHalves(p *caseRun) {
	for n := range 8 {
		g := p.duel(place(7 - n))
		g.At += int64(n*1000 + n)
		p.add(g)
	}
	now := noon.Add(game.PingDelay + time.Hour)
	for _, want := range [][]game.Place{{place(0), place(1), place(6), place(7)}, {place(2), place(3), place(4), place(5)}, nil} {
		p.wantSame("due", want, slices.Sorted(slices.Values(p.due(now, 4, everywhere...))))
	}
	now = now.Add(time.Minute)
	got := p.due(now, 1, everywhere...)
	if len(got) != 1 {
		p.Errorf("one at most is %v", got)
	}
	for range 3 {
		got = append(got, p.due(now, 9, everywhere...)...)
	}
	if slices.Sort(got); len(got) != 8 || len(slices.Compact(got)) != 8 {
		p.Errorf("in the end, all are %v", got)
	}
}

func dueByPrefix(p *caseRun) {
	places := []game.Place{"p/t/a/", "p/t/b/", "q/t/a/", "P/t/a/", "%/t/a/", "日本/t/a/"}
	for _, at := range places {
		p.add(p.duel(at))
	}
	now := noon.Add(game.PingDelay)
	for _, c := range []struct {
		prefixes []string
		want     []game.Place
	}{
		{nil, nil},
		{[]string{"x/"}, nil},
		{[]string{"%/"}, places[4:5]},
		{[]string{"_/"}, nil},
		{[]string{"日本/"}, places[5:]},
		{[]string{"p/t/a/", "q/"}, []game.Place{places[0], places[2]}},
		{[]string{"p/", "p/t/b/", ""}, []game.Place{places[3], places[1]}},
	} {
		next, ok, err := p.Store.Next(p.Context(), c.prefixes)
		if ok != (len(c.want) > 0) || err != nil || ok && next.After(now) {
			p.Errorf("next in %q: %v, %v, %v", c.prefixes, next, ok, err)
		}
		got := p.due(now, 9, c.prefixes...)
		p.wantSame(fmt.Sprintf("due in %q", c.prefixes), slices.Sorted(slices.Values(c.want)), slices.Sorted(slices.Values(got)))
	}
}

func duePutOff(p *caseRun) {
	p.add(p.duel(here))
	c := p.planned(here, game.Proposal{Settings: &game.Settings{}})
	c.Due = noon.Add(-time.Hour).UnixMilli()
	p.must(p.save(c))
	p.wantDue(noon)
	if next, ok, err := p.Store.Next(p.Context(), everywhere); !ok || err != nil || !next.After(noon) {
		p.Errorf("what was put off is next due at %v, %t, %v", next, ok, err)
	}
	p.wantDue(noon.Add(game.PingDelay), here)
}

func pace(p *caseRun) {
	const apart = time.Second / game.DailyPace
	first := func(name string, n int, now time.Time) time.Time {
		at, err := p.Store.ReserveDailyTimes(p.Context(), name, n, now)
		if err != nil {
			p.Error(err)
		}
		return at
	}
	start := first("a", 3, noon)
	if rest := noon.Sub(start); rest < 0 || rest > time.Second {
		p.Errorf("at noon the first moment is %v before", rest)
	}
	for _, c := range []struct {
		name string
		now  time.Time
		want time.Time
	}{
		{"a", noon, start.Add(3 * apart)},
		{"A", noon, start},
		{"a", noon, start.Add(5 * apart)},
		{"", noon, start},
		{"a", noon.Add(time.Hour), start.Add(time.Hour)},
	} {
		if got := first(c.name, 2, c.now); !got.Equal(c.want) {
			p.Errorf("the next moment of %q is %v, want %v", c.name, got, c.want)
		}
	}
	moments := gather(func(int) (moments []time.Time) {
		for range 5 {
			moments = append(moments, first("b", 2, noon))
		}
		return moments
	})
	slices.SortFunc(moments, time.Time.Compare)
	for n, at := range moments {
		if want := start.Add(time.Duration(2*n) * apart); !at.Equal(want) {
			p.Fatalf("one of many concurrent callers gets %v, want %v", at, want)
		}
	}
}

func lastPosted(p *caseRun) {
	want := func(in game.Place, want game.Day) {
		p.Helper()
		if got, err := p.Store.LastPosted(p.Context(), in.Tenant()); got != want || err != nil {
			p.Errorf("%s got the last puzzle for day %d, %v, want %d", in.Tenant(), got, err, want)
		}
	}
	today, nine := game.DayOf(noon), game.Daily{Minute: 9*60 + 1, Zone: "UTC"}
	for n, at := range []game.Place{here, there, elsewhere} {
		p.do(at, game.Proposal{Settings: &game.Settings{Daily: nine}})
		if err := p.table.RecordPosted(p.Context(), at, nine, today-game.Day(n), noon); err != nil {
			p.Errorf("that %s has got its puzzle is noted: %v", at, err)
		}
	}
	want("p/a/1/", 0)
	want(elsewhere, today-2)
	p.playRated(here, ana, bo, noon) // a rated game uses the same row
	want(here, today)
	p.purge(string(here.Tenant()))
	want(here, 0)
	want(elsewhere, today-2)
}
