package storetest

import (
	"fmt"
	"slices"
	"time"

	"othellobot/game"
	"othellobot/rules"
)

var roomCases = []testCase{
	{"an empty place has only its name", func(p *caseRun) { p.wantEmpty(here) }},
	{"a room is loaded as it was saved", roomsComeBack},
	{"odd names and extreme numbers are stored exactly", oddNamesComeBack},
	{"a channel knows and finds the games in its threads", runningInThreads},
	{"rooms are found by the players in their games", roomsOfPlayers},
	{"the versions of rooms are those of the rooms", roomVersions},
	{"an empty room is deleted, and its past games stay", roomDeleted},
}

func roomsComeBack(p *caseRun) {
	random := newRandom(1, 1)
	var saved []game.Change
	table := game.NewTable(recordingStore{p.Store, &saved, false}, timing)
	kinds := len(newGames(1, here, noon))
	reached := map[game.Phase]int{}
	for n := range 3 * kinds {
		at, now := place(n), noon
		g := newGames(p.id(), at, now)[n%kinds]
		proposal := game.Proposal{New: &g, Delivery: "first", Settings: &game.Settings{
			Theme: "moon", Pings: game.Pings(n % 3), Language: "zh-Hant", Friendly: n%2 > 0, Daily: game.Daily{Minute: n, Zone: "Asia/Tokyo", Weekly: game.PuzzleAndWeek},
		}}
		for step := range 30 {
			now = now.Add(time.Duration(random.IntN(3000)) * time.Second)
			proposal.Now, proposal.Display = now, randomDisplay(random)
			if out, err := table.Do(p.Context(), p.room(at), proposal); err == nil {
				g = out.Game
			}
			if note, ok := randomNote(random, p.room(at), now); ok {
				_, err := table.Note(p.Context(), note)
				p.must(err)
			}
			if d := diff(saved[len(saved)-1].Room, p.room(at)); d != "" {
				p.Fatalf("a room comes back changed (-want +got):\n%s", d)
			}
			proposal = game.Proposal{Game: g.ID, Delivery: game.Delivery(fmt.Sprint(step))}
			proposal.By, proposal.Operation = randomOperation(random, g)
		}
		reached[g.Phase]++
	}
	if reached[game.Playing] == 0 || reached[game.Over] == 0 {
		p.Errorf("%v games of each phase prove little", reached)
	}
}

func oddNamesComeBack(p *caseRun) {
	const odd, highest = "p/'\"\\%_$1;--/日本 é 🟩\t/", 1<<32 - 1
	g := game.NewDuel(1<<64-1, odd, odd, "p//' OR 1=1", rules.White, noon)
	g.At, g.Version = -1, highest-2
	settings := game.Settings{Theme: odd, Language: odd}
	g = p.do(odd, game.Proposal{
		New: &g, Delivery: odd, Settings: &settings, Display: game.Display{Changes: []game.SlotChange{{Name: odd, Act: game.Reserve}}},
	}).Game
	standing, err := p.table.Note(p.Context(), game.Note{Place: odd, Game: g.ID, Slot: odd, Post: highest - 1, Shown: highest - 1, Ref: odd, Now: noon})
	if standing != game.NotedCurrent || err != nil {
		p.Errorf("the message is noted as %d, %v", standing, err)
	}
	room := p.room(odd)
	p.wantGames(odd, g)
	p.wantSame("the slots", []game.Slot{{Game: g.ID, Name: odd, Post: highest - 1, Want: highest - 1, Shown: highest - 1, Ref: odd}}, room.Slots)
	if room.Settings != settings || !room.Knows(odd) || room.Knows("odd") {
		p.Errorf("the room is %+v", room)
	}
	p.wantDuels(odd, 1)
	over := p.act(g, odd, noon, game.Game.Resign)
	for _, which := range []game.PastFilter{{Game: g.ID}, {Player: odd}} {
		p.wantPast(which, 9, over)
	}
}

func runningInThreads(p *caseRun) {
	inThread := func(n int) game.Place { return here + game.Place(fmt.Sprint("t", n)) }
	threads := func(at game.Place, want bool) {
		p.Helper()
		if got := p.room(at).Threads; got != want {
			p.Errorf("games run in threads of %s is %t", at, got)
		}
	}
	running := func(channel game.Place, most int, want ...game.Place) {
		p.Helper()
		p.wantRooms(want, p.rooms(game.RoomFilter{RunningIn: channel}, most))
	}
	threads(here, false) // the store may remember this
	p.add(p.challenge(inThread(0), ana, bo))
	threads(here, false)
	var games []game.Game
	for n := range 3 {
		games = append(games, p.add(p.duel(inThread(n))))
		threads(here, true)
	}
	for _, at := range []game.Place{here, there, "p/team/her/x", "p/team/here0"} {
		p.add(p.openGame(at))
	}
	running(here, 9, here, inThread(0), inThread(1), inThread(2))
	running(here, 2, here, inThread(0))
	running(inThread(1), 9, inThread(1))
	threads(there, false)
	threads(inThread(1), false)
	for _, g := range games {
		threads(here, true)
		p.act(g, ana, noon, game.Game.Resign)
	}
	threads(here, false)
	running(here, 9, here)
}

