package storetest

import (
	"bytes"
	"slices"
)

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
