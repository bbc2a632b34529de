package gallery

import (
	"bytes"
	"context"
	"image"
	_ "image/gif"
	_ "image/png"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/internal/app/signed"
	"othellobot/render"
	"othellobot/rules"
)

const (
	public = "https://bot.example"
	team   = "T1"
)

func key() *signed.Key { return signed.NewKey(bytes.Repeat([]byte{7}, 32)) }

func diagram(n uint64) render.Picture {
	white := rules.Bitboard(n)
	return render.Diagram{View: render.View{Position: rules.Position{White: white}, Last: rules.NoSquare}, Better: rules.NoSquare}
}

func get(g *Gallery, address string, header ...string) *http.Response {
	r := httptest.NewRequest(http.MethodGet, "/", nil)
	r.URL.Path = strings.TrimPrefix(address, public)
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	g.ServeHTTP(w, r)
	return w.Result()
}

func TestPicturesAreDrawn(t *testing.T) {
	for name, p := range map[string]render.Picture{
		"a diagram": diagram(9), "a card": render.Card{White: render.Side{Name: strings.Repeat("\U0001f642", render.MaxName)}},
		"a curve":  render.Curve{Leads: make([]int8, render.MaxPlies+1)},
		"a replay": render.Replay{Start: rules.Start(), Moves: []rules.Square{rules.SquareAt(3, 2)}},
	} {
		g := New(public, key(), true)
		address := g.URL(team, p)
		other := New(public, key(), true) // another instance draws it
		resp := get(other, address)
		_, format, err := image.Decode(resp.Body)
		if resp.StatusCode != http.StatusOK || err != nil || resp.Header.Get("Content-Type") != "image/"+format || format != string(p.Format()) {
			t.Errorf("%s is answered by %d, %v: a %q as %q", name, resp.StatusCode, err, format, resp.Header.Get("Content-Type"))
		}
		if size := len(address) - len(public); size > 563 {
			t.Errorf("%s has an address of %d bytes", name, size)
		}
		if cached := resp.Header.Get("Cache-Control"); !strings.Contains(cached, "immutable") {
			t.Errorf("%s may be cached as %q", name, cached)
		}
		again := get(other, address, "If-None-Match", resp.Header.Get("ETag"))
		if again.StatusCode != http.StatusNotModified || again.Header.Get("ETag") != resp.Header.Get("ETag") {
			t.Errorf("%s, asked for again, is answered by %d", name, again.StatusCode)
		}
	}
}

func TestForgedAddresses(t *testing.T) {
	g := New(public, key(), true)
	good := g.URL(team, diagram(9))
	signature, name, _ := strings.Cut(strings.TrimPrefix(good, public+Path), ".")
	for what, c := range map[string]struct {
		path string
		want int
	}{
		"nothing":                 {"", 404},
		"no signature":            {name, 404},
		"an empty signature":      {"." + name, 404},
		"half a signature":        {signature[:11] + "." + name, 404},
		"a wrong first letter":    {"!" + signature[1:] + "." + name, 404},
		"a wrong last letter":     {signature[:21] + "!." + name, 404},
		"of another key":          {strings.TrimPrefix(New(public, signed.NewKey([]byte("other")), true).URL(team, diagram(9)), public+Path), 404},
		"of another picture":      {signature + "." + strings.TrimPrefix(New(public, key(), true).URL(team, diagram(8)), public+Path)[23:], 404},
		"of another tenant":       {signature + ".~~" + name[markSize:], 404},
		"of no tenant":            {signature + "." + name[markSize+1:], 404},
		"as another format":       {signature + "." + strings.TrimSuffix(name, "png") + "gif", 404},
		"something behind it":     {signature + "." + name + "/", 404},
		"a path":                  {"../" + signature + "." + name, 404},
		"as long as can be":       {strings.Repeat("A", maxName), 404},
		"too long":                {strings.Repeat("A", maxName+1), 400},
		"far too long":            {strings.Repeat("A", 1<<20), 400},
		"signed, and no picture":  {g.key.Sign("AAAA.png") + ".AAAA.png", 404},
		"signed as other formats": {g.key.Sign(strings.TrimSuffix(name, "png")+"gif") + "." + strings.TrimSuffix(name, "png") + "gif", 404},
	} {
		if resp := get(g, Path+c.path); resp.StatusCode != c.want || resp.Header.Get("ETag") != "" {
			t.Errorf("%s: status %d, want %d", what, resp.StatusCode, c.want)
		}
	}
	if _, drawn := g.drawn.Get(name[markSize+1:]); drawn {
		t.Error("something was drawn")
	}
}

