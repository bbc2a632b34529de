package load

import (
	"log/slog"
	"maps"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"othellobot/adapters/discord"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/store"
)

// BenchmarkFailover plays with two bots on a cluster that ops/cluster has started. It kills the
// primary LOAD_KILLS times. Then it pauses the primary LOAD_PAUSES times for LOAD_SECONDS, which
// should exceed the time until the cluster elects another. LOAD_CLUSTER says how the bots connect:
// servers, haproxy or pgbouncer.
//
// Users make LOAD_RATE moves a second, half of them by the controls of the newest board. A user who
// gets no board looks at the game, and then tries again. The benchmark fails if a move that a user saw is
// lost, or if a move is stored although the bot said that nothing changed. It counts extra boards.
func BenchmarkFailover(b *testing.B) {
	way := text("LOAD_CLUSTER", "")
	if way == "" {
		b.Skip("LOAD_CLUSTER is not set: it is the way to a cluster that ops/cluster has started")
	}
	kills, pauses, rate := setting(b, "LOAD_KILLS", 20), setting(b, "LOAD_PAUSES", 10), setting(b, "LOAD_RATE", 100)
	hang := time.Duration(setting(b, "LOAD_SECONDS", 12)) * time.Second
	url := cluster(b, "url", strings.TrimPrefix(way, "servers"))
	file, d := buildBot(b), newDiscordSide(b)
	for b.Loop() {
		one, two := playOn(b, file, d, url), playOn(b, file, d, url)
		for _, p := range []*process{one, two} {
			d.connect(b, p.address) // until both draw boards as usual
		}
		var front balancer
		front.send(one, two)
		d.connect(b, front.start(b))
		f := &failover{side: d, people: answers{n: make(map[string]int)}}
		end := f.play(rate)
		time.Sleep(5 * time.Second)
		for range kills {
			f.withoutPrimary(b, "kill-primary", 0)
		}
		for range pauses {
			f.withoutPrimary(b, "pause-primary", hang)
		}
		end()
		f.report(b, url)
		for _, p := range []*process{one, two} {
			if err := p.stop(); err != nil {
				b.Errorf("a bot ends with %v", err)
			}
		}
	}
	b.ReportMetric(0, "ns/op") // meaningless here
}

// cluster runs ops/cluster and returns its output.
func cluster(b *testing.B, order ...string) string {
	b.Helper()
	command := exec.Command(filepath.Join("..", "..", "ops", "cluster"), slices.DeleteFunc(order, func(s string) bool { return s == "" })...)
	var said strings.Builder
	command.Stderr = &said
	out, err := command.Output()
	if err != nil {
		b.Fatalf("ops/cluster %s: %v\n%s", order, err, said.String())
	}
	return strings.TrimSpace(string(out))
}

// playOn starts a bot on the database of a URL.
func playOn(b *testing.B, file string, d *discordSide, url string) *process {
	b.Helper()
	p := launch(b, file, append(d.settings(), "HTTP_ADDR=127.0.0.1:0", "FLOOD_LIMITS=off", "DATABASE_URL="+url), "")
	awaitReady(b, p)
	return p
}

// failover is a crowd of users who play while primaries come and go.
type failover struct {
	side   *discordSide
	people answers
	outage outage

	mu     sync.Mutex
	tables []*table // all that were ever used
	free   []*table // those where no user waits for an answer

	acts, acknowledged, refused, resolved atomic.Int64
	lost, denied                          failures
}

// outage measures what users notice of a primary's end. It is safe for concurrent use.
type outage struct {
	mu    sync.Mutex
	began time.Time
	calm  time.Duration   // from the primary's end to the start of the last action that failed
	back  time.Duration   // from the primary's end to the first success after calm, 0 until then
	gone  []time.Duration // values of back for past outages
}

func (o *outage) begin() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.began, o.back, o.calm = time.Now(), 0, 0
}

func (o *outage) now() time.Duration {
	o.mu.Lock()
	defer o.mu.Unlock()
	return time.Since(o.began)
}

// note records that an action begun at that time has now succeeded or failed.
func (o *outage) note(begun time.Time, done bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	switch since := begun.Sub(o.began); {
	case since < o.calm:
	case !done:
		o.calm, o.back = since, 0
	case o.back == 0:
		o.back = time.Since(o.began)
	}
}

// over reports whether moves have succeeded again for some seconds.
func (o *outage) over() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.back > 0 && time.Since(o.began) > o.calm+2*time.Second
}

