package load

import (
	"fmt"
	"strings"
	"testing"

	"othellobot/adapters/discord/discordtest"
)

// BenchmarkReviews has users play on Discord, LOAD_RATE moves a second for LOAD_SECONDS, each user in one
// game. First nothing else happens (calm). Then LOAD_REVIEWS games that have just ended wait for their
// reviews (waiting). It repeats this LOAD_PAIRS times, each time with a new bot, and reports medians of the
// times and of each pair's ratios.
func BenchmarkReviews(b *testing.B) {
	rate, seconds := setting(b, "LOAD_RATE", 50), setting(b, "LOAD_SECONDS", 10)
	reviews, pairs := setting(b, "LOAD_REVIEWS", 50), setting(b, "LOAD_PAIRS", 3)
	for b.Loop() {
		var calm, waiting []figures
		for range pairs {
			r := newDiscordRig(b)
			moves := r.crowd(b, rate, 2*seconds)
			lastMoves := r.nearlyOver(b, reviews)
			r.Settle()
			turn := func(all []delivery) figures {
				t := r.send(r.bot, all, atRate(rate))
				t.wrong.report(b)
				return figuresOf(t)
			}
			calm = append(calm, turn(moves[:rate*seconds]))
			var failed failures
			inParallel(reviews, func(i int) { failed.note(lastMoves[i]()) })
			failed.report(b)
			r.Settle() // the work directly after the last moves has ended
			waiting = append(waiting, turn(moves[rate*seconds:]))
			r.end(b)
		}
		fmt.Println(head)
		for i := range calm {
			fmt.Println(calm[i].line(fmt.Sprint(i+1), "calm"))
			fmt.Println(waiting[i].line("", "waiting"))
		}
		ratio := medians(ratios(waiting, calm))
		b.ReportMetric(medians(calm)[p99], "calm-p99-ms")
		b.ReportMetric(medians(waiting)[p99], "waiting-p99-ms")
		b.ReportMetric(ratio[p50], "p50-ratio")
		b.ReportMetric(ratio[p99], "p99-ratio")
	}
	b.ReportMetric(0, "ns/op") // meaningless here
}

// nearlyOver begins n different games and plays them up to the last move. It returns functions that
// play the last moves.
func (r discordRig) nearlyOver(b *testing.B, n int) []func() error {
	b.Helper()
	var failed failures
	lastMoves := make([]func() error, n)
	inParallel(n, func(i int) {
		in := &discordRoom{r.discordSide, r.Channel(fmt.Sprintf("ending-%d", i))}
		plies := wholeGame(uint64(10_000 + i))
		var text strings.Builder
		for _, m := range plies[:len(plies)-1] {
			text.WriteString(m.square.String())
		}
		failed.note(in.answered(r.Command(in.Where, "ana", "load", discordtest.Text("moves", text.String()))))
		lastMoves[i] = func() error { return in.play(plies[len(plies)-1]) }
	})
	failed.report(b)
	return lastMoves
}
