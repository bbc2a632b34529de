package storetest

import (
	"time"

	"othellobot/game"
	"othellobot/rules"
)

func commits() []testCase {
	return []testCase{
		{"a change of what is not stored is stale", staleChanges},
		{"one game runs in a place", oneGameRuns},
		{"a player has one challenge open in a place", oneChallenge},
		{"a change is stored whole or not at all", wholeOrNot},
		{"a game makes way for another in one change", makesWay},
		{"a commit that is repeated changes nothing", repeatedCommits},
		{"a step of the same version changes when something is due", stepOfDueAlone},
	}
}

func staleChanges(p *play) {
	first := p.add(p.duel(here))
	second := p.move(first, noon)
	ahead := second
	ahead.Version = 5
	unknown := second
	unknown.ID = p.id()
	again := second
	again.Version = 0
	for what, c := range map[string]game.Change{
		"a step after an earlier version": p.step(first),
		"a step after a later version":    p.step(ahead),
		"a step of a game nobody began":   p.step(unknown),
		"a game that began already":       begin(again),
	} {
		c.Delivery = game.Delivery(what)
		p.want(what, p.commit(c), game.ErrStale)
		if p.seen(c.Delivery).Known {
			p.Errorf("the delivery of %s is known", what)
		}
		p.wantSame("the room after "+what, game.Room{Place: here, Active: &second}, p.room(here))
	}
	p.must(p.commit(p.step(second)))
}

func oneGameRuns(p *play) {
	running := p.add(p.duel(here))
	challenge := p.add(p.challenge(here, cy, den))
	p.want("a second game", p.commit(begin(p.openGame(here))), game.ErrStale)
	accepted, _, err := challenge.Accept(den, noon)
	p.must(err)
	accepted.Version++
	accept := game.Change{Place: here, Steps: []game.Step{{Before: &challenge, After: &accepted, Due: noon.UnixMilli()}}}
	p.want("a challenge accepted while a game runs", p.commit(accept), game.ErrStale)
	p.wantSame("the room", game.Room{Place: here, Active: &running, Challenges: []*game.Game{&challenge}}, p.room(here))

	p.must(p.commit(begin(p.openGame(there))))
	last := p.resign(running, ana, noon)
	p.must(p.commit(accept))
	p.wantSame("the room later", game.Room{Place: here, Active: &accepted, Last: &last}, p.room(here))
}

func oneChallenge(p *play) {
	first := p.add(p.challenge(here, ana, bo))
	p.want("a second challenge", p.commit(begin(p.challenge(here, ana, cy))), game.ErrStale)
	p.must(p.commit(begin(p.challenge(there, ana, cy))))
	p.must(p.commit(begin(p.challenge(here, bo, ana))))
	p.decline(first, bo, noon)
	p.must(p.commit(begin(p.challenge(here, ana, cy))))
	if n := len(p.room(here).Challenges); n != 3 {
		p.Errorf("the room has %d challenges", n)
	}
}

// In each of the changes, the last thing does not fit.
func wholeOrNot(p *play) {
	running := p.add(p.duel(here))
	known := p.step(running)
	known.Delivery = "known"
	p.must(p.commit(known))
	running = *known.Steps[0].After
	before := game.Room{Place: here, Active: &running}

	over, _, err := running.Resign(ana, noon)
	p.must(err)
	over.Version++
	end := game.Step{Before: &running, After: &over, Due: noon.UnixMilli()}
	gone := p.openGame(here)
	settings := &game.Settings{Theme: "moon"}
	for what, c := range map[string]struct {
		change game.Change
		want   error
	}{
		"two games begin": {game.Change{Steps: append([]game.Step{end}, begin(p.openGame(here), p.openGame(here)).Steps...)}, game.ErrStale},
		"a game that is not there": {
			game.Change{Steps: []game.Step{end, p.step(gone).Steps[0]}, Settings: settings}, game.ErrStale,
		},
		"a known delivery": {game.Change{Steps: []game.Step{end}, Settings: settings, Delivery: "known"}, game.ErrDuplicate},
	} {
		c.change.Place, c.change.Now = here, noon
		if c.change.Delivery == "" {
			c.change.Delivery = game.Delivery(what)
		}
		p.want(what, p.commit(c.change), c.want)
		p.wantSame("the room after "+what, before, p.room(here))
		if p.seen(game.Delivery(what)).Known {
			p.Errorf("the delivery of %s is known", what)
		}
		if d := p.duels(ana, noon); len(d.Running) != 1 {
			p.Errorf("after %s, ana has %+v", what, d)
		}
	}
}

func makesWay(p *play) {
	old := p.add(p.openGame(here))
	next := game.NewDuel(p.id(), here, cy, den, rules.Black, noon.Add(day))
	out := p.propose(here, game.Proposal{New: &next, By: cy, Delivery: "d", Now: noon.Add(day), MakeWay: true})
	next = out.Game
	room := p.room(here)
	p.wantSame("the game that is said to have made way", out.Aside, room.Last)
	if room.Last == nil || room.Last.ID != old.ID || room.Last.Result.Reason != game.SetAside {
		p.Errorf("the game that made way is %+v", room.Last)
	}
	p.wantSame("the game that began", &next, room.Active)
	if seen := p.seen("d"); seen != (game.Seen{Known: true, Latest: game.GameVersion{Game: next.ID, Version: 1}}) {
		p.Errorf("the delivery has made %+v", seen)
	}
	if a, c := p.duels(ana, noon), p.duels(cy, noon); len(a.Running) != 0 || len(c.Running) != 1 {
		p.Errorf("ana has %d duels, cy %d", len(a.Running), len(c.Running))
	}
}

func repeatedCommits(p *play) {
	start := begin(p.played(here, ana, bo))
	first := p.step(*start.Steps[0].After)
	second := p.step(*first.Steps[0].After)
	second.Delivery = "second"
	over, _, err := second.Steps[0].After.Resign(bo, noon)
	p.must(err)
	over.Version++
	end := game.Change{Place: here, Steps: []game.Step{{Before: second.Steps[0].After, After: &over, Due: noon.UnixMilli()}}, Delivery: "end"}
	settings := game.Change{Place: here, Settings: &game.Settings{Theme: "moon"}, Delivery: "settings"}
	changes := []game.Change{start, first, second, end, settings}
	for i, c := range changes {
		p.must(p.commit(c))
		room := p.room(here)
		for _, again := range changes[:i+1] {
			want := game.ErrStale
			if again.Delivery != "" {
				want = game.ErrDuplicate
			}
			p.want("a repeated commit", p.commit(again), want)
			p.wantSame("the room after it", room, p.room(here))
		}
	}
	p.wantTally(here, ana, bo, 1, 0)
}

func stepOfDueAlone(p *play) {
	g := p.add(p.duel(here))
	p.must(p.commit(game.Change{Place: here, Steps: []game.Step{{Before: &g, After: &g, Due: noon.Add(game.PingDelay).UnixMilli()}}}))
	p.wantSame("the room", game.Room{Place: here, Active: &g}, p.room(here))
	if d := p.duels(ana, noon); len(d.Running) != 1 {
		p.Errorf("ana has %+v", d)
	}
	p.move(g, noon.Add(time.Second))
	p.want("a step that came too late", p.commit(game.Change{Place: here, Steps: []game.Step{{Before: &g, After: &g}}}), game.ErrStale)
}
