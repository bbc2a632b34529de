package linear

import (
	"fmt"
	"log/slog"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/anishathalye/porcupine"

	"othellobot/game"
	"othellobot/internal/bottest"
	"othellobot/people"
	"othellobot/store"
	"othellobot/store/memory"
	"othellobot/store/storetest"
)

const (
	places = 16
	acting = 16 // people who act at once
)

var timing = game.Timing{IdleExpiry: 168 * time.Hour, Retention: 2160 * time.Hour}

func rounds() int {
	if os.Getenv("OTHELLO_LONG") == "1" {
		return 20
	}
	return 1
}

// TestDeliveries checks histories of bots over one store, or over two stores that share a database.
func TestDeliveries(t *testing.T) { overEach(t, check) }

// TestTwoProcessesOverFaultyPostgres uses a SERIALIZABLE database that rolls transactions back.
func TestTwoProcessesOverFaultyPostgres(t *testing.T) {
	url := storetest.Postgres(t)
	open(t, url)
	url = storetest.Faulty(t, url, storetest.Faults{RolledBack: 10})
	check(t, open(t, url), open(t, url))
}

func open(t *testing.T, url string) people.Store {
	t.Helper()
	s, err := store.Open(t.Context(), url, timing, slog.New(slog.DiscardHandler))
	noError(t, err)
	t.Cleanup(func() {
		noError(t, s.Close())
	})
	return s
}

func round() int {
	if testing.Short() {
		return 2000
	}
	return 5000
}

// check makes histories over the stores, with one bot per store, until every kind of answer has occurred.
func check(t *testing.T, stores ...people.Store) {
	t.Helper()
	var all census
	for n := 0; n < rounds() || n < mostRounds && len(all.lacking()) > 0; n++ {
		history := play(t, stores...)
		result, info := porcupine.CheckOperationsVerbose(specification, history, time.Minute)
		if result != porcupine.Ok {
			picture := filepath.Join(t.ArtifactDir(), "history.html")
			t.Fatalf("of %d answers the order is %s; -artifacts keeps %s (%v)", len(history), result, picture, porcupine.VisualizePath(specification, info, picture))
		}
		all.count(history)
	}
	t.Logf("%d answers: %v", all.answers, all.replies)
	if lacking := all.lacking(); len(lacking) > 0 {
		t.Errorf("%q did not happen, which proves little", lacking)
	}
}

const mostRounds = 10

func play(t *testing.T, stores ...people.Store) []porcupine.Operation {
	t.Helper()
	seed := uint64(time.Now().UnixNano())
	c := &crowd{name: fmt.Sprintf("room%d", seed), places: places, most: round(), random: rand.New(rand.NewPCG(seed, 0))}
	for i, s := range stores {
		c.bots = append(c.bots, bottest.NewBot(platform, s, timing, func() time.Time { return noon }, seed+uint64(i)<<32))
	}
	history := c.act(t.Context(), acting)
	for _, op := range history {
		if out := op.Output.(output); out.reply == failed {
			t.Fatalf("%+v fails: %s", op.Input, out.words)
		}
	}
	return history
}

type census struct {
	answers int
	replies map[string]int
}

func (c *census) count(history []porcupine.Operation) {
	if c.replies == nil {
		c.replies = make(map[string]int)
	}
	c.answers += len(history)
	for _, op := range history {
		c.replies[string(op.Input.(input).deed)+" "+string(op.Output.(output).reply)]++
	}
}

func (c *census) lacking() (lacking []string) {
	for _, want := range []string{
		"start shown", "start repeated", "start refused", "stop shown", "stop repeated", "move shown", "move repeated", "move refused",
		"undo shown", "undo asked", "undo repeated", "undo refused", "press shown", "press repeated", "press refused", "board shown",
	} {
		if c.replies[want] == 0 {
			lacking = append(lacking, want)
		}
	}
	return lacking
}

// overEach calls check with two stores that share a database, or with the same store twice.
func overEach(t *testing.T, check func(t *testing.T, stores ...people.Store)) {
	t.Helper()
	t.Run("memory", func(t *testing.T) {
		s := memory.New(timing)
		check(t, s, s)
	})
	t.Run("sqlite", func(t *testing.T) {
		s := open(t, "sqlite:"+filepath.Join(t.TempDir(), "othello.db"))
		check(t, s, s)
	})
	t.Run("postgres", func(t *testing.T) {
		url := storetest.Postgres(t)
		check(t, open(t, url), open(t, url))
	})
}

// answer is a request with its answer. The history leaves out empty answers.
type answer struct {
	in, out any
	empty   bool
}

// historyOf lets people act concurrently, each the given number of times.
func historyOf(people, times int, act func(person, n int) answer) []porcupine.Operation {
	var mu sync.Mutex
	var history []porcupine.Operation
	var all sync.WaitGroup
	began := time.Now()
	for person := range people {
		all.Go(func() {
			for n := range times {
				call := int64(time.Since(began))
				got := act(person, n)
				op := porcupine.Operation{ClientId: person, Input: got.in, Call: call, Output: got.out, Return: int64(time.Since(began))}
				if got.empty {
					continue
				}
				mu.Lock()
				history = append(history, op)
				mu.Unlock()
			}
		})
	}
	all.Wait()
	return history
}

func wantOrder(t *testing.T, model porcupine.Model, history []porcupine.Operation) {
	t.Helper()
	if !porcupine.CheckOperations(model, history) {
		t.Fatalf("%d answers have no order: %+v", len(history), history)
	}
}

func partitioned[K comparable](key func(in any) K) func([]porcupine.Operation) [][]porcupine.Operation {
	return func(history []porcupine.Operation) [][]porcupine.Operation {
		parts := make(map[K][]porcupine.Operation)
		for _, op := range history {
			parts[key(op.Input)] = append(parts[key(op.Input)], op)
		}
		return slices.Collect(maps.Values(parts))
	}
}

func noError(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
