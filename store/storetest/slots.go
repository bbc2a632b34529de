package storetest

import (
	"cmp"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"othellobot/game"
	"othellobot/rules"
)

func slots() []testCase {
	return []testCase{
		{"a slot becomes what a change and a note make of it", slotsChange},
		{"a message that another slot holds is refused", messagesOfOthers},
		{"where processes share the store, the end of a game is drawn once more", endsDrawnAgain},
		{"a message is told what became of it", messagesStand},
		{"slots change with their games or not at all", slotsWholeOrNot},
		{"a game that makes way gives its messages back", slotsMakeWay},
		{"slots go with their games", slotsForgotten},
		{"a slot that is not shown is due, and given to one who asks", slotsDue},
		{"a slot is due also when its game has left the room", slotsDueAfterwards},
		{"of many who ask for slots that are due, one gets each", slotsDueOnce},
		{"a message that is noted while its slot is reserved is retired once", noteRacesReserve},
	}
}

// reserve is the change of a game by nothing but its slots.
func reserve(g game.Game, changes ...game.SlotChange) game.Change {
	after := g
	after.Version++
	for i := range changes {
		changes[i].Game = g.ID
		if changes[i].Act != game.Retire {
			changes[i].Want = after.Version
		}
	}
	return game.Change{Place: g.Place, Steps: []game.Step{{Before: &g, After: &after, Due: g.At}}, Slots: changes, Now: noon}
}

// reserved reserves a slot of a game, and has it shown.
func (p *play) reserved(g game.Game, name game.SlotName) (game.Game, game.Slot) {
	p.Helper()
	c := reserve(g, game.SlotChange{Name: name, Act: game.Reserve})
	p.must(p.commit(c))
	g = *c.Steps[0].After
	s := game.Slot{Game: g.ID, Name: name, Post: g.Version, Want: g.Version, Shown: g.Version, Ref: game.Ref(fmt.Sprint(g.Place, g.Version))}
	p.wantNoted(note(g.Place, s), game.NotedCurrent)
	return g, s
}

// note tells that a message shows what the slot says.
func note(at game.Place, s game.Slot) game.Note {
	return game.Note{Place: at, Game: s.Game, Slot: s.Name, Post: s.Post, Shown: s.Shown, Ref: s.Ref, Now: noon}
}

func (p *play) wantNoted(n game.Note, want game.Standing) {
	p.Helper()
	if got, err := p.Store.Note(p.Context(), n); got != want || err != nil {
		p.Errorf("%+v is noted as %d, %v; want %d", n, got, err, want)
	}
}

// slotsChange does everything that can be done to a slot three times, in any
// order: the store then has the slot that [game.Slot.Changed] and
// [game.Slot.Noted] give.
func slotsChange(p *play) {
	const acts = 12
	games := make([]game.Game, acts*acts*acts)
	for n := range games {
		games[n] = game.NewDuel(p.id(), game.Place(fmt.Sprintf("p/t/%d/", n)), ana, bo, rules.Black, noon)
	}
	atOnce(func(who int) {
		for n := who; n < len(games) && !p.Failed(); n += crowd {
			if testing.Short() && n%5 > 0 { // which leaves each act in each place
				continue
			}
			p.changeSlot(games[n], n%acts, n/acts%acts, n/acts/acts)
		}
	})
}

