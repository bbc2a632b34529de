package storetest

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"time"

	"othellobot/lease"
)

var leaseCases = []testCase{
	{"a lease has one holder", leaseHeld},
	{"an expired lease is taken with its data", leaseEnded},
	{"only the holder can renew a lease", leaseRenewed},
	{"only the holder can free a lease", leaseFreed},
	{"leases are found by their names", leasesFound},
	{"of many callers one gets the lease", leaseContended},
	{"many leases are renewed at once", leasesRenewed},
}

// leaseTerm is longer than a test.
const leaseTerm = time.Hour

// take takes a lease, and fails the test unless the result is want. It returns the lease after the call.
func (p *caseRun) take(name, holder string, term time.Duration, want bool) lease.Row {
	p.Helper()
	row, taken, err := p.Leases.Take(p.Context(), name, holder, term)
	if taken != want || err != nil {
		p.Errorf("%s takes %s: %t, %v; want %t", holder, name, taken, err, want)
	}
	return row
}

// wantLease lets the remaining time differ by the duration of a test.
func (p *caseRun) wantLease(got, want lease.Row) {
	p.Helper()
	if off := want.Left - got.Left; off < 0 || off > leaseTerm/2 {
		p.Errorf("%s is left %v, want %v", got.Name, got.Left, want.Left)
	}
	if got.Left = want.Left; got != want {
		p.Errorf("the lease is %+v, want %+v", got, want)
	}
}

func (p *caseRun) renew(held lease.Row, want bool) {
	p.Helper()
	renewed, err := p.Leases.Renew(p.Context(), []lease.Row{held}, leaseTerm)
	if is := slices.Equal(renewed, []string{held.Name}); is != want || len(renewed) > 1 || err != nil {
		p.Errorf("renewing %+v renews %q, %v", held, renewed, err)
	}
}

func (p *caseRun) free(held lease.Row, pause time.Duration, want bool) {
	p.Helper()
	if freed, err := p.Leases.Free(p.Context(), held, pause); freed != want || err != nil {
		p.Errorf("%+v is freed: %t, %v; want %t", held, freed, err, want)
	}
}

func leaseHeld(p *caseRun) {
	p.wantLease(p.take("a", "ana", leaseTerm, true), lease.Row{Name: "a", Holder: "ana", Left: leaseTerm, Version: 1})
	p.wantLease(p.take("a", "bo", leaseTerm, false), lease.Row{Name: "a", Holder: "ana", Left: leaseTerm, Version: 1})
	p.wantLease(p.take("b", "bo", leaseTerm, true), lease.Row{Name: "b", Holder: "bo", Left: leaseTerm, Version: 1})
	p.wantLease(p.take("a", "ana", leaseTerm, true), lease.Row{Name: "a", Holder: "ana", Left: leaseTerm, Version: 2})
}

func leaseEnded(p *caseRun) {
	first := p.take("a", "ana", leaseTerm, true)
	first.Data = `{"日本":"' \\ %"}`
	p.renew(first, true)
	if _, err := p.Leases.Renew(p.Context(), []lease.Row{first}, 0); err != nil {
		p.Error(err)
	}
	p.wantLease(p.take("a", "bo", leaseTerm, true), lease.Row{Name: "a", Holder: "bo", Left: leaseTerm, Version: 2, Data: first.Data})
	p.renew(first, false)
	p.free(first, 0, false)
	p.take("a", "ana", leaseTerm, false)
}

func leaseRenewed(p *caseRun) {
	held := p.take("a", "ana", 0, true)
	held.Data = "of ana"
	for _, other := range []lease.Row{
		{Name: "b", Holder: "ana", Version: 1},
		{Name: "a", Holder: "bo", Version: 1, Data: "of bo"},
		{Name: "a", Holder: "ana", Version: 2, Data: "of another time"},
	} {
		p.renew(other, false)
	}
	p.renew(held, true) // no other holder took it after it ended
	p.wantLease(p.take("a", "bo", leaseTerm, false), lease.Row{Name: "a", Holder: "ana", Left: leaseTerm, Version: 1, Data: "of ana"})
}

func leaseFreed(p *caseRun) {
	held := p.take("a", "ana", leaseTerm, true)
	held.Data = "left behind"
	other := held
	other.Holder = "bo"
	p.free(other, 0, false)
	other = held
	other.Version++
	p.free(other, 0, false)

	p.free(held, 0, true)
	p.free(held, 0, false)
	p.renew(held, false)
	held = p.take("a", "bo", leaseTerm, true)
	p.wantLease(held, lease.Row{Name: "a", Holder: "bo", Left: leaseTerm, Version: 2, Data: "left behind"})
	p.free(held, leaseTerm, true)
	p.wantLease(p.take("a", "bo", 0, false), lease.Row{Name: "a", Left: leaseTerm, Version: 2, Data: "left behind"})
}

