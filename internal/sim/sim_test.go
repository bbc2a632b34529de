package sim

import (
	"cmp"
	"flag"
	"fmt"
	"log/slog"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/store"
	"othellobot/store/storetest"
)

var (
	seed       = flag.Uint64("seed", 0, "the seed that TestSeed replays")
	made       = flag.String("mistake", "", "the mistake that is made")
	playedTier = flag.String("tier", "core", "what TestSeed plays through: core or adapters")
	lines      = flag.Int("lines", 60, "how much of its story is told")
	first      = flag.Uint64("first", 0, "the first seed of TestSeeds and TestAdapters")
	seeds      = flag.Uint64("seeds", 0, "how many seeds TestSeeds and TestAdapters play; 0: as many as usual")
)

func TestMain(m *testing.M) {
	debug.SetGCPercent(1000) // everything is small and lives briefly
	os.Exit(m.Run())
}

func tell(t *testing.T, on tier, seed uint64, m mistake) string {
	r := simulate(t, on, seed, m, true)
	if r.failed == "" {
		return "and not when its story is told"
	}
	return fmt.Sprintf(
		"%s\n\n%s\n\ngo test ./internal/sim -run 'TestSeed$' -tier %s -seed %d -mistake '%s'",
		r.story.last(r.about, *lines), r.failed, on, seed, m,
	)
}

func TestSeed(t *testing.T) {
	r := simulate(t, tier(*playedTier), *seed, mistake(*made), true)
	if r.failed != "" {
		t.Error(r.story.last(r.about, *lines) + "\n\n" + r.failed)
	}
	t.Logf("%d games, %d events\n%s", r.games, r.events, r.story.last("", *lines))
}

type tally struct {
	mu                         sync.Mutex
	runs, games, moves, events int
	census                     census
}

func (s *tally) add(r report) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.runs++
	s.games += r.games
	s.moves += r.moves
	s.events += r.events
	for i, n := range r.census {
		s.census[i] += n
	}
}

// seedCount returns the number of seeds to play, for long, short and usual tests.
func seedCount(long, short, usual uint64) uint64 {
	switch {
	case os.Getenv("OTHELLO_LONG") == "1":
		return long
	case testing.Short():
		return short
	default:
		return usual
	}
}

// TestSeeds checks that in random weather nothing is lost, nothing is done twice, and every user is answered.
// Each seed runs twice and must do the same.
func TestSeeds(t *testing.T) { playMany(t, core, seedCount(185_000, 10, 120)) }

// TestAdapters checks what TestSeeds checks, but with the real adapters and faults of the platforms. It also
// checks that users see what is stored.
func TestAdapters(t *testing.T) { playMany(t, adapters, seedCount(7_500, 2, 8)) }

// TestUnheeded checks a Slack that ignores client_msg_id. A crash or a lost answer may then bring one extra
// message, but nothing worse.
func TestUnheeded(t *testing.T) {
	if testing.Short() {
		return // takes long with the race detector
	}
	for s := range seedCount(600, 0, 5) {
		if r := simulate(t, adapters, s, unheeded, false); r.failed != "" {
			t.Fatalf("seed %d: %s\n%s", s, r.failed, tell(t, adapters, s, unheeded))
		}
	}
}

// TestSeedsThatFailed plays seeds that once showed a fault of the bot or the judge. Each line of
// testdata/failed.txt has a tier, a seed and a reason, or begins with #.
func TestSeedsThatFailed(t *testing.T) {
	list, err := os.ReadFile("testdata/failed.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(list)) {
		var on tier
		var s uint64
		var why string
		if strings.HasPrefix(line, "#") {
			continue
		}
		if _, err := fmt.Sscanf(line, "%s %d %s", &on, &s, &why); err != nil || on != core && on != adapters {
			t.Errorf("not a tier, a seed and a reason: %q", line)
			continue
		}
		if on == adapters && testing.Short() {
			continue // takes long with the race detector
		}
		t.Run(fmt.Sprint(on, s), func(t *testing.T) {
			t.Parallel()
			playTwice(t, on, s)
		})
	}
}

// playMany plays a number of seeds from the first one on.
func playMany(t *testing.T, on tier, many uint64) {
	if *seeds > 0 {
		many = *seeds
	}
	var next atomic.Uint64
	var sum tally
	t.Run("at once", func(t *testing.T) {
		for worker := range runtime.GOMAXPROCS(0) {
			t.Run(fmt.Sprint(worker), func(t *testing.T) {
				t.Parallel()
				for n := next.Add(1) - 1; n < many && !t.Failed(); n = next.Add(1) - 1 {
					sum.add(playTwice(t, on, *first+n))
				}
			})
		}
	})
	t.Logf("%d runs from seed %d, %d games of %d moves, %d events", sum.runs, *first, sum.games, sum.moves/max(sum.games, 1), sum.events)
	for i, n := range sum.census {
		t.Logf("%9d %s", n, eventNames[i])
		if n == 0 && sum.games >= 500 && on.canCount(eventKind(i)) {
			t.Errorf("in %d runs there are no %s, which proves little", sum.runs, eventNames[i])
		}
	}
}