// changeSlot changes a slot of a game that begins, and notes messages of it.
func (p *play) changeSlot(g game.Game, acts ...int) {
	p.must(p.commit(begin(g)))
	g.Version = 1
	var s game.Slot
	held := false
	for i, act := range acts {
		what := fmt.Sprintf(" after %v of %v", acts[:i+1], acts)
		if act < 3 {
			c := reserve(g, game.SlotChange{Name: "board", Act: game.SlotAct(act)})
			c.Now = noon.Add(time.Duration(act) * time.Hour)
			was, err := p.Store.Commit(p.Context(), c)
			p.must(err)
			g = *c.Steps[0].After
			var want []game.Slot
			if s.Ref != "" {
				want = []game.Slot{{Game: g.ID, Name: "board", Ref: s.Ref}}
			}
			p.wantSame("held before"+what, want, was)
			s, held = s.Changed(c.Slots[0], c.Now)
		} else {
			n := game.Note{Place: g.Place, Game: g.ID, Slot: "board", Post: s.Post, Shown: s.Want, Ref: game.Ref(fmt.Sprint(act, i)), Now: noon}
			switch act {
			case 4: // a version before the one that is to be shown
				n.Shown = max(n.Shown, 1) - 1
			case 5: // and after it
				n.Shown++
			case 6: // another message
				n.Post--
			case 7: // one without a name
				n.Ref = ""
			case 8: // the same once more, in an older version
				n.Ref, n.Shown = s.Ref, max(s.Shown, 1)-1
			case 9: // only somebody's act can help
				n.Ref, n.Fate = "", game.FateDormant
			case 10: // somebody took it away
				n.Ref, n.Fate = s.Ref, game.FateGone
			case 11: // it was gone, and another was sent instead
				n.Instead, n.Shown = s.Ref, max(s.Shown, 1)-1
			}
			var want game.Standing
			s, want = s.Noted(n)
			p.wantNoted(n, want)
		}
		want := game.Room{Place: g.Place, Active: &g}
		if held {
			want.Slots = []game.Slot{s}
		}
		p.wantSame("the room"+what, want, p.room(g.Place))
	}
}

func messagesStand(p *play) {
	g, board := p.reserved(p.add(p.duel(here)), "board")
	unknown := note(here, board)
	unknown.Game = p.id()
	p.wantNoted(unknown, game.NotedRetired)
	unknown = note(here, board)
	unknown.Slot = "ping"
	p.wantNoted(unknown, game.NotedRetired)
	unknown.Post = 0
	p.wantNoted(unknown, game.NotedRetired)

	// Whoever draws the first message of a slot may be late for the next version.
	c := reserve(g, game.SlotChange{Name: "board", Act: game.Revise})
	p.must(p.commit(c))
	p.wantNoted(note(here, board), game.NotedBehind)
	board.Shown++
	p.wantNoted(note(here, board), game.NotedCurrent)
	board.Shown--
	another := board
	another.Ref += " before"
	p.wantNoted(note(here, another), game.NotedRetired) // which was replaced because it was gone
	p.wantNoted(note(here, board), game.NotedBehind)    // an old drawing of it came last, as far as anybody knows
	c = reserve(*c.Steps[0].After, game.SlotChange{Name: "board", Act: game.Reserve})
	p.must(p.commit(c))
	p.wantNoted(note(here, board), game.NotedRetired)

	// A game that is over, and not the last one, has its messages still.
	g = *c.Steps[0].After
	board = game.Slot{Game: g.ID, Name: "board", Post: g.Version, Shown: g.Version, Ref: "m"}
	p.resign(g, ana, noon)
	p.resign(p.add(p.duel(here)), ana, noon.Add(time.Minute))
	if slots := p.room(here).Slots; len(slots) > 0 {
		p.Errorf("the room has messages of a game that it has not: %+v", slots)
	}
	p.wantNoted(note(here, board), game.NotedCurrent)
}

func messagesOfOthers(p *play) {
	g, board := p.reserved(p.add(p.duel(here)), "board")
	g, question := p.reserved(g, "question")
	c := reserve(g, game.SlotChange{Name: "question", Act: game.Reserve})
	p.must(p.commit(c))
	asked, _ := question.Changed(c.Slots[0], c.Now)
	n := note(here, asked)
	n.Shown = n.Post
	for _, n.Ref = range []game.Ref{board.Ref, "new"} {
		slots, want := game.NoteAmong(p.room(here).Slots, n)
		p.wantNoted(n, want)
		p.wantSame(fmt.Sprintf("the slots after %q", n.Ref), slots, p.room(here).Slots)
	}
	n.Slot, n.Post, n.Ref, n.Fate = "board", board.Post, "new", game.FateGone
	p.wantNoted(n, game.NotedRetired)
	other := p.add(p.duel(there))
	c = reserve(other, game.SlotChange{Name: "board", Act: game.Reserve})
	p.must(p.commit(c))
	elsewhere := game.Note{Place: there, Game: other.ID, Slot: "board", Post: 2, Shown: 2, Ref: "new", Now: noon}
	p.wantNoted(elsewhere, game.NotedCurrent) // games do not mix
}

