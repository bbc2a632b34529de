package main

import (
	"slices"
	"strings"
	"testing"
)

func TestFiguresAreRead(t *testing.T) {
	f := make(figures)
	err := f.read(strings.NewReader(`goos: linux
pkg: othellobot/store
BenchmarkMove/sqlite/32-2   	    2000	     68123 ns/op	       41.5 cpu-µs/op
BenchmarkMove/sqlite/32-2   	    2000	     70000 ns/op	       41.7 cpu-µs/op
BenchmarkMove
--- BENCH: BenchmarkMove
Benchmark results follow in time
PASS
pkg: othellobot/lab/load
BenchmarkFlood/calm 1 1.700 p50-ms
`))
	want := figures{
		"store.Move/sqlite/32 ns/op": {68123, 70000}, "store.Move/sqlite/32 cpu-µs/op": {41.5, 41.7},
		"lab/load.Flood/calm p50-ms": {1.7},
	}
	if err != nil || len(f) != len(want) {
		t.Errorf("it reads %v, %v", f, err)
	}
	for key, values := range want {
		if !slices.Equal(f[key], values) {
			t.Errorf("%s is %v, want %v", key, f[key], values)
		}
	}
	if err := f.read(strings.NewReader("BenchmarkFlood 1 many p50-ms\n")); err == nil {
		t.Error("what is no number is read")
	}
}

// The figures of programs have no package in their name.
func TestProgramsReport(t *testing.T) {
	f := make(figures)
	if err := f.read(strings.NewReader("BenchmarkLoad/both/sqlite/rate=50/bot 3 1.5 p50-ms\n")); err != nil || f["Load/both/sqlite/rate=50/bot p50-ms"] == nil {
		t.Errorf("it reads %v, %v", f, err)
	}
}

func TestQuantities(t *testing.T) {
	for _, c := range []struct {
		value float64
		unit  string
		want  string
	}{
		{22.31, "ns/op", "22 ns"},
		{1591, "ns/op", "1.6 µs"},
		{68.1, "µs/room", "68 µs"},
		{.9961, "p50-ms", "996 µs"},
		{1500, "p99-ms", "1.5 s"},
		{45, "s-until-current", "45 s"},
		{244, "slowest-s", "4.1 min"},
		{30.96, "most-MiB", "31 MiB"},
		{24.02, "written-KiB", "24 KiB"},
		{7761, "bytes", "7.6 KiB"},
		{119.2, "Mnps", "119 million"},
		{13012.4, "moves/s", "13,012"},
		{57.85, "Mnodes/op", "58"},
		{0, "edits", "0"},
		{2, "edits", "2"},
		{.5634, "ratio", "0.56"},
	} {
		if got := measured(c.value, c.unit).String(); got != c.want {
			t.Errorf("%v %s is %q, want %q", c.value, c.unit, got, c.want)
		}
	}
}
