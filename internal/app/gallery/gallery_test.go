package gallery

import (
	"bytes"
	"fmt"
	"image"
	_ "image/gif"
	_ "image/png"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/render"
	"othellobot/rules"
)

const public = "https://bot.example"

func key() []byte { return bytes.Repeat([]byte{7}, 32) }

// diagram is one of many pictures.
func diagram(n uint64) render.Picture {
	white := rules.Bitboard(n)
	return render.Diagram{View: render.View{Position: rules.Position{White: white}, Last: rules.NoSquare}, Better: rules.NoSquare}
}

// get asks for an address, or a path.
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
		address := g.URL(p)
		other := New(public, key(), true) // another instance draws it
		resp := get(other, address)
		_, format, err := image.Decode(resp.Body)
		if resp.StatusCode != http.StatusOK || err != nil || resp.Header.Get("Content-Type") != "image/"+format || format != string(p.Format()) {
			t.Errorf("%s is answered by %d, %v: a %q as %q", name, resp.StatusCode, err, format, resp.Header.Get("Content-Type"))
		}
		if size := len(address) - len(public); size > 560 {
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
	good := g.URL(diagram(9))
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
		"of another key":          {strings.TrimPrefix(New(public, []byte("other"), true).URL(diagram(9)), public+Path), 404},
		"of another picture":      {signature + "." + strings.TrimPrefix(New(public, key(), true).URL(diagram(8)), public+Path)[23:], 404},
		"as another format":       {signature + "." + strings.TrimSuffix(name, "png") + "gif", 404},
		"something behind it":     {signature + "." + name + "/", 404},
		"a path":                  {"../" + signature + "." + name, 404},
		"as long as can be":       {strings.Repeat("A", maxName), 404},
		"too long":                {strings.Repeat("A", maxName+1), 400},
		"far too long":            {strings.Repeat("A", 1<<20), 400},
		"signed, and no picture":  {g.sign("AAAA.png") + ".AAAA.png", 404},
		"signed as other formats": {g.sign(strings.TrimSuffix(name, "png")+"gif") + "." + strings.TrimSuffix(name, "png") + "gif", 404},
	} {
		if resp := get(g, Path+c.path); resp.StatusCode != c.want || resp.Header.Get("ETag") != "" {
			t.Errorf("%s: status %d, want %d", what, resp.StatusCode, c.want)
		}
	}
	if len(g.drawn.byName) > 0 {
		t.Error("something was drawn")
	}
}

// The bound on what is drawn holds for those who know addresses, too. What was drawn
// already costs nothing.
func TestTooMuchAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := New(public, key(), true)
		for n := range uint64(drawnAtOnce + 5) {
			resp, want := get(g, g.URL(diagram(n))), http.StatusOK
			if n >= drawnAtOnce {
				want = http.StatusTooManyRequests
			}
			if resp.StatusCode != want || (resp.Header.Get("Cache-Control") == "no-store") != (want != http.StatusOK) {
				t.Errorf("picture %d is answered by %d with %v", n, resp.StatusCode, resp.Header)
			}
		}
		for range 500 {
			if resp := get(g, g.URL(diagram(0))); resp.StatusCode != http.StatusOK {
				t.Fatalf("what is there is answered by %d", resp.StatusCode)
			}
		}
		time.Sleep(time.Second / drawnPerSecond)
		if resp := get(g, g.URL(diagram(drawnAtOnce))); resp.StatusCode != http.StatusOK {
			t.Errorf("a while later the answer is %d", resp.StatusCode)
		}
		unlimited := New(public, key(), false)
		for n := range uint64(drawnAtOnce + 5) {
			if resp := get(unlimited, unlimited.URL(diagram(n))); resp.StatusCode != http.StatusOK {
				t.Fatalf("without limits the answer is %d", resp.StatusCode)
			}
		}
	})
}

// Those who ask while a picture is drawn wait for it, and it is drawn once.
func TestPicturesAreDrawnOnce(t *testing.T) {
	g := New(public, key(), true)
	address := g.URL(diagram(9))
	var all sync.WaitGroup
	g.turn <- struct{}{} // as while another is drawn
	for range maxWaiting {
		all.Go(func() {
			if resp := get(g, address); resp.StatusCode != http.StatusOK {
				t.Errorf("status %d", resp.StatusCode)
			}
		})
	}
	for len(g.waiting) < maxWaiting {
		runtime.Gosched() // until all wait
	}
	if resp := get(g, g.URL(diagram(8))); resp.StatusCode != http.StatusTooManyRequests {
		t.Errorf("one more is answered by %d", resp.StatusCode)
	}
	<-g.turn
	all.Wait()
	if tokens := g.limit.Tokens(); tokens < drawnAtOnce-1.5 {
		t.Errorf("it was drawn %v times", drawnAtOnce-tokens)
	}
}

func TestCacheIsBounded(t *testing.T) {
	c := newCache(100)
	for n := range 50 {
		c.put(fmt.Sprint(n), make([]byte, 10))
		if _, ok := c.get("0"); !ok { // which is asked for all the time
			t.Fatalf("after %d files the first is gone", n)
		}
	}
	if c.size != 100 || len(c.byName) != 10 || c.recent.Len() != 10 {
		t.Errorf("%d bytes in %d files, %d in order", c.size, len(c.byName), c.recent.Len())
	}
	c.put("large", make([]byte, 1000))
	if c.size != 0 || len(c.byName) != 0 {
		t.Errorf("after a file that has no room, %d bytes in %d files", c.size, len(c.byName))
	}
}

// Whatever is asked for, only what was signed is drawn.
func FuzzAddresses(f *testing.F) {
	g := New(public, key(), false)
	good := strings.TrimPrefix(g.URL(diagram(9)), public+Path)
	signature, name, _ := strings.Cut(good, ".")
	f.Add(good)
	f.Add(signature + "..png")
	f.Add(g.sign("x") + ".x")
	f.Add("")
	f.Fuzz(func(t *testing.T, path string) {
		resp := get(g, Path+path)
		switch {
		case resp.StatusCode == http.StatusOK && path != good:
			t.Errorf("%q is drawn", path)
		case path == good && resp.StatusCode != http.StatusOK, resp.StatusCode >= 500:
			t.Errorf("%q is answered by %d", path, resp.StatusCode)
		}
		// Any picture has one signed address.
		signed := g.sign(path) + "." + path
		if resp := get(g, Path+signed); resp.StatusCode == http.StatusOK && path != name {
			address, _, _ := strings.Cut(path, ".")
			p, err := render.ParseAddress(address)
			if err != nil || g.URL(p) != public+Path+signed {
				t.Errorf("%q is drawn", signed)
			}
		}
	})
}

// BenchmarkCached asks for a picture that was drawn, through a connection. It reports what
// part of a core 200 requests a second take, on both ends of the connection together.
func BenchmarkCached(b *testing.B) {
	g := New("", key(), true)
	mux := http.NewServeMux()
	mux.Handle("GET "+Path, g)
	server := httptest.NewServer(mux)
	defer server.Close()
	address := server.URL + g.URL(render.Card{Board: diagram(1 << 20).(render.Diagram)})
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

// BenchmarkForged asks for addresses of which more or less is right.
func BenchmarkForged(b *testing.B) {
	g := New("", key(), true)
	good := g.URL(diagram(9))
	for name, address := range map[string]string{
		"first letter": Path + "!" + good[len(Path)+1:],
		"last letter":  good[:len(Path)+21] + "!" + good[len(Path)+22:],
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if resp := get(g, address); resp.StatusCode != http.StatusNotFound {
					b.Fatal(resp.Status)
				}
			}
		})
	}
}