func endsDrawnAgain(p *play) {
	resign := func(g game.Game, by game.Player, now time.Time) (game.Game, []game.Event, error) {
		return g.Resign(by, now)
	}
	var want []game.DueSlot
	at := noon.Add(game.RedrawAfter)
	for place, act := range map[game.Place]game.SlotAct{here: game.Revise, there: game.Reserve} { // by edits here, and by new messages there
		g := p.add(p.duel(place))
		var acts []game.SlotChange
		for _, name := range []game.SlotName{"board", "question"} {
			g, _ = p.reserved(g, name)
			acts = append(acts, game.SlotChange{Name: name, Act: act})
		}
		out := p.propose(place, game.Proposal{Game: g.ID, By: ana, Now: noon, Operation: resign, Display: game.Display{Acts: acts}})
		for _, s := range out.Slots {
			n := note(place, s)
			n.Shown, n.Ref = s.Want, cmp.Or(s.Ref, game.Ref(fmt.Sprint("the end in ", place, s.Name)))
			p.wantNoted(n, game.NotedCurrent)
			n.Final = p.Shared && s.Name == "board"
			if s, _ = s.Noted(n); s.Redraw != 0 {
				want = append(want, game.DueSlot{Place: place, Slot: s.Redrawn(at)})
			}
		}
	}
	due := p.dueSlots(at, 9, everywhere...)
	p.wantSame("due", want, due)
	for _, s := range due {
		p.wantNoted(note(s.Place, s.Slot), game.NotedCurrent)
	}
	p.wantSame("due again", 0, len(p.dueSlots(at.Add(day), 9, everywhere...)))
}

func slotsWholeOrNot(p *play) {
	g, board := p.reserved(p.add(p.duel(here)), "board")
	known := reserve(g)
	known.Delivery = "known"
	p.must(p.commit(known))
	g = *known.Steps[0].After
	room := game.Room{Place: here, Active: &g, Slots: []game.Slot{board}}
	old, changes := g, func() []game.SlotChange {
		return []game.SlotChange{{Name: "board", Act: game.Reserve}, {Name: "ping", Act: game.Reserve}}
	}
	old.Version--
	stale, duplicate, both := reserve(old, changes()...), reserve(g, changes()...), reserve(g, changes()...)
	duplicate.Delivery = "known"
	other := p.openGame(here)
	other.Version = 1
	both.Steps = append(both.Steps, game.Step{After: &other})
	for what, c := range map[string]game.Change{"stale": stale, "duplicate": duplicate, "in part": both} {
		retired, err := p.Store.Commit(p.Context(), c)
		if err == nil || len(retired) > 0 {
			p.Errorf("%s: %+v, %v", what, retired, err)
		}
		p.wantSame("the room after a change that was "+what, room, p.room(here))
	}
}

func slotsMakeWay(p *play) {
	old, board := p.reserved(p.add(p.openGame(here)), "board")
	old, ping := p.reserved(old, "ping")
	next := game.NewDuel(p.id(), here, cy, den, rules.Black, noon.Add(day))
	out := p.propose(here, game.Proposal{New: &next, By: cy, Now: noon.Add(day), MakeWay: true, Display: game.Display{Acts: []game.SlotChange{{Name: "board", Act: game.Reserve}}}})
	p.wantSame("retired", []game.Slot{board, ping}, out.Retired)
	room := p.room(here)
	p.wantSame("the slots", out.Slots, room.Slots)
	if room.Last == nil || room.Last.ID != old.ID || len(out.Slots) != 1 {
		p.Errorf("the room is %+v, the slots %+v", room, out.Slots)
	}
}

