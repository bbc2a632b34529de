package storetest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"othellobot/game"
	"othellobot/rules"
)

func tombstones() []testCase {
	return []testCase{
		{"a purge forgets the places of its prefix and no others", purgeByPrefix},
		{"a purged place begins anew", purgedBeginsAnew},
		{"what is told once deletes nothing", toldOnce},
		{"what is told again too soon deletes nothing", toldTooSoon},
		{"nothing of a tenant is deleted while that may come back", tenantFirst},
		{"a sign of life takes the tombstones of its place and its tenant away", lifeRevives},
		{"a purge deletes some at a time, and no sign of life saves the rest", purgedInPart},
		{"nothing is stored under a tombstone that is confirmed, until it has rested", condemnedRests},
		{"a tombstone whose rest is over is handed out now and then", doubtHandedOut},
	}
}

// Purge deletes all under a prefix from a store, as is done where it is told twice
// that something is gone.
func Purge(ctx context.Context, s game.Store, prefix string) error {
	for range 2 {
		told := noon.Add(-game.PurgeRest)
		if err := s.Bury(ctx, game.Tombstone{Prefix: prefix, Loss: game.LossOfPlace, Since: told, Confirm: told}); err != nil {
			return err
		}
	}
	for now := noon; ; now = now.Add(game.PurgePause) {
		if more, err := s.Purge(ctx, now); !more || err != nil {
			return err
		}
	}
}

func (p *play) purge(prefix string) {
	p.Helper()
	p.must(Purge(p.Context(), p.Store, prefix))
}

func purgeByPrefix(p *play) {
	places := []game.Place{
		"p/a%/1/", "p/a%/2/", "p/ab/1/", "p/a_/1/", "p/A%/1/", "p/a/1/", "p/a/2/t",
		"p/日本/1/", "p/日本/2/", "p/日曜/1/", "p/é/1/", "p/e\u0301/1/", "p/a0/1/", "p/a./1/",
	}
	settings := game.Settings{Theme: "moon"}
	left := map[game.Place]game.Room{}
	for _, at := range places {
		over := p.end(at, ana, bo, noon, resigned(bo, noon))
		running, board := p.reserved(p.add(p.duel(at)), "board")
		challenge := p.add(p.challenge(at, cy, den))
		p.must(p.commit(game.Change{Place: at, Settings: &settings}))
		left[at] = game.Room{
			Place: at, Active: &running, Last: &over, Challenges: []*game.Game{&challenge}, Settings: settings, Slots: []game.Slot{board},
		}
	}
	for _, c := range []struct {
		prefix string
		gone   []game.Place
	}{
		{"q/", nil},
		{"p/a%/", places[0:2]},
		{"p/a_/", places[3:4]},
		{"p/日本/", places[7:9]},
		{"p/é/", places[10:11]},
		{"p/a/", places[5:7]},
	} {
		p.purge(c.prefix)
		for _, at := range c.gone {
			delete(left, at)
		}
		for _, at := range places {
			room, ok := left[at]
			if !ok {
				room = game.Room{Place: at}
			}
			p.wantSame("after "+c.prefix+", "+string(at), room, p.room(at))
			if won := p.tally(at, ana, bo).Won; won > 0 != ok {
				p.Errorf("after %s, ana has won %d times in %s", c.prefix, won, at)
			}
		}
		if d := p.duels(ana, noon); len(d.Running) != len(left) {
			p.Errorf("after %s, ana has %d duels, want %d", c.prefix, len(d.Running), len(left))
		}
		if d := p.duels(cy, noon); len(d.Open) != len(left) {
			p.Errorf("after %s, cy has %d challenges open, want %d", c.prefix, len(d.Open), len(left))
		}
	}
	if got := p.due(noon.Add(day), 99, "p/"); len(got) != 2*len(left) {
		p.Errorf("%d games are due, want %d", len(got), 2*len(left))
	}
}

func purgedBeginsAnew(p *play) {
	old := p.add(p.duel(here))
	p.purge(string(here))
	p.purge(string(here))
	p.want("a move in a game that is purged", p.commit(p.step(old)), game.ErrStale)
	if _, ok, err := p.Store.Next(p.Context(), everywhere); ok || err != nil {
		p.Errorf("something will be due: %v, %v", ok, err)
	}
	again := p.add(p.duel(here))
	p.wantSame("the room", game.Room{Place: here, Active: &again}, p.room(here))
}