// playTwice plays a seed twice. Nothing may fail, and both runs must do the same. It prints the seed of a
// failure, to be added to failed.txt.
func playTwice(t *testing.T, on tier, s uint64) report {
	t.Helper()
	r, again := simulate(t, on, s, none, false), simulate(t, on, s, none, false)
	if r.trace != again.trace {
		one, other := simulate(t, on, s, none, true), simulate(t, on, s, none, true)
		t.Errorf("seed %d: two runs differ:\n%s", s, one.story.firstDifference(other.story))
	}
	if r.failed != "" || again.failed != "" {
		t.Errorf("seed %d: %s\n%s", s, cmp.Or(r.failed, again.failed), tell(t, on, s, none))
	}
	if t.Failed() {
		t.Logf("for internal/sim/testdata/failed.txt, with the reason:\n%s %d", on, s)
	}
	return r
}

// TestMistakes checks that each mistake is found, and that its story can be repeated. In the same
// weather without the mistake, nothing may be found.
func TestMistakes(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long with the race detector")
	}
	for _, made := range []struct {
		on       tier
		mistakes []mistake
	}{
		{core, []mistake{
			unreadableStopsAll, newerUnreadable, unmarkedTurns, noDeadlines, blindTrust, checkThenAct, noteAnyPost, answerBeforeSync, forgetDeliveries,
			forgetRedraws, putBack, drawTogether, forgetClaims, noteThenAct, lateAgain, loseEnded, purgeAtOnce, missLife, neverConfirm, purgeOnce,
			lastAnswerWins, freshDailies, uncounted, ratedTwice, endedTwice,
		}},
		{adapters, []mistake{oneForAll, purgeAtOnce, trustRemovals, revokedRemoves, forgetRedraws, claimNewest, repeatPosts, unknownPuzzles, untold, ratedTwice}},
	} {
		for _, m := range made.mistakes {
			t.Run(string(made.on)+" "+string(m), func(t *testing.T) {
				t.Parallel()
				find(t, made.on, m)
			})
		}
	}
}

// soonest holds the first seeds to try for mistakes that few seeds show.
var soonest = map[tier]map[mistake]uint64{
	core: {
		endedTwice: 1106, freshDailies: 205, unmarkedTurns: 93, forgetDeliveries: 60, neverConfirm: 53, missLife: 47, unreadableStopsAll: 46,
		ratedTwice: 29, noDeadlines: 26, newerUnreadable: 26, purgeOnce: 25, putBack: 19, uncounted: 10,
	},
	adapters: {unknownPuzzles: 200, claimNewest: 94, oneForAll: 67, ratedTwice: 42, untold: 16},
}

func find(t *testing.T, on tier, m mistake) {
	for n := range uint64(10_000) {
		s := soonest[on][m] + n
		r := simulate(t, on, s, m, false)
		if r.failed == "" {
			continue
		}
		t.Logf("seed %d: %s", s, r.failed)
		again := simulate(t, on, s, m, true)
		story := again.story.last(again.about, 60)
		if again.trace != r.trace || !strings.Contains(story, "BROKEN: "+r.failed) {
			t.Errorf("its story is another:\n%s", story)
		}
		if r := simulate(t, on, s, m.withoutMistake(), false); r.failed != "" {
			t.Errorf("without it, too: %s", r.failed)
		}
		return
	}
	t.Error("nobody finds it in 10,000 seeds")
}

// TestDatabase checks that the simulated store keeps the promises of a shared store.
func TestDatabase(t *testing.T) {
	storetest.Run(t, func(t *testing.T, timing game.Timing) storetest.Subject {
		memory, err := store.Open(t.Context(), "memory:", timing, slog.New(slog.DiscardHandler))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			if err := memory.Close(); err != nil {
				t.Error(err)
			}
		})
		return storetest.Subject{Store: newDatabase(timing), Installs: memory.Installs, Leases: memory.Leases} // the simulation has none of its own
	})
}

// TestMonth runs a channel of 200 people on each platform for days, or a month with OTHELLO_LONG. Each daily puzzle and
// weekly summary must come once. People must rarely be mentioned without having asked for it, although processes die.
func TestMonth(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long with the race detector")
	}
	days := int(seedCount(30, 0, 8))
	var changes []copiedChange
	var visitors []chat.UserID
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, adapters, 1, none)
		w.server.copies = func(change copiedChange) { changes = append(changes, change) }
		w.liveMonth(days, 200)
		if w.judge.failed != "" {
			t.Fatal(w.judge.failed)
		}
		played := 0
		for _, m := range w.judge.matches {
			if m.game.Phase == game.Over && m.game.Result.Reason == game.PlayedOut {
				played++
			}
		}
		for _, c := range w.sortedChannels() {
			posts := make(map[chat.Slot]int)
			for _, m := range c.daily() {
				posts[m.shows.Slot]++
			}
			visitors = c.people
			if posts[chat.SlotPuzzle] != days || posts[chat.SlotWeek] != (days-1)/7 {
				t.Errorf("%s: in %d days there are %v", c.place, days, posts)
			}
		}
		t.Logf("%d events, %d acts, %d games were played out, processes died %d times, %d mentions that nobody asked for", w.number, w.acts, played, w.census[crashes], w.census[mentioned])
		if want := 12 * days / 30; played < want || w.census[mentioned] == 0 {
			t.Errorf("it proves little")
		}
	})
	if !t.Failed() {
		wantExports(t, changes, visitors)
	}
}