func slotsForgotten(p *play) {
	begin := func() (game.Game, game.Slot) {
		return p.reserved(p.add(game.NewDuel(9, here, ana, bo, rules.Black, noon)), "board")
	}
	gone := func(s game.Slot) {
		p.Helper()
		p.wantNoted(note(here, s), game.NotedRetired)
	}
	_, board := begin()
	p.purge(string(here))
	gone(board)
	g, board := begin()
	p.resign(g, ana, noon)
	p.clean(noon.Add(timing.Retention))
	gone(board)
	g = p.add(game.NewDuel(9, here, ana, bo, rules.Black, noon))
	p.wantSame("a game of the same id", game.Room{Place: here, Active: &g}, p.room(here))
}

func (p *play) dueSlots(now time.Time, most int, prefixes ...string) []game.DueSlot {
	p.Helper()
	due, err := p.Store.DueSlots(p.Context(), now, most, prefixes)
	p.must(err)
	return due
}

func slotsDue(p *play) {
	var slots []game.DueSlot
	for n, at := range []game.Place{here, there} {
		c := reserve(p.add(p.duel(at)), game.SlotChange{Name: "board", Act: game.Reserve}, game.SlotChange{Name: "ping", Act: game.Reserve})
		c.Now, c.Steps[0].Due = noon.Add(time.Duration(n)*time.Second), noon.Add(day).UnixMilli()
		p.must(p.commit(c))
		for _, change := range c.Slots {
			s, _ := game.Slot{}.Changed(change, c.Now)
			slots = append(slots, game.DueSlot{Place: at, Slot: s})
		}
	}
	wantNext := func(want time.Time) {
		p.Helper()
		next, ok, err := p.Store.Next(p.Context(), []string{string(here)})
		if next.Before(want) { // whoever looks too early finds nothing, and learns when to
			p.wantSame("due early", 0, len(p.due(next, 9, everywhere...))+len(p.dueSlots(next, 9, everywhere...)))
			next, ok, err = p.Store.Next(p.Context(), []string{string(here)})
		}
		if !ok || err != nil || !next.Equal(want) {
			p.Errorf("next is %v, %v, %v; want %v", next, ok, err, want)
		}
	}
	at := noon.Add(game.RedrawAfter)
	wantNext(at)
	p.wantSame("due too early", 0, len(p.dueSlots(at.Add(-time.Millisecond), 9, everywhere...)))
	p.wantSame("due elsewhere", 0, len(p.dueSlots(at.Add(time.Hour), 9, "x/")))
	p.wantSame("due for nobody", 0, len(p.dueSlots(at.Add(time.Hour), 9)))
	if due := p.dueSlots(at, 1, everywhere...); len(due) != 1 || due[0].Place != here || due[0].Slot != slots[0].Slot.Redrawn(at) {
		p.Errorf("due first is %+v", due)
	}
	later := at.Add(time.Second)
	due := p.dueSlots(later, 9, everywhere...)
	for i := range slots[1:] {
		slots[i+1].Slot = slots[i+1].Slot.Redrawn(later)
	}
	p.wantSame("due later", slots[1:], due)
	p.wantSame("due twice", 0, len(p.dueSlots(later, 9, everywhere...)))
	slots[0].Slot = slots[0].Slot.Redrawn(at)
	p.wantSame("the room", []game.Slot{slots[0].Slot, slots[1].Slot}, p.room(here).Slots)
	p.wantNoted(shownNow(slots[1]), game.NotedCurrent)

	// Nobody shows the others, until everybody gives up.
	for n := range 9 {
		p.dueSlots(later.Add(time.Duration(n)*day), 9, everywhere...)
	}
	for _, s := range append(p.room(here).Slots, p.room(there).Slots...) {
		if s != (game.Slot{}) && (s.Redraw != 0 || s.State != game.Dormant && s.Ref == "") {
			p.Errorf("in the end a slot is %+v", s)
		}
	}
	wantNext(noon.Add(day))
}

