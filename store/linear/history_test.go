package linear

import (
	"maps"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/anishathalye/porcupine"

	"othellobot/people"
	"othellobot/store/memory"
	"othellobot/store/storetest"
)

// overEach runs a check over each kind of store: over two stores that share a database, or over the same
// store twice.
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

// historyOf lets people act concurrently, each the given number of times, and returns their requests and
// answers.
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

// wantOrder fails the test unless the answers fit the model in some order.
func wantOrder(t *testing.T, model porcupine.Model, history []porcupine.Operation) {
	t.Helper()
	if !porcupine.CheckOperations(model, history) {
		t.Fatalf("%d answers have no order: %+v", len(history), history)
	}
}

// partitioned splits a history by a key of its requests.
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
