package load

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"othellobot/adapters/discord/discordtest"
)

// BenchmarkFlood has users play on Discord, LOAD_RATE moves a second for LOAD_SECONDS, each user in one
// game, with all limits on. It measures four cases: nothing else happens (calm); one user sends LOAD_FLOOD
// commands a second in one of the channels (user); LOAD_STALLED connections send endless requests, and
// reconnect whenever the bot cuts them off (stalled); and both.
//
// It reports the moves' times from when each was due, how many commands of the one user were held back,
// and how many connections were cut off. It also reports memory and open files, including connections,
// before and after, and the peak memory. LOAD_REST is the pause in seconds before the last memory figure.
func BenchmarkFlood(b *testing.B) {
	b.Setenv("LOAD_FLOOD_LIMITS", "on")
	rate, seconds := setting(b, "LOAD_RATE", 100), setting(b, "LOAD_SECONDS", 10)
	flood, stalled := setting(b, "LOAD_FLOOD", 200), setting(b, "LOAD_STALLED", 1000)
	rest := time.Duration(setting(b, "LOAD_REST", 0)) * time.Second
	for _, c := range []struct {
		name           string
		flood, stalled int
	}{{"calm", 0, 0}, {"user", flood, 0}, {"stalled", 0, stalled}, {"both", flood, stalled}} {
		b.Run(c.name, func(b *testing.B) {
			r := newDiscordRig(b)
			for b.Loop() {
				moves := r.crowd(b, rate, seconds)
				noise := r.noise(c.flood * seconds)
				r.Settle()
				before, _ := r.bot.memory(b)
				filesBefore := r.bot.files(b)
				hold := holdOpen(r.bot.address, c.stalled)
				var held int
				var making sync.WaitGroup
				making.Go(func() { held = r.shout(b, noise, c.flood) })
				sent := r.send(r.bot, moves, atRate(rate))
				sent.wrong.report(b)
				making.Wait()
				cut := hold.stop()
				r.transport.CloseIdleConnections()
				r.Settle()
				b.ReportMetric(float64(r.bot.filesAtRest(b, filesBefore)), "files-after")
				time.Sleep(rest)
				after, most := r.bot.memory(b)
				reportTimes(b, "", sent.took())
				b.ReportMetric(float64(held), "held-back")
				b.ReportMetric(float64(cut), "cut-off")
				b.ReportMetric(before, "before-MiB")
				b.ReportMetric(most, "most-MiB")
				b.ReportMetric(after, "after-MiB")
				b.ReportMetric(float64(filesBefore), "files-before")
			}
			b.ReportMetric(0, "ns/op") // meaningless here
			r.end(b)
		})
	}
}

// crowd begins n games and returns the given number of moves of each: the first moves of all games, then
// the second ones, and so on. Each user plays in one game.
func (r discordRig) crowd(b *testing.B, n, moves int) []delivery {
	b.Helper()
	var failed failures
	games := make([]*ongoing, n)
	inParallel(n, func(i int) {
		in := &discordRoom{r.discordSide, r.Channel(fmt.Sprintf("crowd-%d", i))}
		games[i] = &ongoing{room: in, left: wholeGame(uint64(i))}
		for k := range games[i].left {
			games[i].left[k].user += fmt.Sprintf(" of %d", i)
		}
		failed.note(in.answered(r.Command(in.Where, games[i].left[0].user, "start")))
	})
	failed.report(b)
	var all []delivery
	for range moves {
		all = append(all, nextDeliveries(b, games)...)
	}
	return all
}

// noise returns n commands of one user in the channel of one game.
func (r discordRig) noise(n int) []delivery {
	in := r.Channel("crowd-0")
	return r.record(func() {
		for range n {
			r.Command(in, "mallory", "check", discordtest.Text("square", "d3"))
		}
	})
}

// shout sends deliveries at a rate, and returns how many were held back.
func (r *rig) shout(b *testing.B, all []delivery, rate int) (held int) {
	b.Helper()
	if len(all) == 0 {
		return 0
	}
	var failed failures
	var over atomic.Int64
	inOpenLoop(len(all), time.Second/time.Duration(rate), time.Sleep, func(i int) {
		answer, err := all[i].send(r.transport, r.bot.address)
		failed.note(err)
		if bytes.Contains(answer, []byte("too much at once")) {
			over.Add(1)
		}
	})
	failed.report(b)
	return int(over.Load())
}

// cutOffAfter is how long the bot waits for a request on a connection. noticedWithin is the longest
// time until the bot notices that clients have left.
const (
	cutOffAfter   = 2 * time.Second
	noticedWithin = 15 * time.Second
)

// holder keeps connections to a server open with endless requests.
type holder struct {
	quit    chan struct{}
	running sync.WaitGroup
	cut     atomic.Int64
}

// holdOpen returns a holder that keeps n connections open until stop. It opens them one after the other, so
// that the server does not cut off all at once.
func holdOpen(address string, n int) *holder {
	h := &holder{quit: make(chan struct{})}
	for i := range n {
		h.running.Go(func() {
			stopped := h.stoppedWithin(time.Duration(i) * cutOffAfter / time.Duration(n))
			for !stopped && h.hold(address, unending[i%len(unending)]) {
				h.cut.Add(1)
			}
		})
	}
	return h
}

// unending holds the beginnings of requests that continue byte by byte. An empty one does not continue.
var unending = []string{
	"",
	"POST /discord/interactions HTTP/1.1\r\nHost: x\r\nX: ",
	"POST /discord/interactions HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n",
}

// hold keeps one connection open. It reports whether the server ended the connection or refused it, rather
// than the holder.
func (h *holder) hold(address, begin string) bool {
	conn, err := net.Dial("tcp", address)
	if err != nil {
		return !h.stoppedWithin(time.Second)
	}
	defer conn.Close()
	stop := make(chan struct{})
	defer close(stop)
	go func() {
		select {
		case <-h.quit:
			_ = conn.Close()
		case <-stop:
		}
	}()
	_, _ = io.WriteString(conn, begin) // an error shows below
	for {
		_ = conn.SetReadDeadline(time.Now().Add(time.Second))
		if _, err := io.Copy(io.Discard, conn); !errors.Is(err, os.ErrDeadlineExceeded) {
			return !h.stoppedWithin(0)
		}
		if begin != "" {
			_, _ = io.WriteString(conn, "x")
		}
	}
}

// stoppedWithin waits for d, and reports whether the holder was stopped meanwhile.
func (h *holder) stoppedWithin(d time.Duration) bool {
	select {
	case <-h.quit:
		return true
	case <-time.After(d):
		return false
	}
}

// stop ends all connections, and returns how many the server had cut off.
func (h *holder) stop() int64 {
	close(h.quit)
	h.running.Wait()
	return h.cut.Load()
}

// files returns the number of the process's open files, including sockets.
func (p *process) files(b *testing.B) int {
	b.Helper()
	all, err := os.ReadDir(fmt.Sprintf("/proc/%d/fd", p.pid))
	if err != nil {
		b.Skip("needs /proc as Linux has it: ", err)
	}
	return len(all)
}

// filesAtRest waits until at most before files are open, or for noticedWithin, and returns the number.
func (p *process) filesAtRest(b *testing.B, before int) int {
	b.Helper()
	for end := time.Now().Add(noticedWithin); ; time.Sleep(50 * time.Millisecond) {
		if now := p.files(b); now <= before || time.Now().After(end) {
			return now
		}
	}
}
