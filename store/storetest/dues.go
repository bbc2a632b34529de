package storetest

import (
	"fmt"
	"slices"
	"time"

	"othellobot/game"
	"othellobot/rules"
)

func dues() []testCase {
	return []testCase{
		{"what is due is handed out, when it is due", dueInTime},
		{"what was handed out is handed out again after a while", dueAgain},
		{"what has changed is due anew", dueAnew},
		{"the longest waiting comes first", dueInOrder},
		{"what is due is handed out where it was asked for", dueByPrefix},
		{"what will be due next is known", nextDue},
		{"nothing is due for what is over", overIsNotDue},
	}
}

var everywhere = []string{"p/", "q/"}

// due takes what is due by now, for a minute.
func (p *play) due(now time.Time, most int, prefixes ...string) []game.Pending {
	p.Helper()
	pending, err := p.Store.Due(p.Context(), now, now.Add(time.Minute), most, prefixes)
	p.must(err)
	return pending
}

func ids(pending []game.Pending) []game.ID {
	var out []game.ID
	for _, d := range pending {
		out = append(out, d.Game.ID)
	}
	return out
}

func dueInTime(p *play) {
	duel := p.add(p.duel("p/t/1/"))
	challenge := p.add(p.challenge("p/t/1/", cy, den))
	p.add(p.openGame("p/t/2/"))
	engine := game.NewDuel(p.id(), "p/t/3/", ana, game.Engine, rules.White, noon)
	engine.Level = 4
	engine = p.add(engine)
	p.propose("p/t/1/", game.Proposal{Settings: &game.Settings{Pings: game.PingNow}, Now: noon})

	at := func(after time.Duration, want ...game.Pending) {
		p.Helper()
		p.wantSame(fmt.Sprintf("due %v after noon", after-time.Millisecond), []game.Pending(nil), p.due(noon.Add(after-time.Millisecond), 9, everywhere...))
		got := p.due(noon.Add(after), 9, everywhere...)
		slices.SortFunc(got, func(a, b game.Pending) int { return int(a.Game.ID) - int(b.Game.ID) })
		p.wantSame(fmt.Sprintf("due %v after noon", after), want, got)
	}
	at(0, game.Pending{Game: engine})
	p.stop(engine, ana, noon)
	// In a place where players are told at once, they are reminded a day later.
	at(game.ReminderDelay, game.Pending{Game: duel, Pings: game.PingNow}, game.Pending{Game: challenge, Pings: game.PingNow})
}

func dueAgain(p *play) {
	g := p.add(p.duel(here))
	start := noon.Add(game.PingDelay)
	for n := range 3 {
		now := start.Add(time.Duration(n) * time.Minute)
		p.wantSame("due", []game.ID{g.ID}, ids(p.due(now, 9, everywhere...)))
		p.wantSame("due at once", []game.ID(nil), ids(p.due(now, 9, everywhere...)))
		p.wantSame("due a little later", []game.ID(nil), ids(p.due(now.Add(time.Minute-time.Millisecond), 9, everywhere...)))
	}
}

func dueAnew(p *play) {
	g := p.add(game.NewDuel(p.id(), here, game.Engine, ana, rules.Black, noon))
	p.wantSame("the engine's move", []game.ID{g.ID}, ids(p.due(noon, 9, everywhere...)))
	now := noon.Add(time.Second)
	p.move(p.move(g, now), now)
	p.wantSame("its next one", []game.ID{g.ID}, ids(p.due(now, 9, everywhere...)))
}

func dueInOrder(p *play) {
	var want []game.ID
	for n := range 6 {
		g := p.duel(game.Place(fmt.Sprintf("p/t/%d/", n)))
		g.ID = game.ID(100 - n)
		g.At += int64(n*n%5) * 1000
		p.add(g)
	}
	for _, n := range []int{0, 5, 1, 4, 2, 3} { // by n*n%5: 0 0 1 1 4 4
		want = append(want, game.ID(100-n))
	}
	now := noon.Add(game.PingDelay + time.Hour)
	got := append(ids(p.due(now, 4, everywhere...)), ids(p.due(now, 4, everywhere...))...)
	for pair := 0; pair < len(want) && len(got) == len(want); pair += 2 { // the two of a pair are due at the same time
		slices.Sort(want[pair : pair+2])
		slices.Sort(got[pair : pair+2])
	}
	p.wantSame("in order", want, got)
}

func dueByPrefix(p *play) {
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
		var got []game.Place
		for _, d := range p.due(now, 9, c.prefixes...) {
			got = append(got, d.Game.Place)
		}
		slices.Sort(got)
		want := slices.Sorted(slices.Values(c.want))
		p.wantSame(fmt.Sprintf("due in %q", c.prefixes), want, got)
	}
}

func nextDue(p *play) {
	want := func(at time.Time) {
		p.Helper()
		if next, ok, err := p.Store.Next(p.Context(), everywhere); !ok || err != nil || !next.Equal(at) {
			p.Errorf("the next is due at %v, %v, %v; want %v", next, ok, err, at)
		}
	}
	if next, ok, err := p.Store.Next(p.Context(), everywhere); ok || err != nil {
		p.Errorf("something is due where nothing is: %v, %v", next, err)
	}
	p.add(p.challenge(there, ana, bo))
	want(noon.Add(game.ChallengeLife))
	g := p.add(p.duel(here))
	want(noon.Add(game.PingDelay))
	p.due(noon.Add(game.PingDelay), 9, everywhere...)
	want(noon.Add(game.PingDelay + time.Minute))
	g = p.move(g, noon.Add(game.PingDelay))
	want(noon.Add(2 * game.PingDelay))
	p.stop(g, ana, noon)
	want(noon.Add(game.ChallengeLife))
}

func overIsNotDue(p *play) {
	p.resign(p.add(p.duel(here)), ana, noon)
	p.decline(p.add(p.challenge(here, ana, bo)), bo, noon)
	p.decline(p.add(p.challenge(there, ana, bo)), ana, noon)
	for _, after := range []time.Duration{0, game.DeclinePeace, timing.Retention - 1, timing.Retention, 3 * timing.Retention} {
		p.wantSame("what is due", []game.ID(nil), ids(p.due(noon.Add(after), 9, everywhere...)))
	}
}