func roomVersions(p *caseRun) {
	const odd = "p/te\"am\\/<日本>&\t/"
	many := []game.Place{here, there, odd}
	for n := range 1000 { // more than any chunk or list of parameters
		many = append(many, place(n))
	}
	want := make(map[game.Place]int64)
	versions := func(what string, at ...game.Place) {
		p.Helper()
		got, err := p.Store.Versions(p.Context(), at)
		p.must(err)
		p.wantSame(what, want, got)
	}
	versions("the versions of no rooms")
	versions("the versions of empty places", many...)
	for i, at := range []game.Place{here, odd, elsewhere, place(999)} {
		g := p.add(p.duel(at))
		for range i {
			g = p.move(g, noon)
		}
		if at != elsewhere {
			want[at] = p.room(at).Version
		}
	}
	versions("the versions", many...)
	versions("the versions of places listed twice", append(many, many...)...)
	p.must(p.save(game.Change{Before: want[here], Room: game.Room{Place: here, Version: want[here] + 1}, Due: game.Never, Now: noon}))
	delete(want, here)
	versions("the versions after a room is deleted", many...)
}

func (p *caseRun) rooms(which game.RoomFilter, most int) []game.Room {
	p.Helper()
	rooms, err := p.Store.Rooms(p.Context(), which, most)
	p.must(err)
	return rooms
}

func (p *caseRun) wantRooms(want []game.Place, rooms []game.Room) {
	p.Helper()
	var got []game.Place
	for _, r := range rooms {
		got = append(got, r.Place)
		stored := p.room(r.Place)
		stored.Threads, stored.HasTombstone, stored.Condemned = r.Threads, r.HasTombstone, r.Condemned
		p.wantSame("a room that is found", stored, r)
	}
	p.wantSame("the rooms", want, got)
}

func roomsOfPlayers(p *caseRun) {
	find := func(who game.Player, most int, want ...game.Place) {
		p.Helper()
		p.wantRooms(want, p.rooms(game.RoomFilter{Player: who}, most))
	}
	p.add(game.NewDuel(p.id(), place(3), bo, ana, rules.Black, noon))
	opened := p.add(game.NewOpen(p.id(), place(1), ana, noon))
	p.act(p.add(game.NewDuel(p.id(), place(2), bo, game.Nobody, rules.Black, noon)), ana, noon, game.Game.Join)
	withdrawn := p.add(p.challenge(place(4), ana, cy))
	voted := p.voted(place(5))
	p.vote(voted, den, 0, noon)
	find(ana, 9, place(1), place(2), place(3), place(4), place(5))
	find(ana, 2, place(1), place(2))
	find(bo, 9, place(2), place(3))
	find(cy, 9, place(4))
	find(den, 9, place(5))
	for _, who := range []game.Player{"p//an", "p//ana%", game.Nobody, game.Engine, game.Channel} {
		find(who, 9)
	}
	p.wantDuels(ana, 2, withdrawn)
	p.act(withdrawn, ana, noon, game.Game.Decline)
	find(cy, 9)
	p.must(p.forget(bo, noon))
	find(bo, 9)
	find(ana, 9, place(1), place(2), place(3), place(5))
	unfinished, err := p.table.Unfinished(p.Context(), ana, 9)
	p.must(err)
	p.wantSame("what ana has not finished", []game.Unfinished{{Game: opened}, {Game: voted}}, unfinished)
}

func (p *caseRun) wantDuels(of game.Player, running int, open ...game.Game) {
	p.Helper()
	d, err := p.table.Duels(p.Context(), of, noon)
	p.must(err)
	if len(d.Running) != running {
		p.Errorf("%q has %d duels, want %d", of, len(d.Running), running)
	}
	slices.SortFunc(d.Open, func(a, b game.Game) int { return int(a.ID) - int(b.ID) })
	p.wantSame(fmt.Sprintf("the challenges of %q", of), open, d.Open)
}

func roomDeleted(p *caseRun) {
	over := p.end(here, ana, bo, bo, noon)
	late := p.planned(here, game.Proposal{Settings: &game.Settings{Theme: "moon"}})
	before := p.room(here).Version
	gone := game.Change{Before: before, Room: game.Room{Place: here, Version: before + 1}, Due: game.Never, Now: noon}
	p.must(p.save(gone))
	p.wantEmpty(here)
	p.want("deleting it twice", p.save(gone), game.ErrStale)
	p.want("a change of what is deleted", p.save(late), game.ErrStale)
	p.wantPast(game.PastFilter{Player: ana}, 9, over)
	p.wantTally(here, ana, bo, 1, 0)
	p.wantNext(time.Time{})
	p.wantGames(here, p.add(p.duel(here)))
}
