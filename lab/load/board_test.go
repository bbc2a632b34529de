package load

import (
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"
)

// BenchmarkBoards asks for LOAD_BOARDS boards at one moment, over connections that
// have yet to be made, in LOAD_ROUNDS rounds: each of a game of its own, or all of
// one. It reports when answers were complete, the worst of all rounds (worst-ms)
// and the median of the worst of each (usual-worst-ms), and the same for the
// program that only checks the signature.
func BenchmarkBoards(b *testing.B) {
	n, rounds := setting(b, "LOAD_BOARDS", 200), setting(b, "LOAD_ROUNDS", 5)
	for _, c := range []struct {
		name  string
		games int
	}{{"of=each", n}, {"of=one", 1}} {
		b.Run(c.name, func(b *testing.B) {
			r := newDiscordRig(b, directly)
			for b.Loop() {
				games := r.gamesUnderWay(b, c.games, 1)
				baseline := r.newBaseline(b, games[0].room)
				var failed failures
				ours, theirs := make([][]time.Duration, rounds), make([][]time.Duration, rounds)
				for round := range rounds {
					asked := r.record(func() {
						for i := range n {
							r.Command(games[i%len(games)].room.(*discordRoom).Where, "bo", "board")
						}
					})
					r.Settle()
					theirs[round], _ = r.atOnce(b, asked, baseline.address)
					var answers [][]byte
					ours[round], answers = r.atOnce(b, asked, r.bot.address)
					for i, answer := range answers {
						failed.note(shows(answer, games[i%len(games)].now))
					}
				}
				failed.tell(b)
				reportRounds(b, "", ours)
				reportRounds(b, "baseline-", theirs)
			}
			b.ReportMetric(0, "ns/op") // means nothing here
			r.Settle()
			r.end(b)
		})
	}
}

func reportRounds(b *testing.B, prefix string, rounds [][]time.Duration) {
	reportTimes(b, prefix, slices.Concat(rounds...))
	var worst []time.Duration
	for _, round := range rounds {
		worst = append(worst, slices.Max(round))
	}
	b.ReportMetric(percentile(worst, 50), prefix+"usual-worst-ms")
}

// atOnce sends questions and gives the answers, and how long each took since the
// first was sent.
func (r *rig) atOnce(b *testing.B, asked []delivery, address string) ([]time.Duration, [][]byte) {
	b.Helper()
	r.transport.CloseIdleConnections()
	runtime.GC()
	took := make([]time.Duration, len(asked))
	answers := make([][]byte, len(asked))
	begin := time.Now()
	var failed failures
	var running sync.WaitGroup
	for i, question := range asked {
		running.Go(func() {
			var err error
			answers[i], err = question.send(r.transport, address)
			took[i] = time.Since(begin)
			failed.note(err)
		})
	}
	running.Wait()
	failed.tell(b)
	return took, answers
}
