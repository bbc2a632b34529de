package load

import (
	"slices"
	"testing"
	"time"
)

func TestFiguresOfATurn(t *testing.T) {
	const ms = time.Millisecond
	samples := make([]sample, 100)
	for i := range samples {
		samples[i] = sample{late: time.Duration(i) * ms / 10, took: time.Duration(i+1) * ms}
	}
	f := figuresOf(&turn{samples: samples, lasted: 2 * time.Second, wrote: 1024 * 250, spent: work{user: 60 * ms, system: 40 * ms}})
	want := figures{p50: 50, p95: 95, p99: 99, worst: 100, rate: 50, written: 2.5, late: 9.8, user: .6, system: .4, processor: 1}
	for name := range want {
		if diff := f[name] - want[name]; diff < -1e-9 || diff > 1e-9 {
			t.Errorf("figure %d is %v, want %v", name, f[name], want[name])
		}
	}
	if f.disturbed() {
		t.Error("a sender that is 9.8 ms late is too late")
	}
	samples[98].late += ms
	samples[99].late += ms
	if !figuresOf(&turn{samples: samples, lasted: ms}).disturbed() {
		t.Error("a sender that is 10.8 ms late is in time")
	}
}

func TestMediansAndRatios(t *testing.T) {
	all := func(values ...float64) (all []figures) {
		for _, v := range values {
			all = append(all, figures{p50: v, processor: 2 * v})
		}
		return all
	}
	if m := medians(all(9, 1, 3)); m[p50] != 3 || m[processor] != 6 {
		t.Errorf("of three it is %v", m)
	}
	if m := medians(all(4, 1, 3, 2)); m[p50] != 2.5 {
		t.Errorf("of four it is %v", m)
	}
	var got []float64
	for _, f := range ratios(all(2, 3), all(4, 3)) {
		got = append(got, f[p50], f[processor])
	}
	if !slices.Equal(got, []float64{.5, .5, 1, 1}) {
		t.Errorf("the ratios are %v", got)
	}
}