// The limit on drawing also holds for clients that know the URLs. A cached picture costs nothing.
func TestDrawingIsLimited(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, other := New(public, key(), true), New(public, key(), true)
		burst := uint64(stillLimit.burst)
		for n := range burst + 5 {
			resp, want := get(g, other.URL(team, diagram(n))), http.StatusOK
			if n >= burst {
				want = http.StatusTooManyRequests
			}
			if resp.StatusCode != want || (resp.Header.Get("Cache-Control") == "no-store") != (want != http.StatusOK) {
				t.Errorf("picture %d is answered by %d with %v", n, resp.StatusCode, resp.Header)
			}
		}
		for range 500 {
			if resp := get(g, g.URL(team, diagram(0))); resp.StatusCode != http.StatusOK {
				t.Fatalf("what is there is answered by %d", resp.StatusCode)
			}
		}
		if resp := get(g, g.URL(team, diagram(burst))); resp.StatusCode != http.StatusOK {
			t.Errorf("what is shown now is answered by %d", resp.StatusCode)
		}
		time.Sleep(time.Second / time.Duration(stillLimit.perSecond))
		if resp := get(g, other.URL(team, diagram(burst+1))); resp.StatusCode != http.StatusOK {
			t.Errorf("a while later the answer is %d", resp.StatusCode)
		}
		unlimited := New(public, key(), false)
		for n := range burst + 5 {
			if resp := get(unlimited, other.URL(team, diagram(n))); resp.StatusCode != http.StatusOK {
				t.Fatalf("without limits the answer is %d", resp.StatusCode)
			}
		}
	})
}

const replayTakes = 70 * time.Millisecond

// slowDown replaces the drawing of pictures by fakes that take about as much time and memory.
func slowDown(g *Gallery) {
	g.draw = func(p render.Picture) []byte {
		if p.Format() == render.GIF {
			time.Sleep(replayTakes)
			return make([]byte, 150<<10)
		}
		time.Sleep(5 * time.Millisecond)
		return make([]byte, 8<<10)
	}
}

func replay(n uint64) render.Picture {
	return render.Replay{Start: rules.Position{White: rules.Bitboard(n)}}
}

// A greedy client keeps requesting 200 replays, which is more than the cache holds. It delays only
// requests for old replays of its own team.
func TestFairShares(t *testing.T) {
	const round = 5500 * time.Millisecond // time enough for the limit to allow another replay
	linker := New(public, key(), true)    // another instance, which links to the pictures
	for name, address := range map[string]func(g *Gallery, n uint64) string{
		"a picture of another team":            func(_ *Gallery, n uint64) string { return linker.URL("T2", diagram(n)) },
		"a replay of another team":             func(_ *Gallery, n uint64) string { return linker.URL("T2", replay(1000+n)) },
		"a picture of the same team":           func(_ *Gallery, n uint64) string { return linker.URL(team, diagram(n)) },
		"a replay that the same team is shown": func(g *Gallery, n uint64) string { return g.URL(team, replay(1000+n)) },
	} {
		t.Run(name, func(t *testing.T) {
			longest := func(greedy bool) (worst time.Duration) {
				synctest.Test(t, func(t *testing.T) {
					g := New(public, key(), true)
					slowDown(g)
					var all sync.WaitGroup
					ctx, stop := context.WithCancel(t.Context())
					for n := range uint64(200) {
						address := linker.URL(team, replay(n))
						all.Go(func() {
							for greedy && ctx.Err() == nil {
								r := httptest.NewRequest(http.MethodHead, strings.TrimPrefix(address, public), nil)
								g.ServeHTTP(httptest.NewRecorder(), r)
								time.Sleep(round)
							}
						})
					}
					time.Sleep(replayTakes / 7)
					for n := range uint64(25) {
						time.Sleep(round) // until a replay of the greedy client is being drawn
						began := time.Now()
						if resp := get(g, address(g, n)); resp.StatusCode != http.StatusOK {
							t.Errorf("picture %d is answered by %d", n, resp.StatusCode)
						}
						worst = max(worst, time.Since(began))
					}
					stop()
					all.Wait()
				})
				return worst
			}
			if alone, beside := longest(false), longest(true); beside > alone*3/2 {
				t.Errorf("the longest takes %v alone, and %v beside somebody greedy", alone, beside)
			}
		})
	}
}

