package linear

import (
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/anishathalye/porcupine"

	"othellobot/people"
	"othellobot/store"
	"othellobot/store/storetest"
)

// overEach runs a check over each kind of store, through two stores where processes can
// share the database, and else through the same one twice.
func overEach(t *testing.T, check func(t *testing.T, stores ...people.Store)) {
	t.Helper()
	t.Run("memory", func(t *testing.T) {
		s := store.NewMemory(timing)
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

// answer is a question with its answer. An empty one is left out of a history.
type answer struct {
	in, out any
	empty   bool
}

// historyOf has people act at the same time, each so many times, and lists what they asked
// and were told, and when.
func historyOf(people, times int, act func(person, n int) answer) []porcupine.Operation {
	var mu sync.Mutex
	var history []porcupine.Operation
	var all sync.WaitGroup
	began := time.Now()
	for person := range people {
		all.Go(func() {
			for n := range times {
				call := int64(time.Since(began))
				told := act(person, n)
				op := porcupine.Operation{ClientId: person, Input: told.in, Call: call, Output: told.out, Return: int64(time.Since(began))}
				if told.empty {
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
