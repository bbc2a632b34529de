package storetest

import (
	"fmt"
	"math/rand/v2"
	"time"

	"othellobot/game"
	"othellobot/rules"
)

func rooms() []testCase {
	return []testCase{
		{"a place where nothing is has its name only", emptyRoom},
		{"every kind of game comes back as it was", gamesComeBack},
		{"names and numbers of any kind come back", oddNamesComeBack},
		{"settings come back", settingsComeBack},
		{"a room has the last game and no older one", lastGame},
		{"a room has challenges, also declined ones, and none that were given up", challengesInRoom},
		{"places do not mix", placesDoNotMix},
		{"a channel knows that games run in its threads, and finds them", runningInThreads},
	}
}

func emptyRoom(p *play) {
	p.wantSame("a room without games", game.Room{Place: here}, p.room(here))
}

func gamesComeBack(p *play) {
	random := rand.New(rand.NewPCG(1, 1))
	kinds := len(beginnings(1, here, noon))
	reached := map[game.Phase]int{}
	for n := range 4 * kinds {
		at, now := game.Place(fmt.Sprintf("p/team/%d/", n)), noon
		g := beginnings(p.id(), at, now)[n%kinds]
		g = p.propose(at, game.Proposal{New: &g, Now: now}).Game
		for range 30 {
			now = now.Add(time.Duration(random.IntN(3000)) * time.Second)
			proposal := game.Proposal{Game: g.ID, Now: now, Operation: anything(random, g, now)}
			if out, err := p.table.Do(p.Context(), p.room(at), proposal); err == nil {
				g = out.Game
			}
			found, ok := p.room(at).Find(g.ID)
			if ok != g.InRoom() {
				p.Fatalf("the room has the game: %v; it is %+v", ok, g)
			}
			if d := diff(g, found); ok && d != "" {
				p.Fatalf("a game comes back changed (-want +got):\n%s", d)
			}
		}
		reached[g.Phase]++
	}
	if reached[game.Playing] == 0 || reached[game.Over] == 0 {
		p.Errorf("%v games of each phase prove little", reached)
	}
}

func oddNamesComeBack(p *play) {
	const odd = "p/'\"\\%_$1;--/日本 é 🟩\t/"
	g := game.NewDuel(1<<64-1, odd, odd, "p//' OR 1=1", rules.White, noon)
	g.At = -1
	g.Version = 1<<32 - 1
	settings := game.Settings{Theme: odd, Pings: game.PingOff, Language: odd}
	p.must(p.commit(game.Change{
		Place: odd, Steps: []game.Step{{After: &g}}, Settings: &settings, Delivery: odd,
		Slots: []game.SlotChange{{Game: g.ID, Name: odd, Act: game.Reserve, Want: 1<<32 - 1}},
	}))
	standing, err := p.Store.Note(p.Context(), game.Note{Place: odd, Game: g.ID, Slot: odd, Post: 1<<32 - 1, Shown: 1<<32 - 1, Ref: odd})
	if standing != game.NotedCurrent || err != nil {
		p.Errorf("the message is noted as %d, %v", standing, err)
	}
	shown := game.Slot{Game: g.ID, Name: odd, Post: 1<<32 - 1, Want: 1<<32 - 1, Shown: 1<<32 - 1, Ref: odd}
	p.wantSame("the room", game.Room{Place: odd, Active: &g, Settings: settings, Slots: []game.Slot{shown}}, p.room(odd))
	if !p.seen(odd).Known {
		p.Error("the delivery is not known")
	}
	if d := p.duels(odd, noon); len(d.Running) != 1 {
		p.Errorf("the player has %+v", d)
	}
}

func settingsComeBack(p *play) {
	for _, want := range []game.Settings{
		{Theme: "moon", Pings: game.PingNow}, {Pings: game.PingOff}, {Theme: "tiles"}, {Language: "zh-Hant"}, {Theme: "moon", Language: "en"}, {},
	} {
		p.must(p.commit(game.Change{Place: here, Settings: &want}))
		p.wantSame("the room", game.Room{Place: here, Settings: want}, p.room(here))
	}
	want := game.Settings{Theme: "moon"}
	p.must(p.commit(game.Change{Place: here, Settings: &want}))
	p.add(p.duel(here))
	if got := p.room(here).Settings; got != want {
		p.Errorf("settings are %+v after a game began, want %+v", got, want)
	}
}

