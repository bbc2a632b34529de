package store_test

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/game"
	"othellobot/lease"
	"othellobot/store"
)

// TestEveryCallEnds checks that each call ends at its limit if the database is silent, even while another
// call waits.
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

// endsAfter calls a method with zero values as arguments. It fails the test unless the context of the
// call expires after want.
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