// bury puts a tombstone on the place that can be confirmed an hour later.
func (p *play) bury(prefix string, since time.Time) game.Tombstone {
	p.Helper()
	t := game.Tombstone{Prefix: prefix, Loss: game.LossOfTenant, Since: since, Confirm: since.Add(time.Hour)}
	p.must(p.Store.Bury(p.Context(), t))
	return t
}

// wantPurged fails the test unless a purge deletes just the games of the places.
func (p *play) wantPurged(now time.Time, gone ...game.Place) {
	p.Helper()
	for more := true; more; now = now.Add(game.PurgePause) {
		var err error
		if more, err = p.Store.Purge(p.Context(), now); err != nil {
			p.Fatal(err)
		}
	}
	for _, at := range []game.Place{here, there} {
		if room := p.room(at); (room.Active == nil) != slices.Contains(gone, at) {
			p.Errorf("%s has %+v", at, room)
		}
	}
}

func (p *play) wantBuried(want bool, places ...game.Place) {
	p.Helper()
	for _, at := range places {
		if got := p.room(at).Buried; got != want {
			p.Errorf("a tombstone on %s is %t", at, got)
		}
	}
}

func toldOnce(p *play) {
	p.add(p.duel(here))
	p.add(p.duel(there))
	p.wantBuried(false, here, there)
	p.bury(string(here), noon)
	p.wantBuried(true, here)
	p.wantBuried(false, there)
	p.wantPurged(noon.Add(10 * timing.Retention))
	p.bury(string(here), noon.Add(time.Hour))
	p.wantPurged(noon.Add(time.Hour), here)
	p.wantBuried(false, here)
}

func toldTooSoon(p *play) {
	p.add(p.duel(here))
	p.add(p.duel(there))
	p.bury("p/team/", noon)
	p.bury("p/team/", noon.Add(time.Hour-time.Millisecond))
	p.wantPurged(noon.Add(day))
	p.wantBuried(true, here, there)
	p.bury("p/team/", noon.Add(time.Hour)) // counted from when it was told first
	p.wantPurged(noon.Add(time.Hour), here, there)
}

func tenantFirst(p *play) {
	p.add(p.duel(here))
	p.add(p.duel(there))
	p.bury(string(here), noon)
	p.bury("p/team/", noon)
	p.bury(string(here), noon.Add(2*time.Hour))
	p.wantPurged(noon.Add(2 * time.Hour))
	p.must(p.Store.Revive(p.Context(), "p/team/"))
	p.bury(string(here), noon.Add(2*time.Hour))
	p.wantPurged(noon.Add(2*time.Hour), here)
}

func lifeRevives(p *play) {
	p.add(p.duel(here))
	p.add(p.duel(there))
	later := noon.Add(2 * time.Hour)
	for _, prefix := range []string{"p/team/", string(here), string(there)} {
		p.bury(prefix, noon)
	}
	p.must(p.Store.Revive(p.Context(), string(here)))
	p.wantBuried(false, here)
	p.wantBuried(true, there)
	p.bury("p/team/", later) // the first one again
	p.bury(string(there), later)
	p.must(p.Store.Revive(p.Context(), string(there)))
	p.must(p.Store.Revive(p.Context(), string(there)))
	p.wantBuried(false, here, there)
	p.wantPurged(later.Add(day))
	p.bury("p/team/", noon)
	p.must(p.Store.Revive(p.Context(), "p/team2/"))
	p.must(p.Store.Revive(p.Context(), "p/"))
	p.wantBuried(true, here, there)
	p.must(p.Store.Revive(p.Context(), "p/team/"))
	p.wantBuried(false, here, there)
}

func purgedInPart(p *play) {
	const many = 130
	for n := range many {
		p.add(p.duel(game.Place(fmt.Sprintf("p/team/%d/", n))))
	}
	p.add(p.duel("p/tean/1/"))
	left := func() int { return len(p.duels(ana, noon).Running) - 1 }
	p.bury("p/team/", noon.Add(-time.Hour))
	p.bury("p/team/", noon)
	more, err := p.Store.Purge(p.Context(), noon)
	if n := left(); err != nil || more != (n > 0) || n == many {
		p.Errorf("%d games are left, and there is more is %t, %v", n, more, err)
	}
	if more {
		if more, err := p.Store.Purge(p.Context(), noon); more || err != nil {
			p.Errorf("without a pause there is more: %v", err)
		}
	}
	p.must(p.Store.Revive(p.Context(), "p/team/1/"))
	p.wantPurged(noon.Add(time.Hour), here, there) // which never were
	if n := left(); n != 0 {
		p.Errorf("after a sign of life %d games are left", n)
	}
}

