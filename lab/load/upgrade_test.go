package load

import (
	"maps"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// BenchmarkUpgrade replaces one version of the bot by another on one PostgreSQL while users play: the
// git revision LOAD_OLD by this source, and the reverse. Users make LOAD_RATE moves a second in
// LOAD_GAMES games, half of them on each platform, and half of the moves by the controls of the newest
// board. The first version runs alone, then both behind a balancer, and then the second alone, for
// LOAD_SECONDS each.
//
// It counts and logs the answers that are not the expected board, by text. It also counts the outdated
// boards at the end.
func BenchmarkUpgrade(b *testing.B) {
	old, now := buildRevision(b, text("LOAD_OLD", "HEAD~1")), buildBot(b)
	for _, c := range []struct{ name, first, second string }{{"up", old, now}, {"down", now, old}} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				replace(b, c.first, c.second)
			}
			b.ReportMetric(0, "ns/op") // means nothing here
		})
	}
}

// buildRevision builds the bot from a git revision.
func buildRevision(b *testing.B, revision string) string {
	b.Helper()
	dir := b.TempDir()
	shell := exec.Command("bash", "-euo", "pipefail", "-c", `git -C "$(git rev-parse --show-toplevel)" archive "$1" | tar -x -C "$2"`, "bash", revision, dir)
	if out, err := shell.CombinedOutput(); err != nil {
		b.Fatalf("cannot read %s: %v\n%s", revision, err, out)
	}
	return build(b, dir, "./cmd/bot")
}

// balancer sends each request to a random program.
type balancer struct{ to atomic.Pointer[[]string] }

func (l *balancer) start(b *testing.B) (address string) {
	server := httptest.NewServer(&httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		all := *l.to.Load()
		r.SetURL(&url.URL{Scheme: "http", Host: all[rand.IntN(len(all))]})
	}})
	b.Cleanup(server.Close)
	return strings.TrimPrefix(server.URL, "http://")
}

func (l *balancer) send(to ...*process) {
	var all []string
	for _, p := range to {
		all = append(all, p.address)
	}
	l.to.Store(&all)
}

// answers counts the answers that are not the expected board, by their text.
type answers struct {
	mu sync.Mutex
	n  map[string]int
}

func (t *answers) note(what string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.n[what]++
}

func replace(b *testing.B, first, second string) {
	games, rate, seconds := setting(b, "LOAD_GAMES", 60), setting(b, "LOAD_RATE", 60), setting(b, "LOAD_SECONDS", 8)
	sides := []side{newDiscordSide(b), newSlackSide(b, 2)}
	var settings []string
	for _, s := range sides {
		settings = append(settings, s.settings()...)
	}
	database := databaseURL(b, "postgres")
	run := func(file string) *process {
		return launch(b, file, append(settings, "HTTP_ADDR=127.0.0.1:0", "FLOOD_LIMITS=off", "DATABASE_URL="+database), "")
	}
	var front balancer
	one := run(first)
	front.send(one)
	address := front.start(b)
	awaitReady(b, one)
	for _, s := range sides {
		s.connect(b, address)
	}

	people := answers{n: make(map[string]int)}
	all := make([]replacedRoom, games)
	plies, played := make([][]ply, games), make([]int, games)
	inParallel(games, func(i int) {
		all[i], plies[i] = sides[i%len(sides)].meet(i/len(sides)).(replacedRoom), wholeGame(uint64(i))
		if err := all[i].begin(); err != nil {
			people.note(err.Error())
		}
	})
	acts, turns := 0, make([]sync.Mutex, games)
	var acting sync.WaitGroup
	play := func() {
		tick := time.NewTicker(interval(rate))
		defer tick.Stop()
		for range rate * seconds {
			<-tick.C
			i, press := acts%games, rand.IntN(2) == 0
			acts++
			acting.Go(func() {
				turns[i].Lock()
				defer turns[i].Unlock()
				if played[i] == len(plies[i]) {
					return
				}
				all[i].act(plies[i][played[i]], press, &people)
				played[i]++
			})
		}
	}
	play()
	two := run(second)
	awaitReady(b, two)
	front.send(one, two)
	play()
	front.send(two)
	time.Sleep(time.Second) // until requests to the first one are answered
	if err := one.stop(); err != nil {
		b.Errorf("the first one ends with %v", err)
	}
	play()
	acting.Wait()
	for _, s := range sides {
		s.Settle()
	}
	behind := 0
	for i, in := range all {
		if n := played[i]; n > 0 && n < len(plies[i]) && !in.showsAfter(n, plies[i][n-1].after) {
			behind++
		}
	}
	others := 0
	for _, what := range slices.Sorted(maps.Keys(people.n)) {
		others += people.n[what]
		b.Logf("%5d: %s", people.n[what], what)
	}
	b.ReportMetric(float64(acts), "acts")
	b.ReportMetric(float64(others), "told-otherwise")
	b.ReportMetric(float64(behind), "boards-behind")
	if err := two.stop(); err != nil {
		b.Errorf("the second one ends with %v", err)
	}
}

// awaitReady waits until a program is ready.
func awaitReady(b *testing.B, p *process) {
	b.Helper()
	r := rig{bot: p, transport: &http.Transport{DisableKeepAlives: true}}
	for end := time.Now().Add(20 * time.Second); !r.ready(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			b.Fatal("it does not become ready")
		}
	}
}
