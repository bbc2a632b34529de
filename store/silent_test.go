package store_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"reflect"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/game"
	"othellobot/lease"
	"othellobot/store"
	"othellobot/store/storetest"
)

// TestSilentConnections checks that silent connections delay callers only briefly.
func TestSilentConnections(t *testing.T) {
	storetest.NeedsPostgres(t)
	for what, test := range map[string]func(t *testing.T, s *store.Store, p *storetest.SilentProxy){
		"in use": func(t *testing.T, s *store.Store, p *storetest.SilentProxy) {
			p.Silence(false)
			if err := loadWithin(t, s, 1500*time.Millisecond); !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("the first one: %v", err)
			}
			if err := loadWithin(t, s, 900*time.Millisecond); err != nil { // less than a ping takes
				t.Errorf("the next one: %v", err)
			}
		},
		"all in use": func(t *testing.T, s *store.Store, p *storetest.SilentProxy) {
			p.Silence(false)
			eachOf(64, func(int) { _ = loadWithin(t, s, 1500*time.Millisecond) }) // more than there are connections
			if err := loadWithin(t, s, 1500*time.Millisecond); err != nil {
				t.Errorf("the next one: %v", err)
			}
		},
		"idle": func(t *testing.T, s *store.Store, p *storetest.SilentProxy) {
			p.Silence(false)
			time.Sleep(1100 * time.Millisecond)
			if err := loadWithin(t, s, 1900*time.Millisecond); err != nil { // less than two pings take
				t.Errorf("the first one: %v", err)
			}
		},
		"new ones, too": func(t *testing.T, s *store.Store, p *storetest.SilentProxy) {
			p.Silence(true)
			for began := time.Now(); time.Since(began) < 10*time.Second; {
				if err := loadWithin(t, s, 2*time.Second); !errors.Is(err, context.DeadlineExceeded) {
					t.Errorf("while all are silent: %v", err)
				}
			}
			p.Answer()
			if err := loadWithin(t, s, 3500*time.Millisecond); err != nil { // a little more than connecting may take
				t.Errorf("the first one that is answered: %v", err)
			}
			p.End() // silent connections take long to close
		},
	} {
		if testing.Short() && what == "new ones, too" {
			continue
		}
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			p, address := storetest.NewSilentProxy(t, storetest.Postgres(t))
			s := open(t, address, timing)
			crowd(t, s)
			if n := p.Joined(); n < 8 {
				t.Fatalf("%d connections prove little", n)
			}
			test(t, s, p)
		})
	}
}

func crowd(t *testing.T, s *store.Store) {
	t.Helper()
	eachOf(64, func(int) {
		if err := s.Check(t.Context()); err != nil {
			t.Error(err)
		}
	})
}

func loadWithin(t *testing.T, s *store.Store, limit time.Duration) error {
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	_, err := s.Load(ctx, here, "")
	return err
}

// TestEveryCallEnds checks that calls end at their limits, even while another call waits.
func TestEveryCallEnds(t *testing.T) {
	const attempt, search, sweep = 2 * time.Second, 7 * time.Second, 20 * time.Second
	limits := store.Limits{Attempt: attempt, Search: search, Sweep: sweep}
	longer := map[string]time.Duration{
		"Forget": search, "Annul": search, "Past": search, "Due": search, "Next": search, "Clean": sweep,
	}
	for _, kind := range []reflect.Type{reflect.TypeFor[game.Store](), reflect.TypeFor[store.Installs](), reflect.TypeFor[lease.Store]()} {
		for i := range kind.NumMethod() {
			method := kind.Method(i)
			want := longer[method.Name]
			if want == 0 {
				want = attempt
			}
			for _, cached := range []bool{false, true} {
				t.Run(fmt.Sprintf("%v/%s/%t", kind, method.Name, cached), func(t *testing.T) {
					synctest.Test(t, func(t *testing.T) {
						s := store.Silent(cached, limits)
						of := map[reflect.Type]any{reflect.TypeFor[store.Installs](): s.Installs, reflect.TypeFor[lease.Store](): s.Leases}[kind]
						if of == nil {
							of = s
						}
						eachOf(2, func(int) { endsAfter(t, reflect.ValueOf(of).MethodByName(method.Name), want) })
					})
				})
			}
		}
	}
}

// endsAfter calls a method with zero values, and wants its context to expire after want.
func endsAfter(t *testing.T, method reflect.Value, want time.Duration) {
	arguments := []reflect.Value{reflect.ValueOf(t.Context())}
	for in := 1; in < method.Type().NumIn(); in++ {
		argument := reflect.New(method.Type().In(in)).Elem()
		if argument.Kind() == reflect.Slice {
			argument = reflect.MakeSlice(argument.Type(), 1, 1) // an empty slice may mean no work
		}
		arguments = append(arguments, argument)
	}
	call := method.Call
	if method.Type().IsVariadic() {
		call = method.CallSlice
	}
	began := time.Now()
	results := call(arguments)
	err, _ := results[len(results)-1].Interface().(error)
	if took := time.Since(began); took != want || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("it ends after %v: %v; want %v", took, err, want)
	}
}

func faulty(t *testing.T, faults storetest.Faults) (s *store.Store, url string) {
	url = storetest.Postgres(t)
	during(t, url, func(*store.Store) {})
	return open(t, storetest.Faulty(t, url, faults), timing), url
}

// reducedSuite returns the concurrent part of the suite, or the whole suite if OTHELLO_LONG is set.
func reducedSuite() func(*testing.T, func(*testing.T, game.Timing) storetest.Subject) {
	if os.Getenv("OTHELLO_LONG") == "1" {
		return storetest.RunDatabase
	}
	return storetest.RunTogether
}

// TestPostgresTakesBack checks that callers do not notice a server that rolls transactions back.
func TestPostgresTakesBack(t *testing.T) {
	storetest.Postgres(t) // skip everything without a server
	reducedSuite()(t, func(t *testing.T, _ game.Timing) storetest.Subject {
		s, url := faulty(t, storetest.Faults{RolledBack: 10})
		return storetest.Subject{Store: s, Installs: s.Installs, Leases: s.Leases, Rewrite: rewrite("postgres", url)}
	})
}

// TestPostgresLosesAnswers checks that the store repeats reads, but no change whose answer was lost.
func TestPostgresLosesAnswers(t *testing.T) {
	const changes = 30
	s, url := faulty(t, storetest.Faults{Lost: 30})
	during(t, url, func(direct *store.Store) {
		var lost, failed int
		stored := start(t, direct, 1, here, "")
		for n := range changes {
			room, err := direct.Load(t.Context(), here, "")
			noError(t, err)
			after, _, err := stored.Play("p//ana", stored.Position().Legal().First(), noon)
			noError(t, err)
			after.Version++
			err = s.Save(t.Context(), game.Change{
				Before: room.Version, Room: game.Room{Place: here, Version: room.Version + 1, Active: &after}, Due: 1, Now: noon,
				Steps: []game.Step{{Before: &stored, After: &after}},
			})
			switch {
			case errors.Is(err, game.ErrStale), errors.Is(err, game.ErrDuplicate), errors.Is(err, game.ErrNotStored):
				t.Fatalf("change %d is refused, and made: %v", n, err)
			case err != nil:
				lost++
			default:
				wantGame(t, direct, after)
			}
			stored = *roomOf(t, direct, here)
			if _, err := s.Load(t.Context(), here, ""); err != nil {
				failed++
			}
		}
		if lost == 0 || failed > changes/10 {
			t.Errorf("%d answers to changes were lost, and %d readings failed", lost, failed)
		}
	})
}
