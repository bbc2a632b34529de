package sim

import (
	"cmp"
	"flag"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

var (
	seed  = flag.Uint64("seed", 0, "the seed that TestSeed replays")
	made  = flag.String("mistake", "", "the mistake that is made")
	stood = flag.String("tier", "core", "what TestSeed plays through: core or adapters")
	lines = flag.Int("lines", 60, "how much of its story is told")
	first = flag.Uint64("first", 0, "the first seed of TestSeeds")
	games = flag.Int("games", 0, "how many games TestSeeds and TestAdapters play at least")
)

// tell runs a seed once more, and tells its story.
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

// TestSeed replays one seed.
func TestSeed(t *testing.T) {
	r := simulate(t, tier(*stood), *seed, mistake(*made), true)
	if r.failed != "" {
		t.Error(r.story.last(r.about, *lines) + "\n\n" + r.failed)
	}
	t.Logf("%d games, %d events\n%s", r.games, r.events, r.story.last("", *lines))
}

// tally sums up many runs.
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

// few is how many games are played where nobody asks for more.
func few(long, short, usual int) int {
	switch {
	case os.Getenv("OTHELLO_LONG") == "1":
		return long
	case testing.Short():
		return short
	default:
		return usual
	}
}

// Whatever the weather, nothing is lost, nothing is made twice, and everybody is
// answered. Each seed runs twice, and the same happens.
func TestSeeds(t *testing.T) { playAll(t, core, few(950_000, 150, 600)) }

// The same holds through the adapters, whatever the platforms do, and what is stored is
// shown.
func TestAdapters(t *testing.T) { playAll(t, adapters, few(50_000, 15, 60)) }

// Where Slack pays no heed to client_msg_id, a crash or a lost answer may bring one message
// more, and nothing is worse.
func TestUnheeded(t *testing.T) {
	if testing.Short() {
		return // it takes long with the race detector
	}
	for s := range uint64(few(600, 0, 10)) {
		if r := simulate(t, adapters, s, unheeded, false); r.failed != "" {
			t.Fatalf("seed %d: %s\n%s", s, r.failed, tell(t, adapters, s, unheeded))
		}
	}
}

func playAll(t *testing.T, on tier, most int) {
	defer debug.SetGCPercent(debug.SetGCPercent(400)) // nothing lives long, and all of it is small
	if *games > 0 {
		most = *games
	}
	var next atomic.Uint64
	next.Store(*first)
	var sum tally
	enough := func() bool {
		sum.mu.Lock()
		defer sum.mu.Unlock()
		return sum.games >= most
	}
	t.Run("at once", func(t *testing.T) {
		for n := range runtime.GOMAXPROCS(0) {
			t.Run(fmt.Sprint(n), func(t *testing.T) {
				t.Parallel()
				for !enough() && !t.Failed() {
					s := next.Add(1) - 1
					r, again := simulate(t, on, s, none, false), simulate(t, on, s, none, false)
					if r.trace != again.trace {
						one, other := simulate(t, on, s, none, true), simulate(t, on, s, none, true)
						t.Errorf("seed %d: two runs differ:\n%s", s, one.story.parting(other.story))
					}
					if r.failed != "" || again.failed != "" {
						t.Errorf("seed %d: %s\n%s", s, cmp.Or(r.failed, again.failed), tell(t, on, s, none))
					}
					sum.add(r)
				}
			})
		}
	})
	t.Logf("%d runs from seed %d, %d games of %d moves, %d events", sum.runs, *first, sum.games, sum.moves/max(sum.games, 1), sum.events)
	for i, n := range sum.census {
		t.Logf("%9d %s", n, sightNames[i])
		if n == 0 && sum.games >= 500 && on.sees(sight(i)) {
			t.Errorf("in %d runs there are no %s, which proves little", sum.runs, sightNames[i])
		}
	}
}

// Each mistake is found soon, and its story is the same when it is told again. In the same
// weather nothing is found without it.
func TestMistakes(t *testing.T) {
	for _, made := range []struct {
		on       tier
		mistakes []mistake
	}{
		{core, []mistake{
			unreadableStopsAll, newerUnreadable, unmarkedTurns, noDeadlines, blindTrust, checkThenAct, noteAnyPost, answerBeforeSync, forgetDeliveries,
			forgetRedraws, putBack, drawTogether, purgeAtOnce, missLife, neverConfirm, purgeOnce,
			lastAnswerWins, freshDailies, uncounted,
		}},
		{adapters, []mistake{oneForAll, purgeAtOnce, trustRemovals, revokedRemoves, forgetRedraws, claimNewest, repeatPosts, unknownPuzzles}},
	} {
		if made.on == adapters && testing.Short() {
			continue // it takes long with the race detector
		}
		for _, m := range made.mistakes {
			t.Run(string(made.on)+" "+string(m), func(t *testing.T) {
				t.Parallel()
				find(t, made.on, m)
			})
		}
	}
}

func find(t *testing.T, on tier, m mistake) {
	for s := range uint64(10_000) {
		r := simulate(t, on, s, m, false)
		if r.failed == "" {
			continue
		}
		t.Logf("seed %d: %s", s, r.failed)
		told := simulate(t, on, s, m, true)
		story := told.story.last(told.about, 60)
		if told.trace != r.trace || !strings.Contains(story, "BROKEN: "+r.failed) {
			t.Errorf("its story is another:\n%s", story)
		}
		if r := simulate(t, on, s, m.mended(), false); r.failed != "" {
			t.Errorf("without it, too: %s", r.failed)
		}
		return
	}
	t.Error("nobody finds it in 10,000 seeds")
}
