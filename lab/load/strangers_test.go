package load

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// BenchmarkStrangers has users play on Discord, LOAD_RATE moves a second for LOAD_SECONDS, each move
// over a new connection. The bot has the memory limit of its container. Meanwhile, clients without a
// valid signature open connections. In the first case, LOAD_BODIES clients send a body of 256 KiB
// without its last byte, with plausible headers. In the second, LOAD_IDLE clients, fewer than the
// connection limit, send one request and keep the connection. A client reconnects once the bot has closed
// the connection, at most every five seconds.
//
// It reports the moves' times from when each was due, the number of connections, the answers they got,
// and the bot's peak memory.
func BenchmarkStrangers(b *testing.B) {
	rate, seconds := setting(b, "LOAD_RATE", 50), setting(b, "LOAD_SECONDS", 20)
	for _, c := range []struct {
		name string
		many int
		ask  func() string
	}{
		{"bodies", setting(b, "LOAD_BODIES", 2000), unsignedBody},
		{"idle", setting(b, "LOAD_IDLE", 1500), func() string { return "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n" }},
	} {
		b.Run(c.name, func(b *testing.B) {
			s := setupOf(b)
			s.environment = []string{"GOMEMLIMIT=200MiB"} // as in compose.yaml
			side := newDiscordSide(b)
			r := discordRig{startRig(b, s, side), side}
			for b.Loop() {
				moves := r.crowd(b, rate, seconds)
				r.Settle()
				r.transport = &http.Transport{DisableKeepAlives: true}
				others := startStrangers(r.bot.address, c.many, c.ask)
				sent := r.send(r.bot, moves, atRate(rate))
				sent.wrong.report(b)
				_, most := r.bot.memory(b)
				others.leave()
				reportTimes(b, "", sent.took())
				b.ReportMetric(most, "most-MiB")
				b.ReportMetric(float64(others.made.Load()), "connections")
				b.ReportMetric(float64(others.answered.Load()), "answered")
				b.ReportMetric(float64(others.refused.Load()), "refused")
			}
			b.ReportMetric(0, "ns/op") // meaningless here
			r.end(b)
		})
	}
}

// unsignedBody returns a request without the last byte of its body. Its headers look as if Discord had
// signed it.
func unsignedBody() string {
	const size = 256 << 10
	return fmt.Sprintf("POST %s HTTP/1.1\r\nHost: x\r\nX-Signature-Timestamp: %d\r\nX-Signature-Ed25519: %s\r\nContent-Length: %d\r\n\r\n%s",
		interactionsPath, time.Now().Unix(), strings.Repeat("0", 128), size, strings.Repeat(" ", size-1))
}

// strangers are connections that send one request and stay open.
type strangers struct {
	begun, running          sync.WaitGroup // for the first connection of each stranger; for all strangers
	made, answered, refused atomic.Int64   // connections in all, those answered with 200, and those with 503
	leave                   func()         // ends all connections
}

// reconnectInterval is the minimum interval between a stranger's connections.
const reconnectInterval = 5 * time.Second

// startStrangers starts n strangers, and waits until each has connected.
func startStrangers(address string, n int, ask func() string) *strangers {
	ctx, cancel := context.WithCancel(context.Background())
	s := &strangers{}
	s.leave = func() {
		cancel()
		s.running.Wait()
	}
	s.begun.Add(n)
	for i := range n {
		s.running.Go(func() {
			time.Sleep(reconnectInterval * time.Duration(i) / time.Duration(n)) // spread over the interval
			here := sync.OnceFunc(s.begun.Done)
			for ctx.Err() == nil {
				again := time.After(reconnectInterval)
				s.stay(ctx, address, ask(), here)
				select {
				case <-again:
				case <-ctx.Done():
				}
			}
		})
	}
	s.begun.Wait()
	return s
}

// stay sends one request, and keeps the connection until the bot closes it.
func (s *strangers) stay(ctx context.Context, address, ask string, here func()) {
	defer here()
	conn, err := net.Dial("tcp", address)
	if err != nil {
		return
	}
	defer conn.Close()
	defer context.AfterFunc(ctx, func() { _ = conn.Close() })()
	s.made.Add(1)
	here()
	sent := make(chan struct{})
	go func() { // the bot may not read it all
		defer close(sent)
		_, _ = io.WriteString(conn, ask)
	}()
	answer := bufio.NewReader(conn)
	if response, err := http.ReadResponse(answer, nil); err == nil {
		switch response.StatusCode {
		case http.StatusOK:
			s.answered.Add(1)
		case http.StatusServiceUnavailable:
			s.refused.Add(1)
		}
	}
	_, _ = io.Copy(io.Discard, answer)
	_ = conn.Close()
	<-sent
}
