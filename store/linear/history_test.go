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

// overEach runs a check over each kind of store. It uses two stores where processes can share the
// database, otherwise the same store twice.
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

// answer is a request with its answer. An empty answer is left out of the history.
type answer struct {
	in, out any
	empty   bool
}

// historyOf lets people act at the same time, each the given number of times. It returns their
// requests and answers, with the times.
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

func noError(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