// withoutPrimary takes the primary away by a command of ops/cluster while users play. Once they can move
// again, but not before least has passed, the node returns and follows the new primary.
func (f *failover) withoutPrimary(b *testing.B, order string, least time.Duration) {
	b.Helper()
	refused, acknowledged := f.refused.Load(), f.acknowledged.Load()
	node := cluster(b, order)
	o := &f.outage
	o.begin()
	f.awaitPlay(b)
	time.Sleep(least - min(least, o.now()))
	cluster(b, "resume", node)
	cluster(b, "wait")
	time.Sleep(time.Second)
	o.mu.Lock()
	defer o.mu.Unlock()
	b.Logf("%s: the last refusal after %.1f s, then the first move after %.1f s, whole after %.1f s; %d refused, %d made",
		order, o.calm.Seconds(), o.back.Seconds(), time.Since(o.began).Seconds(), f.refused.Load()-refused, f.acknowledged.Load()-acknowledged)
	o.gone = append(o.gone, o.back)
}

// awaitPlay waits until moves succeed again. It fails the benchmark after a minute.
func (f *failover) awaitPlay(b *testing.B) {
	b.Helper()
	for !f.outage.over() {
		if f.outage.now() > time.Minute {
			b.Fatal("for a minute no move has been made")
		}
		time.Sleep(100 * time.Millisecond)
	}
}

// play makes users move at a rate until end is called.
func (f *failover) play(rate int) (end func()) {
	done := make(chan struct{})
	var acting sync.WaitGroup
	acting.Go(func() {
		tick := time.NewTicker(interval(rate))
		defer tick.Stop()
		for {
			select {
			case <-done:
				return
			case <-tick.C:
				t := f.take()
				acting.Go(func() { t.act(f); f.leave(t) })
			}
		}
	})
	return func() {
		close(done)
		acting.Wait()
	}
}

// spread is the minimum number of free tables, so that a user waits before the next move.
const spread = 100

// take returns the free table that has waited longest, or a new one.
func (f *failover) take() *table {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.free) < spread {
		t := newTable(f.side, len(f.tables))
		f.tables, f.free = append(f.tables, t), append(f.free, t)
	}
	t := f.free[0]
	f.free = f.free[1:]
	return t
}

func (f *failover) leave(t *table) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if !t.over() {
		f.free = append(f.free, t)
	}
}

// report compares each game with what is stored and shown, and reports the figures.
func (f *failover) report(b *testing.B, url string) {
	b.Helper()
	f.side.Settle()
	s, err := store.Open(b.Context(), url, game.Timing{IdleExpiry: time.Hour, Retention: time.Hour}, slog.New(slog.DiscardHandler))
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	for _, t := range f.tables {
		place := chat.Place{Platform: discord.Platform, Team: t.room.Guild, Channel: t.room.Channel}
		room, err := s.Load(b.Context(), game.Place(place.String()), "")
		if err != nil {
			b.Fatal(err)
		}
		f.lost.note(t.stored(room))
	}
	behind, extra := f.boards()
	for end := time.Now().Add(2 * time.Minute); behind > 0 && time.Now().Before(end); behind, extra = f.boards() {
		time.Sleep(time.Second) // the bot redraws the board of a lost answer later
	}
	for _, what := range slices.Sorted(maps.Keys(f.people.n)) {
		b.Logf("%5d: %s", f.people.n[what], what)
	}
	f.lost.report(b)
	f.denied.report(b)
	for name, n := range map[string]int64{
		"acts": f.acts.Load(), "acknowledged": f.acknowledged.Load(), "refused": f.refused.Load(), "found-out": f.resolved.Load(),
		"lost": int64(f.lost.n), "denied": int64(f.denied.n), "games": int64(len(f.tables)), "boards-behind": int64(behind), "boards-too-many": int64(extra),
	} {
		b.ReportMetric(float64(n), name)
	}
	if gone := f.outage.gone; len(gone) > 0 {
		b.ReportMetric(percentile(gone, 50)/1000, "out-p50-s")
		b.ReportMetric(percentile(gone, 100)/1000, "out-worst-s")
		if worst := slices.Max(gone); worst > 30*time.Second {
			b.Errorf("play went on %v after the primary's end", worst)
		}
	}
}

// boards counts, among running games, those whose newest board is wrong, and the extra boards.
func (f *failover) boards() (behind, extra int) {
	for _, t := range f.tables {
		if t.over() || !t.begun {
			continue
		}
		all := boards(f.side.Server, t.room.Where)
		if len(all) == 0 || turnOf(all[len(all)-1]) != t.played {
			behind++
		}
		extra += max(len(all)-1, 0)
	}
	return behind, extra
}

// newTable returns a game in its own channel.
func newTable(d *discordSide, number int) *table {
	return &table{room: d.meet(number).(*discordRoom), plies: wholeGame(uint64(number))}
}
