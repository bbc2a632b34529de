package load

import (
	"cmp"
	"context"
	"io"
	"log/slog"
	"net"
	"net/url"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"othellobot/game"
	"othellobot/store"
	"othellobot/store/storetest"
)

// BenchmarkInstances has users play LOAD_GAMES games per instance for LOAD_SECONDS. Each move follows as soon
// as the bot answers the one before. It measures one instance and then two, on a PostgreSQL whose answers are
// delayed by LOAD_LATENCY_MS. So the limit is not the database or this machine's processors, but how much work
// an instance can have in progress. It reports the ratio of moves made by two instances and by one, and their
// processor time per move.
func BenchmarkInstances(b *testing.B) {
	games, seconds := setting(b, "LOAD_GAMES", 20), setting(b, "LOAD_SECONDS", 20)
	latency := time.Duration(setting(b, "LOAD_LATENCY_MS", 300)) * time.Millisecond
	file := buildBot(b)
	for b.Loop() {
		var made [2]float64
		for i := range made {
			n := strconv.Itoa(i + 1)
			d, near := newDiscordSide(b), storetest.Postgres(b)
			s, err := store.Open(b.Context(), near, game.Timing{}, slog.New(slog.DiscardHandler)) // creates the tables
			if err != nil {
				b.Fatal(err)
			}
			_ = s.Close() // it has changed nothing
			var behind atomic.Int64
			far := farAway(b, near, &behind)
			bots := make([]*process, i+1)
			var before work
			for k := range bots {
				bots[k] = playOn(b, file, d, far)
				d.connect(b, bots[k].address)
			}
			var front balancer
			front.send(bots...)
			d.connect(b, front.start(b))
			f := &failover{side: d, people: answers{n: make(map[string]int)}}
			tables := make([]*table, games*len(bots))
			for k := range tables {
				tables[k] = newTable(d, k)
				tables[k].act(f)
			}
			f.playWithoutPause(tables, time.Duration(len(bots))*700*time.Millisecond) // opens the connections, without finishing a game
			f.acknowledged.Store(0)
			for _, p := range bots {
				before = before.and(p.work(b))
			}
			behind.Store(int64(latency))
			made[i] = float64(f.playWithoutPause(tables, time.Duration(seconds)*time.Second))
			var spent work
			behind.Store(0)
			for _, p := range bots {
				spent = spent.and(p.work(b))
			}
			b.ReportMetric(made[i]/float64(seconds), n+"-moves/s")
			b.ReportMetric(milliseconds(spent.since(before).sum())/made[i], n+"-cpu-ms")
			b.ReportMetric(float64(f.refused.Load()), n+"-refused")
			for what, n := range f.people.n {
				b.Logf("%5d: %s", n, what)
			}
			f.lost.report(b)
			for _, p := range bots {
				if err := p.stop(); err != nil {
					b.Errorf("a bot ends with %v", err)
				}
			}
		}
		b.ReportMetric(made[1]/made[0], "ratio")
	}
	b.ReportMetric(0, "ns/op") // meaningless here
}

// and returns the sum of both.
func (w work) and(other work) work { return work{w.user + other.user, w.system + other.system} }

// playWithoutPause makes users play one move after the other for a duration. It returns the total
// number of acknowledged moves.
func (f *failover) playWithoutPause(tables []*table, long time.Duration) int64 {
	ctx, cancel := context.WithTimeout(context.Background(), long)
	defer cancel()
	var playing sync.WaitGroup
	for _, t := range tables {
		playing.Go(func() {
			for ctx.Err() == nil && !t.over() {
				t.act(f)
			}
		})
	}
	playing.Wait()
	return f.acknowledged.Load()
}

// farAway starts a proxy to a database server that delays its answers by latency, in nanoseconds. It
// returns the database's URL through the proxy.
func farAway(b *testing.B, server string, latency *atomic.Int64) string {
	b.Helper()
	at, err := url.Parse(server)
	if err != nil {
		b.Fatal(err)
	}
	query := at.Query()
	network, address, port := "tcp", at.Host, cmp.Or(query.Get("port"), at.Port(), "5432")
	switch host := query.Get("host"); {
	case strings.HasPrefix(host, "/"):
		network, address = "unix", filepath.Join(host, ".s.PGSQL."+port)
	case at.Port() == "":
		address = net.JoinHostPort(cmp.Or(host, at.Hostname()), port)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = listener.Close() })
	go func() {
		for {
			near, err := listener.Accept()
			if err != nil {
				return
			}
			far, err := net.Dial(network, address)
			if err != nil {
				_ = near.Close()
				continue
			}
			go func() { _, _ = io.Copy(far, near); _ = far.Close() }()
			go func() { delayed(near, far, latency); _ = near.Close() }()
		}
	}()
	query.Del("host")
	query.Del("port")
	query.Set("sslmode", "disable")
	at.Host, at.RawQuery = listener.Addr().String(), query.Encode()
	return at.String()
}

// delayed copies a stream, and delays each part by latency.
func delayed(to io.Writer, from io.Reader, latency *atomic.Int64) {
	type part struct {
		due   time.Time
		bytes []byte
	}
	parts := make(chan part, 1024)
	go func() {
		defer close(parts)
		for {
			buffer := make([]byte, 1<<14)
			n, err := from.Read(buffer)
			if err != nil {
				return
			}
			parts <- part{time.Now().Add(time.Duration(latency.Load())), buffer[:n]}
		}
	}()
	for p := range parts {
		time.Sleep(time.Until(p.due))
		if _, err := to.Write(p.bytes); err != nil {
			return
		}
	}
}
