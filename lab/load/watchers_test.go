package load

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

const pagesHost = "bot.example"

// watching is a rig whose bots show pages, and whose first bot gets all deliveries.
type watching struct {
	discordRig
	file  string
	setup Setup
}

// newWatching starts the first bot, on a new PostgreSQL if there will be two.
func newWatching(b *testing.B, instances int) watching {
	b.Helper()
	s := setupOf(b)
	s.Bot = cmp.Or(s.Bot, buildBot(b))
	s.environment = []string{"PUBLIC_URL=https://" + pagesHost}
	if instances > 1 {
		s.Database = databaseURL(b, "postgres")
	}
	d := newDiscordSide(b)
	return watching{discordRig{startRig(b, s, d), d}, s.Bot, s}
}

// another starts another bot on the same database.
func (w watching) another(b *testing.B) *process {
	b.Helper()
	p := launch(b, w.file, append(w.rig.settings(), "HTTP_ADDR=127.0.0.1:0", "FLOOD_LIMITS=off", "DATABASE_URL="+w.setup.Database, w.setup.environment[0]), "")
	awaitReady(b, p)
	return p
}

// pageOf returns the path of the page that a game's board leads to.
func (w watching) pageOf(b *testing.B, g *ongoing) string {
	b.Helper()
	for _, c := range boards(w.Server, g.room.(*discordRoom).Where)[0].Controls() {
		if path, ok := strings.CutPrefix(c.URL, "https://"+pagesHost); ok {
			return path
		}
	}
	b.Fatal("the board leads to no page")
	return ""
}

// crowd is many open pages of one game. They do as the page's script does.
type crowd struct {
	path    string
	failed  failures
	reading sync.WaitGroup

	mu    sync.Mutex
	shown map[int][]time.Time // when pages first showed each number of moves
}

// watch opens n pages at the first address until ctx is done, and waits until all are open. Streams that end
// are opened again at the next address, as by a balancer.
func watch(ctx context.Context, b *testing.B, path string, n int, addresses ...string) *crowd {
	b.Helper()
	c := &crowd{path: path, shown: make(map[int][]time.Time)}
	inParallel(n, func(i int) {
		transport := &http.Transport{}
		ready := make(chan struct{})
		c.reading.Go(func() {
			defer transport.CloseIdleConnections()
			c.follow(ctx, transport, i, addresses, sync.OnceFunc(func() { close(ready) }))
		})
		select {
		case <-ready:
		case <-time.After(20 * time.Second):
			b.Error("a page does not open")
		}
	})
	return c
}

// follow opens the stream again a second after its end.
func (c *crowd) follow(ctx context.Context, through *http.Transport, i int, addresses []string, ready func()) {
	moves, state := -1, ""
	for try := 0; ctx.Err() == nil; try++ {
		address := addresses[min(try, len(addresses)-1)]
		err := c.events(ctx, address, i, func(event string) error {
			if event == state {
				return nil
			}
			now, err := c.fetch(ctx, through, address)
			if err != nil {
				return err
			}
			at := time.Now()
			c.mu.Lock()
			for ; moves < now; moves++ {
				c.shown[moves+1] = append(c.shown[moves+1], at)
			}
			c.mu.Unlock()
			state = event
			ready()
			return nil
		})
		if len(addresses) == 1 && ctx.Err() == nil {
			c.failed.note(fmt.Errorf("a stream ends: %w", err))
		}
		time.Sleep(time.Second) // as the stream asks
	}
}

// events calls event with each event of the page's stream.
func (c *crowd) events(ctx context.Context, address string, i int, event func(string) error) error {
	conn, err := net.Dial("tcp", address)
	if err != nil {
		return err
	}
	defer context.AfterFunc(ctx, func() { _ = conn.Close() })()
	defer conn.Close()
	if _, err := fmt.Fprintf(conn, "GET %s/live HTTP/1.1\r\nHost: %s\r\nX-Forwarded-For: 192.0.%d.%d\r\n\r\n", c.path, pagesHost, i>>8, i&255); err != nil {
		return err
	}
	lines := bufio.NewReaderSize(conn, 512)
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			return err
		}
		if data, ok := strings.CutPrefix(line, "data: "); ok {
			if err := event(data); err != nil {
				return err
			}
		}
	}
}

// fetch returns the number of moves on the page.
func (c *crowd) fetch(ctx context.Context, through *http.Transport, address string) (moves int, err error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+address+c.path+"?part=1", nil)
	if err != nil {
		return 0, err
	}
	r.Host = pagesHost
	response, err := through.RoundTrip(r)
	if err != nil {
		return 0, err
	}
	defer response.Body.Close()
	page, err := io.ReadAll(response.Body)
	if err == nil && response.StatusCode != http.StatusOK {
		err = fmt.Errorf("status %d", response.StatusCode)
	}
	return bytes.Count(page, []byte("<li")), err
}

// until waits until n pages show a number of moves, and returns how long each page took.
func (c *crowd) until(b *testing.B, moves, n int, began time.Time) (took []time.Duration) {
	b.Helper()
	for end := time.Now().Add(20 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		c.mu.Lock()
		shown := c.shown[moves]
		c.mu.Unlock()
		if len(shown) >= n {
			for _, at := range shown {
				took = append(took, at.Sub(began))
			}
			return took
		}
		if time.Now().After(end) {
			b.Fatalf("%d of %d pages show move %d", len(shown), n, moves)
		}
	}
}

