package main

import (
	"fmt"
	"testing"
)

// BenchmarkAnswerSize plays LOAD_GAMES whole games with tiles, and reports how
// large the answers to the moves are in bytes of JSON.
func BenchmarkAnswerSize(b *testing.B) {
	games := setting(b, "LOAD_GAMES", 20)
	r := newRig(b, directly)
	for b.Loop() {
		largest, sum, n := 0, 0, 0
		for i := range games {
			w := r.Channel(fmt.Sprintf("whole-%d", i))
			plies := wholeGame(uint64(i))
			moves := r.record(func() {
				for _, m := range plies {
					r.move(w, m)
				}
			})
			r.Command(w, "ana", "start")
			for k, m := range moves {
				answer, err := m.send(r.Transport(), r.url)
				if err == nil {
					err = showsMove(answer, plies[k])
				}
				if err != nil {
					b.Fatal(err)
				}
				largest, sum, n = max(largest, len(answer)), sum+len(answer), n+1
			}
		}
		b.ReportMetric(float64(largest), "largest-bytes")
		b.ReportMetric(float64(sum)/float64(n), "mean-bytes")
	}
	b.ReportMetric(0, "ns/op") // means nothing here
	r.end(b)
}