func leasesFound(p *caseRun) {
	for _, name := range []string{"shard/2", "shard/10", "shards", "Shard/1", "bucket/0", "shard/1", "日/1"} {
		p.take(name, "ana", leaseTerm, true)
	}
	found := func(prefix string, want ...string) {
		p.Helper()
		rows, err := p.Leases.List(p.Context(), prefix)
		var names []string
		for _, r := range rows {
			names = append(names, r.Name)
			p.wantLease(r, lease.Row{Name: r.Name, Holder: "ana", Left: leaseTerm, Version: 1})
		}
		if slices.Sort(names); !slices.Equal(names, want) || err != nil {
			p.Errorf("%q finds %q, %v; want %q", prefix, names, err, want)
		}
	}
	found("shard/", "shard/1", "shard/10", "shard/2")
	found("日", "日/1")
	found("nothing")
}

func leaseContended(p *caseRun) {
	for round := range int64(5) {
		holders := gather(func(who int) []lease.Row {
			row, taken, err := p.Leases.Take(p.Context(), "a", fmt.Sprint(who), leaseTerm)
			if err != nil {
				p.Error(err)
			}
			if !taken {
				return nil
			}
			return []lease.Row{row}
		})
		if len(holders) != 1 || holders[0].Version != round+1 {
			p.Fatalf("in round %d it is taken as %+v", round, holders)
		}
		p.free(holders[0], 0, true)
	}
}

func leasesRenewed(p *caseRun) {
	const many = 1200
	var held []lease.Row
	for i := range many {
		row := lease.Row{Name: fmt.Sprint("shard/", i), Holder: "ana", Version: 1, Data: fmt.Sprint("data ", i)}
		if held = append(held, row); i%100 == 0 {
			p.take(row.Name, "ana", leaseTerm, true)
		}
	}
	renewed, err := p.Leases.Renew(p.Context(), held, leaseTerm)
	if len(renewed) != many/100 || err != nil {
		p.Errorf("renewed: %q, %v", renewed, err)
	}
	rows, err := p.Leases.List(p.Context(), "shard/")
	p.must(err)
	if len(rows) != many/100 {
		p.Errorf("found: %d", len(rows))
	}
	for _, r := range rows {
		if want := "data " + strings.TrimPrefix(r.Name, "shard/"); r.Data != want {
			p.Errorf("%s holds %q, want %q", r.Name, r.Data, want)
		}
	}
	if renewed, err := p.Leases.Renew(p.Context(), nil, leaseTerm); len(renewed) != 0 || err != nil {
		p.Errorf("renewing nothing renews %q, %v", renewed, err)
	}
}

var installCases = []testCase{
	{"installations are stored by name", installsKept},
	{"the first save wins for all callers", firstStays},
}

func firstStays(p *caseRun) {
	ctx := p.Context()
	p.must(p.Installs.Save(ctx, "saved", []byte("before")))
	if swapped, err := p.Installs.Swap(ctx, "saved", nil, []byte("late")); swapped || err != nil {
		p.Errorf("what was saved is replaced: %v, %v", swapped, err)
	}
	if data, err := p.Installs.Load(ctx, "new"); data != nil || err != nil { // the store may remember that nothing is there
		p.Errorf("nothing is %q, %v", data, err)
	}
	kept := gather(func(who int) []string {
		_, err := p.Installs.Swap(ctx, "new", nil, []byte{'a' + byte(who)})
		p.must(err)
		data, err := p.Installs.Load(ctx, "new")
		p.must(err)
		return []string{string(data)}
	})
	if data, err := p.Installs.Load(ctx, "new"); len(slices.Compact(kept)) != 1 || string(data) != kept[0] || len(data) == 0 || err != nil {
		p.Errorf("%q is there, %v, and kept by all is %v", data, err, kept)
	}
}

func installsKept(p *caseRun) {
	ctx := p.Context()
	want := func(name string, data []byte) {
		p.Helper()
		if got, err := p.Installs.Load(ctx, name); !bytes.Equal(got, data) || (got == nil) != (data == nil) || err != nil {
			p.Errorf("%s is %q, %v; want %q", name, got, err, data)
		}
	}
	want("a", nil)
	data := []byte(`{"token":"日本 ' \" \\ %"}`)
	p.must(p.Installs.Save(ctx, "a", data))
	saved := bytes.Clone(data)
	data[0] = 'X'
	want("a", saved)
	p.must(p.Installs.Save(ctx, "A", []byte("other")))
	p.must(p.Installs.Save(ctx, "a", []byte("new")))
	want("a", []byte("new"))
	want("A", []byte("other"))
	named := func(want ...string) {
		p.Helper()
		if got, err := p.Installs.Names(ctx); !slices.Equal(slices.Sorted(slices.Values(got)), want) || err != nil {
			p.Errorf("something is saved under %q, %v; want %q", got, err, want)
		}
	}
	named("A", "a")
	swap := func(name, old, data string, want bool) {
		p.Helper()
		if done, err := p.Installs.Swap(ctx, name, []byte(old), []byte(data)); done != want || err != nil {
			p.Errorf("%s is swapped for %s in %s: %t, %v; want %t", old, data, name, done, err, want)
		}
	}
	swap("a", "old", "newer", false)
	want("a", []byte("new"))
	swap("a", "new", "newer", true)
	want("a", []byte("newer"))
	swap("b", "", "newer", false)
	want("b", nil)
	p.must(p.Installs.Delete(ctx, "a"))
	named("A")
	p.must(p.Installs.Delete(ctx, "a"))
	want("a", nil)
	want("A", []byte("other"))

	p.purge("p/")
	want("A", []byte("other")) // names of installations are not places
}