func lastGame(p *play) {
	var games []game.Game
	for n := range 3 {
		now := noon.Add(time.Duration(n) * time.Minute)
		g := p.add(p.duel(here))
		games = append(games, p.resign(g, ana, now))
		p.wantSame("the room", game.Room{Place: here, Last: &games[n]}, p.room(here))
	}
	if _, ok := p.room(here).Find(games[0].ID); ok {
		p.Error("the room has a game that ended before the last one")
	}
	running := p.add(p.openGame(here))
	p.wantSame("the room of another game", game.Room{Place: here, Active: &running, Last: &games[2]}, p.room(here))
}

func challengesInRoom(p *play) {
	first := p.add(p.challenge(here, ana, bo))
	second := p.challenge(here, cy, den)
	second.At += 1000
	second = p.add(second)
	third := p.challenge(here, den, ana)
	third.At += 2000
	third = p.add(third)
	p.wantSame("three challenges", []*game.Game{&first, &second, &third}, p.room(here).Challenges)

	first = p.decline(first, bo, noon.Add(time.Minute)) // declined: somebody may ask why they may not challenge again
	p.decline(second, cy, noon.Add(time.Minute))        // withdrawn
	p.wantSame("one declined, one withdrawn", []*game.Game{&third, &first}, p.room(here).Challenges)
	p.change(third, noon.Add(2*day), func(g game.Game, _ game.Player, _ time.Time) (game.Game, []game.Event, error) {
		return g.Lapse(den, noon.Add(2*day))
	})
	p.wantSame("one declined, one lapsed", game.Room{Place: here, Challenges: []*game.Game{&first}}, p.room(here))
}

func placesDoNotMix(p *play) {
	places := []game.Place{"p/t/a/", "p/t/a", "p/t/A/", "p/t/aa/", "q/t/a/", "p/t/_/", "p/t/%/"}
	games := map[game.Place]game.Game{}
	for _, at := range places {
		games[at] = p.add(p.duel(at))
	}
	games["p/t/A/"] = p.move(games["p/t/A/"], noon)
	for _, at := range places {
		g := games[at]
		p.wantSame(string(at), game.Room{Place: at, Active: &g}, p.room(at))
	}
}

func runningInThreads(p *play) {
	inThread := func(n int) game.Place { return here + game.Place(fmt.Sprint("t", n)) }
	p.room(here) // which a store may keep
	p.add(p.challenge(inThread(0), ana, bo))
	if p.room(here).Threads {
		p.Error("a challenge in a thread is taken for a game")
	}
	var games []game.Game
	for n := range 3 {
		games = append(games, p.add(p.duel(inThread(n))))
		p.wantSame(fmt.Sprint("the channel with games in threads: ", n+1), game.Room{Place: here, Threads: true}, p.room(here))
	}
	own := p.add(p.openGame(here))
	p.add(p.openGame(there))
	p.add(p.openGame("p/team/her/x"))
	p.wantRunning(here, 9, own, games[0], games[1], games[2])
	p.wantRunning(here, 2, own, games[0])
	p.wantRunning(inThread(1), 9, games[1])
	if p.room(there).Threads || p.room(inThread(1)).Threads {
		p.Error("a place without threads has some")
	}
	shown := p.propose(inThread(1), game.Proposal{Game: games[1].ID, Now: noon, Display: game.Display{Game: true}})
	games[1] = shown.Game
	if found, err := p.Store.RunningIn(p.Context(), here, 9); err != nil || len(found) != 4 || len(found[2].Slots) != 1 || len(found[1].Slots) != 0 {
		p.Errorf("the games are found as %+v, %v", found, err)
	}
	for n, g := range games {
		if !p.room(here).Threads {
			p.Errorf("no game runs in a thread when %d of three have ended", n)
		}
		p.resign(g, ana, noon)
	}
	p.wantSame("the channel when all have ended", game.Room{Place: here, Active: &own}, p.room(here))
	p.wantRunning(here, 9, own)
}

// wantRunning compares the games that run in a channel and its threads.
func (p *play) wantRunning(channel game.Place, most int, want ...game.Game) {
	p.Helper()
	found, err := p.Store.RunningIn(p.Context(), channel, most)
	p.must(err)
	var got []game.Game
	for _, u := range found {
		got = append(got, u.Game)
	}
	p.wantSame("the running games of "+string(channel), want, got)
}
