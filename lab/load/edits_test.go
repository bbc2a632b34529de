package load

import (
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// BenchmarkEdits has moves made in ten channels at one moment, while each request
// to Discord takes 200 ms, and reports how long the ten changes of the boards
// before take that this leads to: from the first request for one to the end of the
// last (edits-ms), which one after another would be 2000 ms, and since the moves
// were sent (whole-ms), with the question before each for the id of the new board.
// The answers to the moves (answers-ms) need nothing of Discord. Of LOAD_ROUNDS
// rounds it gives the slowest.
func BenchmarkEdits(b *testing.B) {
	const parallel, latency = 10, 200 * time.Millisecond
	rounds := setting(b, "LOAD_ROUNDS", 5)
	edits := slowEdits{all: make(chan span, parallel)}
	r := newDiscordRig(b, func(api string) string { return edits.before(b, api) })
	for b.Loop() {
		games := r.gamesUnderWay(b, parallel, rounds)
		var answered, edited, whole time.Duration
		for range rounds {
			moves := upNext(b, games)
			r.Settle()
			edits.latency.Store(int64(latency))
			begin := time.Now()
			var running sync.WaitGroup
			for _, m := range moves {
				running.Go(func() {
					answer, err := m.send(r.transport, r.bot.address)
					if err == nil {
						err = m.answered(answer)
					}
					if err != nil {
						b.Error(err)
					}
				})
			}
			running.Wait()
			answered = max(answered, time.Since(begin))
			of := edits.await(b, parallel)
			edits.latency.Store(0)
			edited, whole = max(edited, of.end.Sub(of.begin)), max(whole, of.end.Sub(begin))
		}
		b.ReportMetric(milliseconds(answered), "answers-ms")
		b.ReportMetric(milliseconds(edited), "edits-ms")
		b.ReportMetric(milliseconds(whole), "whole-ms")
	}
	b.ReportMetric(0, "ns/op") // means nothing here
	r.Settle()
	r.end(b)
}

// slowEdits watches the changes of messages, each from when it reached Discord to
// when Discord's answer was complete, while requests take longer.
type slowEdits struct {
	latency atomic.Int64 // that is added to every request; zero for none
	all     chan span
}

type span struct{ begin, end time.Time }

// before puts itself before a server, and gives the URL to be used instead.
func (e *slowEdits) before(b *testing.B, api string) string {
	b.Helper()
	return inFront(b, api, func(fake http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			begin, latency := time.Now(), time.Duration(e.latency.Load())
			time.Sleep(latency)
			fake.ServeHTTP(w, r)
			if r.Method == http.MethodPatch && latency > 0 {
				e.all <- span{begin, time.Now()}
			}
		})
	})
}

// await waits for so many changes, and gives the time from the beginning of the
// first to the end of the last.
func (e *slowEdits) await(b *testing.B, n int) (whole span) {
	b.Helper()
	late := time.After(20 * time.Second)
	for i := range n {
		select {
		case one := <-e.all:
			if i == 0 || one.begin.Before(whole.begin) {
				whole.begin = one.begin
			}
			if one.end.After(whole.end) {
				whole.end = one.end
			}
		case <-late:
			b.Fatalf("there were %d changes of messages, not %d", i, n)
		}
	}
	return whole
}