// BenchmarkWatchers has LOAD_WATCHERS pages follow a game with a move every LOAD_PAUSE seconds, while users make
// LOAD_RATE moves a second in other games, in turns of LOAD_SECONDS. It reports the time from when a move was sent until pages show it, on
// the only instance, or on another instance with the same PostgreSQL. It compares the answers to the other
// moves with those of turns without pages, by the median of LOAD_ROUNDS ratios.
// On the first of two instances, the processor time of a page is that of no page.
func BenchmarkWatchers(b *testing.B) {
	n, rounds := setting(b, "LOAD_WATCHERS", 1000), setting(b, "LOAD_ROUNDS", 5)
	rate, seconds := setting(b, "LOAD_RATE", 50), setting(b, "LOAD_SECONDS", 10)
	pause := setting(b, "LOAD_PAUSE", 5)
	for instances := 1; instances <= 2; instances++ {
		b.Run(fmt.Sprint("instances=", instances), func(b *testing.B) {
			w := newWatching(b, instances)
			at := w.bot
			if instances > 1 {
				at = w.another(b)
			}
			for b.Loop() {
				var without, with, shown, ratios []time.Duration
				var costs float64
				all := w.youngGames(b, rounds*(rate+1), 2*seconds)
				for games := range slices.Chunk(all, rate+1) {
					path := w.pageOf(b, games[0])
					moves := func(c *crowd) *turn {
						var all, watched []delivery
						for i := range seconds {
							all = append(all, nextDeliveries(b, games[1:])...)
							if i%pause == 0 {
								watched = append(watched, nextDeliveries(b, games[:1])...)
							}
						}
						var watching sync.WaitGroup
						watching.Go(func() {
							for i, d := range watched {
								began := time.Now()
								_, err := d.send(w.transport, w.bot.address)
								w.noteWatched(b, err)
								if c != nil {
									shown = append(shown, c.until(b, len(watched)+i+1, n, began)...)
								}
								time.Sleep(time.Until(began.Add(time.Duration(pause) * time.Second)))
							}
						})
						t := w.turn(b, all, games[1:], atRate(rate))
						watching.Wait()
						t.wrong.report(b)
						return t
					}
					first := moves(nil)
					ctx, stop := context.WithCancel(b.Context())
					c := watch(ctx, b, path, n, at.address)
					second := moves(c)
					stop()
					c.reading.Wait()
					c.failed.report(b)
					without, with = append(without, first.took()...), append(with, second.took()...)
					ratios = append(ratios, time.Duration(1e6*percentile(second.took(), 95)/percentile(first.took(), 95)))
					costs += milliseconds(second.spent.sum()-first.spent.sum()) / float64(n*(seconds+pause-1)/pause)
				}
				reportTimes(b, "shown-", shown)
				b.ReportMetric(percentile(without, 95), "moves-without-p95-ms")
				b.ReportMetric(percentile(with, 95), "moves-with-p95-ms")
				b.ReportMetric(percentile(ratios, 50), "moves-p95-ratio")
				b.ReportMetric(costs/float64(rounds), "cpu-ms/page")
			}
			b.ReportMetric(0, "ns/op") // meaningless here
		})
	}
}

func (watching) noteWatched(b *testing.B, err error) {
	b.Helper()
	if err != nil {
		b.Error("a watched move fails: ", err)
	}
}

// BenchmarkIdleWatchers reports how much memory LOAD_WATCHERS idle pages take in the bot.
func BenchmarkIdleWatchers(b *testing.B) {
	n := setting(b, "LOAD_WATCHERS", 5000)
	w := newWatching(b, 1)
	for b.Loop() {
		path := w.pageOf(b, w.youngGames(b, 1, 1)[0])
		before, _ := w.bot.memory(b)
		ctx, stop := context.WithCancel(b.Context())
		c := watch(ctx, b, path, n, w.bot.address)
		time.Sleep(150 * time.Second) // until the garbage of their fetches is collected, which is done every two minutes
		after, most := w.bot.memory(b)
		b.ReportMetric(before, "before-MiB")
		b.ReportMetric(after-before, "more-MiB")
		b.ReportMetric(most, "most-MiB")
		b.ReportMetric((after-before)*1024/float64(n), "KiB/watcher")
		stop()
		c.reading.Wait()
		c.failed.report(b)
	}
	b.ReportMetric(0, "ns/op") // meaningless here
}

// BenchmarkKilledWatchers kills the instance that LOAD_WATCHERS pages are connected to, and at once makes a
// move on another. It reports how long after the kill pages show the move.
func BenchmarkKilledWatchers(b *testing.B) {
	n, deaths := setting(b, "LOAD_WATCHERS", 1000), setting(b, "LOAD_DEATHS", 5)
	w := newWatching(b, 2)
	for b.Loop() {
		var took []time.Duration
		games := w.youngGames(b, 1, deaths)
		path := w.pageOf(b, games[0])
		for i := range deaths {
			dying := w.another(b)
			ctx, stop := context.WithCancel(b.Context())
			c := watch(ctx, b, path, n, dying.address, w.bot.address)
			move := nextDeliveries(b, games)[0]
			killed := time.Now()
			if err := syscall.Kill(dying.pid, syscall.SIGKILL); err != nil {
				b.Fatal(err)
			}
			_, err := move.send(w.transport, w.bot.address)
			w.noteWatched(b, err)
			took = append(took, c.until(b, i+1, n, killed)...)
			stop()
			c.reading.Wait()
			_ = dying.stop() // it has died
		}
		reportTimes(b, "shown-", took)
	}
	b.ReportMetric(0, "ns/op") // meaningless here
}