func condemnedRests(p *play) {
	const ana, cy game.Player = "p/team/ana", "p/other/cy"
	g := game.NewVote(p.id(), here, ana, rules.Black, game.DefaultWindow, noon)
	p.must(p.commit(begin(g)))
	g.Version = 1
	duel := p.add(p.duel("p/team/third/"))
	named := game.Puzzler{Player: cy, Grade: 1, Version: 1, Number: 3, Solved: true, Where: there, Former: game.Solution{Number: 2, Where: here}}
	p.must(p.Store.KeepPuzzler(p.Context(), named))
	stores := func(want bool) {
		p.Helper()
		if room := p.room(here); room.Condemned == want {
			p.Errorf("the place is condemned is %t", room.Condemned)
		}
		for what, err := range map[string]error{
			"a game":   p.commit(begin(p.duel(there))),
			"settings": p.commit(game.Change{Place: there, Settings: &game.Settings{Theme: "moon"}}),
			"a puzzle": p.Store.KeepPuzzler(p.Context(), game.Puzzler{Player: ana, Grade: 2, Version: 1, Number: 3}),
			"a choice": p.Store.KeepPerson(p.Context(), personOf(ana)),
			"a name":   p.Store.KeepPuzzler(p.Context(), game.Puzzler{Player: "p//den", Grade: 2, Version: 1, Number: 3, Where: there}),
		} {
			if (err == nil) != want || err != nil && !errors.Is(err, game.ErrStale) && !errors.Is(err, game.ErrCondemned) {
				p.Errorf("%s is stored: %v, want %t", what, err, want)
			}
		}
	}
	for range 2 {
		p.must(p.Store.Bury(p.Context(), game.Tombstone{Prefix: "p/team/", Loss: game.LossOfTenant, Since: noon, Confirm: noon}))
	}
	p.must(p.Store.Revive(p.Context(), string(here)))
	stores(false)
	p.want("a vote", p.Store.Vote(p.Context(), game.Cast{Vote: game.Vote{Game: g.ID, Voter: ana}, Place: here, Version: 1}), game.ErrStale)
	p.want("a move", p.commit(p.step(duel)), game.ErrStale)
	over, _, err := g.Stop(ana, true, noon)
	p.must(err)
	over.Version = 2
	p.want("an end", p.commit(game.Change{Place: here, Steps: []game.Step{{Before: &g, After: &over}}}), game.ErrStale)
	p.wantPurged(noon, here, there)
	p.wantPurged(noon.Add(game.PurgeRest-time.Millisecond), here, there)
	stores(false)
	p.wantPurged(noon.Add(game.PurgeRest), here, there)
	stores(true)
	got, err := p.Store.Puzzler(p.Context(), cy, 1)
	p.must(err)
	if p.want("a stale puzzle", p.Store.KeepPuzzler(p.Context(), named), game.ErrStale); got.Where+got.Former.Where != "" || !got.Solved {
		p.Errorf("who was named in the places is kept as %+v", got)
	}
}

func doubtHandedOut(p *play) {
	second := p.bury("p/b/", noon.Add(time.Minute))
	first := p.bury("p/a/", noon)
	p.bury("q/a/", noon)
	third := p.bury("p/c/1/", noon.Add(time.Hour))
	want := func(after time.Duration, most int, tombstones ...game.Tombstone) {
		p.Helper()
		got, err := p.Store.Doubtful(p.Context(), noon.Add(after), noon.Add(after+time.Hour), most, []string{"p/", "r/"})
		p.must(err)
		slices.SortFunc(got, func(a, b game.Tombstone) int { return a.Since.Compare(b.Since) })
		if d := diff(tombstones, got); d != "" {
			p.Errorf("after %v (-want +got):\n%s", after, d)
		}
	}
	want(time.Hour-time.Millisecond, 9)
	want(61*time.Minute, 1, first)
	want(61*time.Minute, 9, second)
	want(62*time.Minute, 9)
	want(2*time.Hour, 9, third)
	p.bury("p/a/", noon.Add(time.Hour)) // confirmed
	p.must(p.Store.Revive(p.Context(), "p/b/1/"))
	want(121*time.Minute, 9)
	want(3*time.Hour, 9, third)
}