// Concurrent requests for the same picture draw it only once.
func TestPicturesAreDrawnOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := New(public, key(), true)
		slowDown(g)
		address, other := g.URL(team, replay(9)), g.URL(team, replay(8))
		began := time.Now()
		var all sync.WaitGroup
		for range maxRequests {
			all.Go(func() {
				if resp := get(g, address); resp.StatusCode != http.StatusOK {
					t.Errorf("status %d", resp.StatusCode)
				}
			})
		}
		synctest.Wait()
		if resp := get(g, other); resp.StatusCode != http.StatusTooManyRequests {
			t.Errorf("one more is answered by %d", resp.StatusCode)
		}
		all.Wait()
		if took := time.Since(began); took != replayTakes {
			t.Errorf("it is there after %v, as if drawn more than once", took)
		}
	})
}

// Only signed pictures are drawn.
func FuzzAddresses(f *testing.F) {
	g := New(public, key(), false)
	good := strings.TrimPrefix(g.URL(team, diagram(9)), public+Path)
	signature, name, _ := strings.Cut(good, ".")
	f.Add(good)
	f.Add(signature + "..png")
	f.Add(g.key.Sign("x") + ".x")
	f.Add("")
	f.Fuzz(func(t *testing.T, path string) {
		resp := get(g, Path+path)
		switch {
		case resp.StatusCode == http.StatusOK && path != good:
			t.Errorf("%q is drawn", path)
		case path == good && resp.StatusCode != http.StatusOK, resp.StatusCode >= 500:
			t.Errorf("%q is answered by %d", path, resp.StatusCode)
		}
		// Each picture has one signed URL for each mark.
		signed := g.key.Sign(path) + "." + path
		if resp := get(g, Path+signed); resp.StatusCode == http.StatusOK && path != name {
			_, file, _ := strings.Cut(path, ".")
			address, _, _ := strings.Cut(file, ".")
			p, err := render.ParseAddress(address)
			if err != nil || !strings.HasSuffix(g.URL(team, p), "."+file) {
				t.Errorf("%q is drawn", signed)
			}
		}
	})
}

// BenchmarkCached requests a cached picture over a connection. It reports the share of a core that 200
// requests a second take, client and server together.
func BenchmarkCached(b *testing.B) {
	g := New("", key(), true)
	mux := http.NewServeMux()
	mux.Handle("GET "+Path, g)
	server := httptest.NewServer(mux)
	defer server.Close()
	address := server.URL + g.URL(team, render.Card{Board: diagram(1 << 20).(render.Diagram)})
	b.ReportAllocs()
	for b.Loop() {
		resp, err := server.Client().Get(address)
		if err != nil || resp.StatusCode != http.StatusOK {
			b.Fatal(err, resp.Status)
		}
		var body bytes.Buffer
		_, _ = body.ReadFrom(resp.Body)
		resp.Body.Close()
	}
	const rate = 200 // requests a second
	b.ReportMetric(100*rate*b.Elapsed().Seconds()/float64(b.N), "core-%")
}