// shownNow is the note of a message that shows what it is to show.
func shownNow(d game.DueSlot) game.Note {
	n := note(d.Place, d.Slot)
	n.Shown, n.Ref = d.Slot.Want, "m"
	return n
}

func slotsDueAfterwards(p *play) {
	g := p.add(p.duel(here))
	c := reserve(g, game.SlotChange{Name: "board", Act: game.Reserve})
	p.must(p.commit(c))
	p.resign(*c.Steps[0].After, ana, noon)
	p.resign(p.add(p.duel(here)), bo, noon.Add(time.Second))
	if _, there := p.room(here).Find(g.ID); there {
		p.Fatal("the game is in the room still")
	}
	due := p.dueSlots(noon.Add(day), 9, everywhere...)
	if len(due) != 1 || due[0].Slot.Game != g.ID || due[0].Place != here {
		p.Fatalf("due is %+v", due)
	}
	drawn, slots, err := p.Store.Drawn(p.Context(), g.ID)
	if err != nil || drawn.ID != g.ID || drawn.Phase != game.Over || len(slots) != 1 || slots[0] != due[0].Slot {
		p.Errorf("to be drawn is %+v, %+v, %v", drawn, slots, err)
	}
	p.wantNoted(shownNow(due[0]), game.NotedCurrent)
	p.wantSame("due in the end", 0, len(p.dueSlots(noon.Add(9*day), 9, everywhere...)))
	if _, _, err := p.Store.Drawn(p.Context(), p.id()); !errors.Is(err, game.ErrUnknown) {
		p.Errorf("a game that never was: %v", err)
	}
}

func slotsDueOnce(p *play) {
	const games = 30
	for range games {
		g := p.add(p.duel(game.Place(fmt.Sprintf("p/t/%d/", p.id()))))
		p.must(p.commit(reserve(g, game.SlotChange{Name: "board", Act: game.Reserve})))
	}
	var mu sync.Mutex
	taken := map[game.ID]int{}
	atOnce(func(int) {
		for range games {
			due, err := p.Store.DueSlots(p.Context(), noon.Add(game.RedrawAfter), 3, everywhere)
			if err != nil {
				p.Error(err)
			}
			mu.Lock()
			for _, d := range due {
				taken[d.Slot.Game]++
			}
			mu.Unlock()
		}
	})
	for id, times := range taken {
		if times > 1 {
			p.Errorf("the slot of game %v is taken %d times", id, times)
		}
	}
	if len(taken) != games {
		p.Errorf("%d slots are taken, want %d", len(taken), games)
	}
}

// noteRacesReserve: either whoever notes a message is told that it is retired, or
// whoever retires it is told its name.
func noteRacesReserve(p *play) {
	g := p.add(p.duel(here))
	for round := range 60 {
		c := reserve(g, game.SlotChange{Name: "board", Act: game.Reserve})
		p.must(p.commit(c))
		g = *c.Steps[0].After
		sent := game.Note{Place: here, Game: g.ID, Slot: "board", Post: g.Version, Shown: g.Version, Ref: game.Ref(fmt.Sprint("m", round))}
		next := reserve(g, game.SlotChange{Name: "board", Act: []game.SlotAct{game.Reserve, game.Retire}[round%2]})
		if round%4 >= 2 { // by another way through a database
			next.Settings = &game.Settings{Theme: fmt.Sprint(round)}
		}
		var standing game.Standing
		var retired []game.Slot
		var noting, committing error
		var group sync.WaitGroup
		group.Go(func() { standing, noting = p.Store.Note(p.Context(), sent) })
		group.Go(func() { retired, committing = p.Store.Commit(p.Context(), next) })
		group.Wait()
		p.must(noting)
		p.must(committing)
		named := len(retired) == 1 && retired[0] == game.Slot{Game: g.ID, Name: "board", Ref: sent.Ref}
		if told := standing == game.NotedRetired; told == named || !named && len(retired) > 0 {
			p.Fatalf("round %d: noted as %d, retired %+v", round, standing, retired)
		}
		g = *next.Steps[0].After
	}
}
